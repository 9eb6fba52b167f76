import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { answered } from "../../../../test/harness/answered.ts";
import { matchesSchema } from "../../../../test/harness/records.ts";
import type { Api } from "../../../../test/harness/server.ts";
import { openSubscribing, subscriptions, wanted, type Subscribing } from "../../../../test/harness/subscribing.ts";
import { NewWebhookSubscription, WebhookSubscription } from "./schema.ts";

const addresses: Record<string, string[]> = {
  "hooks.acme.example": ["93.184.215.14"],
  "in.wild.acme.example": ["93.184.215.14", "10.0.0.7"],
};
const asked: string[] = [];

let here: Subscribing;
before(async () => {
  here = await openSubscribing({
    resolve: async (name) => {
      asked.push(name);
      if (addresses[name] === undefined) throw Object.assign(new Error("no such name"), { code: "ENOTFOUND" });
      return addresses[name];
    },
  });
});
beforeEach(() => here.clear());
after(() => here.close());

const create = (change: Record<string, unknown> = {}) => here.api.post(subscriptions, { ...wanted, ...change });
const quota = (limit: number) => here.database.superuser.query("update tenant set webhook_subscriptions_max = $1", [limit]);
const pointersOf = (body: any) => body.errors.map(({ pointer, code }: any) => `${pointer} ${code}`);

