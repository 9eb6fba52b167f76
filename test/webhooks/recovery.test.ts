// What a receiver that has failed or lost events can do about it, with a worker that really delivers.
import assert from "node:assert/strict";
import { after, before, beforeEach, test, type TestContext } from "node:test";
import { emit, subscribe } from "../harness/deliveries.ts";
import { checkEvents } from "../harness/events.ts";
import { settled } from "../harness/settled.ts";
import { openSubscribing, subscriptions, type Subscribing } from "../harness/subscribing.ts";
import { senderTo, startReceiver, startWorking, type Receiver } from "../harness/webhooks.ts";

let receiver: Receiver;
let here: Subscribing;
let id: string;

before(async () => {
  receiver = await startReceiver();
  here = await openSubscribing({ trusted_origins: [receiver.origin] });
});
beforeEach(async () => {
  await here.clear();
  await here.database.superuser.query("delete from webhook_attempt; delete from webhook_delivery; delete from event");
  receiver.received.length = 0;
  receiver.answer = (_received, reply) => reply.writeHead(204).end();
  id = await subscribe(here, { target_url: `${receiver.origin}/hook` });
});
after(async () => {
  await here.close();
  await receiver.close();
});

/** Lets a worker make that many attempts and record their results. */
async function work(t: TestContext, attempts: number): Promise<void> {
  const made = Promise.withResolvers<void>();
  let count = 0;
  const sender = senderTo(receiver);
  t.after(() => sender.outbound.close());
  const worker = startWorking(here.database, sender, {
    observe: { attempted: () => (count += 1) === attempts && made.resolve(), delivered: () => undefined, moved: () => undefined },
  });
  t.after(() => worker.stop());
  await made.promise;
  await worker.stop();
}

const log = async () => (await here.api.get(`${subscriptions}/${id}/deliveries`)).body.deliveries as any[];
const now = () => Temporal.Now.instant().toString({ smallestUnit: "millisecond" });

test("a failed delivery that is retried by hand arrives, and fails again if it does not", async (t) => {
  receiver.answer = (_received, reply) => reply.writeHead(500).end();
  await emit(here, ["course.completed"], now());
  await here.database.superuser.query("update webhook_delivery set max_attempts = 1");
  await work(t, 1);
  const [failed] = await log();
  assert.equal(failed.status, "failed");
  const retry = () => here.api.post(`/api/v1/webhooks/deliveries/${failed.id}/retry`);
  assert.equal((await retry()).status, 202);
  await work(t, 1);
  assert.equal((await log())[0].status, "failed", "one attempt, and no schedule");
  assert.equal((await retry()).status, 202);
  receiver.answer = (_received, reply) => reply.writeHead(200).end();
  await work(t, 1);
  const [succeeded] = await log();
  assert.deepEqual([succeeded.status, succeeded.attempt_count, succeeded.max_attempts], ["succeeded", 3, 3]);
  assert.deepEqual(
    succeeded.attempts.map(({ number, trigger, response_status, error }: any) => [number, trigger, response_status, error]),
    [
      [1, "scheduled", 500, "HTTP_STATUS"],
      [2, "manual", 500, "HTTP_STATUS"],
      [3, "manual", 200, null],
    ],
  );
  assert.deepEqual(new Set(receiver.received.map(({ headers }) => headers["x-lms-event-id"])), new Set([failed.event_id]));
});

test("a replayed event arrives again, byte for byte, as it is in the feed", async (t) => {
  const since = now();
  await emit(here, ["course.completed", "compliance.expired"], now());
  await work(t, 2);
  const first = receiver.received.map(({ body }) => body.toString());
  const { body } = await here.api.post(`${subscriptions}/${id}/replay`, { since });
  assert.deepEqual(body, { queued: 2, next_since: null });
  await work(t, 2);
  const again = receiver.received.slice(2).map((one) => one.body.toString());
  assert.deepEqual(again.toSorted(), first.toSorted());
  const deliveries = await log();
  assert.deepEqual(
    deliveries.map(({ status, attempts }) => [status, attempts.map(({ trigger }: any) => trigger)]),
    [
      ["succeeded", ["replay"]],
      ["succeeded", ["replay"]],
      ["succeeded", ["scheduled"]],
      ["succeeded", ["scheduled"]],
    ],
  );
  await settled(here.database);
  const feed = await here.api.get(`/api/v1/events?since=${since}`);
  for (const sent of first) assert.ok(feed.text.includes(sent), sent);
});

test("a replay to a disabled subscription arrives once it is enabled", async (t) => {
  const since = now();
  await emit(here, ["course.completed"], now());
  await work(t, 1);
  await here.database.superuser.query(
    "update webhook_subscription_state set state = 'disabled', state_reason = 'consecutive_failures', failing_since = now(), consecutive_failures = 20",
  );
  assert.equal((await here.api.post(`${subscriptions}/${id}/replay`, { since })).body.queued, 1);
  assert.equal((await log())[0].next_attempt_at, null);
  await here.api.post(`${subscriptions}/${id}/enable`);
  await work(t, 1);
  assert.equal(receiver.received.length, 2);
  assert.equal((await log())[0].status, "succeeded");
});

test("a ping is as the schema of its type says, stands in the log, and is not replayed", async () => {
  const { body } = await here.api.post(`${subscriptions}/${id}/ping`);
  assert.equal(body.delivery.status, "succeeded");
  assert.deepEqual(await checkEvents(here.database), ["ping"]);
  assert.deepEqual(await log(), [body.delivery]);
  assert.equal((await here.api.post(`${subscriptions}/${id}/replay`, { since: "2026-01-01T00:00:00Z" })).body.queued, 0);
});
