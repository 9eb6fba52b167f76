// How long an organisation keeps what: set over HTTP, previewed, and carried out by the clean-up jobs (docs/decisions/0043).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, beforeEach, test } from "node:test";
import pino from "pino";
import { firstIdOf } from "../../server/platform/ids.ts";
import { retention_kinds, retention_names, type LegalMinimums, type RetentionName } from "../../server/platform/retention.ts";
import { sealAll } from "../../server/features/audit/seal.ts";
import { applyOrganisation } from "../../server/features/organisations/apply/apply.ts";
import { readSource } from "../../server/features/organisations/file/document.ts";
import { cleanUp as runCleanUp } from "../../server/features/retention/clean-up.ts";
import { listJobs } from "../../server/worker.ts";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { workOff } from "../harness/jobs.ts";
import { createOrganisation, operatorPoolOf, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { createAccount, givePassword, sessionOf, type Panel } from "../harness/panel/panel.ts";
import { startServer, test_keyring, test_mailing, type TestServer } from "../harness/server.ts";
import { settled } from "../harness/settled.ts";

const law: LegalMinimums = { request_log: 90, people_who_left: 3_650 };
const queues: Record<RetentionName, string> = {
  request_log: "request-log.forget",
  sync_log: "scim.forget-log",
  mails: "mail.forget",
  import_reports: "imports.forget",
  people_who_left: "people.erase-leavers",
};
const logs = ["request_log", "sync_log", "mails", "import_reports"] as const;
const day_ms = 86_400_000;
const noon = "2026-03-02T12:00:00.000Z";

let database: TestDatabase;
let server: TestServer;
let lawful: TestServer;
let acme: TestOrganisation;
let other: TestOrganisation;
let third: TestOrganisation;
let panel: Panel;

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  lawful = await startServer(database, { retention_days_min: law });
  const client = { name: "hr", scopes: ["users:read", "users:write", "scim"] };
  const organisation = (code: string) =>
    createOrganisation(database, { organisation: { code, name: code }, clients: [client as never] });
  acme = await organisation("ACME");
  other = await organisation("OTHER");
  third = await organisation("THIRD");
  panel = await signedIn(acme);
});
after(async () => {
  await server.close();
  await lawful.close();
  await database.close();
});
// Each test begins with nothing set and no record.
beforeEach(async () => {
  await database.clock.release();
  await query("update retention set days = null, look_us = 0");
  for (const { table } of Object.values(stored)) await query(`delete from ${table}`);
});

const query = async (text: string, values: unknown[] = []) => (await database.superuser.query(text, values)).rows;
const signedIn = async ({ tenant_id }: TestOrganisation, on = server, role: "it_admin" | "training_admin" = "it_admin") =>
  sessionOf(on, database, tenant_id, await createAccount(database, tenant_id, role));
const change = (body: unknown, as = panel) => as.call("PATCH", "/retention", { body });
const preview = (body: unknown, as = panel) => as.post("/retention/preview", body);
const ok = async (answer: Promise<{ status: number; text: string; body: any }>): Promise<any> => {
  const { status, text, body } = await answer;
  assert.equal(status, 200, text);
  return body;
};
const byKind = (kinds: any[]): Record<RetentionName, any> => Object.fromEntries(kinds.map((one) => [one.kind, one])) as never;

async function cleanUp(kind: RetentionName, retention_days_min: LegalMinimums = {}): Promise<void> {
  const pools = { pool: database.pool("muster_worker", 2), delivery_pool: database.pool("muster_delivery", 1) };
  const log = pino({ level: "silent" });
  const options = { ...pools, ...test_mailing, smtp_url: null, mail_from: "muster@muster.example", log, retention_days_min };
  const job = listJobs(options).find(({ queue }) => queue.name === queues[kind]);
  await job!.run({}, new AbortController().signal);
}

