import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { matchesSchema } from "../../../../test/harness/records.ts";
import { openSubscribing, subscriptions, wanted, type Subscribing } from "../../../../test/harness/subscribing.ts";
import { emit } from "../../../../test/harness/deliveries.ts";
import { newId } from "../../../platform/ids.ts";
import { WebhookSubscription, WebhookSubscriptionList } from "./schema.ts";

let here: Subscribing;
before(async () => {
  here = await openSubscribing();
});
beforeEach(() => here.clear());
after(() => here.close());

const query = (text: string, values: unknown[] = []) => here.database.superuser.query(text, values);

async function created(api = here.api): Promise<any> {
  const { secret_token: _, ...record } = (await api.post(subscriptions, wanted)).body;
  return record;
}

const addressOf = ({ id }: { id: string }) => `${subscriptions}/${id}`;
const change = (record: { id: string }, patch: unknown, headers = {}) => here.api.patch(addressOf(record), patch, { headers });
const complete = (count: number) =>
  emit(
    here,
    Array.from({ length: count }, () => "course.completed" as const),
    "2026-02-02T07:00:00Z",
  );
const pointersOf = (body: any) => body.errors.map(({ pointer, code }: any) => `${pointer} ${code}`);

test("a client lists its own subscriptions, the oldest first, and sees no other client's", async () => {
  const mine = [await created(), await created(), await created()];
  await created(here.other);
  const reply = await here.api.get(subscriptions);
  matchesSchema(WebhookSubscriptionList, reply.body);
  assert.deepEqual(reply.body, { subscriptions: mine });
  const { client_id } = here.organisation.clients["HR sync"]!;
  for (const id of [client_id, client_id.toUpperCase()])
    assert.equal((await here.api.get(`${subscriptions}?client_id=${id}`)).text, reply.text);
  for (const id of [here.organisation.clients["Other"]!.client_id, newId()]) {
    const { status, body } = await here.api.get(`${subscriptions}?client_id=${id}`);
    assert.deepEqual([status, body.code], [403, "FOREIGN_CLIENT"]);
  }
  assert.equal((await here.api.get(`${subscriptions}?client_id=me`)).status, 422);
  const not_modified = await here.api.get(subscriptions, { headers: { "if-none-match": reply.headers.get("etag")! } });
  assert.equal(not_modified.status, 304);
});

test("another client's subscription is answered like one that there is not, whatever is asked", async () => {
  const theirs = await created(here.other);
  for (const id of [theirs.id, newId(), "no-id"]) {
    const replies = await Promise.all([
      here.api.get(`${subscriptions}/${id}`),
      here.api.patch(`${subscriptions}/${id}`, { name: "x" }),
      here.api.patch(`${subscriptions}/${id}`, { target_url: "nonsense" }),
      here.api.delete(`${subscriptions}/${id}`),
      ...["enable", "ping", "rotate-secret"].map((verb) => here.api.post(`${subscriptions}/${id}/${verb}`)),
    ]);
    for (const { status, body } of replies) assert.deepEqual([status, body.detail], [404, "No such subscription."]);
  }
  assert.deepEqual((await here.other.get(addressOf(theirs))).body, theirs);
});

test("a change changes what it names, once, and says so in the audit log", async (t) => {
  t.after(() => here.database.clock.release());
  await here.database.clock.freeze("2026-02-02T07:00:00Z");
  const record = await created();
  await here.database.clock.freeze("2026-02-03T08:00:00Z");
  const reply = await change(record, { name: "New", subscribed_events: ["ping", "ping"], delivery_format: "lms.v1" });
  assert.equal(reply.status, 200);
  matchesSchema(WebhookSubscription, reply.body);
  assert.deepEqual(reply.body, {
    ...record,
    name: "New",
    subscribed_events: ["ping"],
    updated_at: "2026-02-03T08:00:00.000Z",
  });
  await here.database.clock.freeze("2026-02-04T08:00:00Z");
  const same = await change(record, { ...reply.body, state: "disabled", pending_deliveries: 5 });
  assert.deepEqual([same.status, same.text], [200, reply.text]);
  assert.equal((await change(record, {})).text, reply.text);
  const audited = await here.audited(record.id);
  assert.deepEqual(audited.slice(1), [
    {
      operation: "webhook_subscription.change",
      actor_id: record.client_id,
      changes: { name: [wanted.name, "New"], subscribed_events: [wanted.subscribed_events, ["ping"]] },
    },
  ]);
});

test("a change is checked as a create is", async () => {
  const record = await created();
  const cases: [Record<string, unknown>, number, string][] = [
    [{ name: "" }, 422, "#/name TOO_SHORT"],
    [{ name: null }, 422, "#/name INVALID_TYPE"],
    [{ subscribed_events: [] }, 422, "#/subscribed_events TOO_SHORT"],
    [{ subscribed_events: ["course.complete"] }, 422, "#/subscribed_events/0 UNKNOWN_EVENT_TYPE"],
    [{ delivery_format: "x" }, 422, "#/delivery_format NOT_ALLOWED_VALUE"],
    [{ target_url: "https://127.0.0.1/" }, 422, "#/target_url INVALID_URL"],
    [{ secret_token: "x" }, 422, "#/secret_token UNKNOWN_FIELD"],
  ];
  for (const [patch, status, pointer] of cases) {
    const reply = await change(record, patch);
    assert.deepEqual([reply.status, pointersOf(reply.body)], [status, [pointer]]);
  }
  const foreign = await change(record, { target_url: "https://hooks.example.net/" });
  assert.deepEqual(
    [foreign.status, foreign.body.code, foreign.body.host],
    [403, "WEBHOOK_HOST_NOT_ALLOWED", "hooks.example.net"],
  );
  assert.equal((await change(record, { target_url: "https://x.wild.acme.example/" })).status, 200);
});

