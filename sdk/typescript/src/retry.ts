// When a call is repeated; the clients in other languages follow the same table.

/** The number of tries of one call, including the first. */
export const tries_max_default = 5;
/** How long one try may take, to the last byte of its answer. */
export const try_timeout_ms_default = 30_000;
/** How long a call may take with all its tries and waits. */
export const deadline_ms_default = 300_000;

const first_wait_ms = 1_000;
const wait_ms_max = 60_000;

/** Statuses that mean "later". A request with status 429 was not executed; the others may have been. */
const later = new Set([502, 503, 504]);

/** Which failed calls may be repeated: all of them, or only those that were certainly not executed. */
export type Repeatable = "always" | "unexecuted";

export type Failure = { kind: "connection" } | { kind: "status"; status: number; code: string };

export function mayRetry(failure: Failure, repeatable: Repeatable): boolean {
  if (failure.kind === "connection") return repeatable === "always";
  if (failure.status === 429) return true;
  if (repeatable !== "always") return false;
  // The first request with this key is still running, so its answer will be available soon.
  return later.has(failure.status) || failure.code === "IDEMPOTENCY_KEY_IN_USE";
}

/** 1 s, 2 s, 4 s … 60 s, of which half is random, and never less than `Retry-After`. */
export function waitBeforeNext(tries: number, retry_after_s: number | null, random: () => number): number {
  const longest_ms = Math.min(wait_ms_max, first_wait_ms * 2 ** (tries - 1));
  const wait_ms = longest_ms / 2 + (random() * longest_ms) / 2;
  // A small random delay is added, so that clients that were refused together do not return together.
  return retry_after_s === null ? wait_ms : Math.max(wait_ms, retry_after_s * 1_000 + random() * 250);
}
