import { useEffect } from "react";

/** How many alerts show each error at present. The shell shows an error that no alert shows. */
const shown = new Map<unknown, number>();
const listeners = new Set<() => void>();

/** Registers an error as shown while the component is mounted. */
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
