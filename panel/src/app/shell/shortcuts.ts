import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { Session } from "../../api/session.ts";
import { navigationOf } from "./navigation.tsx";

/** The second key of `g c` must follow within this time. */
const sequence_ms = 1_200;
/** The time of the last `g` while none was pressed. 0 would not do, because it is the time when the page begins. */
const never = Number.NEGATIVE_INFINITY;

/** Shortcuts that work on every screen: `?`, `/`, and `g` followed by a screen's key. */
export function useShortcuts(session: Session, showHelp: () => void): void {
  const navigate = useNavigate();
  const went = useRef(never);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('[aria-modal="true"]')) return;
      const follows = event.timeStamp - went.current < sequence_ms;
      went.current = event.key === "g" && !follows ? event.timeStamp : never;
      if (follows) {
        const screen = navigationOf(session).find(({ nav }) => nav.key === event.key);
        if (!screen) return;
        event.preventDefault();
        void navigate({ to: screen.path });
      } else if (event.key === "?") {
        event.preventDefault();
        showHelp();
      } else if (event.key === "/") {
        const search = document.querySelector<HTMLInputElement>("main input[type=search]");
        if (!search) return;
        event.preventDefault();
        search.focus();
        search.select();
      }
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [session, navigate, showHelp]);
}

/** Whether a key belongs to a field rather than to the page. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}
