import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { emit, endPending, subscribe } from "../../../../test/harness/deliveries.ts";
import { matchesSchema } from "../../../../test/harness/records.ts";
import { openSubscribing, subscriptions, type Subscribing } from "../../../../test/harness/subscribing.ts";
import { newId } from "../../../platform/ids.ts";
import { DeliveryList } from "./schema.ts";

let here: Subscribing;
/** The id of a subscription of "HR sync". */
let id: string;

const first_instant = "2026-11-21T07:00:00.000Z";

before(async () => {
  here = await openSubscribing({ resolve: async () => ["93.184.215.14"] });
});
beforeEach(async () => {
  await here.database.clock.freeze(first_instant);
  await here.clear();
  await query("delete from webhook_attempt; delete from webhook_delivery; delete from event");
  id = await subscribe(here);
});
after(() => here.close());

const query = (text: string, values: unknown[] = []) => here.database.superuser.query(text, values).then(({ rows }) => rows);
const log = (search = "", api = here.api) => api.get(`${subscriptions}/${id}/deliveries${search}`);

async function list(search = ""): Promise<{ pagination: any; deliveries: any[] }> {
  const { status, body, text } = await log(search);
  assert.equal(status, 200, text);
  matchesSchema(DeliveryList, body);
  assert.equal(text, JSON.stringify(body));
  return body;
}

/** Ids of the deliveries in the order of the list. */
const idsOf = (page: { deliveries: any[] }) => page.deliveries.map((one) => one.id as string);

test("a delivery is listed with its event, the digest of its body, and when it will be sent", async () => {
  await emit(here, ["course.completed", "group.member_left"], "2026-11-21T06:59:59.500Z");
  const { pagination, deliveries } = await list();
  assert.deepEqual(pagination, { total: 1, limit: 100, offset: 0, next_cursor: null, next_updated_since: null });
  const [event] = await query(
    "select id, octet_length(body) as bytes, encode(sha256(body), 'hex') as sha from event where type = 'course.completed'",
  );
  assert.deepEqual(deliveries, [
    {
      id: deliveries[0].id,
      subscription_id: id,
      event_id: event.id,
      event_type: "course.completed",
      status: "pending",
      attempt_count: 0,
      max_attempts: 5,
      next_attempt_at: first_instant,
      created_at: "2026-11-21T06:59:59.500Z",
      delivered_at: null,
      payload_bytes: event.bytes,
      payload_sha256: event.sha,
      attempts: [],
    },
  ]);
});

test("attempts are listed with what came of them, in their order, and neither body nor answer", async () => {
  await emit(here, ["course.completed"], first_instant);
  await endPending(here, "succeeded");
  const [delivery] = (await list()).deliveries;
  assert.deepEqual([delivery.status, delivery.attempt_count, delivery.next_attempt_at], ["succeeded", 5, null]);
  assert.equal(delivery.delivered_at, first_instant);
  assert.deepEqual(
    delivery.attempts.map((one: any) => [one.number, one.response_status, one.error]),
    [...[1, 2, 3, 4].map((number) => [number, 503, "HTTP_STATUS"]), [5, 204, null]],
  );
  assert.deepEqual(delivery.attempts[0], {
    number: 1,
    trigger: "scheduled",
    attempted_at: first_instant,
    duration_ms: 212,
    response_status: 503,
    error: "HTTP_STATUS",
    host: "hooks.acme.example",
  });
});

test("next_attempt_at follows the tenant's clock and a rest, and is null under way and while disabled", async () => {
  await emit(here, ["course.completed"], first_instant);
  const next = async () => (await list()).deliveries[0].next_attempt_at;
  await query("update webhook_delivery set due_us = infra.now_us() + 60000000");
  assert.equal(await next(), "2026-11-21T07:01:00.000Z");
  await query("update webhook_subscription_state set held_until_us = infra.now_us() + 75000000");
  assert.equal(await next(), "2026-11-21T07:01:15.000Z", "not while the subscription rests");
  // A trigger refuses a change of an organisation's kind, so the owner of the table disables it.
  await query(
    "alter table tenant disable trigger tenant_keeps_kind; update tenant set kind = 'sandbox', clock_offset_us = 3600000000",
  );
  assert.equal(await next(), "2026-11-21T08:01:15.000Z");
  await query("update tenant set kind = 'live', clock_offset_us = 0; update webhook_subscription_state set held_until_us = 0");
  await query("update webhook_delivery set claim_id = gen_random_uuid(), due_us = infra.now_us() + 30000000");
  assert.equal(await next(), null, "an attempt is under way");
  await here.database.clock.advance(31);
  assert.equal(await next(), "2026-11-21T07:00:30.000Z", "its worker has died: due since its lease ended");
  await query(
    "update webhook_subscription_state set state = 'disabled', state_reason = 'consecutive_failures', failing_since = now(), consecutive_failures = 20",
  );
  assert.equal(await next(), null);
});

