import { type ReactNode, Suspense, useEffect, useState } from "react";

/** Long enough for the screen's own data to be on its way first. */
const pause_ms = 1_000;

/** Runs low-priority work after the page has been shown. For an effect: returns the function that cancels it. */
export function afterShown(work: () => unknown): () => void {
  const timer = setTimeout(work, pause_ms);
  return () => clearTimeout(timer);
}

/** What is there once the page has been shown: its code is loaded then. */
export function Later({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState(false);
  useEffect(() => afterShown(() => setShown(true)), []);
  return shown ? <Suspense>{children}</Suspense> : null;
}
