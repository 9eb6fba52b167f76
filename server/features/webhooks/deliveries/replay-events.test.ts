import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { emit, endPending, subscribe } from "../../../../test/harness/deliveries.ts";
import { operatorPoolOf } from "../../../../test/harness/organisation/organisation.ts";
import { openSubscribing, subscriptions, type Subscribing } from "../../../../test/harness/subscribing.ts";
import type { Caller } from "../../../platform/context.ts";
import { newId } from "../../../platform/ids.ts";
import { replayEvents } from "./replay-events.ts";

let here: Subscribing;
let id: string;

const now = "2026-11-21T07:00:00.000Z";

before(async () => {
  here = await openSubscribing({ resolve: async () => ["93.184.215.14"] });
  await here.database.clock.freeze(now);
});
beforeEach(async () => {
  await here.clear();
  await query("delete from webhook_attempt; delete from webhook_delivery; delete from event");
  id = await subscribe(here, { subscribed_events: ["course.completed", "course.failed", "ping"] });
});
after(() => here.close());

const query = (text: string, values: unknown[] = []) => here.database.superuser.query(text, values).then(({ rows }) => rows);
const replay = (body: unknown, api = here.api) => api.post(`${subscriptions}/${id}/replay`, body);
/** When the events of the pending deliveries were created, in the order in which they are due. */
const pending = async () =>
  (
    await query(
      `select infra.iso(e.created_at) as at from webhook_delivery_pending d join event e on e.id = d.event_id
       where d.subscription_id = $1 order by d.due_us`,
      [id],
    )
  ).map(({ at }) => at as string);

test("stored events of the subscription's types in the interval are delivered anew, the oldest first", async () => {
  await emit(here, ["course.completed"], "2026-11-21T06:00:00Z");
  // An event of a long transaction: it was stored last and has the earliest `created_at`.
  await emit(here, ["course.failed", "enrollment.assigned"], "2026-11-21T05:00:00Z");
  await emit(here, ["course.completed"], "2026-11-21T04:59:59.999Z");
  await emit(here, ["course.completed"], "2026-11-21T06:30:00Z");
  await endPending(here, "succeeded");
  const { status, body } = await replay({ since: "2026-11-21T06:00:00+01:00", until: "2026-11-21T06:30:00Z" });
  assert.equal(status, 202);
  assert.deepEqual(body, { queued: 2, next_since: null });
  assert.deepEqual(await pending(), ["2026-11-21T05:00:00.000Z", "2026-11-21T06:00:00.000Z"]);
  const { deliveries } = (await here.api.get(`${subscriptions}/${id}/deliveries?status=pending`)).body;
  assert.equal(deliveries.length, 2);
  const [event] = await query("select octet_length(body) as bytes, encode(sha256(body), 'hex') as sha from event where id = $1", [
    deliveries[0].event_id,
  ]);
  const { attempt_count, max_attempts, created_at, payload_bytes, payload_sha256, attempts } = deliveries[0];
  assert.deepEqual([attempt_count, max_attempts, created_at, attempts], [0, 5, now, []]);
  assert.deepEqual([payload_bytes, payload_sha256], [event.bytes, event.sha]);
  assert.deepEqual(await query("select distinct trigger from webhook_delivery_pending"), [{ trigger: "replay" }]);
  const [audited] = (await here.audited(id)).slice(-1);
  assert.equal(audited!.operation, "webhook_subscription.replay");
  assert.equal(audited!.changes.queued, 2);
});

test("what waits already is not queued twice, and a second replay at once brings nothing", async () => {
  await emit(here, ["course.completed"], "2026-11-21T05:00:00Z");
  await endPending(here, "failed");
  await emit(here, ["course.completed"], "2026-11-21T06:00:00Z");
  const since = "2026-11-20T00:00:00Z";
  const replies = await Promise.all([replay({ since }), replay({ since })]);
  assert.deepEqual(
    replies.map(({ body }) => body.queued as number).toSorted((a, b) => a - b),
    [0, 1],
  );
  assert.equal((await pending()).length, 2);
});

test("another subscription's deliveries stay as they are, and what waits for it does not count here", async () => {
  const second = await subscribe(here, { subscribed_events: ["course.completed"] });
  await emit(here, ["course.completed"], "2026-11-21T05:00:00Z");
  await query("delete from webhook_delivery where subscription_id = $1", [id]);
  assert.equal((await replay({ since: "2026-11-20T00:00:00Z" })).body.queued, 1);
  const [{ count }] = await query("select count(*)::int as count from webhook_delivery where subscription_id = $1", [second]);
  assert.equal(count, 1);
});

