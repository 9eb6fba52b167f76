import assert from "node:assert/strict";
import test from "node:test";
import { attempts_max, waitAfter } from "./retry.ts";

test("a mail is tried again after growing waits, and given up about a day after the first attempt", () => {
  const waits = Array.from({ length: attempts_max }, (_, index) => waitAfter(index + 1));
  assert.deepEqual(waits, [60, 240, 960, 3_840, 15_360, 21_600, 21_600, 21_600, null]);
  const hours = waits.reduce((sum: number, wait) => sum + (wait ?? 0), 0) / 3_600;
  assert.ok(hours > 23 && hours <= 24, `${hours} hours`);
});
