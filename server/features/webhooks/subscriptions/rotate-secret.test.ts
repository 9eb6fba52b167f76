import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { after, before, beforeEach, test } from "node:test";
import { matchesSchema } from "../../../../test/harness/records.ts";
import { openSubscribing, subscriptions, wanted, type Subscribing } from "../../../../test/harness/subscribing.ts";
import { startReceiver, type Receiver } from "../../../../test/harness/webhooks.ts";
import { RotatedSecret } from "./schema.ts";

let receiver: Receiver;
let here: Subscribing;
before(async () => {
  receiver = await startReceiver();
  here = await openSubscribing({ trusted_origins: [receiver.origin] });
});
beforeEach(() => here.clear());
after(async () => {
  await here.close();
  await receiver.close();
});

const created = async (): Promise<any> =>
  (await here.api.post(subscriptions, { ...wanted, target_url: `${receiver.origin}/lms` })).body;
const rotate = ({ id }: { id: string }, body?: unknown, headers = {}) =>
  here.api.post(`${subscriptions}/${id}/rotate-secret`, body, { headers });

test("a rotation gives a new secret at once and says until when the previous one signs, too", async (t) => {
  t.after(() => here.database.clock.release());
  await here.database.clock.freeze("2026-02-02T09:00:00.500Z");
  const subscription = await created();
  const reply = await rotate(subscription);
  assert.equal(reply.status, 200);
  matchesSchema(RotatedSecret, reply.body);
  const { secret_token, ...rest } = reply.body;
  assert.match(secret_token, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.notEqual(secret_token, subscription.secret_token);
  assert.deepEqual(rest, {
    subscription_id: subscription.id,
    rotated_at: "2026-02-02T09:00:00.500Z",
    grace_days: 7,
    previous_secret_expires_at: "2026-02-09T09:00:00.500Z",
  });
  const expiry = async () => (await here.api.get(`${subscriptions}/${subscription.id}`)).body.previous_secret_expires_at;
  assert.equal(await expiry(), "2026-02-09T09:00:00.500Z");
  await here.database.clock.freeze("2026-02-09T09:00:00.500Z");
  assert.equal(await expiry(), null);
  assert.equal((await rotate(subscription, { grace_days: 30 })).body.previous_secret_expires_at, "2026-03-11T09:00:00.500Z");
  assert.equal((await rotate(subscription, { grace_days: 0 })).body.previous_secret_expires_at, null);
  assert.equal(await expiry(), null);
  assert.deepEqual((await here.audited(subscription.id)).slice(1), [
    {
      operation: "webhook_subscription.rotate_secret",
      actor_id: subscription.client_id,
      changes: { grace_days: [null, 7], previous_secret_expires_at: [null, "2026-02-09T09:00:00.500Z"] },
    },
    {
      operation: "webhook_subscription.rotate_secret",
      actor_id: subscription.client_id,
      changes: {
        grace_days: [null, 30],
        previous_secret_expires_at: ["2026-02-09T09:00:00.500Z", "2026-03-11T09:00:00.500Z"],
      },
    },
    {
      operation: "webhook_subscription.rotate_secret",
      actor_id: subscription.client_id,
      changes: { grace_days: [null, 0], previous_secret_expires_at: ["2026-03-11T09:00:00.500Z", null] },
    },
  ]);
});

test("the days of grace are 0 to 30", async () => {
  const subscription = await created();
  for (const [grace_days, code] of [
    [-1, "OUT_OF_RANGE"],
    [31, "OUT_OF_RANGE"],
    [1.5, "INVALID_TYPE"],
    ["7", "INVALID_TYPE"],
  ]) {
    const { status, body } = await rotate(subscription, { grace_days });
    assert.deepEqual([status, body.errors[0].pointer, body.errors[0].code], [422, "#/grace_days", code]);
  }
  assert.equal((await here.audited(subscription.id)).length, 1);
});

test("a rotation that is repeated with its Idempotency-Key rotates once, and comes without the secret", async () => {
  const subscription = await created();
  const send = () => rotate(subscription, { grace_days: 1 }, { "idempotency-key": "rotate-1" });
  const [first, again] = [await send(), await send()];
  const { secret_token, ...rest } = first.body;
  assert.ok(secret_token);
  assert.deepEqual([again.status, again.body], [200, rest]);
  assert.equal((await here.audited(subscription.id)).length, 2);
});

test("AU4 a signing secret is in no later answer, no log line and no table", async () => {
  const keyed = { headers: { "idempotency-key": "secrets" } };
  const made = await here.api.post(subscriptions, { ...wanted, target_url: `${receiver.origin}/lms` }, keyed);
  const secrets = [made.body.secret_token];
  const address = `${subscriptions}/${made.body.id}`;
  for (const key of ["secrets-1", "secrets-2"])
    secrets.push((await rotate(made.body, {}, { "idempotency-key": key })).body.secret_token);
  const answers = [
    await here.api.get(subscriptions),
    await here.api.get(address),
    await here.api.patch(address, { name: "New" }),
    await here.api.post(`${address}/enable`),
    await here.api.post(`${address}/ping`),
    await here.api.post(subscriptions, { ...wanted, target_url: `${receiver.origin}/lms` }, keyed),
  ];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200, 200, 201],
  );
  const places = [
    ...answers.map(({ text }) => text),
    ...here.server.log.map((line) => JSON.stringify(line)),
    ...(await everything()),
  ];
  assert.ok(places.length > 50, `saw only ${places.length} places`);
  for (const secret of secrets) {
    const key = secret.slice("whsec_".length);
    const bytes = Buffer.from(key, "base64");
    // The secret as text, the bytes of that text in hex, and the key's own bytes in hex.
    for (const form of [key, Buffer.from(key).toString("hex"), bytes.toString("hex")])
      assert.deepEqual(
        places.filter((place) => place.includes(form)),
        [],
        "a secret is in clear",
      );
  }
});

/** All rows of all tables as text. */
async function everything(): Promise<string[]> {
  const { superuser } = here.database;
  const { rows: tables } = await superuser.query(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'infra') and c.relkind in ('r', 'p') and not c.relispartition`,
  );
  const rows = [];
  for (const { name } of tables) rows.push(...(await superuser.query(`select t::text as row from ${name} t`)).rows);
  return rows.map(({ row }) => row);
}

test("while both secrets sign, the newest signature stands first", async () => {
  const subscription = await created();
  const { secret_token } = (await rotate(subscription)).body;
  assert.equal((await here.api.post(`${subscriptions}/${subscription.id}/ping`)).body.delivery.status, "succeeded");
  const { headers, body } = receiver.received.at(-1)!;
  const [, at_s, first, second] = /^t=(\d+),v1=([0-9a-f]+),v1=([0-9a-f]+)$/.exec(headers["x-lms-signature"] as string)!;
  const signed = (secret: string) => createHmac("sha256", secret).update(`${at_s}.`).update(body).digest("hex");
  assert.deepEqual([first, second], [signed(secret_token), signed(subscription.secret_token)]);
});

test("a subscription that is named in capital letters keeps signing its deliveries", async () => {
  const subscription = await created();
  const id = subscription.id.toUpperCase();
  const rotated = await rotate({ id });
  assert.equal(rotated.body.subscription_id, subscription.id);
  for (const name of [subscription.id, id]) {
    const ping = await here.api.post(`${subscriptions}/${name}/ping`);
    assert.deepEqual([ping.status, ping.body.delivery?.status], [200, "succeeded"], ping.text);
  }
});
