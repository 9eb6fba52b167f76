import { useEffect, useEffectEvent, useState } from "react";

const listeners = new Set<() => void>();

/**
 * What is loaded when it is wanted: null until it is there. Where it does not come, the shell says so (onNotLoaded) and `giveUp` is
 * called, so that the page goes on without it and may want it again.
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

/** Calls `listener` when a part could not be loaded; returns how to stop that. */
export function onNotLoaded(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
