import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { percentSeen, seenTogether, type Stretch } from "./seen.ts";

test("what was seen on several devices counts once, within the length of the video", () => {
  const vectors: [Stretch[], Stretch[], Stretch[], number][] = [
    [[], [], [], 0],
    [[], [[0, 50]], [[0, 50]], 50],
    [[[0, 50]], [[25, 75]], [[0, 75]], 75],
    [[[0, 10]], [[10, 20]], [[0, 20]], 20],
    [
      [[0, 10]],
      [[90, 400]],
      [
        [0, 10],
        [90, 100],
      ],
      20,
    ],
    [[[40, 60]], [[0, 100]], [[0, 100]], 100],
    [[], [[7, 7]], [], 0],
    [[], [[9, 3]], [], 0],
    [[], [[100, 200]], [], 0],
  ];
  for (const [before, now, together, percent] of vectors) {
    const seen = seenTogether(before, now, 100);
    assert.deepEqual(seen, together);
    assert.equal(percentSeen(seen, 100), percent);
  }
  assert.equal(percentSeen([[0, 89]], 100), 89);
  assert.equal(percentSeen([[0, 2]], 3), 66);
});

test("in whatever order reports come, what is seen is in order, apart and no more than the video", () => {
  const second = fc.nat(300);
  const stretches = fc.array(fc.tuple(second, second), { maxLength: 12 });
  fc.assert(
    fc.property(stretches, stretches, (a, b) => {
      const seen = seenTogether(seenTogether([], a, 200), b, 200);
      assert.deepEqual(seen, seenTogether(seenTogether([], b, 200), a, 200));
      assert.deepEqual(seenTogether(seen, a, 200), seen);
      seen.forEach(([from, to], place) => {
        assert.ok(from >= (seen[place - 1]?.[1] ?? -1) + 1 && from < to && to <= 200);
      });
      const seconds = new Set(
        [...a, ...b].flatMap(([from, to]) => Array.from({ length: Math.max(0, Math.min(to, 200) - from) }, (_, at) => from + at)),
      );
      assert.equal(percentSeen(seen, 200), Math.floor(seconds.size / 2));
    }),
  );
});

test("thousands of short stretches are kept as the 500 longest", () => {
  const short = Array.from({ length: 2_000 }, (_, at): Stretch => [at * 10, at * 10 + 1]);
  const seen = seenTogether(short, [[50_000, 60_000]], 86_400);
  assert.equal(seen.length, 500);
  assert.deepEqual(seen.at(-1), [50_000, 60_000]);
});
