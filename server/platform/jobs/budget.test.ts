import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { nextShare, openBudget } from "./budget.ts";

test("work rests the longer the slower requests become beside it, and not at all once they are as quick as without it", () => {
  const shares = (latencies: readonly number[], share = 1) =>
    latencies.map((latency_ms) => (share = Math.round(nextShare(share, latency_ms, 10) * 10) / 10));
  assert.deepEqual(shares([13, 13, 13, 13]), [2, 4, 4, 4], "slow: doubled, and bounded");
  assert.deepEqual(shares([12, 11, 9]), [0.9, 0.8, 0.7], "within 1.2 times: a little less each time");
  assert.deepEqual(shares(Array.from({ length: 12 }, () => 10)).slice(-3), [0, 0, 0], "down to nothing");
  assert.deepEqual(shares([20, 10, 20], 0), [0.5, 0.4, 0.8], "from nothing: half, then doubled");
  assert.equal(nextShare(1, 1.9, 1), 0.9, "a millisecond more is chance");
  assert.equal(nextShare(1, Infinity, 10), 2, "a request that failed is slow");
});

test("a budget measures requests before the work, and from time to time one beside a part", async () => {
  let now_ms = 0;
  const rests: number[] = [];
  let request_ms = 10;
  const budget = await openBudget(
    async () => {
      now_ms += request_ms;
      if (request_ms > 90) throw new Error("no answer");
    },
    new AbortController().signal,
    { now: () => now_ms, pause: async (ms) => void rests.push(Math.round(ms)) },
  );
  assert.equal(rests.length, 15);
  const rest = async (took_ms: number) => {
    const [before, began_ms] = [rests.length, now_ms];
    budget.begin();
    await turn();
    now_ms = began_ms + took_ms;
    await budget.spare();
    return rests[before];
  };
  assert.equal(await rest(7), undefined, "what takes little is no part yet");
  now_ms += 200;
  assert.equal(await rest(100), 90, "nine tenths of the part");
  request_ms = 100;
  assert.equal(await rest(60), 54, "requests are measured 200 ms apart");
  now_ms += 200;
  assert.equal(await rest(200), 360, "slow: twice the share, which was nine tenths");
  now_ms += 200;
  assert.equal(await rest(5_000), 1_000, "a second at most");
});

test("a budget ends with the work that is given up", async () => {
  const stop = new AbortController();
  const pace = { now: () => 0, pause: async () => undefined };
  const budget = await openBudget(async () => undefined, stop.signal, pace);
  budget.begin();
  stop.abort(new Error("given up"));
  await assert.rejects(budget.spare(), { message: "given up" });
});
