import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { test, type TestContext } from "node:test";
import pino from "pino";
import { test_mailing } from "../../../../../test/harness/server.ts";
import type { Pool } from "../../../../platform/db/pool.ts";
import { newId } from "../../../../platform/ids.ts";
import { createRecorder } from "./record-results.ts";
import type { Result } from "../results-sql.ts";

/** A recorder of successful results with mocked timers, and how many results each of its statements has written. */
function recording(t: TestContext, isAwaited: () => boolean) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const written: number[] = [];
  let answer = () => {};
  const recorder = createRecorder({
    reach: async ({ values }) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      answer = resolve;
      written.push((JSON.parse(values.find((value) => String(value).startsWith("[")) as string) as Result[]).length);
      await promise;
      return [];
    },
    pool: {} as Pool,
    sender: test_mailing,
    log: pino({ level: "silent" }),
    onRecorded: () => undefined,
    isAwaited,
  });
  return {
    written,
    add: (count: number) => {
      for (let added = 0; added < count; added += 1) void recorder.add(acknowledged(), Infinity);
    },
    pass: async (ms: number) => {
      t.mock.timers.tick(ms);
      await setImmediate();
    },
    answer: async () => {
      answer();
      await setImmediate();
    },
  };
}

const acknowledged = (): Result => ({
  tenant_id: newId(),
  subscription_id: newId(),
  delivery_id: newId(),
  claim_id: newId(),
  number: 1,
  trigger: "scheduled",
  started_us: 0,
  duration_ms: 1,
  ok: true,
  response_status: 204,
  error: null,
  host: "hooks.acme.example",
  wait_us: null,
});

test("acknowledged results that nothing waits for gather for 60 ms, also those that come while others are written", async (t) => {
  const { written, add, pass, answer } = recording(t, () => false);
  add(2);
  await pass(59);
  assert.deepEqual(written, []);
  add(1);
  await pass(1);
  assert.deepEqual(written, [3]);
  add(1);
  await answer();
  add(1);
  await pass(59);
  assert.deepEqual(written, [3]);
  await pass(1);
  assert.deepEqual(written, [3, 2]);
});

test("results gather for 15 ms where a claim waits for their room, from the next result on", async (t) => {
  let is_awaited = true;
  const { written, add, pass, answer } = recording(t, () => is_awaited);
  add(1);
  await pass(15);
  assert.deepEqual(written, [1]);
  await answer();
  is_awaited = false;
  add(1);
  await pass(20);
  is_awaited = true;
  add(1);
  await pass(14);
  assert.deepEqual(written, [1]);
  await pass(1);
  assert.deepEqual(written, [1, 2]);
  add(1);
  await answer();
  assert.deepEqual(written, [1, 2, 1], "what came meanwhile, at once");
});

test("fifty results are written at once", async (t) => {
  const { written, add, pass, answer } = recording(t, () => false);
  add(50);
  await pass(0);
  assert.deepEqual(written, [50]);
  add(70);
  await answer();
  assert.deepEqual(written, [50, 70]);
});
