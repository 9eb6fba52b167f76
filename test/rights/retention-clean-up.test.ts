// How the clean-up jobs apply the retention settings of organisations (docs/decisions/0043).
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { sealAll } from "../../server/features/audit/seal.ts";
import { cleanUp as runCleanUp } from "../../server/features/retention/clean-up.ts";
import { firstIdOf } from "../../server/platform/ids.ts";
import { retention_kinds, retention_names } from "../../server/platform/retention.ts";
import { workOff } from "../harness/jobs.ts";
import { givePassword } from "../harness/panel/panel.ts";
import { test_keyring } from "../harness/server.ts";
import { settled } from "../harness/settled.ts";
import { byKind, day_ms, logs, noon, ok, openRetaining, type Retaining } from "./retaining.ts";

let here: Retaining;
let database: Retaining["database"];
let acme: Retaining["acme"];
let other: Retaining["other"];
let third: Retaining["third"];
let panel: Retaining["panel"];
let query: Retaining["query"];
let change: Retaining["change"];
let preview: Retaining["preview"];
let cleanUp: Retaining["cleanUp"];
let store: Retaining["store"];
let agesOf: Retaining["agesOf"];
let person: Retaining["person"];
let stateOf: Retaining["stateOf"];

before(async () => {
  here = await openRetaining();
  ({ database, acme, other, third, panel, query, change, preview, cleanUp, store, agesOf, person, stateOf } = here);
});
after(() => here.close());
// Each test begins without settings and records.
beforeEach(() => here.clear());

test("what is set holds for each kind of record alone and for its organisation alone, and its preview came true", async () => {
  await database.clock.freeze(noon);
  for (const kind of logs) for (const whose of [acme, other]) await store(kind, whose, [3, 8, 20, 29, 40, 95]);
  const wanted = { request_log: 7, sync_log: 14, import_reports: 90 };
  const before_it = await query("select count(*)::int as n from audit_log where operation = 'organisation.set_retention'");
  const previewed = byKind((await ok(preview(wanted))).kinds);
  const saved = byKind((await ok(change(wanted))).kinds);
  assert.deepEqual(
    retention_names.map((kind) => [saved[kind].days, saved[kind].own_days, previewed[kind].days]),
    [
      [7, 7, 7],
      [14, 14, 14],
      [30, null, 30],
      [90, 90, 90],
      [1_095, null, 1_095],
      [730, null, 730],
      [null, null, null],
    ],
  );
  const left = { request_log: [3], sync_log: [3, 8], mails: [3, 8, 20, 29], import_reports: [3, 8, 20, 29, 40] };
  for (const kind of logs) {
    assert.equal(previewed[kind].goes, 6 - left[kind].length, kind);
    const oldest = new Date(Date.parse(noon) - left[kind].at(-1)! * day_ms).toISOString();
    assert.deepEqual([previewed[kind].goes_more, previewed[kind].oldest_left], [false, oldest], kind);
    assert.equal((await agesOf(kind, acme)).length, 6, "a preview and a setting take nothing by themselves");
    await cleanUp(kind);
    assert.deepEqual(await agesOf(kind, acme), left[kind], kind);
    assert.deepEqual(await agesOf(kind, other), [3, 8, 20, 29], `${kind} of another organisation`);
  }
  const [entry, ...more] = await query(
    `select tenant_id, actor_type, changes from audit_log where operation = 'organisation.set_retention' order by id offset $1`,
    [before_it[0].n],
  );
  assert.deepEqual(more, []);
  assert.deepEqual(entry, {
    tenant_id: acme.tenant_id,
    actor_type: "administrator",
    changes: { request_log: [null, 7], sync_log: [null, 14], import_reports: [null, 90] },
  });
  // Sending the same settings again changes nothing; null restores the default.
  await ok(change(wanted));
  assert.deepEqual(byKind((await ok(change({ import_reports: null }))).kinds).import_reports.days, 30);
  await cleanUp("import_reports");
  assert.deepEqual(await agesOf("import_reports", acme), [3, 8, 20, 29]);
  const entries = await query("select changes from audit_log where operation = 'organisation.set_retention' order by id desc");
  assert.deepEqual([entries.length, entries[0]!.changes], [before_it[0].n + 2, { import_reports: [90, null] }]);
});

