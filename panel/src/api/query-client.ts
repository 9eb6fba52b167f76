import { QueryClient } from "@tanstack/react-query";
import { ApiProblem, isProblem } from "./problem.ts";

const retries_max = 2;
const delay_ms_max = 10_000;
/** The longest `Retry-After` that is waited for silently. For a longer one the page shows a message and a button. */
const retry_after_s_max = 10;

/** Repeats reads whose failure may be temporary, but none that the server has refused. */
export const query_client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: mayRetry,
      retryDelay: delayOf,
      // A query runs without a network too: it fails at once, and the screen can say so instead of waiting.
      networkMode: "always",
      refetchOnReconnect: "always",
    },
    mutations: { retry: false, networkMode: "always" },
  },
});

function mayRetry(failures: number, error: unknown): boolean {
  if (failures >= retries_max || !isProblem(error)) return false;
  if (error.status === 429 || error.status === 503) return (error.retry_after_s ?? 1) <= retry_after_s_max;
  return error.status >= 500;
}

function delayOf(failures: number, error: unknown): number {
  const wanted = error instanceof ApiProblem ? error.retry_after_s : null;
  if (wanted !== null) return wanted * 1_000;
  return Math.min(500 * 2 ** failures, delay_ms_max);
}
