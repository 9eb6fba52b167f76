import assert from "node:assert/strict";
import { test } from "node:test";
import { attempts_max } from "../../events/emit-sql.ts";
import { waitAfter } from "./retry.ts";

test("TM2: five attempts, with 60 s, 5 min, 30 min and 2 h between them", () => {
  const waits = [1, 2, 3, 4, 5].map((attempt_count) => waitAfter(attempt_count, attempts_max));
  assert.deepEqual(waits, [60, 5 * 60, 30 * 60, 2 * 3_600, null]);
});

test("an attempt beyond the schedule, asked for by hand, is the last one again", () => {
  assert.deepEqual([waitAfter(6, 6), waitAfter(7, 7)], [null, null]);
});

test("an interrupted attempt, which is counted and adds one, leaves the waits of those that follow as they are", () => {
  const waits = [2, 3, 4, 5, 6].map((attempt_count) => waitAfter(attempt_count, attempts_max + 1));
  assert.deepEqual(waits, [60, 5 * 60, 30 * 60, 2 * 3_600, null]);
});
