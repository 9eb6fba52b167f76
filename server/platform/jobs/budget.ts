// Work beside requests that takes what they leave over. From time to time a request is measured beside a part of the work; after each part
// the work rests for a share of the time that the part took. Where requests take longer than they do without the work, the share doubles at once, and
// where they do not, it shrinks by a little, down to nothing: an idle machine is used fully (additive increase, multiplicative decrease,
// as of deliveries). The share is bounded, so that the work ends also beside requests that are slow for another reason.
import { setTimeout as sleep } from "node:timers/promises";

/** How much longer than without the work a request may take, and so many ms more: a short one may take twice as long by chance. */
const slower_max = 1.2;
const slower_margin_ms = 1;
/** Parts whose requests are looked at together. */
const remembered = 5;
/** Of the time that a part took: the share to begin with, the bounds and the steps. */
const share_initial = 1;
const share_slow_min = 0.5;
const share_max = 4;
const share_step = 0.1;
const rest_max_ms = 1_000;
/** A part takes so long at least, and so long passes at least from one measured request to the next: they are work, too. */
const part_min_ms = 8;
const measured_apart_ms = 200;
/** Requests that are measured before the work begins, and the time between them. */
const before = { requests: 15, apart_ms: 20 };

export type Budget = {
  /** Begins a part; after a time in which something else was waited for, too. */
  begin(): void;
  /** To be called between small pieces of the work: where the part has taken long enough, waits for its request, rests, and begins the next. */
  spare(): Promise<void>;
};

/** Milliseconds are read and passed here; tests say how. */
export type BudgetPace = { now: () => number; pause: (ms: number, signal: AbortSignal) => Promise<unknown> };

const ordinary: BudgetPace = {
  now: () => performance.now(),
  pause: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => signal.throwIfAborted()),
};

/** Measures requests without the work; `request` makes one. A request that fails counts as slow. */
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

/** The share of a part's time to rest for, after requests took so long beside it. */
export function nextShare(share: number, latency_ms: number, quiet_ms: number): number {
  // No request could be measured before: then it rests for as long as each part takes, all along.
  if (quiet_ms === Infinity) return share;
  const is_slow = latency_ms > Math.max(quiet_ms * slower_max, quiet_ms + slower_margin_ms);
  return is_slow ? Math.min(share_max, Math.max(share * 2, share_slow_min)) : Math.max(0, share - share_step);
}

function middleOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
