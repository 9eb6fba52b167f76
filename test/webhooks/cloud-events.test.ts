// Deliveries in the format cloudevents.v1, read by the official CloudEvents package.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { HTTP, type CloudEvent } from "cloudevents";
import { Webhook } from "standardwebhooks";
import { Stripe } from "stripe";
import { verifyWebhook } from "../../sdk/typescript/src/webhooks.ts";
import { event_types } from "../../server/features/events/emit.ts";
import { event_examples } from "../../server/features/feed/event-examples.ts";
import { bodyIn, media_types } from "../../server/features/webhooks/deliveries/format.ts";
import { settled } from "../harness/settled.ts";
import { startReceiver, type Received, type Receiver } from "../harness/webhooks.ts";
import { openReceiving, type Receiving } from "./receiving.ts";

const format = "cloudevents.v1";
const subscriptions = "/api/v1/webhooks/subscriptions";

let receiver: Receiver;
let receiving: Receiving;

before(async () => {
  receiver = await startReceiver();
  receiver.origin = receiver.origin.replace("127.0.0.1", "localhost");
  receiving = await openReceiving([receiver.origin]);
});
after(async () => {
  await receiving?.close();
  await receiver?.close();
});

/** Parses a delivery by the package; throws if an attribute is missing or invalid. */
function read({ headers, body }: Pick<Received, "headers" | "body">): CloudEvent<any> {
  const message = { headers, body: body.toString() };
  assert.equal(HTTP.isEvent(message), true);
  const event = HTTP.toEvent<any>(message) as CloudEvent<any>;
  assert.equal(event.validate(), true);
  return event;
}

test("a delivery is a CloudEvent with the id, type and data of the event, and verifiers of raw bytes verify it", async () => {
  const { id, secret_token } = await receiving.subscribe(`${receiver.origin}/one`, { delivery_format: format });
  assert.equal((await receiving.deliver()).error, null);
  const received = receiver.received.at(-1)!;
  assert.equal(received.headers["content-type"], "application/cloudevents+json; charset=utf-8");
  const event = read(received);
  await settled(receiving.database);
  const stored = (await receiving.api.get("/api/v1/events?type=enrollment.assigned&limit=500")).body.events.at(-1);
  assert.deepEqual(
    [event.id, event.type, event.time, event.data, event["tenantcode"]],
    [stored.id, stored.type, stored.created_at, stored.data, stored.tenant_code],
  );
  assert.equal(event.source, `https://muster.example/organisations/${stored.tenant_code}`);
  assert.equal(event.subject, `users/${stored.data.user.id}`);
  assert.equal(received.headers["x-lms-event-id"], event.id);
  assert.equal(received.headers["x-lms-event"], event.type);

  new Webhook(secret_token).verify(received.body, received.headers as Record<string, string>);
  new Stripe("unused").webhooks.constructEvent(received.body, received.headers["x-lms-signature"] as string, secret_token);
  assert.equal((await verifyWebhook(received.body, received.headers, secret_token)).id, event.id);
  await receiving.api.delete(`${subscriptions}/${id}`);
});

test("a ping comes in the format too, and a format that is changed holds from the next attempt on", async () => {
  const { id } = await receiving.subscribe(`${receiver.origin}/two`, { delivery_format: format });
  const ping = async () => {
    const { status, body, text } = await receiving.api.post(`${subscriptions}/${id}/ping`);
    assert.deepEqual([status, body.delivery.status], [200, "succeeded"], text);
    return receiver.received.at(-1)!;
  };
  const event = read(await ping());
  assert.deepEqual([event.type, event.subject], ["ping", `subscriptions/${id}`]);
  const changed = await receiving.api.patch(`${subscriptions}/${id}`, { delivery_format: "platform.v1" });
  assert.deepEqual([changed.status, changed.body.delivery_format], [200, "platform.v1"], changed.text);
  const plain = await ping();
  assert.equal(plain.headers["content-type"], "application/json");
  assert.equal(JSON.parse(plain.body.toString()).specversion, undefined);
  await receiving.api.delete(`${subscriptions}/${id}`);
});

test("every type of event is a CloudEvent with a subject", () => {
  const headers = { "content-type": media_types[format] };
  for (const type of event_types) {
    const body = bodyIn(format, Buffer.from(JSON.stringify(event_examples[type])), "https://muster.example");
    const event = read({ headers, body });
    assert.deepEqual([event.type, event.data], [type, event_examples[type]["data"]]);
    assert.match(event.subject!, /^(users|subscriptions)\/[0-9a-f-]{36}$/, type);
  }
});