test("people who left are erased once their organisation says so, with entries that name no one, and those who came back stay", async (t) => {
  await database.clock.freeze(noon);
  const [long_ago, lately, active] = [
    await person(acme, "801", 1_000),
    await person(acme, "802", 900),
    await person(acme, "803", null),
  ];
  const [elsewhere, back] = [await person(other, "804", 1_000), await person(acme, "805", 1_000)];
  await givePassword(database, acme.tenant_id, { id: long_ago.id, kind: "person", login: "" });
  await cleanUp("people_who_left");
  assert.equal(await stateOf(long_ago.id), "deactivated");
  assert.equal(byKind((await ok(preview({ people_who_left: 950 }))).kinds).people_who_left.goes, 2);
  await ok(change({ people_who_left: 950 }));
  await query("update person set state = 'active', deactivated_at = null where id = $1", [back.id]);
  await cleanUp("people_who_left");
  const states = [];
  for (const { id } of [long_ago, lately, active, elsewhere, back]) states.push(await stateOf(id));
  assert.deepEqual(states, ["anonymized", "deactivated", "active", "deactivated", "active"]);
  assert.deepEqual(await query("select from credential where person_id = $1", [long_ago.id]), []);
  await workOff(database);
  assert.equal((await ok(panel.get(`/people/${long_ago.id}/erasure`))).state, "done");
  const [entry] = await query("select * from audit_log where operation = 'person.erase' and target_id = $1", [long_ago.id]);
  assert.deepEqual([entry.actor_type, entry.actor_name, entry.personal], ["system", "retention", {}]);
  assert.deepEqual(entry.changes, { state: ["deactivated", "anonymized"] });
  const events = await query("select convert_from(body, 'UTF8') as body from event where type = 'user.anonymized'");
  assert.equal(events.length, 1);
  assert.ok(events[0].body.includes(long_ago.id) && !events[0].body.includes("Leaver"));
  // The next clean-up erases people whose retention period has ended meanwhile.
  t.after(() => database.clock.release());
  await database.clock.advance(60 * 86_400);
  await cleanUp("people_who_left");
  assert.equal(await stateOf(lately.id), "anonymized");
  await workOff(database);
  await database.clock.release();
  await settled(database);
  await sealAll(database.pool("muster_worker", 1), test_keyring, new AbortController().signal);
  assert.equal((await ok(panel.get("/audit/verification"))).intact, true);
});

test("of many people who left, an organisation's clean-up erases 100 in an hour", async () => {
  await database.clock.freeze(noon);
  await ok(change({ people_who_left: 30 }));
  for (let number = 0; number < 103; number += 1) await person(acme, String(9_000 + number), 40 + number);
  const counts = async () =>
    (await query("select count(*)::int as n from person where tenant_id = $1 and state = 'deactivated'", [acme.tenant_id]))[0].n;
  const before_it = await counts();
  await cleanUp("people_who_left");
  assert.equal(await counts(), before_it - 100);
  await cleanUp("people_who_left");
  assert.equal(await counts(), 0);
  await query("delete from pgboss.job where name = 'people.erase'");
});

