import assert from "node:assert/strict";
import { test } from "node:test";
import { Registry } from "prom-client";
import { openDatabase } from "../../../../test/harness/database.ts";
import { measureDelivery } from "./measure.ts";

test("while the database is away a worker is not ready, and still shows its other measures", async (t) => {
  const database = await openDatabase();
  t.after(() => database.close());
  const pool = database.pool("muster_delivery", 1);
  const registry = new Registry();
  const { observer, isReady } = measureDelivery(pool, registry);
  observer!.moved("degraded");
  assert.equal(await isReady(), true);
  assert.match(await registry.metrics(), /^webhook_oldest_due_seconds 0$/m);
  await database.close();
  assert.equal(await isReady(), false);
  const text = await registry.metrics();
  assert.match(text, /^webhook_subscription_moves_total\{state="degraded"\} 1$/m);
  assert.match(text, /^webhook_oldest_due_seconds Nan$/im);
});
