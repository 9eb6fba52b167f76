// How many attempts a process makes at one subscription at the same time, as a pure function of the receiver's answers. It is
// additive increase, multiplicative decrease, as in TCP congestion control (RFC 5681). The window starts small and doubles with
// each round trip until the first sign of overload; from then on it grows by one per round trip. A failure, a 429 or a slow
// answer halves the window at once, but only once for attempts that were under way together. It never falls below one, so each
// subscription is served.
//
// An answer is slow if it takes much longer than the quickest recent ones. A new connection gets more time, because it may
// include DNS, TCP and TLS. An attempt without an answer counts as slow as soon as an answer at that moment would be slow.

import { in_flight_per_subscription_max } from "../state.ts";

export const window_initial = 4;
export const window_min = 1;
export const window_max = in_flight_per_subscription_max;
/** An answer is slow if it takes more than twice the quickest time, and at least this much longer. */
const slow_factor = 2;
const slow_margin_ms = 100;
/** On a connection that may have been opened for it, an answer is slow beyond this factor, and at least this much longer. */
const opening_factor = 5;
const opening_margin_ms = 500;
/** Answers that take longer than this do not grow the window. */
const growing_ms_max = 2_000;
/** The quickest time is forgotten after one to two of these periods. */
const quickest_period_ms = 30_000;

export type Window = {
  /** Simultaneous attempts that are allowed; the fraction accumulates until it makes one more. */
  size: number;
  /** Below this size the window doubles with each round trip. */
  doubling_until: number;
  /** When the window last shrank. A bad answer to an attempt that began earlier does not shrink it again. */
  shrunk_ms: number;
  /** The quickest good answers of this period and of the previous one, in ms; null: none. */
  quickest_ms: number | null;
  quickest_before_ms: number | null;
  period_began_ms: number;
};

/** An attempt that has ended. Instants are of one monotonic clock, in ms. */
export type Answer = {
  /** The answer is a 2xx. */
  good: boolean;
  began_ms: number;
  ended_ms: number;
  /** The attempt used a connection that was already open. */
  reused: boolean;
  /** The highest number of attempts that were under way at the same time as this one, itself included. */
  under_way: number;
};

export function openWindow(now_ms: number): Window {
  return {
    size: window_initial,
    doubling_until: window_max,
    shrunk_ms: -Infinity,
    quickest_ms: null,
    quickest_before_ms: null,
    period_began_ms: now_ms,
  };
}

/** How many more attempts may begin. */
export function roomOf({ size }: Window, under_way: number): number {
  return Math.max(0, Math.floor(size) - under_way);
}

export function afterAnswer(before: Window, { good, began_ms, ended_ms, reused, under_way }: Answer): Window {
  const took_ms = ended_ms - began_ms;
  const window = good ? remembering(before, took_ms, ended_ms) : before;
  if (!good || took_ms > slowAfter(before, reused)) return began_ms < window.shrunk_ms ? window : shrunk(window, ended_ms);
  // A window that is not half used gives no evidence that more attempts would be fine.
  const is_used = 2 * under_way >= Math.floor(window.size);
  if (!is_used || took_ms > growing_ms_max) return window;
  const more = window.size < window.doubling_until ? 1 : 1 / window.size;
  return { ...window, size: Math.min(window.size + more, window_max) };
}

/** The window while the oldest attempt has no answer yet. */
export function whileWaiting(window: Window, oldest_began_ms: number, now_ms: number): Window {
  const waited_ms = now_ms - Math.max(oldest_began_ms, window.shrunk_ms);
  return waited_ms > slowAfter(window, false) ? shrunk(window, now_ms) : window;
}

function shrunk(window: Window, now_ms: number): Window {
  const size = Math.max(window_min, Math.floor(window.size / 2));
  return { ...window, size, doubling_until: size, shrunk_ms: now_ms };
}

/** How long an answer may take before it is slow, in ms. */
function slowAfter({ quickest_ms, quickest_before_ms }: Window, reused: boolean): number {
  const quickest = Math.min(quickest_ms ?? Infinity, quickest_before_ms ?? Infinity);
  const usual_ms = quickest === Infinity ? growing_ms_max : quickest;
  return reused
    ? Math.max(slow_factor * usual_ms, usual_ms + slow_margin_ms)
    : Math.max(opening_factor * usual_ms, usual_ms + opening_margin_ms);
}

function remembering(window: Window, took_ms: number, now_ms: number): Window {
  if (now_ms - window.period_began_ms <= quickest_period_ms) {
    return { ...window, quickest_ms: Math.min(window.quickest_ms ?? Infinity, took_ms) };
  }
  return { ...window, quickest_ms: took_ms, quickest_before_ms: window.quickest_ms, period_began_ms: now_ms };
}
