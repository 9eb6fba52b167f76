import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { needsServer } from "../../../test/harness/database.ts";
import { emit } from "../../../test/harness/deliveries.ts";
import { createOrganisation } from "../../../test/harness/organisation/organisation.ts";
import { matchesSchema } from "../../../test/harness/records.ts";
import { apiOf, byKey } from "../../../test/harness/server.ts";
import { settled } from "../../../test/harness/settled.ts";
import { openSubscribing, type Subscribing } from "../../../test/harness/subscribing.ts";
import { event_types } from "../events/emit.ts";
import { event_examples } from "./event-examples.ts";
import { event_schemas } from "./event-schemas.ts";
import { EventFeed } from "./schema.ts";

let here: Subscribing;

before(async () => {
  here = await openSubscribing();
});
beforeEach(() => here.database.superuser.query("delete from event"));
after(() => here.close());

async function read(search = "", is_settled = true) {
  if (is_settled) await settled(here.database);
  const { status, body, text } = await here.api.get(`/api/v1/events?${search}`);
  assert.equal(status, 200, text);
  matchesSchema(EventFeed, body);
  const { next_cursor, resume_cursor } = body.pagination;
  return { next_cursor, resume_cursor, text, types: body.events.map(({ type }: any) => type as string), events: body.events };
}

test("events come in the order in which they happened, page by page, and the reader can go on later", async () => {
  const all = ["course.completed", "compliance.certified", "group.member_left"] as const;
  await emit(here, all.slice(0, 2), "2026-11-21T07:00:00Z");
  await emit(here, all.slice(2), "2026-11-21T06:00:00Z");
  const whole = await read();
  assert.deepEqual([whole.types, whole.next_cursor], [all, null]);
  const first = await read("limit=2");
  assert.equal(first.next_cursor, first.resume_cursor);
  const second = await read(`limit=2&cursor=${first.next_cursor}`);
  assert.deepEqual([...first.types, ...second.types], all);
  assert.equal(second.next_cursor, null);
  const nothing = await read(`cursor=${second.resume_cursor}`);
  assert.deepEqual(nothing.types, []);
  await emit(here, ["course.failed"], "2026-11-21T08:00:00Z");
  for (const cursor of [whole.resume_cursor, second.resume_cursor, nothing.resume_cursor])
    assert.deepEqual((await read(`cursor=${cursor}`)).types, ["course.failed"]);
});

test("an event is shown byte for byte as it is stored and signed", async () => {
  await emit(here, ["course.completed", "enrollment.assigned"], "2026-11-21T07:00:00Z");
  const { rows } = await here.database.superuser.query("select convert_from(body, 'UTF8') as body from event order by id");
  const { text } = await read();
  assert.ok(text.endsWith(`,"events":[${rows.map(({ body }) => body).join(",")}]}`), text);
});

test("filters by type and since; a reader of a rare type continues behind the events that were filtered out", async () => {
  await emit(here, ["course.failed"], "2026-11-20T07:00:00Z");
  await emit(here, ["course.completed", "course.failed"], "2026-11-21T07:00:00Z");
  assert.deepEqual((await read("type=course.completed")).types, ["course.completed"]);
  assert.deepEqual((await read("since=2026-11-21T08:00:00%2B01:00")).types, ["course.completed", "course.failed"]);
  const first = await read("since=2026-11-21T00:00:00Z&limit=1");
  assert.deepEqual((await read(`cursor=${first.next_cursor}`)).types, ["course.failed"]);
  const rare = await read("type=group.member_left");
  assert.deepEqual([rare.types, rare.next_cursor], [[], null]);
  assert.deepEqual((await read(`cursor=${rare.resume_cursor}`)).types, []);
});

test("pings are none of the feed's", async () => {
  await emit(here, ["ping", "course.failed"], "2026-11-21T07:00:00Z");
  assert.deepEqual((await read()).types, ["course.failed"]);
  const { status, body } = await here.api.get("/api/v1/events?type=ping");
  assert.deepEqual([status, body.errors[0].code], [422, "NOT_ALLOWED_VALUE"]);
});

