import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, beforeEach, test } from "node:test";
import { Webhook } from "standardwebhooks";
import { Stripe } from "stripe";
import { needsServer } from "../../../../test/harness/database.ts";
import { matchesSchema } from "../../../../test/harness/records.ts";
import { openSubscribing, subscriptions, wanted, type Subscribing } from "../../../../test/harness/subscribing.ts";
import { startReceiver, type Received, type Receiver } from "../../../../test/harness/webhooks.ts";
import type { Resolve } from "../../../platform/net/resolve.ts";
import { Ping } from "../subscriptions/schema.ts";

let receiver: Receiver;
let resolve: Resolve;
let here: Subscribing;
before(async () => {
  receiver = await startReceiver();
  here = await openSubscribing({ trusted_origins: [receiver.origin], resolve: (name) => resolve(name) });
});
beforeEach(async () => {
  await here.clear();
  receiver.answer = (_received, reply) => reply.writeHead(204).end();
  receiver.received.length = 0;
  resolve = async () => ["10.0.0.1"];
});
after(async () => {
  await here.close();
  await receiver.close();
});

const created = async (change = {}): Promise<any> =>
  (await here.api.post(subscriptions, { ...wanted, target_url: `${receiver.origin}/lms`, ...change })).body;
const ping = ({ id }: { id: string }) => here.api.post(`${subscriptions}/${id}/ping`);
const rows = async (text: string, values: unknown[] = []) => (await here.database.superuser.query(text, values)).rows;

function verify({ headers, body }: Received, secret: string): any {
  new Webhook(secret).verify(body, headers as Record<string, string>);
  return Stripe.webhooks.constructEvent(body, headers["x-lms-signature"] as string, secret);
}

test("a ping is sent at once, signed like every delivery, and answered with its result", async () => {
  const subscription = await created();
  const reply = await ping(subscription);
  assert.equal(reply.status, 200);
  matchesSchema(Ping, reply.body);
  const [received, ...others] = receiver.received as [Received];
  assert.deepEqual(others, []);
  const event = verify(received, subscription.secret_token);
  const { id: actor_id } = event.data.requested_by;
  assert.deepEqual(event, {
    id: reply.body.event_id,
    type: "ping",
    created_at: reply.body.delivery.created_at,
    tenant_code: "ACME",
    data: {
      message: `Test event requested for subscription "${wanted.name}".`,
      subscription_id: subscription.id,
      requested_by: { type: "client", id: actor_id, name: "HR sync" },
    },
  });
  assert.equal(actor_id, here.organisation.clients["HR sync"]!.client_id);
  const { path, headers, body } = received;
  assert.deepEqual(
    [path, headers["content-type"], headers["x-lms-event"], headers["x-lms-event-id"]],
    ["/lms", "application/json", "ping", event.id],
  );
  const { delivery } = reply.body;
  const [attempt] = delivery.attempts;
  assert.deepEqual(delivery, {
    id: delivery.id,
    subscription_id: subscription.id,
    event_id: event.id,
    event_type: "ping",
    status: "succeeded",
    attempt_count: 1,
    max_attempts: 1,
    next_attempt_at: null,
    created_at: event.created_at,
    delivered_at: new Date(Date.parse(event.created_at) + attempt.duration_ms).toISOString(),
    payload_bytes: body.length,
    payload_sha256: createHash("sha256").update(body).digest("hex"),
    attempts: [
      {
        number: 1,
        trigger: "ping",
        attempted_at: event.created_at,
        duration_ms: attempt.duration_ms,
        response_status: 204,
        error: null,
        host: new URL(receiver.origin).host,
      },
    ],
  });
});

test("what the receiver answers is the result, and counts neither as failure nor as success", async () => {
  const subscription = await created();
  const state = () => rows("select * from webhook_subscription_state where subscription_id = $1", [subscription.id]);
  const before = await state();
  const answers: [Receiver["answer"], string, number | null, string | null][] = [
    [(_, reply) => reply.writeHead(500).end(), "failed", 500, "HTTP_STATUS"],
    [(_, reply) => reply.writeHead(302, { location: "/elsewhere" }).end(), "failed", 302, "REDIRECT_REFUSED"],
    [(_, reply) => reply.socket!.destroy(), "failed", null, "CONNECTION_REFUSED"],
    [(_, reply) => reply.writeHead(299).end("ok"), "succeeded", 299, null],
  ];
  for (const [answer, status, response_status, error] of answers) {
    receiver.answer = answer;
    const { delivery } = (await ping(subscription)).body;
    const [attempt] = delivery.attempts;
    assert.deepEqual([delivery.status, attempt.response_status, attempt.error], [status, response_status, error]);
    assert.equal(delivery.delivered_at === null, status === "failed");
  }
  assert.deepEqual(await state(), before);
  assert.equal((await rows("select id from webhook_delivery where subscription_id = $1", [subscription.id])).length, 4);
});