test("a replay is due before everything that happens after it, which need not wait for its end", async () => {
  await emit(here, ["course.completed", "course.completed"], "2026-11-21T05:00:00Z");
  await endPending(here, "failed");
  await replay({ since: "2026-11-21T00:00:00Z" });
  const [{ within }] = await query(
    `select bool_and(d.due_us < s.backlog_until_us) as within from webhook_delivery_pending d
     join webhook_subscription_state s on s.subscription_id = d.subscription_id`,
  );
  assert.equal(within, true);
  await here.database.clock.advance(0.001);
  await emit(here, ["course.completed"], now);
  const [{ behind }] = await query(
    `select count(*)::int as behind from webhook_delivery_pending d
     join webhook_subscription_state s on s.subscription_id = d.subscription_id where d.due_us >= s.backlog_until_us`,
  );
  assert.equal(behind, 1);
  await here.database.clock.freeze(now);
});

test("a disabled subscription may be replayed: it waits until it is enabled", async () => {
  await emit(here, ["course.completed"], "2026-11-21T05:00:00Z");
  await endPending(here, "failed");
  await query(
    "update webhook_subscription_state set state = 'disabled', state_reason = 'consecutive_failures', failing_since = now(), consecutive_failures = 20",
  );
  assert.equal((await replay({ since: "2026-11-21T00:00:00Z" })).body.queued, 1);
  const { body } = await here.api.post(`${subscriptions}/${id}/enable`);
  assert.deepEqual([body.state, body.pending_deliveries], ["active", 1]);
});

test("a large replay continues where it ended, and splits no instant", async () => {
  for (const [minute, types] of [
    ["00", ["course.completed", "course.completed"]],
    ["01", ["course.completed", "course.completed", "course.completed"]],
    ["02", ["course.completed"]],
  ] as const) {
    await emit(here, types, `2026-11-21T05:${minute}:00Z`);
  }
  await endPending(here, "succeeded");
  const caller = {
    tenant: { id: here.organisation.tenant_id },
    actor: { type: "client", id: null, name: "HR sync" },
    client: { id: here.organisation.clients["HR sync"]!.client_id },
    now: Temporal.Instant.from(now),
    request_id: null,
  } as unknown as Caller;
  const pool = operatorPoolOf(here.database);
  const first = await replayEvents(pool, caller, id, { since: "2026-11-21T00:00:00Z" }, 3);
  assert.deepEqual(first, { queued: 5, next_since: "2026-11-21T05:01:00.001Z" });
  await endPending(here, "succeeded");
  const second = await replayEvents(pool, caller, id, { since: first.next_since }, 3);
  assert.deepEqual(second, { queued: 1, next_since: null });
});

test("an interval that can hold nothing is refused, and an early one sends all stored events", async () => {
  await emit(here, ["course.completed"], "2026-11-21T05:00:00Z");
  await endPending(here, "failed");
  const wrong: [body: unknown, pointer: string, code: string][] = [
    [{}, "#/since", "REQUIRED"],
    [{ since: "2026-11-21T07:00:00.001Z" }, "#/since", "OUT_OF_RANGE"],
    [{ since: "2026-11-21T06:00:00Z", until: "2026-11-21T05:59:59Z" }, "#/until", "OUT_OF_RANGE"],
    [{ since: "yesterday" }, "#/since", "INVALID_FORMAT"],
    [{ since: "0000-01-01T00:00:00Z" }, "#/since", "INVALID_FORMAT"],
    [{ since: "2026-11-21T06:00:00Z", until: 7 }, "#/until", "INVALID_TYPE"],
    [{ since: "2026-11-21T06:00:00Z", limit: 7 }, "#/limit", "UNKNOWN_FIELD"],
  ];
  for (const [body, pointer, code] of wrong) {
    const reply = await replay(body);
    assert.equal(reply.status, 422, JSON.stringify(body));
    assert.deepEqual([reply.body.errors[0].pointer, reply.body.errors[0].code], [pointer, code], reply.text);
  }
  assert.deepEqual(await pending(), []);
  assert.equal((await replay({ since: "1999-01-01T00:00:00Z" })).body.queued, 1);
});

test("another client's, a deleted and an unknown subscription are not replayed", async () => {
  await emit(here, ["course.completed"], "2026-11-21T05:00:00Z");
  await endPending(here, "failed");
  const body = { since: "2026-11-21T00:00:00Z" };
  const foreign = await replay(body, here.other);
  const unknown = await here.api.post(`${subscriptions}/${newId()}/replay`, body);
  assert.deepEqual([foreign.status, unknown.status], [404, 404]);
  assert.equal(foreign.body.detail, unknown.body.detail);
  await here.api.delete(`${subscriptions}/${id}`);
  assert.equal((await replay(body)).status, 404);
  assert.deepEqual(await pending(), []);
});
