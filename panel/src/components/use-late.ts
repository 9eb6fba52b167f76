import { useEffect, useEffectEvent, useState } from "react";

const listeners = new Set<() => void>();

/**
 * Loads something when `wanted`: null until it is loaded. If that fails, the shell shows it (onNotLoaded) and `giveUp` is called,
 * so that the page goes on without it and can ask again.
 */
export function useLate<T>(load: () => Promise<T>, wanted: boolean, giveUp: () => void): T | null {
  const [loaded, setLoaded] = useState<T | null>(null);
  const fail = useEffectEvent(() => {
    listeners.forEach((listener) => listener());
    giveUp();
  });
  useEffect(() => {
    if (!wanted || loaded !== null) return undefined;
    let left = false;
    load().then(
      (part) => (left ? undefined : setLoaded(part)),
      () => (left ? undefined : fail()),
    );
    return () => void (left = true);
  }, [load, wanted, loaded]);
  return wanted ? loaded : null;
}

/** Calls `listener` each time a part could not be loaded; returns the function that removes the listener. */
export function onNotLoaded(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
