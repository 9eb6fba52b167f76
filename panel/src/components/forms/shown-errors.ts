import { useEffect } from "react";

/** Errors that a screen shows at present, by how many alerts; the shell shows those that none shows. */
const shown = new Map<unknown, number>();
const listeners = new Set<() => void>();

/** Says that an error is shown for as long as the component stands. */
export function useShowing(error: unknown): void {
  useEffect(() => {
    if (!error) return undefined;
    const change = (by: number) => {
      const count = (shown.get(error) ?? 0) + by;
      if (count > 0) shown.set(error, count);
      else shown.delete(error);
      listeners.forEach((listen) => listen());
    };
    change(1);
    return () => change(-1);
  }, [error]);
}

export function isShown(error: unknown): boolean {
  return shown.has(error);
}

export function onShown(listen: () => void): () => void {
  listeners.add(listen);
  return () => void listeners.delete(listen);
}