test("a record that was read can be written back, also after its host has left the list", async () => {
  const record = await created();
  await query("update client set webhook_hosts = '{}'");
  assert.equal((await change(record, { ...record, name: "New" })).status, 200);
  assert.equal((await change(record, { target_url: `${wanted.target_url}?x` })).status, 403);
  await query("update client set webhook_hosts = array['hooks.acme.example', '*.wild.acme.example']");
});

test("If-Match guards what clients set, and deliveries meanwhile do not fail it", async () => {
  const record = await created();
  const etag = (await here.api.get(addressOf(record))).headers.get("etag")!;
  await complete(2);
  const later = await here.api.get(addressOf(record));
  assert.deepEqual([later.body.pending_deliveries, later.headers.get("etag") === etag], [2, false]);
  const changed = await change(record, { name: "New" }, { "if-match": etag });
  assert.equal(changed.status, 200);
  for (const stale of [etag, later.headers.get("etag")!, '"nonsense"']) {
    const reply = await change(record, { name: "Newer" }, { "if-match": stale });
    assert.deepEqual([reply.status, reply.body.code], [412, "PRECONDITION_FAILED"]);
    assert.equal((await here.api.delete(addressOf(record), { headers: { "if-match": stale } })).status, 412);
  }
  assert.equal((await change(record, { name: "Newer" }, { "if-match": "*" })).status, 200);
  const last = (await here.api.get(addressOf(record))).headers.get("etag")!;
  assert.equal((await here.api.delete(addressOf(record), { headers: { "if-match": last } })).status, 204);
});

test("a deleted subscription is gone with its secrets, gets no more events, and is deleted once", async () => {
  const record = await created();
  await here.api.post(`${addressOf(record)}/rotate-secret`);
  await complete(1);
  const reply = await here.api.delete(addressOf(record), { headers: { "content-type": "application/json" } });
  assert.deepEqual([reply.status, reply.text], [204, ""]);
  await complete(1);
  assert.equal((await here.api.get(addressOf(record))).status, 404);
  assert.equal((await here.api.delete(addressOf(record))).status, 404);
  assert.deepEqual((await here.api.get(subscriptions)).body, { subscriptions: [] });
  const { rows } = await query(
    `select secret, previous_secret, previous_secret_expires_at, deleted_at is not null as deleted,
       (select count(*)::int from webhook_delivery d where d.subscription_id = s.id) as deliveries
     from webhook_subscription s where id = $1`,
    [record.id],
  );
  assert.deepEqual(rows, [
    { secret: null, previous_secret: null, previous_secret_expires_at: null, deleted: true, deliveries: 1 },
  ]);
  assert.deepEqual((await here.audited(record.id)).at(-1), {
    operation: "webhook_subscription.delete",
    actor_id: record.client_id,
    changes: {
      name: [wanted.name, null],
      target_url: [wanted.target_url, null],
      subscribed_events: [wanted.subscribed_events, null],
    },
  });
});

test("a disabled subscription is enabled and restarts with its pending deliveries; an active one stays as it is", async (t) => {
  const record = await created();
  await complete(3);
  const before = await here.api.get(addressOf(record));
  assert.equal((await here.api.post(`${addressOf(record)}/enable`)).text, before.text);
  assert.equal((await here.audited(record.id)).length, 1);

  t.after(() => here.database.clock.release());
  await here.database.clock.freeze("2027-02-05T08:00:00Z");
  await query(
    `update webhook_subscription_state set state = 'disabled', state_reason = 'consecutive_failures', consecutive_failures = 20,
       failing_since = '2027-02-04T16:00:00Z', last_failure_at = '2027-02-05T04:11:02Z', state_changed_at = '2027-02-05T04:11:02Z',
       held_until_us = 9e15
     where subscription_id = $1`,
    [record.id],
  );
  const disabled = (await here.api.get(addressOf(record))).body;
  matchesSchema(WebhookSubscription, disabled);
  assert.deepEqual(
    [disabled.state, disabled.pending_deliveries, disabled.updated_at],
    ["disabled", 3, "2027-02-05T04:11:02.000Z"],
  );
  const reply = await here.api.post(`${addressOf(record)}/enable`, undefined, {
    headers: { "content-type": "application/json" },
  });
  assert.equal(reply.status, 200);
  assert.deepEqual(reply.body, {
    ...before.body,
    last_failure_at: "2027-02-05T04:11:02.000Z",
    state_changed_at: "2027-02-05T08:00:00.000Z",
    updated_at: "2027-02-05T08:00:00.000Z",
  });
  const { rows } = await query(
    `select in_flight_max, held_until_us, to_timestamp(backlog_until_us / 1000000) as backlog_until
     from webhook_subscription_state where subscription_id = $1`,
    [record.id],
  );
  assert.deepEqual(rows, [{ in_flight_max: 1, held_until_us: "0", backlog_until: new Date("2027-02-05T08:00:00Z") }]);
  assert.deepEqual((await here.audited(record.id)).at(-1), {
    operation: "webhook_subscription.enable",
    actor_id: record.client_id,
    changes: { state: ["disabled", "active"], consecutive_failures: [20, 0] },
  });
});

test("operations take nothing but what they know", async () => {
  const record = await created();
  for (const verb of ["enable", "ping"])
    assert.deepEqual(pointersOf((await here.api.post(`${addressOf(record)}/${verb}`, { now: true })).body), [
      "#/now UNKNOWN_FIELD",
    ]);
});
