// Paces work that runs beside requests. From time to time it measures a sample request beside a part of the work. After each part
// the work rests for a share of the part's duration. If requests are slower than without the work, the share doubles at once.
// Otherwise it shrinks in small steps down to zero, so an idle machine is used fully (additive increase, multiplicative
// decrease). The share has an upper bound, so that the work also ends when requests are slow for another reason.
import { setTimeout as sleep } from "node:timers/promises";

/**
 * A request is slow above this multiple of the time without the work, and above that time plus this margin: a short request may
 * take twice as long by chance.
 */
const slower_max = 1.2;
const slower_margin_ms = 1;
/** How many of the last measured requests are judged together. */
const remembered = 5;
/** The rest as a share of the duration of a part: its initial value, its bounds and its steps. */
const share_initial = 1;
const share_slow_min = 0.5;
const share_max = 4;
const share_step = 0.1;
const rest_max_ms = 1_000;
/** The shortest duration of a part, and the shortest time between two measured requests, which cost work too. */
const part_min_ms = 8;
const measured_apart_ms = 200;
/** How many requests are measured before the work begins, and the time between them. */
const before = { requests: 15, apart_ms: 20 };

export type Budget = {
  /** Begins a part; also call it after waiting for something else. */
  begin(): void;
  /**
   * Call it between small pieces of the work. When the part has taken long enough, it waits for the measured request, rests, and
   * begins the next part.
   */
  spare(): Promise<void>;
};

/** The clock and the pause; tests replace both. */
export type BudgetPace = { now: () => number; pause: (ms: number, signal: AbortSignal) => Promise<unknown> };

const ordinary: BudgetPace = {
  now: () => performance.now(),
  pause: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => signal.throwIfAborted()),
};

/** Measures requests without the work; `request` makes one request. A failed request counts as slow. */
export async function openBudget(
  request: () => Promise<unknown>,
  signal: AbortSignal,
  { now, pause }: BudgetPace = ordinary,
): Promise<Budget> {
  const measure = async (): Promise<number> => {
    const began_ms = now();
    return request().then(
      () => now() - began_ms,
      () => Infinity,
    );
  };
  const without: number[] = [];
  while (without.length < before.requests) {
    without.push(await measure());
    await pause(before.apart_ms, signal);
  }
  const quiet_ms = middleOf(without);
  const latest: number[] = [];
  let share = share_initial;
  let measured_ms = -Infinity;
  let part: { began_ms: number; measured: Promise<number> | null } = { began_ms: 0, measured: null };
  const begin = () => {
    const began_ms = now();
    const is_due = began_ms - measured_ms >= measured_apart_ms;
    if (is_due) measured_ms = began_ms;
    part = { began_ms, measured: is_due ? measure() : null };
  };
  return {
    begin,
    async spare() {
      signal.throwIfAborted();
      const took_ms = now() - part.began_ms;
      if (took_ms < part_min_ms) return;
      if (part.measured !== null) {
        latest.push(await part.measured);
        if (latest.length > remembered) latest.shift();
        share = nextShare(share, middleOf(latest), quiet_ms);
      }
      if (share > 0) await pause(Math.min(share * took_ms, rest_max_ms), signal);
      begin();
    },
  };
}

/** The share of a part's duration to rest for, given the latency of requests beside the part. */
export function nextShare(share: number, latency_ms: number, quiet_ms: number): number {
  // No request could be measured before the work began: the share stays at its initial value.
  if (quiet_ms === Infinity) return share;
  const is_slow = latency_ms > Math.max(quiet_ms * slower_max, quiet_ms + slower_margin_ms);
  return is_slow ? Math.min(share_max, Math.max(share * 2, share_slow_min)) : Math.max(0, share - share_step);
}

function middleOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
