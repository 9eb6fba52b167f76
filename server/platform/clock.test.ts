// Runs in a separate process, because it moves the clock of the process by an hour.
import assert from "node:assert/strict";
import { test } from "node:test";
import { noteDatabaseTime, nowMs } from "./clock.ts";
import { newId } from "./ids.ts";

const hour_ms = 3_600_000;
/** Simulates an answer of the database: how far its clock is ahead, and how long the answer took. */
const answered = (ahead_ms: number, took_ms: number) => {
  const now_ms = performance.now();
  noteDatabaseTime(Date.now() + ahead_ms - took_ms / 2, now_ms - took_ms, now_ms);
};
// Adding 0 turns -0 into 0; assert.equal distinguishes the two.
const ahead = () => Math.round((nowMs() - Date.now()) / 100) * 100 + 0;
const madeAt = (id: string) => Number.parseInt(id.replace("-", "").slice(0, 12), 16);

test("a process follows the database's clock, not its machine's, and ids say so", () => {
  assert.equal(ahead(), 0);
  answered(200, 500);
  assert.equal(ahead(), 0, "an answer that took longer than the clocks differ says nothing");
  answered(hour_ms, 20);
  assert.equal(ahead(), hour_ms);
  assert.ok(madeAt(newId()) >= Date.now() + hour_ms - 1_000);
  answered(0, 5_000);
  assert.equal(ahead(), hour_ms, "an answer that was long under way tells little");
  answered(hour_ms + 400, 700);
  assert.equal(ahead(), hour_ms);
  answered(hour_ms + 400, 10);
  assert.equal(ahead(), hour_ms + 400);
});