/** How a record of each kind is made, of an age in days, and where such records are found. */
const stored: Record<(typeof logs)[number], { table: string; insert: string }> = {
  request_log: {
    table: "request_log",
    insert: `insert into request_log (tenant_id, id, at, method, path, status, request_id, address, duration_us)
      values ($1, $2, $3, 'GET', '/', 200, $4, '127.0.0.1', 1)`,
  },
  sync_log: {
    table: "scim_exchange",
    insert: `insert into scim_exchange (tenant_id, id, client_id, request_id, profile, at, method, path, status, duration_ms)
      select $1, $2, id, $4, 'generic', $3, 'GET', '/Users', 200, 1 from client where tenant_id = $1`,
  },
  mails: {
    table: "mail",
    insert: `insert into mail (tenant_id, id, kind, recipient, subject, body, created_at, due_us, sent_at)
      values ($1, $2, 'test', 'a@acme.example', $4, '', $3, null, now())`,
  },
  import_reports: {
    table: "import",
    insert: `insert into import (tenant_id, id, kind, format, dry_run, status, created_at, failure)
      values ($1, $2, 'users', 'csv', false, 'finished', $3, $4)`,
  },
};

async function store(kind: (typeof logs)[number], { tenant_id }: TestOrganisation, ages: readonly number[]): Promise<void> {
  for (const age of ages) {
    const at_ms = Date.parse(noon) - age * day_ms;
    await query(stored[kind].insert, [tenant_id, firstIdOf(at_ms), new Date(at_ms), `req_${age}`]);
  }
}

/** The ages in days of what an organisation has left of a kind, the youngest first. */
async function agesOf(kind: (typeof logs)[number], { tenant_id }: TestOrganisation): Promise<number[]> {
  const rows = await query(`select id from ${stored[kind].table} where tenant_id = $1 order by id desc`, [tenant_id]);
  return rows.map(({ id }) => {
    const hex = (id as string).replaceAll("-", "").slice(0, 12);
    return (Date.parse(noon) - Number.parseInt(hex, 16)) / day_ms;
  });
}

async function person(
  { tenant_id }: TestOrganisation,
  number: string,
  left_days: number | null,
): Promise<{ id: string; name: string }> {
  const id = firstIdOf(Date.now()).slice(0, 24) + number.padStart(12, "0");
  const state = left_days === null ? "active" : "deactivated";
  const left_at = left_days === null ? null : new Date(Date.parse(noon) - left_days * day_ms);
  const name = `Leaver-${number} ${tenant_id.slice(0, 4)}`;
  await query(
    `insert into person (tenant_id, id, employee_no, employee_no_norm, first_name, last_name, full_name_norm, login, login_norm,
       worker_type, state, deactivated_at)
     values ($1, $2, $3, lower($3), 'Lena', $4, lower($4), $5, $5, 'internal_payroll', $6, $7)`,
    [tenant_id, id, `N-${number}`, name, `${number}@${tenant_id.slice(0, 8)}.example`, state, left_at],
  );
  return { id, name };
}
const stateOf = async (id: string) => (await query("select state from person where id = $1", [id]))[0].state as string;

test("without a setting all is kept as it was until now, and every organisation has a row for each kind of record", async () => {
  const { kinds, fixed } = await ok(panel.get("/retention"));
  assert.deepEqual(
    kinds.map(({ kind, days, own_days, outcome }: any) => [kind, days, own_days, outcome]),
    [
      ["request_log", 30, null, "removed"],
      ["sync_log", 30, null, "removed"],
      ["mails", 30, null, "removed"],
      ["import_reports", 30, null, "removed"],
      ["people_who_left", null, null, "erased"],
    ],
  );
  assert.deepEqual(fixed, [
    { kind: "webhook_deliveries", days: 30 },
    { kind: "events", days: 30 },
    { kind: "kept_answers", days: 1 },
    { kind: "audit_log", days: null },
    { kind: "training_records", days: null },
  ]);
  const rows = await query("select tenant_id, array_agg(kind order by kind) as kinds from retention group by 1");
  assert.equal(rows.length, (await query("select from tenant")).length);
  for (const { kinds: named } of rows) assert.deepEqual(named, retention_names.toSorted());
});

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
  // The same once more changes nothing; null is the default again.
  await ok(change(wanted));
  assert.deepEqual(byKind((await ok(change({ import_reports: null }))).kinds).import_reports.days, 30);
  await cleanUp("import_reports");
  assert.deepEqual(await agesOf("import_reports", acme), [3, 8, 20, 29]);
  const entries = await query("select changes from audit_log where operation = 'organisation.set_retention' order by id desc");
  assert.deepEqual([entries.length, entries[0]!.changes], [before_it[0].n + 2, { import_reports: [90, null] }]);
});

