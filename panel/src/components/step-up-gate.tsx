import { lazy, Suspense, useEffect, useState } from "react";
import { listenToCalls } from "../api/fetch.ts";

const StepUpDialog = lazy(async () => ({ default: (await import("./step-up-dialog.tsx")).StepUpDialog }));

/** Stands once in the shell: asks for the password when a call wants a recent sign-in, and lets the call go on. */
export function StepUpGate({ second_factor }: { second_factor: boolean }) {
  const [waiting, setWaiting] = useState<((confirmed: boolean) => void)[]>([]);
  useEffect(() => {
    // Calls that ask at the same time share one dialog.
    listenToCalls({ askStepUp: () => new Promise((resolve) => setWaiting((others) => [...others, resolve])) });
    return () => listenToCalls({ askStepUp: () => Promise.resolve(false) });
  }, []);
  if (waiting.length === 0) return null;
  const end = (confirmed: boolean) => {
    for (const resolve of waiting) resolve(confirmed);
    setWaiting([]);
  };
  return (
    <Suspense>
      <StepUpDialog second_factor={second_factor} end={end} />
    </Suspense>
  );
}
