import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createSlowness } from "./slowness.ts";

/** A process with statements of a given duration, on a fake clock. */
function measured() {
  let now_ms = 0;
  const slowness = createSlowness(() => now_ms);
  const ask = (name: string, ms: number, times = 1, failure?: unknown) => {
    for (let time = 0; time < times; time += 1) {
      const ended = slowness.asked({ name, text: "", values: [] });
      now_ms += ms;
      ended(failure);
    }
  };
  return { slowness, ask };
}

test("statements are compared with themselves: what is asked for may change", () => {
  const { slowness, ask } = measured();
  ask("look-up", 1, 30);
  ask("page", 10, 30);
  assert.deepEqual(slowness.take(), { answers: 60, slowness: null }, "nothing is known yet");
  slowness.learn();
  ask("page", 10, 3);
  assert.deepEqual(slowness.take(), { answers: 3, slowness: 1 });
  ask("look-up", 2, 10);
  ask("page", 20, 1);
  ask("new", 7, 4);
  assert.deepEqual(slowness.take(), { answers: 15, slowness: 2 });
});

test("what is usual is learned only from what is said to be usual, and follows slowly", () => {
  const { slowness, ask } = measured();
  ask("look-up", 1, 20);
  slowness.take();
  slowness.learn();
  ask("look-up", 3, 50);
  assert.equal(slowness.take().slowness, 3);
  ask("look-up", 3, 50);
  assert.equal(slowness.take().slowness, 3, "not learned");
  slowness.learn();
  ask("look-up", 3, 50);
  const { slowness: later } = slowness.take();
  assert.ok(later! > 1 && later! < 3);
});

test("one that waits for a lock is no slow machine, and a failure or a statement without a name says nothing", () => {
  const { slowness, ask } = measured();
  ask("look-up", 1, 20);
  slowness.take();
  slowness.learn();
  ask("look-up", 1, 9);
  ask("look-up", 5_000, 1);
  ask("look-up", 5_000, 1, new Error("no"));
  ask("", 50);
  assert.deepEqual(slowness.take(), { answers: 10, slowness: 1.7 });
  assert.deepEqual(slowness.take(), { answers: 0, slowness: null });
});

test("where all takes so many times as long, the slowness is that", () => {
  const times = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 10 });
  fc.assert(
    fc.property(times, fc.integer({ min: 1, max: 8 }), (all, factor) => {
      const { slowness, ask } = measured();
      for (const [place, ms] of all.entries()) ask(`${place}`, ms, 20);
      slowness.take();
      slowness.learn();
      for (const [place, ms] of all.entries()) ask(`${place}`, ms * factor, 5);
      assert.ok(Math.abs(slowness.take().slowness! - factor) < 1e-9);
    }),
  );
});
