import { type ReactNode, Suspense, useEffect, useState } from "react";

/** Long enough for the screen's own requests to start first. */
const pause_ms = 1_000;

/** Runs low-priority work after the page has been shown. For an effect: returns the function that cancels it. */
export function afterShown(work: () => unknown): () => void {
  const timer = setTimeout(work, pause_ms);
  return () => clearTimeout(timer);
}

/** Renders its children once the page has been shown, so that their code is loaded then. */
export function Later({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState(false);
  useEffect(() => afterShown(() => setShown(true)), []);
  return shown ? <Suspense>{children}</Suspense> : null;
}