test("the newest come first, by offset and by cursor, whatever comes and ends meanwhile", async () => {
  for (let minute = 0; minute < 5; minute += 1) await emit(here, ["course.completed"], `2026-11-21T07:0${minute}:00Z`);
  const all = idsOf(await list());
  assert.deepEqual(all, all.toSorted().toReversed());
  const created = (await list()).deliveries.map((one) => one.created_at.slice(14, 16));
  assert.deepEqual(created, ["04", "03", "02", "01", "00"]);
  assert.deepEqual(idsOf(await list("?limit=2&offset=2")), all.slice(2, 4));
  const first = await list("?limit=2");
  assert.deepEqual(idsOf(first), all.slice(0, 2));
  await endPending(here, "failed");
  await emit(here, ["course.completed"], "2026-11-21T07:06:00Z");
  const second = await list(`?limit=2&cursor=${first.pagination.next_cursor}`);
  assert.deepEqual(idsOf(second), all.slice(2, 4));
  assert.deepEqual([second.pagination.total, second.pagination.offset], [5, 2]);
  const third = await list(`?limit=2&cursor=${second.pagination.next_cursor}`);
  assert.deepEqual(idsOf(third), all.slice(4));
  assert.equal(third.pagination.next_cursor, null);
});

test("filters narrow the log", async () => {
  await emit(here, ["course.completed"], "2026-11-21T05:00:00Z");
  await endPending(here, "failed");
  await emit(here, ["compliance.expired"], "2026-11-21T06:00:00Z");
  await endPending(here, "succeeded");
  await emit(here, ["course.completed"], "2026-11-21T07:00:00Z");
  const [pending, succeeded, failed] = (await list()).deliveries;
  assert.deepEqual([pending.status, succeeded.status, failed.status], ["pending", "succeeded", "failed"]);
  const finds = async (search: string, ...wanted: any[]) =>
    assert.deepEqual(
      idsOf(await list(search)),
      wanted.map((one) => one.id),
      search,
    );
  await finds("?status=pending", pending);
  await finds("?status=failed", failed);
  await finds("?status=expired");
  await finds("?event_type=course.completed", pending, failed);
  await finds(`?event_id=${succeeded.event_id}`, succeeded);
  await finds(`?event_id=${newId()}`);
  await finds("?since=2026-11-21T07:00:00%2B01:00", pending, succeeded);
  await finds("?until=2026-11-21T07:00:00Z", succeeded, failed);
  await finds("?since=2026-11-21T05:30:00Z&until=2026-11-21T06:30:00Z&status=succeeded", succeeded);
});

test("another client's, a deleted and an unknown subscription have no log", async () => {
  await emit(here, ["course.completed"], first_instant);
  const unknown = await here.api.get(`${subscriptions}/${newId()}/deliveries`);
  const foreign = await log("", here.other);
  assert.deepEqual([unknown.status, foreign.status], [404, 404]);
  assert.equal(foreign.body.detail, unknown.body.detail);
  assert.equal((await here.api.get(`${subscriptions}/nonsense/deliveries`)).status, 404);
  await here.api.delete(`${subscriptions}/${id}`);
  assert.equal((await log()).status, 404);
});

test("each subscription has a log of its own", async () => {
  const second = await subscribe(here, { subscribed_events: ["course.failed"] });
  await emit(here, ["course.completed", "course.failed"], first_instant);
  const [one] = (await list()).deliveries;
  assert.equal(one.event_type, "course.completed");
  const { body } = await here.api.get(`${subscriptions}/${second}/deliveries`);
  assert.deepEqual(
    body.deliveries.map((delivery: any) => delivery.event_type),
    ["course.failed"],
  );
});

test("parameters that cannot be read are refused with their names", async () => {
  await emit(here, ["course.completed", "course.completed"], first_instant);
  const { next_cursor } = (await list("?limit=1")).pagination;
  const wrong: [search: string, parameter: string, code: string][] = [
    ["limit=501", "limit", "OUT_OF_RANGE"],
    ["limit=0", "limit", "OUT_OF_RANGE"],
    ["offset=-1", "offset", "OUT_OF_RANGE"],
    ["status=done", "status", "NOT_ALLOWED_VALUE"],
    ["event_type=course.started", "event_type", "NOT_ALLOWED_VALUE"],
    ["event_id=E1", "event_id", "INVALID_FORMAT"],
    ["since=yesterday", "since", "INVALID_FORMAT"],
    ["until=0000-01-01T00:00:00Z", "until", "INVALID_FORMAT"],
    ["cursor=nonsense", "cursor", "INVALID_FORMAT"],
    [`cursor=${next_cursor}&offset=1`, "cursor", "CONFLICTING_FIELDS"],
    [`cursor=${next_cursor}&status=failed`, "cursor", "INVALID_FORMAT"],
  ];
  for (const [search, parameter, code] of wrong) {
    const { status, body } = await log(`?${search}`);
    assert.equal(status, 422, search);
    assert.deepEqual([body.errors[0].parameter, body.errors[0].code], [parameter, code], search);
  }
});