test("a ping is possible while the subscription is disabled, and reaches no other subscription", async () => {
  const subscription = await created();
  await created({ subscribed_events: ["ping"], target_url: `${receiver.origin}/other` });
  await here.database.superuser.query(
    "update webhook_subscription_state set state = 'disabled', state_reason = 'consecutive_failures'",
  );
  assert.equal((await ping(subscription)).body.delivery.status, "succeeded");
  assert.deepEqual(
    await rows("select subscription_id, status from webhook_delivery where subscription_id = $1", [subscription.id]),
    [{ subscription_id: subscription.id, status: "succeeded" }],
  );
  assert.equal(receiver.received.length, 1);
  assert.deepEqual(await rows("select id from webhook_delivery where ended_on = 'infinity'"), []);
});

test("a ping goes by the host list and the addresses of today", async () => {
  const subscription = await created();
  await here.database.superuser.query("update client set webhook_hosts = array_remove(webhook_hosts, '127.0.0.1')");
  assert.equal((await ping(subscription)).body.delivery.attempts[0].error, "ADDRESS_NOT_ALLOWED");
  await here.database.superuser.query("update client set webhook_hosts = webhook_hosts || '127.0.0.1'::text");
  // The address of this host was public when the subscription was saved.
  await here.database.superuser.query("update webhook_subscription set target_url = 'https://hooks.acme.example/'");
  const { delivery } = (await ping(subscription)).body;
  assert.deepEqual([delivery.attempts[0].error, delivery.attempts[0].host], ["ADDRESS_NOT_ALLOWED", "hooks.acme.example"]);
  assert.equal(receiver.received.length, 0);
});

test("a fault on our side is no result: a ping that cannot be sent is answered with 503, and leaves nothing", async () => {
  const subscription = await created();
  await here.database.superuser.query("update webhook_subscription set target_url = 'https://hooks.acme.example/'");
  resolve = () => Promise.reject(Object.assign(new Error("no name server"), { code: "ECONNREFUSED" }));
  const before = await rows("select (select count(*) from event), (select count(*) from webhook_delivery)");
  const { status, body, headers } = await ping(subscription);
  assert.deepEqual([status, body.code, headers.get("retry-after")], [503, "UNAVAILABLE", "1"]);
  assert.deepEqual(await rows("select (select count(*) from event), (select count(*) from webhook_delivery)"), before);
});

test("five pings of an organisation may wait together, the sixth is refused with Retry-After", async () => {
  const subscription = await created();
  const held: (() => void)[] = [];
  receiver.answer = (_, reply) => void held.push(() => reply.writeHead(204).end());
  const waiting = Array.from({ length: 5 }, () => ping(subscription));
  await receiver.first(5);
  const { status, headers, body } = await ping(subscription);
  assert.deepEqual([status, body.code, headers.get("retry-after"), body.retry_after_seconds], [429, "TOO_MANY_PINGS", "5", 5]);
  for (const release of held) release();
  for (const reply of await Promise.all(waiting)) assert.equal(reply.body.delivery.status, "succeeded");
  receiver.answer = (_, reply) => reply.writeHead(204).end();
  assert.equal((await ping(subscription)).status, 200);
});

test("no transaction is open while a ping waits for its receiver", { skip: needsServer() }, async () => {
  const subscription = await created();
  let open: unknown[] = [];
  receiver.answer = (_, reply) => {
    void rows(
      "select query from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null and backend_type = 'client backend'",
    ).then((found) => {
      open = found;
      reply.writeHead(204).end();
    });
  };
  assert.equal((await ping(subscription)).status, 200);
  assert.deepEqual(open, []);
});

test("after a rotation a ping verifies with both secrets, and when the grace has ended with the new one only", async (t) => {
  const subscription = await created();
  const rotate = async (grace_days?: number) =>
    (await here.api.post(`${subscriptions}/${subscription.id}/rotate-secret`, grace_days === undefined ? {} : { grace_days }))
      .body;
  const verdicts = async (...secrets: string[]) => {
    receiver.received.length = 0;
    await ping(subscription);
    return secrets.map((secret) => {
      try {
        return verify(receiver.received[0]!, secret).type === "ping";
      } catch {
        return false;
      }
    });
  };
  const first = subscription.secret_token;
  const second = (await rotate()).secret_token;
  assert.deepEqual(await verdicts(first, second), [true, true]);
  const third = (await rotate(30)).secret_token;
  assert.deepEqual(await verdicts(first, second, third), [false, true, true]);
  assert.match(receiver.received[0]!.headers["x-lms-signature"] as string, /^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
  t.after(() => here.database.clock.release());
  await here.database.clock.advance(30 * 86_400 - 60);
  assert.deepEqual(await verdicts(second, third), [true, true]);
  await here.database.clock.advance(61);
  assert.deepEqual(await verdicts(second, third), [false, true]);
  const last = (await rotate(0)).secret_token;
  assert.deepEqual(await verdicts(third, last), [false, true]);
});
