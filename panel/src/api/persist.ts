import { ApiProblem } from "./problem.ts";

/** Waits between tries double up to this; together they last no longer than two minutes. */
const longest_wait_s = 30;
const waits_together_s = 120;
/** Statuses of temporary failures: no answer, a timeout, a server that is busy or starting. */
const passing = new Set([0, 408, 429, 503]);

type Wait = (seconds: number) => Promise<unknown>;
const byTheClock: Wait = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1_000));

/**
 * Repeats work that fails with a temporary failure, after 1, 2, 4 … seconds or when the server says. The work must be safe to
 * repeat.
 */
export async function persist<T>(work: () => Promise<T>, wait: Wait = byTheClock): Promise<T> {
  let waited_s = 0;
  for (let tries = 0; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error)) throw error;
      const wait_s = Math.max(Math.min(2 ** tries, longest_wait_s), error.retry_after_s ?? 0);
      waited_s += wait_s;
      if (waited_s > waits_together_s) throw error;
      await wait(wait_s);
    }
  }
}

/** Whether a failure is temporary, so that trying again may succeed. */
export function isPassing(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem && passing.has(error.status);
}
