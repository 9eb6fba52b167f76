// How many attempts at one subscription a process makes together, as a pure function of what the receiver answers: additive
// increase, multiplicative decrease, as TCP finds out what a path carries (RFC 5681). It starts small, doubles with each round trip
// until the receiver first shows that it is too much, and from there grows by one. A failure, a 429 and slowness halve it at
// once, and once for all attempts that were under way together. It never falls below one, so every subscription is served.
//
// Slow is what takes much longer than the quickest answers of late; what is new on a connection may have had to look up, connect
// and agree on keys, and is given more. An attempt that is not answered yet is slow as soon as its answer would be.

import { in_flight_per_subscription_max } from "../state.ts";

export const window_initial = 4;
export const window_min = 1;
export const window_max = in_flight_per_subscription_max;
/** An answer is slow beyond twice the quickest one, and at least so many ms more. */
const slow_factor = 2;
const slow_margin_ms = 100;
/** The same where the connection may have been opened for it. */
const opening_factor = 5;
const opening_margin_ms = 500;
/** Who takes longer than this is not sent more, however steady. */
const growing_ms_max = 2_000;
/** What counts as the quickest is forgotten after one to two of these. */
const quickest_period_ms = 30_000;

export type Window = {
  /** Attempts that may be under way together; the fraction is on its way to the next one. */
  size: number;
  /** Below this size it doubles with each round trip. */
  doubling_until: number;
  /** Attempts that began before this have had their effect. */
  shrunk_ms: number;
  /** The quickest good answers of this period and of the one before, in ms; null: none. */
  quickest_ms: number | null;
  quickest_before_ms: number | null;
  period_began_ms: number;
};

/** One attempt that has ended; instants of one steady clock, in ms. */
export type Answer = {
  /** A 2xx. */
  good: boolean;
  began_ms: number;
  ended_ms: number;
  /** Its connection was open already. */
  reused: boolean;
  /** The most attempts that were under way together while this one was, itself included. */
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
  // A window that is not used says nothing about what would be too much.
  const is_used = 2 * under_way >= Math.floor(window.size);
  if (!is_used || took_ms > growing_ms_max) return window;
  const more = window.size < window.doubling_until ? 1 : 1 / window.size;
  return { ...window, size: Math.min(window.size + more, window_max) };
}

/** While the oldest attempt that is under way has no answer. */
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
