import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { compare } from "./provision-members.ts";

test("of two lists those join who are only in the second, and those leave who are only in the first", () => {
  const list = fc.uniqueArray(fc.integer({ min: 0, max: 30 }).map(String)).map((ids) => ids.toSorted());
  fc.assert(
    fc.property(list, list, (before, after) => {
      assert.deepEqual(compare(before, after), {
        joining: after.filter((id) => !before.includes(id)),
        leaving: before.filter((id) => !after.includes(id)),
      });
    }),
    { numRuns: 1_000 },
  );
});

test("lists of 100,000 are compared at once", () => {
  const ids = Array.from({ length: 200_000 }, (_, index) => String(1_000_000 + index));
  const { joining, leaving } = compare(ids.slice(0, 100_000), ids.slice(100_000));
  assert.deepEqual([joining, leaving], [ids.slice(100_000), ids.slice(0, 100_000)]);
});
