// Independent code verifies our worker's deliveries: the official libraries of Stripe, whose scheme X-LMS-Signature follows, and
// of Standard Webhooks. The signing function has a test beside sign.ts.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Webhook } from "standardwebhooks";
import { Stripe } from "stripe";
import { startReceiver, type Received, type Receiver } from "../harness/webhooks.ts";
import { openReceiving, type Receiving } from "./receiving.ts";

let receiver: Receiver;
let receiving: Receiving;

before(async () => {
  receiver = await startReceiver();
  receiver.origin = receiver.origin.replace("127.0.0.1", "localhost");
  receiving = await openReceiving([receiver.origin]);
});
after(async () => {
  await receiving.close();
  await receiver.close();
});

test("Stripe's constructEvent and Standard Webhooks verify a delivery of the worker byte by byte, and no changed one", async () => {
  const { id, secret_token } = await receiving.subscribe(`${receiver.origin}/one`);
  const delivery = await delivered();
  for (const verify of verifiers) {
    const event = verify(delivery, secret_token) as { id: string; type: string; data: any };
    assert.equal(event.type, "enrollment.assigned");
    assert.equal(event.id, delivery.headers["x-lms-event-id"]);
    assert.deepEqual([event.data.course.title, event.data.user.department_name], ["Wózki widłowe 🚜", "Logistyka Północ"]);
    const at = delivery.body.indexOf("Wózki");
    const changed = Buffer.from(delivery.body);
    changed[at]! ^= 1;
    assert.throws(() => verify({ ...delivery, body: changed }, secret_token));
    const respaced = Buffer.from(JSON.stringify(JSON.parse(delivery.body.toString()), null, 1));
    assert.throws(() => verify({ ...delivery, body: respaced }, secret_token));
    assert.throws(() => verify(delivery, other_secret));
    assert.throws(() => verify({ ...delivery, headers: {} }, secret_token));
  }
  await receiving.api.delete(`/api/v1/webhooks/subscriptions/${id}`);
});

test("after rotate-secret both verify with the new and with the previous secret, until the grace ends", async () => {
  const { id, secret_token: first } = await receiving.subscribe(`${receiver.origin}/two`);
  const second = await receiving.rotate(id, 7);
  const during = await delivered();
  for (const verify of verifiers) {
    assert.deepEqual(verify(during, first), verify(during, second));
    assert.throws(() => verify(during, other_secret));
  }
  const third = await receiving.rotate(id, 7);
  const later = await delivered();
  for (const verify of verifiers) {
    assert.deepEqual(verify(later, second), verify(later, third));
    assert.throws(() => verify(later, first), "of three secrets the oldest has ended");
  }
  await receiving.database.clock.advance(7 * 86_400 + 1);
  const past = await delivered();
  for (const verify of verifiers) {
    verify(past, third);
    assert.throws(() => verify(past, second), "the grace has ended");
  }
  await receiving.rotate(id, 0);
  const without = await delivered();
  for (const verify of verifiers) assert.throws(() => verify(without, third), "a rotation without grace");
  await receiving.api.delete(`/api/v1/webhooks/subscriptions/${id}`);
});

test("a retry has the same id and bytes and a signature of its own, and so has a ping", async () => {
  const { id, secret_token } = await receiving.subscribe(`${receiver.origin}/three`);
  receiver.answer = (_received, reply) => reply.writeHead(503).end();
  const first = await delivered();
  receiver.answer = (_received, reply) => reply.writeHead(204).end();
  await recorded(id);
  const again = receiving.nextAttempt();
  await receiving.database.clock.advance(61);
  receiving.worker.wake();
  assert.equal((await again).error, null);
  const second = receiver.received.at(-1)!;
  assert.notEqual(second, first);
  assert.deepEqual([second.headers["x-lms-event-id"], second.body], [first.headers["x-lms-event-id"], first.body]);
  const ping = await receiving.api.post(`/api/v1/webhooks/subscriptions/${id}/ping`);
  assert.equal(ping.body.delivery.status, "succeeded", ping.text);
  const pinged = receiver.received.at(-1)!;
  assert.equal(pinged.headers["x-lms-event"], "ping");
  for (const verify of verifiers) for (const delivery of [first, second, pinged]) verify(delivery, secret_token);
});

/** The worker's delivery of one more event. */
async function delivered(): Promise<Received> {
  const count = receiver.received.length;
  await receiving.deliver();
  assert.equal(receiver.received.length, count + 1);
  return receiver.received.at(-1)!;
}

/** Resolves once the log shows an attempt, because the wait for the next one starts then. */
async function recorded(subscription_id: string): Promise<void> {
  for (let looks = 0; looks < 1_000; looks += 1) {
    const log = await receiving.api.get(`/api/v1/webhooks/subscriptions/${subscription_id}/deliveries`);
    if (log.body.deliveries[0]?.attempt_count === 1) return;
  }
  assert.fail("the attempt was not recorded");
}

const other_secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

/** Only its verifier is used; the key is never sent. */
const stripe = new Stripe("unused");

const verifiers: ((delivery: Received, secret: string) => unknown)[] = [
  ({ body, headers }, secret) => stripe.webhooks.constructEvent(body, headers["x-lms-signature"] as string, secret),
  ({ body, headers }, secret) => new Webhook(secret).verify(body, headers as Record<string, string>),
];