test("a subscription is made at once, active, with its secret in this one answer", async (t) => {
  t.after(() => here.database.clock.release());
  await here.database.clock.freeze("2026-02-02T07:00:00.123Z");
  const reply = await create();
  assert.equal(reply.status, 201);
  matchesSchema(NewWebhookSubscription, reply.body);
  const { secret_token, ...record } = reply.body;
  assert.match(secret_token, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.deepEqual(record, {
    id: record.id,
    client_id: here.organisation.clients["HR sync"]!.client_id,
    ...wanted,
    delivery_format: "platform.v1",
    department_ids: null,
    course_ids: null,
    state: "active",
    state_reason: null,
    state_changed_at: "2026-02-02T07:00:00.123Z",
    consecutive_failures: 0,
    failing_since: null,
    last_success_at: null,
    last_failure_at: null,
    pending_deliveries: 0,
    previous_secret_expires_at: null,
    created_at: "2026-02-02T07:00:00.123Z",
    updated_at: "2026-02-02T07:00:00.123Z",
  });
  assert.equal(reply.headers.get("location"), `${subscriptions}/${record.id}`);
  const one = await here.api.get(reply.headers.get("location")!);
  matchesSchema(WebhookSubscription, one.body);
  assert.deepEqual(one.body, record);
  assert.equal(one.headers.get("etag"), reply.headers.get("etag"));
  assert.deepEqual((await here.api.get(subscriptions)).body, { subscriptions: [record] });
  assert.deepEqual(await here.audited(record.id), [
    {
      operation: "webhook_subscription.create",
      actor_id: record.client_id,
      changes: {
        name: [null, wanted.name],
        target_url: [null, wanted.target_url],
        subscribed_events: [null, wanted.subscribed_events],
        delivery_format: [null, "platform.v1"],
      },
    },
  ]);
});

test("two subscriptions have different secrets", async () => {
  const [a, b] = [(await create()).body.secret_token, (await create()).body.secret_token];
  assert.notEqual(a, b);
});

test("names are trimmed and may have 1 to 100 characters", async () => {
  assert.equal((await create({ name: "  HR  " })).body.name, "HR");
  const longest = "🦭".repeat(100);
  assert.equal((await create({ name: longest })).body.name, longest);
  assert.deepEqual(pointersOf((await create({ name: `${longest}x` })).body), ["#/name TOO_LONG"]);
  assert.deepEqual(pointersOf((await create({ name: "  " })).body), ["#/name TOO_SHORT"]);
});

test("repeated event types count once and keep their order, ping may be listed, and there is at least one", async () => {
  const subscribed_events = ["ping", "course.failed", "ping", "course.completed", "course.failed"];
  assert.deepEqual((await create({ subscribed_events })).body.subscribed_events, ["ping", "course.failed", "course.completed"]);
  assert.deepEqual(pointersOf((await create({ subscribed_events: [] })).body), ["#/subscribed_events TOO_SHORT"]);
  const fifty = Array.from({ length: 50 }, () => "ping");
  assert.equal((await create({ subscribed_events: fifty })).status, 201);
  assert.deepEqual(pointersOf((await create({ subscribed_events: [...fifty, "ping"] })).body), ["#/subscribed_events TOO_LONG"]);
});

test("an unknown event type is refused where it stands, with what may have been meant", async () => {
  const { status, body } = await create({
    subscribed_events: ["ping", "course.complete", "Enrollment.Assigned", "nonsense"],
  });
  assert.deepEqual([status, body.code], [422, "VALIDATION_FAILED"]);
  const types = (item: any) => item.suggestions?.map(({ event_type }: any) => event_type);
  assert.deepEqual(
    body.errors.map((item: any) => [item.pointer, item.code, types(item)?.[0]]),
    [
      ["#/subscribed_events/1", "UNKNOWN_EVENT_TYPE", "course.completed"],
      ["#/subscribed_events/2", "UNKNOWN_EVENT_TYPE", "enrollment.assigned"],
      ["#/subscribed_events/3", "UNKNOWN_EVENT_TYPE", undefined],
    ],
  );
});

test("formats are taken by their names, the first by its previous one too, and no other", async () => {
  for (const delivery_format of ["platform.v1", "lms.v1"]) {
    const { status, body } = await create({ delivery_format });
    assert.deepEqual([status, body.delivery_format], [201, "platform.v1"]);
  }
  const other = await create({ delivery_format: "cloudevents.v1" });
  assert.deepEqual([other.status, other.body.delivery_format], [201, "cloudevents.v1"]);
  const { status, body } = await create({ delivery_format: "platform.v2" });
  assert.deepEqual([status, pointersOf(body)], [422, ["#/delivery_format NOT_ALLOWED_VALUE"]]);
});

test("a target URL is public https on port 443, by name", async () => {
  for (const target_url of [
    "http://hooks.acme.example/",
    "https://hooks.acme.example:8443/",
    "https://user:secret@hooks.acme.example/",
    "https://hooks.acme.example/#part",
    "https://hooks.acme.example./",
    "https://93.184.215.14/",
    "https://127.0.0.1/",
    "https://[::1]/",
    "https://0x7f.1/",
    "https://localhost/",
    "ftp://hooks.acme.example/",
    "hooks.acme.example",
    "/lms",
    "nonsense",
  ]) {
    const { status, body } = await create({ target_url });
    assert.deepEqual([status, pointersOf(body)], [422, ["#/target_url INVALID_URL"]], target_url);
  }
  for (const target_url of ["https://hooks.acme.example:443/x?y=z", "https://HOOKS.acme.example", "https://bücher.example/"]) {
    const { status, body } = await create({ target_url });
    assert.deepEqual([status, body.target_url], [201, target_url]);
  }
  const long = `https://hooks.acme.example/${"x".repeat(2_048)}`;
  assert.deepEqual(pointersOf((await create({ target_url: long })).body), ["#/target_url TOO_LONG"]);
});

test("a host must be on the client's list of today, exactly or below a wildcard", async () => {
  for (const host of [
    "hooks.example.net",
    "acme.example",
    "x.hooks.acme.example",
    "wild.acme.example",
    "hooks.acme.example.evil.example",
  ]) {
    const { status, body } = await create({ target_url: `https://${host}/` });
    assert.deepEqual([status, body.code, body.host], [403, "WEBHOOK_HOST_NOT_ALLOWED", host]);
  }
  assert.equal((await create({ target_url: "https://a.b.wild.acme.example/" })).status, 201);
  const allow = (text: string) =>
    here.database.superuser.query(`update client set webhook_hosts = ${text} where name = 'HR sync'`);
  await allow("array_remove(webhook_hosts, 'hooks.acme.example')");
  assert.equal((await create()).status, 403);
  await allow("webhook_hosts || 'hooks.acme.example'::text");
  assert.equal((await create()).status, 201);
});

test("a name that leads to a private address is refused, one that leads nowhere yet is not; only allowed names are looked up", async () => {
  const { status, body } = await create({ target_url: "https://in.wild.acme.example/" });
  assert.deepEqual([status, pointersOf(body)], [422, ["#/target_url INVALID_URL"]]);
  assert.equal((await create({ target_url: "https://new.wild.acme.example/" })).status, 201);
  asked.length = 0;
  await create({ target_url: "https://spy.evil.example/" });
  await create({ name: "" });
  assert.deepEqual(asked, []);
});

test("checks come in this order: 422, 403, 409", async () => {
  await quota(0);
  const foreign = "https://hooks.example.net/";
  assert.equal((await create({ target_url: foreign, subscribed_events: ["nonsense"] })).status, 422);
  assert.equal((await create({ target_url: foreign, delivery_format: "nonsense" })).status, 422);
  assert.equal((await create({ target_url: foreign })).status, 403);
  assert.equal((await create({ target_url: "https://in.wild.acme.example/" })).status, 422);
  const { status, body } = await create();
  assert.deepEqual([status, body.code, body.limit], [409, "WEBHOOK_SUBSCRIPTIONS_QUOTA_EXCEEDED", 0]);
  await quota(10);
});

test("CO3 of 30 parallel creates of two clients exactly 10 succeed, and a deleted one makes room for another", async () => {
  const replies = await Promise.all(
    Array.from({ length: 30 }, (_, index) => answered(() => (index % 2 ? here.api : here.other).post(subscriptions, wanted))),
  );
  const counts = Object.groupBy(replies, ({ status }) => String(status));
  assert.deepEqual([counts["201"]?.length, counts["409"]?.length], [10, 20]);
  for (const { body } of counts["409"]!) assert.deepEqual([body.code, body.limit], ["WEBHOOK_SUBSCRIPTIONS_QUOTA_EXCEEDED", 10]);
  const listed = async (api: Api) =>
    (await api.get(subscriptions)).body.subscriptions.map(({ id }: { id: string }) => ({ api, id }));
  const [first] = [...(await listed(here.api)), ...(await listed(here.other))];
  // A disabled subscription counts, too.
  await here.database.superuser.query(
    "update webhook_subscription_state set state = 'disabled', state_reason = 'consecutive_failures'",
  );
  assert.equal((await create()).status, 409);
  assert.equal((await first.api.delete(`${subscriptions}/${first.id}`)).status, 204);
  assert.equal((await create()).status, 201);
  assert.equal((await create()).status, 409);
});

test("what a revoked client has left behind does not count, what a disabled one has does", async () => {
  await quota(1);
  await here.other.post(subscriptions, wanted);
  const set = (text: string) => here.database.superuser.query(`update client set ${text} where name = 'Other'`);
  await set("disabled_at = now()");
  assert.equal((await create()).status, 409);
  await set("disabled_at = null, revoked_at = now()");
  assert.equal((await create()).status, 201);
  await set("revoked_at = null");
  await quota(10);
});

test("members that only the service sets are ignored, unknown ones refused", async () => {
  const { body } = await create({ state: "disabled", consecutive_failures: 7, client_id: "x", created_at: null });
  assert.deepEqual(
    [body.state, body.consecutive_failures, body.client_id],
    ["active", 0, here.organisation.clients["HR sync"]!.client_id],
  );
  assert.deepEqual(pointersOf((await create({ secret_token: "whsec_mine" })).body), ["#/secret_token UNKNOWN_FIELD"]);
});

test("a create that is repeated with its Idempotency-Key makes nothing, and comes without the secret", async () => {
  const send = () => here.api.post(subscriptions, wanted, { headers: { "idempotency-key": "create-1" } });
  const [first, again] = [await send(), await send()];
  assert.deepEqual([again.status, again.headers.get("idempotency-replayed")], [201, "true"]);
  const { secret_token, ...record } = first.body;
  assert.deepEqual(again.body, record);
  assert.ok(secret_token);
  for (const name of ["location", "etag"]) assert.equal(again.headers.get(name), first.headers.get(name));
  assert.equal((await here.api.get(subscriptions)).body.subscriptions.length, 1);
});