test("people whose erasure fails hold up none of the others, and are named and tried again", async (t) => {
  await database.clock.freeze(noon);
  await ok(change({ people_who_left: 30 }));
  const failing: string[] = [];
  const others: string[] = [];
  // More than one part, and earlier in order than the others.
  for (let number = 0; number < 25; number += 1) failing.push((await person(acme, String(8_000 + number), 500 + number)).id);
  for (let number = 0; number < 3; number += 1) others.push((await person(acme, String(8_100 + number), 40 + number)).id);
  const mend = "drop trigger if exists refuse on person_erasure; drop function if exists refuse()";
  t.after(() => query(mend));
  await query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'cannot be erased'; end $$;
    create trigger refuse before insert on person_erasure for each row
      when (new.person_id in (${failing.map((id) => `'${id}'`).join()})) execute function refuse()`);
  const states = async (ids: string[]) => [
    ...new Set((await query("select state from person where id = any($1)", [ids])).map(({ state }) => state)),
  ];
  await assert.rejects(cleanUp("people_who_left"), ({ errors: [error] }: any) => {
    assert.match(error.message, new RegExp(acme.tenant_id));
    assert.match(error.cause.message, /^25 of [0-9]+ could not be erased$/);
    // The error names ten of them.
    assert.deepEqual(
      error.cause.errors.map(({ message }: Error) => message),
      failing
        .toReversed()
        .slice(0, 10)
        .map((id) => `failed for ${id}`),
    );
    return true;
  });
  assert.deepEqual([await states(failing), await states(others)], [["deactivated"], ["anonymized"]]);
  await query(mend);
  await cleanUp("people_who_left");
  assert.deepEqual(await states(failing), ["anonymized"]);
  await query("delete from pgboss.job where name = 'people.erase'");
});

test("what was told and orders of work on many go by their own days; what is younger, or not finished, stays", async () => {
  await database.clock.freeze(noon);
  const { tenant_id } = acme;
  const { id } = await person(acme, "700", null);
  const [course] = await query(
    "insert into course (tenant_id, id, code, code_norm, title, title_norm, type) values ($1, infra.new_id(), 'R', 'r', 'R', 'r', 'course') returning id",
    [tenant_id],
  );
  for (const days of [399, 401, 1_200])
    await query(
      `with r as (
         insert into reminder (tenant_id, subject_id, kind, about_on, step, person_id, sent_on)
         values ($1, infra.new_id(), 'due_soon', $3::date - $4::int, 1, $2, $3::date - $4::int)
       )
       insert into digest_mail (tenant_id, receiver_id, about_on, told_on, kind, numbers)
       values ($1, $2, $3::date - $4::int, $3::date - $4::int, 'manager', '{}')`,
      [tenant_id, id, "2026-03-02", days],
    );
  const order = async (days: number, finished: boolean) => {
    const order_id = firstIdOf(Date.parse(noon) - days * day_ms);
    await query(
      `insert into bulk_operation (tenant_id, id, course_id, selection, ordered_by, ordered_by_name, ordered_at, before_id, people_total, finished_at)
       values ($1, $2, $3, '{"person_ids": []}', $2, 'A', now(), $2, 1, case when $4 then now() end)`,
      [tenant_id, order_id, course!.id, finished],
    );
    await query(
      "insert into bulk_person (tenant_id, operation_id, person_id, outcome, done_at) values ($1, $2, $3, 'created', now())",
      [tenant_id, order_id, id],
    );
  };
  await order(10, true);
  await order(40, true);
  await order(800, true);
  await order(900, false);
  const left = async () => {
    const [row] = await query(`
      select (select count(*)::int from reminder) as reminders, (select count(*)::int from digest_mail) as weeks,
        (select count(*)::int from bulk_operation) as orders, (select count(*)::int from bulk_person) as people`);
    return [row.reminders, row.weeks, row.orders, row.people];
  };
  await cleanUp("reminders");
  await cleanUp("bulk_orders");
  assert.deepEqual(await left(), [2, 2, 3, 3], "by the defaults");
  assert.equal((await change({ reminders: 399 })).status, 422);
  await ok(change({ reminders: 400, bulk_orders: 30 }));
  await cleanUp("reminders");
  await cleanUp("bulk_orders");
  assert.deepEqual(await left(), [1, 1, 2, 2]);
  await query("with r as (delete from reminder), d as (delete from digest_mail), p as (delete from bulk_person) select");
  await query("delete from bulk_operation");
});

test("the clean-up of the previous version of the program removes nothing that an organisation or the law keeps", async (t) => {
  await database.clock.freeze(noon);
  await ok(change({ request_log: 365, sync_log: 365, mails: 365, import_reports: 365 }));
  for (const kind of logs) for (const whose of [acme, other]) await store(kind, whose, [60]);
  // Interrupted uploads: their clean-up visits organisations that have one, and removes their old reports too.
  const started = (days: number) => new Date(Date.parse(noon) - days * day_ms);
  const broken = firstIdOf(Date.parse(noon) - 2 * day_ms);
  const upload = `insert into import (tenant_id, id, kind, format, dry_run, status, created_at) values ($1, $2, 'users', 'csv', false, 'receiving', $3)`;
  for (const { tenant_id } of [acme, third]) await query(upload, [tenant_id, broken, started(2)]);
  // What the jobs of version 0.60.0 at migration 0051 do, as its worker does it.
  const worker = await database.superuser.connect();
  t.after(async () => {
    await worker.query("reset role");
    worker.release();
  });
  await worker.query("set role muster_worker");
  const before_id = firstIdOf(Date.parse(noon) - 30 * day_ms);
  const us = (days: number) => started(days).getTime() * 1_000;
  const told = async (call: string, values: unknown[]) =>
    (await worker.query(`select ${call} as answer`, values)).rows.map(({ answer }) => answer as string | number);
  const forgotten_us = us(30);
  assert.deepEqual(await told("infra.forget_requests($1::uuid, 5000)", [before_id]), [0]);
  assert.deepEqual(await told("infra.tenants_with_mails_before($1::uuid)", [before_id]), []);
  assert.deepEqual(await told("infra.tenants_with_exchanges_before($1::uuid)", [before_id]), []);
  const sweeps = "infra.tenants_with_old_imports($1::bigint, $2::bigint, $3::bigint)";
  assert.deepEqual(await told(sweeps, [us(1), us(1), forgotten_us]), [third.tenant_id]);
  for (const kind of logs) for (const whose of [acme, other]) assert.ok((await agesOf(kind, whose)).includes(60), kind);
  // This version's clean-up runs for both organisations, and removes the expired records.
  assert.deepEqual(new Set(await told(sweeps, [us(1), us(1), 0])), new Set([acme.tenant_id, third.tenant_id]));
  for (const kind of logs) {
    await cleanUp(kind);
    assert.deepEqual([(await agesOf(kind, acme)).includes(60), await agesOf(kind, other)], [true, []], kind);
  }
});

test("what stands in the table cannot shorten a time below its bounds", async () => {
  await database.clock.freeze(noon);
  await query("update retention set days = 1");
  await store("sync_log", acme, [2, 6.9, 7.1]);
  await cleanUp("sync_log");
  assert.deepEqual(await agesOf("sync_log", acme), [2, 6.9]);
});

test("an organisation that wants to keep records for longer while they go is heard before the next part", async () => {
  await ok(change({ mails: 7 }));
  const parts: number[] = [];
  const removePart = async (tenant_id: string, _: number, records_max: number) => {
    if (tenant_id !== acme.tenant_id) return 0;
    parts.push(records_max);
    if (parts.length === 2) await ok(change({ mails: 90 }));
    return records_max;
  };
  const options = { pool: database.pool("muster_worker", 2), minimums: {} };
  await runCleanUp(options, { kind: "mails", removePart, records_max: 10 }, new AbortController().signal);
  assert.equal(parts.length, 2);
  // A setting that was changed meanwhile is applied by the next run.
  const [{ look_us }] = await query("select look_us from retention where kind = 'mails' and tenant_id = $1", [acme.tenant_id]);
  assert.equal(Number(look_us), 0);
});

test("a clean-up looks at the organisations alone that have something due, whatever the others keep", async () => {
  await database.clock.freeze(noon);
  const organisations = 300;
  await query(
    `with made as (
       insert into tenant (id, code, name, kind, time_zone)
       select gen_random_uuid(), 'MANY' || n, 'Organisation', 'live', 'UTC' from generate_series(1, $1::int) n returning id, code
     )
     insert into request_log (tenant_id, id, at, method, path, status, request_id, address, duration_us)
     select id, $2::uuid, now(), 'GET', '/', 200, 'req', '127.0.0.1', 1 from made`,
    [organisations, firstIdOf(Date.parse(noon) - 29.9 * day_ms)],
  );
  // A third of them keep their logs for longer.
  await query(
    "update retention r set days = 365 from tenant t where t.id = r.tenant_id and t.code like 'MANY%' and right(t.code, 1) in ('1', '2', '3')",
  );
  const due = async () => Number((await query("select count(*) from infra.tenants_to_clean_up('request_log', 100000)"))[0].count);
  const left = async () =>
    Number(
      (await query("select count(*) from request_log l join tenant t on t.id = l.tenant_id where t.code like 'MANY%'"))[0].count,
    );
  assert.equal(await due(), organisations + 3);
  await cleanUp("request_log");
  assert.deepEqual([await due(), await left()], [0, organisations]);
  // The missing day has passed for those with 30 days; the others are not visited before their day.
  await database.clock.advance(3 * 3_600);
  const shorter = (organisations / 10) * 7;
  assert.equal(await due(), shorter);
  await cleanUp("request_log");
  assert.deepEqual([await due(), await left()], [0, organisations - shorter]);
  // Changing the setting makes only this organisation due at once.
  await ok(change({ request_log: 365 }));
  assert.equal(await due(), 1);
  await cleanUp("request_log");
  assert.equal(await due(), 0);
  assert.equal(retention_kinds.request_log.days, 30);
});
