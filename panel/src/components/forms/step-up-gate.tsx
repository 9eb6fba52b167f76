import { useEffect, useState } from "react";
import { listenToCalls } from "../../api/fetch.ts";
import { useLate } from "../use-late.ts";

const loadDialog = () => import("./step-up-dialog.tsx");

/** Rendered once in the shell: asks for the password when a call needs a recent sign-in, and then lets the call go on. */
export function StepUpGate({ second_factor }: { second_factor: boolean }) {
  const [waiting, setWaiting] = useState<((confirmed: boolean) => void)[]>([]);
  useEffect(() => {
    // Calls that ask at the same time share one dialog.
    listenToCalls({ askStepUp: () => new Promise((resolve) => setWaiting((others) => [...others, resolve])) });
    return () => listenToCalls({ askStepUp: () => Promise.resolve(false) });
  }, []);
  const end = (confirmed: boolean) => {
    for (const resolve of waiting) resolve(confirmed);
    setWaiting([]);
  };
  const dialog = useLate(loadDialog, waiting.length > 0, () => end(false));
  return dialog === null ? null : <dialog.StepUpDialog second_factor={second_factor} end={end} />;
}
