import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

/** By then React has rendered the result. */
const pause_ms = 50;

/**
 * Returns the focus to a button that was disabled while it was busy. Browsers take the focus from a disabled element, and the
 * keyboard would start again at the top of the page.
 */
export function useKeptFocus(): void {
  const client = useQueryClient();
  useEffect(() => {
    let last: HTMLElement | null = null;
    const onFocus = ({ target }: FocusEvent) => void (last = target instanceof HTMLElement ? target : null);
    const giveBack = () => {
      if (document.activeElement === document.body && last?.isConnected && !last.matches(":disabled"))
        last.focus({ preventScroll: true });
    };
    document.addEventListener("focusin", onFocus);
    const stop = client.getMutationCache().subscribe(({ type, mutation }) => {
      if (type === "updated" && mutation.state.status !== "pending") setTimeout(giveBack, pause_ms);
    });
    return () => {
      document.removeEventListener("focusin", onFocus);
      stop();
    };
  }, [client]);
}
