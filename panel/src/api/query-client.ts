import { QueryClient } from "@tanstack/react-query";
import { ApiProblem, isProblem } from "./problem.ts";

const retries_max = 2;
const delay_ms_max = 10_000;
/** For a longer wait the page shows a message and a button. */
const retry_after_s_max = 10;

/** Reads are tried again where that can help; nothing that the server refused is. */
export const query_client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: mayRetry,
      retryDelay: delayOf,
      // Offline is an answer too: the screen says so instead of waiting.
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
