import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Pool } from "../db/pool.ts";
import { inParts } from "./in-parts.ts";
import { at_full_speed, type Pace } from "./load/pace.ts";

const part_lengths = fc.array(fc.nat({ max: 2_000 }), { minLength: 1, maxLength: 30 });

/** An unused pool: the test passes the pace itself. */
const no_pool = null as unknown as Pool;

/** Runs parts that take the given times, on a fake clock. */
async function walk(lengths_ms: readonly number[], run_max_ms: number, pace: Pace = { share: 0.5, part_ms: 100 }) {
  let now_ms = 0;
  const rests_ms: number[] = [];
  const done: number[] = [];
  const units: number[] = [];
  const pass = async (ms: number) => {
    rests_ms.push(ms);
    now_ms += ms;
  };
  const doPart = async (place: number, timeIsUp: () => boolean, units_max: number) => {
    now_ms += lengths_ms[place]!;
    done.push(place);
    units.push(units_max);
    return place + 1 === lengths_ms.length || timeIsUp() ? null : place + 1;
  };
  const options = { run_max_ms, units_max: 1_000, now: () => now_ms, pause: pass, pace: async () => pace };
  await inParts(no_pool, 0, new AbortController().signal, doPart, options);
  return { rests_ms, done, now_ms, units };
}

test("between two parts it rests so that the work has the share of the time that the pace says, a second at most, and not after the last", async () => {
  assert.deepEqual((await walk([120, 0, 1_700, 40], 5_000)).rests_ms, [120, 0, 1_000]);
  assert.deepEqual((await walk([120, 100, 40], 5_000, { share: 0.8, part_ms: 100 })).rests_ms.map(Math.round), [30, 25]);
  assert.deepEqual((await walk([120, 100, 40], 5_000, at_full_speed)).rests_ms, [0, 0]);
  assert.deepEqual((await walk([700], 5_000)).rests_ms, []);
});

test("a part has as many units as take the time of the pace", async () => {
  assert.deepEqual((await walk([200, 100, 25, 25], 5_000)).units, [200, 100, 100, 200]);
  assert.deepEqual((await walk([200, 900], 5_000, at_full_speed)).units, [1_000, 1_000]);
});

test("when the time is up it ends with the part that is under way; every part before it was done once, in order", async () => {
  assert.deepEqual((await walk([10, 10, 10], 0)).done, [0]);
  await fc.assert(
    fc.asyncProperty(part_lengths, async (lengths_ms) => {
      const { done, now_ms } = await walk(lengths_ms, 5_000);
      assert.deepEqual(done, [...done.keys()]);
      assert.ok(done.length === lengths_ms.length || now_ms >= 5_000);
      assert.ok(now_ms < 5_000 + 2_000 + 1_000);
    }),
  );
});

test("an end that is asked for comes before the next part, and ends a rest", async () => {
  for (const [pause, told] of [
    [async () => {}, /the process ends/],
    [undefined, { name: "AbortError" }],
  ] as const) {
    const ending = new AbortController();
    let parts = 0;
    const doPart = async () => {
      ending.abort(new Error("the process ends"));
      return ++parts;
    };
    const pace = async () => ({ share: 0.5, part_ms: 100 });
    await assert.rejects(inParts(no_pool, 0, ending.signal, doPart, { pace, ...(pause && { pause }) }), told);
    assert.equal(parts, 1);
  }
});
