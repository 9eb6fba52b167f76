import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { inParts } from "./in-parts.ts";

const part_lengths = fc.array(fc.nat({ max: 2_000 }), { minLength: 1, maxLength: 30 });

/** Parts of given lengths, on a clock of their own. */
async function walk(lengths_ms: readonly number[], run_max_ms: number) {
  let now_ms = 0;
  const rests_ms: number[] = [];
  const done: number[] = [];
  const pass = async (ms: number) => {
    rests_ms.push(ms);
    now_ms += ms;
  };
  const doPart = async (place: number, timeIsUp: () => boolean) => {
    now_ms += lengths_ms[place]!;
    done.push(place);
    return place + 1 === lengths_ms.length || timeIsUp() ? null : place + 1;
  };
  await inParts(0, new AbortController().signal, doPart, { run_max_ms, now: () => now_ms, pause: pass });
  return { rests_ms, done, now_ms };
}

test("between two parts it rests as long as the part took, 200 ms at most, and not after the last", async () => {
  assert.deepEqual((await walk([120, 0, 1_700, 40], 5_000)).rests_ms, [120, 0, 200]);
  assert.deepEqual((await walk([700], 5_000)).rests_ms, []);
});

test("when the time is up it ends with the part that is under way; every part before it was done once, in order", async () => {
  assert.deepEqual((await walk([10, 10, 10], 0)).done, [0]);
  await fc.assert(
    fc.asyncProperty(part_lengths, async (lengths_ms) => {
      const { done, now_ms } = await walk(lengths_ms, 5_000);
      assert.deepEqual(done, [...done.keys()]);
      assert.ok(done.length === lengths_ms.length || now_ms >= 5_000);
      assert.ok(now_ms < 5_000 + 2_000 + 200);
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
    await assert.rejects(inParts(0, ending.signal, doPart, pause && { pause }), told);
    assert.equal(parts, 1);
  }
});