test("only IT administrators whose password was given just now change it", async () => {
  const account = await createAccount(database, acme.tenant_id, "it_admin");
  const stale = await sessionOf(server, database, acme.tenant_id, account, { stale: true });
  assert.equal((await change({ mails: 7 }, stale)).body.code, "STEP_UP_REQUIRED");
  assert.equal((await stale.get("/retention")).status, 200);
  const trainer = await signedIn(acme, server, "training_admin");
  for (const reply of [await trainer.get("/retention"), await preview({}, trainer), await change({ mails: 7 }, trainer)])
    assert.equal(reply.body.code, "ROLE_NOT_ALLOWED");
  assert.deepEqual(await query("select from retention where days is not null"), []);
});

test("a retention below the law's minimum is refused with the reason, and the minimum lengthens what stood before", async () => {
  await database.clock.freeze(noon);
  await ok(change({ request_log: 20, people_who_left: 30 }));
  const there = await signedIn(acme, lawful);
  for (const call of [change, preview]) {
    const { status, body } = await call({ request_log: 89, people_who_left: 3_649, mails: 7 }, there);
    assert.deepEqual([status, body.code], [422, "VALIDATION_FAILED"]);
    assert.deepEqual(
      body.errors.map(({ pointer, code, detail }: any) => [pointer, code, detail]),
      [
        [
          "#/request_log",
          "BELOW_LEGAL_MINIMUM",
          "must be at least 90 days: the law asks for that, as the operator of the service has set it",
        ],
        [
          "#/people_who_left",
          "BELOW_LEGAL_MINIMUM",
          "must be at least 3650 days: the law asks for that, as the operator of the service has set it",
        ],
      ],
    );
  }
  const kinds = byKind((await ok(there.get("/retention"))).kinds);
  const { days, own_days, days_min, legal_days_min } = kinds.request_log;
  assert.deepEqual([days, own_days, days_min, legal_days_min], [90, 20, 90, 90]);
  assert.equal(byKind((await ok(signedIn(other, lawful).then((as) => as.get("/retention")))).kinds).request_log.days, 90);
  for (const whose of [acme, other]) await store("request_log", whose, [20.5, 80, 91]);
  const [left, rehired] = [await person(acme, "701", 400), await person(acme, "702", 31)];
  assert.equal(byKind((await ok(preview({}, there))).kinds).request_log.goes, 1);
  for (const kind of ["request_log", "people_who_left"] as const) await cleanUp(kind, law);
  for (const whose of [acme, other]) assert.deepEqual(await agesOf("request_log", whose), [20.5, 80]);
  for (const { id } of [left, rehired]) assert.equal(await stateOf(id), "deactivated");
  // "For ever" is long enough for any law.
  assert.equal((await ok(change({ people_who_left: null, request_log: 90 }, there))).kinds.at(-1).days, null);
});

test("an organisation file sets it too, and is refused with the line where the law asks for more", async () => {
  const text = "organisation: {code: ACME}\nsettings:\n  retention:\n    request_log: 60\n    mails: 7\n";
  const apply = (minimums: LegalMinimums) =>
    applyOrganisation({ pool: operatorPoolOf(database), keyring: test_keyring, minimums }, readSource(text));
  await assert.rejects(apply(law), /line 4.*request_log.*must be at least 90 days: the law asks for that/s);
  assert.deepEqual((await apply({})).changes, { created: 0, updated: 1, unchanged: 1 });
  const kinds = byKind((await ok(panel.get("/retention"))).kinds);
  assert.deepEqual([kinds.request_log.days, kinds.mails.days, kinds.sync_log.days], [60, 7, 30]);
  assert.deepEqual((await apply({})).changes, { created: 0, updated: 0, unchanged: 2 });
  const outside = text.replace("mails: 7", "mails: 6");
  await assert.rejects(
    applyOrganisation({ pool: operatorPoolOf(database), keyring: test_keyring }, readSource(outside)),
    /line 5.*mails/s,
  );
});

test("the decision page has each kind with its default and bounds", () => {
  const page = readFileSync(new URL("../../docs/decisions/0043-how-long-records-are-kept.md", import.meta.url), "utf8");
  const number = new Intl.NumberFormat("en");
  for (const kind of retention_names) {
    const { days, days_min, days_max } = retention_kinds[kind];
    const line = page.split("\n").find((one) => one.startsWith(`| \`${kind}\``));
    assert.ok(line?.includes(`| ${days ?? "for ever"} | ${days_min} … ${number.format(days_max)} `), `${kind}: ${line}`);
  }
});

