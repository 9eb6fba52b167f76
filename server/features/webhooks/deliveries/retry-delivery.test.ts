import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { needsServer } from "../../../../test/harness/database.ts";
import { emit, endPending, subscribe } from "../../../../test/harness/deliveries.ts";
import { matchesSchema } from "../../../../test/harness/records.ts";
import { openSubscribing, subscriptions, type Subscribing } from "../../../../test/harness/subscribing.ts";
import { newId } from "../../../platform/ids.ts";
import { Delivery } from "./schema.ts";

let here: Subscribing;
let id: string;
/** The record of a delivery of the subscription that has failed. */
let failed: any;

const now = "2026-11-21T07:00:00.000Z";

before(async () => {
  here = await openSubscribing({ resolve: async () => ["93.184.215.14"] });
  await here.database.clock.freeze(now);
});
beforeEach(async () => {
  await here.clear();
  await query("delete from webhook_attempt; delete from webhook_delivery; delete from event");
  id = await subscribe(here);
  await emit(here, ["course.completed"], now);
  await endPending(here, "failed");
  failed = await delivery();
});
after(() => here.close());

const query = (text: string, values: unknown[] = []) => here.database.superuser.query(text, values).then(({ rows }) => rows);
const delivery = async () => (await here.api.get(`${subscriptions}/${id}/deliveries`)).body.deliveries[0];
const ofSubscription = (delivery_id = failed.id, api = here.api) =>
  api.post(`${subscriptions}/${id}/deliveries/${delivery_id}/retry`);
const byItself = (delivery_id = failed.id, api = here.api) => api.post(`/api/v1/webhooks/deliveries/${delivery_id}/retry`);

for (const [name, retry] of [
  ["under its subscription", ofSubscription],
  ["by itself", byItself],
] as const) {
  test(`a failed delivery named ${name} gets one more attempt, now`, async () => {
    const { status, body } = await retry();
    assert.equal(status, 202);
    matchesSchema(Delivery, body);
    assert.deepEqual(body, { ...failed, status: "pending", max_attempts: 6, next_attempt_at: now });
    assert.deepEqual(await delivery(), body);
    const [queued] = await query("select trigger, claim_id, due_us <= infra.now_us() as due from webhook_delivery_pending");
    assert.deepEqual(queued, { trigger: "manual", claim_id: null, due: true });
    const audited = await query(
      "select operation, target_id, changes from audit_log where target_type = 'webhook_delivery' order by id desc limit 1",
    );
    assert.deepEqual(audited, [
      {
        operation: "webhook_delivery.retry",
        target_id: failed.id,
        changes: { status: ["failed", "pending"], max_attempts: [5, 6] },
      },
    ]);
  });

  test(`only a failed delivery named ${name} can be retried`, async () => {
    assert.equal((await retry()).status, 202);
    const expectRefused = async (delivery_status: string) => {
      const { status, body } = await retry();
      assert.deepEqual([status, body.code, body.delivery_status], [409, "DELIVERY_NOT_FAILED", delivery_status]);
    };
    await expectRefused("pending");
    await query("update webhook_delivery set claim_id = gen_random_uuid(), due_us = infra.now_us() + 30000000");
    await expectRefused("pending");
    for (const end of ["succeeded", "expired"] as const) {
      await query(
        "delete from webhook_attempt; update webhook_delivery set status = 'pending', ended_on = 'infinity', due_us = 0",
      );
      await endPending(here, end);
      await expectRefused(end);
    }
  });

  test(`a delivery named ${name} of another client, or of none, is not found`, async () => {
    const foreign = await retry(failed.id, here.other);
    const unknown = await retry(newId());
    assert.deepEqual([foreign.status, unknown.status, (await retry("nonsense")).status], [404, 404, 404]);
    assert.equal(foreign.body.detail, unknown.body.detail);
    assert.equal((await delivery()).status, "failed");
    await here.api.delete(`${subscriptions}/${id}`);
    assert.equal((await retry()).status, 404);
  });
}

test("a delivery is not found under another subscription", async () => {
  const second = await subscribe(here);
  assert.equal((await here.api.post(`${subscriptions}/${second}/deliveries/${failed.id}/retry`)).status, 404);
  assert.equal((await here.api.post(`${subscriptions}/${newId()}/deliveries/${failed.id}/retry`)).status, 404);
  assert.equal((await delivery()).status, "failed");
});

test("while the subscription is disabled nothing is retried", async () => {
  await query(
    "update webhook_subscription_state set state = 'disabled', state_reason = 'consecutive_failures', failing_since = now(), consecutive_failures = 20",
  );
  const { status, body } = await ofSubscription();
  assert.deepEqual([status, body.code], [409, "SUBSCRIPTION_DISABLED"]);
  assert.equal((await here.api.post(`${subscriptions}/${id}/enable`)).status, 200);
  assert.equal((await ofSubscription()).status, 202);
});

test("a delivery whose event was deleted cannot be sent again", async () => {
  await query("delete from event");
  const { status, body } = await ofSubscription();
  assert.deepEqual([status, body.code, body.event_id], [409, "EVENT_NOT_KEPT", failed.event_id]);
  assert.equal((await delivery()).status, "failed");
});

test("a delivery is attempted a hundred times at most", async () => {
  await query("update webhook_delivery set attempt_count = 99, max_attempts = 99");
  assert.equal((await ofSubscription()).body.max_attempts, 100);
  await endPending(here, "failed");
  await query("update webhook_delivery set attempt_count = 100");
  const { status, body } = await byItself();
  assert.deepEqual([status, body.code, body.limit], [409, "TOO_MANY_ATTEMPTS", 100]);
});

test("of two retries at once one is taken", { skip: needsServer() }, async () => {
  for (let round = 0; round < 5; round += 1) {
    const replies = await Promise.all([ofSubscription(), byItself(), ofSubscription()]);
    assert.deepEqual(
      replies.map(({ status }) => status).toSorted((a, b) => a - b),
      [202, 409, 409],
    );
    assert.equal((await delivery()).max_attempts, 6);
    // Restore what the test has changed.
    await query("update webhook_delivery set max_attempts = 5");
    await endPending(here, "failed");
  }
});
