import i18next from "i18next";
import { type ComponentType, createElement, type ReactNode, use, useReducer, useState } from "react";
import { loadTexts } from "./i18n.ts";
import { NotLoaded } from "./not-loaded.tsx";
import type { Screen } from "./screen.ts";

/** A failure older than this is discarded, and opening the screen loads it again. */
const failure_ms_max = 1_000;

/**
 * A screen whose code and texts are loaded when it is first opened. If they cannot be loaded, because the network is gone or a
 * new version has been installed, its place says so and offers another try. The page around it stays, with what was typed
 * elsewhere.
 */
export function lazyScreen(screen: Screen): (() => ReactNode) & { preload: () => Promise<void> } {
  let loaded: ComponentType | null = null;
  let coming: Promise<void> | null = null;
  let failed_at: number | null = null;
  const preload = (): Promise<void> =>
    (coming ??= Promise.all([screen.load(), loadTexts(i18next.language, screen.texts)])
      .then(
        ([component]) => {
          loaded = component;
          failed_at = null;
        },
        () => void (failed_at = performance.now()),
      )
      .finally(() => void (coming = null)));
  const LazyScreen = () => {
    const [, lookAgain] = useReducer((count: number) => count + 1, 0);
    const [failed] = useState(() => failed_at !== null && performance.now() - failed_at < failure_ms_max);
    if (loaded !== null) return createElement(loaded);
    if (failed_at !== null && failed) return <NotLoaded retry={async () => preload().then(lookAgain)} />;
    use(preload());
    return null;
  };
  return Object.assign(LazyScreen, { preload });
}