test("what is no number of days within the bounds, and what nobody can set, is refused at its field", async () => {
  for (const [body, pointer, code] of [
    [{ request_log: 6 }, "#/request_log", "OUT_OF_RANGE"],
    [{ request_log: 731 }, "#/request_log", "OUT_OF_RANGE"],
    [{ people_who_left: 29 }, "#/people_who_left", "OUT_OF_RANGE"],
    [{ people_who_left: 36_501 }, "#/people_who_left", "OUT_OF_RANGE"],
    [{ mails: -1 }, "#/mails", "OUT_OF_RANGE"],
    [{ mails: "30" }, "#/mails", "INVALID_TYPE"],
    [{ mails: 14.5 }, "#/mails", "INVALID_TYPE"],
    [{ mails: true }, "#/mails", "INVALID_TYPE"],
    [{ mails: [30] }, "#/mails", "INVALID_TYPE"],
    [{ audit_log: 365 }, "#/audit_log", "UNKNOWN_FIELD"],
    [{ webhook_deliveries: 90 }, "#/webhook_deliveries", "UNKNOWN_FIELD"],
    [{ everything: 30 }, "#/everything", "UNKNOWN_FIELD"],
  ] as const) {
    for (const call of [change, preview]) {
      const reply = await call({ sync_log: 14, ...body });
      const at_fault = reply.body.errors?.map((error: any) => [error.pointer, error.code]);
      assert.deepEqual([reply.status, at_fault], [422, [[pointer, code]]], JSON.stringify(body));
    }
  }
  assert.deepEqual(await query("select from retention where days is not null"), []);
});

test("a preview counts up to 10,000 records and says that there are more", async () => {
  await query(
    `insert into request_log (tenant_id, id, at, method, path, status, request_id, address, duration_us)
     select $1, ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, now(), 'GET', '/', 200, 'req', '127.0.0.1', 1
     from generate_series(1, 10001) n`,
    [acme.tenant_id],
  );
  const { goes, goes_more, oldest_left } = byKind((await ok(preview({}))).kinds).request_log;
  assert.deepEqual([goes, goes_more, oldest_left], [10_000, true, null]);
  await query("delete from request_log where id = '01900000-0000-7000-8000-000000000001'");
  const fewer = byKind((await ok(preview({}))).kinds).request_log;
  assert.deepEqual([fewer.goes, fewer.goes_more], [10_000, false]);
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
  // Once more an organisation looks at those whose time has come meanwhile, and never again after "for ever".
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
  // More than a part, and before the others.
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
    // Ten of them are named.
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

test("the clean-up of the program of before removes nothing that an organisation or the law keeps", async (t) => {
  await database.clock.freeze(noon);
  await ok(change({ request_log: 365, sync_log: 365, mails: 365, import_reports: 365 }));
  for (const kind of logs) for (const whose of [acme, other]) await store(kind, whose, [60]);
  // Uploads that broke off: its sweep comes to organisations with one, and removes their old reports with it.
  const started = (days: number) => new Date(Date.parse(noon) - days * day_ms);
  const broken = firstIdOf(Date.parse(noon) - 2 * day_ms);
  const upload = `insert into import (tenant_id, id, kind, format, dry_run, status, created_at) values ($1, $2, 'users', 'csv', false, 'receiving', $3)`;
  for (const { tenant_id } of [acme, third]) await query(upload, [tenant_id, broken, started(2)]);
  // What its jobs do (version 0.60.0 at migration 0051), as its worker does it.
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
  // The program of now sweeps both, and removes what is over where nobody keeps it.
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
  // And what was set meanwhile is looked at by the next run.
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
  // The day that is missing is over for those with 30 days; the others are not looked at before their day is.
  await database.clock.advance(3 * 3_600);
  const shorter = (organisations / 10) * 7;
  assert.equal(await due(), shorter);
  await cleanUp("request_log");
  assert.deepEqual([await due(), await left()], [0, organisations - shorter]);
  // Who changes the setting is looked at next, and nobody else.
  await ok(change({ request_log: 365 }));
  assert.equal(await due(), 1);
  await cleanUp("request_log");
  assert.equal(await due(), 0);
  assert.equal(retention_kinds.request_log.days, 30);
});
