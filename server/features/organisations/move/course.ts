import { setTimeout as sleep } from "node:timers/promises";
import type { Session } from "../../../platform/db/moving/session.ts";

export type Step =
  | { step: "check" | "clean" | "copy" | "follow" | "sum" | "close" | "pause" | "compare" | "detach" | "commit" | "take_in" }
  | { step: "copied"; ready: number; tables: number }
  | { step: "compared"; rows: number; tables: number };

/** Progress of a move that can be aborted: reports steps and waits. */
export type Course = { begin: (step: Step) => Promise<void>; pause: (ms: number) => Promise<void>; signal: AbortSignal };

export function courseOf(signal: AbortSignal, onStep?: (step: Step) => void | Promise<void>): Course {
  return {
    signal,
    async begin(step) {
      await onStep?.(step);
      signal.throwIfAborted();
    },
    async pause(ms) {
      signal.throwIfAborted();
      await sleep(ms);
      signal.throwIfAborted();
    },
  };
}

/** Cancels the session's statement if the move is aborted, because it may run or wait for long. */
export async function cancellable<T>(session: Session, signal: AbortSignal, work: Promise<T>): Promise<T> {
  const cancel = () => void session.cancel().catch(() => undefined);
  signal.addEventListener("abort", cancel);
  try {
    const done = await work;
    signal.throwIfAborted();
    return done;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}
