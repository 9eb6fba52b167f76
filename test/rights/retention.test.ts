// The retention settings of an organisation: set over HTTP or by an organisation file, previewed, and limited by law
// (docs/decisions/0043).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, beforeEach, test } from "node:test";
import { applyOrganisation } from "../../server/features/organisations/apply/apply.ts";
import { readSource } from "../../server/features/organisations/file/document.ts";
import { retention_kinds, retention_names, type LegalMinimums } from "../../server/platform/retention.ts";
import { operatorPoolOf } from "../harness/organisation/organisation.ts";
import { createAccount, sessionOf } from "../harness/panel/panel.ts";
import { startServer, test_keyring, type TestServer } from "../harness/server.ts";
import { byKind, noon, ok, openRetaining, type Retaining } from "./retaining.ts";

const law: LegalMinimums = { request_log: 90, people_who_left: 3_650 };

let here: Retaining;
/** A server with legal minimums. */
let lawful: TestServer;
let database: Retaining["database"];
let server: Retaining["server"];
let acme: Retaining["acme"];
let other: Retaining["other"];
let panel: Retaining["panel"];
let query: Retaining["query"];
let signedIn: Retaining["signedIn"];
let change: Retaining["change"];
let preview: Retaining["preview"];
let cleanUp: Retaining["cleanUp"];
let store: Retaining["store"];
let agesOf: Retaining["agesOf"];
let person: Retaining["person"];
let stateOf: Retaining["stateOf"];

before(async () => {
  here = await openRetaining();
  ({ database, server, acme, other, panel, query, signedIn, change, preview, cleanUp, store, agesOf, person, stateOf } = here);
  lawful = await startServer(database, { retention_days_min: law });
});
after(async () => {
  await lawful.close();
  await here.close();
});
// Each test begins without settings and records.
beforeEach(() => here.clear());

test("without a setting all is kept as it was until now, and every organisation has a row for each kind of record", async () => {
  const { kinds, fixed } = await ok(panel.get("/retention"));
  assert.deepEqual(
    kinds.map(({ kind, days, own_days, outcome }: any) => [kind, days, own_days, outcome]),
    [
      ["request_log", 30, null, "removed"],
      ["sync_log", 30, null, "removed"],
      ["mails", 30, null, "removed"],
      ["import_reports", 30, null, "removed"],
      ["reminders", 1_095, null, "removed"],
      ["bulk_orders", 730, null, "removed"],
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
  // "For ever" satisfies every legal minimum.
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
