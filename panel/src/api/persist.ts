import { ApiProblem } from "./problem.ts";

/** Seconds between tries, doubled up to the longest; together no more than two minutes. */
const longest_wait_s = 30;
const waits_together_s = 120;
/** A line that broke, a server that is busy or starting, a request that took too long. */
const passing = new Set([0, 408, 429, 503]);

type Wait = (seconds: number) => Promise<unknown>;
const byTheClock: Wait = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1_000));

/** Does again what failed for a while only: after 1, 2, 4 … seconds, or when the server says. What may be done twice. */
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

/** Whether a failure may be gone a while later. */
export function isPassing(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem && passing.has(error.status);
}
