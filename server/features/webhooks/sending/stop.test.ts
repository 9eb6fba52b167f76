// Runs in a process of its own: idle connections of other tests have timers that would end at unpredictable times.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openDatabase } from "../../../../test/harness/database.ts";
import { senderTo, startWorking } from "../../../../test/harness/webhooks.ts";

test("a worker that has stopped leaves nothing that keeps its process alive", async (t) => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
  const before = timers();
  const own = await openDatabase();
  t.after(() => own.close());
  const sender = senderTo();
  t.after(() => sender.outbound.close());
  await startWorking(own, sender).stop();
  await sender.outbound.close();
  await own.close();
  assert.equal(timers(), before);
});
