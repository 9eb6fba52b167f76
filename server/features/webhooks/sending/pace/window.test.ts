import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  afterAnswer,
  openWindow,
  roomOf,
  whileWaiting,
  window_initial,
  window_max,
  window_min,
  type Answer,
  type Window,
} from "./window.ts";

/** The window after `count` round trips, in each of which it was full. */
function roundTrips(window: Window, count: number, took_ms: number, answer: Partial<Answer> = {}, from_ms = 0): Window {
  let now_ms = from_ms;
  let after = window;
  for (let trip = 0; trip < count; trip += 1) {
    const under_way = Math.floor(after.size);
    for (let nth = 0; nth < under_way; nth += 1) {
      const one = { good: true, began_ms: now_ms, ended_ms: now_ms + took_ms, reused: true, under_way };
      after = afterAnswer(after, { ...one, ...answer });
    }
    now_ms += took_ms;
  }
  return after;
}

const sizeOf = ({ size }: Window) => Math.floor(size);
/** A receiver that has been answering in 20 ms for a while. */
const known = roundTrips(openWindow(0), 20, 20);
const slow: Partial<Answer> = { began_ms: 1_000, ended_ms: 1_200 };

test("a window starts small, doubles in each round trip of good and quick answers, and ends at its cap", () => {
  const sizes = [0, 1, 2, 3, 4, 5].map((trips) => sizeOf(roundTrips(openWindow(0), trips, 20)));
  assert.deepEqual(sizes, [window_initial, 8, 16, 32, window_max, window_max]);
});

for (const [name, answer, size] of [
  ["a failure halves it", { good: false }, 32],
  ["a slow answer halves it", slow, 32],
  ["an answer within 100 ms of the quickest is not slow", { began_ms: 1_000, ended_ms: 1_119 }, 64],
  ["a connection that may have been opened for it is given five times as long", { ...slow, reused: false }, 64],
  ["and no more", { began_ms: 1_000, ended_ms: 1_600, reused: false }, 32],
] as const) {
  test(name, () => {
    const one: Answer = { good: true, began_ms: 1_000, ended_ms: 1_010, reused: true, under_way: 64 };
    assert.equal(sizeOf(afterAnswer(known, { ...one, ...answer })), size);
  });
}

test("attempts that were under way together shrink it once; the next that fail, again, down to one", () => {
  let window = known;
  const seen: number[] = [];
  for (let trip = 0; trip < 8; trip += 1) {
    const began_ms = 1_000 + trip * 20;
    for (let nth = 0; nth < 10; nth += 1)
      window = afterAnswer(window, { good: false, began_ms, ended_ms: began_ms + 10, reused: true, under_way: 10 });
    seen.push(sizeOf(window));
  }
  assert.deepEqual(seen, [32, 16, 8, 4, 2, 1, 1, 1]);
});

test("after it has shrunk it grows by one with each round trip", () => {
  const halved = afterAnswer(known, { good: false, began_ms: 1_000, ended_ms: 1_020, reused: true, under_way: 64 });
  const sizes = [0, 4, 8].map((trips) => sizeOf(roundTrips(halved, trips, 20, {}, 1_020)));
  assert.equal(sizes[0], 32);
  assert.ok(sizes[1]! >= 34 && sizes[1]! <= 36 && sizes[2]! >= 37 && sizes[2]! <= 40, sizes.join(", "));
});

test("a window that is not used does not grow", () => {
  const idle = roundTrips(openWindow(0), 50, 20, { under_way: 1 });
  assert.equal(sizeOf(idle), window_initial);
});

test("a receiver that always takes 100 ms is quick for what it is; one that takes 3 s is sent no more than at first", () => {
  assert.equal(sizeOf(roundTrips(openWindow(0), 10, 100)), window_max);
  assert.equal(sizeOf(roundTrips(openWindow(0), 10, 3_000)), window_initial);
});

test("what was quick once is forgotten within a minute: a receiver that is slower for good grows again", () => {
  const slower = roundTrips(known, 20, 500, {}, 1_000);
  assert.equal(sizeOf(slower), window_min);
  assert.ok(sizeOf(roundTrips(slower, 150, 500, {}, 11_000)) > 2);
});

test("a receiver that does not answer any more is spared within a second, before its first time-out", () => {
  let window = known;
  for (let now_ms = 1_000; now_ms <= 2_000; now_ms += 10) window = whileWaiting(window, 1_000, now_ms);
  assert.equal(sizeOf(window), 32);
  for (let now_ms = 2_010; now_ms <= 6_000; now_ms += 10) window = whileWaiting(window, 1_000, now_ms);
  assert.ok(sizeOf(window) <= 2, `${window.size}`);
});

const anything = fc.record({
  good: fc.boolean(),
  took_ms: fc.double({ min: 0, max: 6_000, noNaN: true }),
  gap_ms: fc.double({ min: 0, max: 40_000, noNaN: true }),
  reused: fc.boolean(),
  under_way: fc.integer({ min: 1, max: window_max }),
  waited_ms: fc.option(fc.double({ min: 0, max: 6_000, noNaN: true })),
});

test("whatever a receiver does, a window is between one and its cap, and a receiver with nothing under way may be sent one", () => {
  fc.assert(
    fc.property(fc.array(anything, { maxLength: 300 }), (happenings) => {
      let now_ms = 0;
      let window = openWindow(now_ms);
      for (const { gap_ms, took_ms, waited_ms, ...answer } of happenings) {
        now_ms += gap_ms;
        const before = window;
        if (waited_ms !== null) window = whileWaiting(window, now_ms - waited_ms, now_ms);
        assert.ok(window.size <= before.size);
        const waiting = window;
        window = afterAnswer(window, { ...answer, began_ms: now_ms - took_ms, ended_ms: now_ms });
        assert.ok(window.size >= window_min && window.size <= window_max);
        assert.ok(window.size <= waiting.size + 1, "one answer adds one at most");
        if (!answer.good) assert.ok(window.size <= waiting.size, "a failure never adds");
        assert.ok(roomOf(window, 0) >= 1);
        assert.equal(roomOf(window, window_max), 0);
      }
    }),
    { numRuns: 500 },
  );
});

/** The receiver has a fixed number of workers and needs 50 ms for each request; further requests queue at it. */
test("a receiver with a bounded number of workers is sent at least that many, and never a long line", () => {
  for (const workers of [1, 4, 10, 25]) {
    let window = openWindow(0);
    let now_ms = 0;
    const under_ways: number[] = [];
    for (let trip = 0; trip < 300; trip += 1) {
      const under_way = Math.max(1, Math.floor(window.size));
      const ends = Array.from({ length: under_way }, (_, nth) => now_ms + 50 * (Math.floor(nth / workers) + 1));
      for (const ended_ms of ends)
        window = afterAnswer(window, { good: true, began_ms: now_ms, ended_ms, reused: true, under_way });
      now_ms = ends.at(-1)!;
      under_ways.push(under_way);
    }
    const settled = under_ways.slice(20);
    assert.ok(Math.min(...settled) >= Math.min(workers, window_max), `${workers} workers, at least ${Math.min(...settled)}`);
    assert.ok(
      Math.max(...settled) <= Math.min(window_max, workers * 3 + 1),
      `${workers} workers, at most ${Math.max(...settled)}`,
    );
  }
});