test("what commits late is not lost", { skip: needsServer() }, async () => {
  const seen = (await read()).resume_cursor;
  // A transaction that has written its event and stays open while another one begins and commits.
  const slow = await here.database.superuser.connect();
  try {
    await slow.query("begin");
    await slow.query(
      `insert into event (tenant_id, id, type, body, created_at)
       select $1, gen_random_uuid(), 'course.failed', convert_to($2, 'UTF8'), now()`,
      [here.organisation.tenant_id, JSON.stringify(event_examples["course.failed"])],
    );
    await emit(here, ["course.completed"], "2026-11-21T07:00:00Z");
    const meanwhile = await read(`cursor=${seen}`, false);
    assert.deepEqual(meanwhile.types, [], "what came after an open transaction waits for it");
    await slow.query("commit");
    const later = await read(`cursor=${meanwhile.resume_cursor}`);
    assert.deepEqual(later.types.toSorted(), ["course.completed", "course.failed"]);
  } finally {
    slow.release();
  }
});

test("what another cluster wrote, with greater numbers of transactions, comes before what is written now", async () => {
  await emit(here, ["course.completed", "course.failed"], "2026-11-21T07:00:00Z");
  const { resume_cursor } = await read();
  const first = await read("limit=1");
  // As after a restore into a younger cluster: the rows' transaction numbers are higher than this cluster's.
  await here.database.superuser.query("update event set xid = (xid::text::bigint + 1000000)::text::xid8");
  await here.database.superuser.query("select infra.begin_epoch()");
  await emit(here, ["group.member_left"], "2026-11-21T08:00:00Z");
  assert.deepEqual((await read()).types, ["course.completed", "course.failed", "group.member_left"]);
  assert.deepEqual((await read(`cursor=${first.next_cursor}`)).types.at(-1), "group.member_left");
  assert.ok((await read(`cursor=${resume_cursor}`)).types.includes("group.member_left"), "an earlier cursor sees what is new");
});

test("another organisation has a feed of its own", async () => {
  await emit(here, ["course.completed"], "2026-11-21T07:00:00Z");
  const neighbour = await createOrganisation(here.database, {
    organisation: { code: "OTHER", name: "Other" },
    clients: [{ name: "HR sync", scopes: ["webhooks:manage"] }],
  });
  await settled(here.database);
  const theirs = apiOf(here.server, byKey(neighbour.code, neighbour.clients["HR sync"]!.secret));
  assert.deepEqual((await theirs.get("/api/v1/events")).body.events, []);
  assert.deepEqual((await read()).types, ["course.completed"]);
});

test("parameters that cannot be read are refused with their names", async () => {
  const { resume_cursor } = await read();
  const forged = (members: unknown) => Buffer.from(JSON.stringify(members)).toString("base64url");
  const wrong: [search: string, parameter: string, code: string][] = [
    ["limit=501", "limit", "OUT_OF_RANGE"],
    ["type=course.started", "type", "NOT_ALLOWED_VALUE"],
    ["since=yesterday", "since", "INVALID_FORMAT"],
    ["cursor=nonsense", "cursor", "INVALID_FORMAT"],
    [`cursor=${forged([1, "1", 1, null])}`, "cursor", "INVALID_FORMAT"],
    [`cursor=${forged([1, "1", "x", null])}`, "cursor", "INVALID_FORMAT"],
    [`cursor=${resume_cursor}&since=2026-01-01T00:00:00Z`, "cursor", "CONFLICTING_FIELDS"],
  ];
  for (const [search, parameter, code] of wrong) {
    const { status, body } = await here.api.get(`/api/v1/events?${search}`);
    assert.equal(status, 422, search);
    assert.deepEqual([body.errors[0].parameter, body.errors[0].code], [parameter, code], search);
  }
});

test("the contract describes every event type, with an example that its schema accepts", async () => {
  const document = (await (await fetch(`${here.server.url}/openapi.json`)).json()) as any;
  assert.deepEqual(Object.keys(document.webhooks).toSorted(), event_types.toSorted());
  for (const type of event_types) {
    const { schema, example } = document.webhooks[type].post.requestBody.content["application/json"];
    assert.equal(document.components.schemas[schema.$ref.split("/").at(-1)].properties.type.const, type);
    matchesSchema(event_schemas[type], example);
  }
});
