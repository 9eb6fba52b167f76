// Reports over HTTP: created, saved, shared, read in the reader's language and downloaded, with the rights of the reader
// (docs/decisions/0077).
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { strFromU8, unzipSync } from "fflate";
import { readTable } from "../../../server/features/reports/read.ts";
import type { ReportDefinition } from "../../../server/features/reports/schema.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, sessionOf, type Panel, type Role } from "../../harness/panel/panel.ts";
import { startServer, type TestServer } from "../../harness/server.ts";
import { createLimited, departmentOf } from "../../isolation/departments.ts";

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
let trainer: Panel;

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  acme = await createOrganisation(database, {
    departments: [
      { name: "Logistics", code: "LOG" },
      { name: "Head office", code: "HEAD" },
    ],
    people: [
      { employee_no: "1", first_name: "Anna", last_name: "Aardvark", email: "a@acme.example", department: "LOG" },
      { employee_no: "2", first_name: "=HYPERLINK(1)", last_name: "Badger", email: "b@acme.example", department: "LOG" },
      { employee_no: "3", first_name: "Zofia", last_name: "Hedgehog", email: "h@acme.example", department: "HEAD" },
    ],
    courses: [{ code: "FIRE", title: "Fire protection" }],
  });
  await database.superuser.query("update person set employment_start_date = '2024-03-05' where employee_no = '1'");
  trainer = await panelOf("training_admin");
});
after(async () => {
  await server.close();
  await database.close();
});

const panelOf = async (role: Role): Promise<Panel> =>
  sessionOf(server, database, acme.tenant_id, await createAccount(database, acme.tenant_id, role));

type Definition = Record<string, unknown>;
const of = (given: Definition = {}): Definition => ({
  subject: "people",
  columns: ["employee_no", "full_name", "department_name", "status"],
  filters: {},
  group_by: null,
  chart: "none",
  ...given,
});
const preview = async (panel: Panel, given: Definition = {}) => {
  const reply = await panel.post("/reports/preview", { definition: of(given) });
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
};
async function keep(panel: Panel, name: string, given: Definition = {}, is_shared = false): Promise<string> {
  const reply = await panel.post("/reports", { name, is_shared, definition: of(given) });
  assert.equal(reply.status, 201, reply.text);
  return reply.body.id;
}
const namesOf = async (panel: Panel) => (await panel.get("/reports")).body.reports.map(({ name }: any) => name);
/** The panel in Polish, by the language cookie of the device. */
async function inPolish<T>(work: () => Promise<T>): Promise<T> {
  trainer.cookies.set("muster_language", "pl");
  return work().finally(() => trainer.cookies.delete("muster_language"));
}

test("every subject reads all of its columns, groups by each that groups, in both languages", async () => {
  const { subjects } = (await trainer.get("/reports/subjects")).body;
  assert.deepEqual(
    subjects.map(({ name }: any) => name),
    ["people", "enrollments", "compliance", "certificates", "licenses"],
  );
  for (const { name, columns, statuses } of subjects) {
    assert.ok(columns.length >= 9, name);
    const all = columns.map((column: any) => column.name);
    const { titles } = await preview(trainer, { subject: name, columns: all });
    assert.deepEqual(
      titles,
      columns.map(({ title }: any) => title),
    );
    for (const column of columns.filter(({ groups }: any) => groups))
      await preview(trainer, { subject: name, columns: all.slice(0, 1), group_by: column.name, chart: "bars" });
    for (const { value } of statuses)
      await preview(trainer, { subject: name, columns: all.slice(0, 1), filters: { status: value } });
  }
  const said = (await inPolish(() => trainer.get("/reports/subjects"))).body.subjects[0].columns;
  assert.deepEqual(said.slice(0, 2), [
    { name: "employee_no", title: "Numer pracownika", groups: false },
    { name: "full_name", title: "Imię i nazwisko", groups: false },
  ]);
});

test("a preview shows rows and groups as the reader writes them", async () => {
  const columns = ["full_name", "status", "employment_start_date"];
  const english = await preview(trainer, { columns, filters: { q: "aardvark" } });
  assert.deepEqual(english.rows, [["Anna Aardvark", "Invited", "05/03/2024"]]);
  assert.deepEqual([english.rows_total, english.is_cut, english.groups], [1, false, []]);
  const in_polish = await inPolish(() => preview(trainer, { columns, filters: { q: "aardvark" } }));
  assert.deepEqual(in_polish.titles, ["Imię i nazwisko", "Stan", "Zatrudnienie od"]);
  assert.deepEqual(in_polish.rows, [["Anna Aardvark", "Konto zaproszone", "05.03.2024"]]);
  const grouped = await preview(trainer, { group_by: "department_name", chart: "bars" });
  assert.deepEqual(grouped.groups, [
    { title: "Logistics", rows: 2 },
    { title: "Head office", rows: 1 },
  ]);
  const months = { group_by: "employment_start_date", filters: { q: "aardvark" } };
  const by_month = await inPolish(() => preview(trainer, months));
  assert.deepEqual(by_month.groups, [{ title: "marzec 2024", rows: 1 }]);
});

test("what a subject does not have is refused at its place", async () => {
  for (const [given, pointer] of [
    [{ columns: ["full_name", "password_hash"] }, "#/definition/columns/1"],
    [{ columns: ["constructor"] }, "#/definition/columns/0"],
    [{ columns: [] }, "#/definition/columns"],
    [{ group_by: "email" }, "#/definition/group_by"],
    [{ chart: "bars" }, "#/definition/chart"],
    [{ filters: { overdue: true } }, "#/definition/filters/overdue"],
    [{ filters: { status: "completed" } }, "#/definition/filters/status"],
    [{ filters: { tenant_id: acme.tenant_id } }, "#/definition/filters/tenant_id"],
    [{ subject: "mails" }, "#/definition/subject"],
    [{ columns: Array.from({ length: 31 }, (_, place) => `c_${"x".repeat(place + 1)}`) }, "#/definition/columns"],
  ] as const) {
    const reply = await trainer.post("/reports/preview", { definition: of(given) });
    assert.deepEqual([reply.status, reply.body.errors?.[0].pointer], [422, pointer], reply.text);
  }
});

test("a report is its owner's alone until it is shared; others read it and change nothing", async () => {
  const [owner, other] = [await panelOf("training_admin"), await panelOf("compliance_officer")];
  const id = await keep(owner, "People of logistics");
  assert.deepEqual([(await other.get(`/reports/${id}`)).status, (await other.get(`/reports/${id}/file`)).status], [404, 404]);
  assert.ok(!(await namesOf(other)).includes("People of logistics"));
  const shared = { name: "People of logistics", is_shared: true, definition: of() };
  assert.equal((await owner.call("PUT", `/reports/${id}`, { body: shared })).status, 200);
  assert.equal((await other.get(`/reports/${id}`)).body.is_own, false);
  assert.equal((await other.call("PUT", `/reports/${id}`, { body: shared })).status, 404);
  assert.equal((await other.call("DELETE", `/reports/${id}`)).status, 404);
  assert.equal((await other.get(`/reports/${id}/file`)).status, 200);
  const again = await owner.post("/reports", { ...shared, name: "people of LOGISTICS" });
  assert.deepEqual([again.status, again.body.errors?.[0].code], [422, "ALREADY_TAKEN"]);
  // The owner's account is deleted; the administrator who then changes the report becomes its owner.
  await database.superuser.query("delete from administrator where id = (select owner_id from report where id = $1)", [id]);
  assert.equal((await other.get(`/reports/${id}`)).body.owner, null);
  assert.equal((await other.call("PUT", `/reports/${id}`, { body: shared })).body.is_own, true);
  assert.equal((await other.call("DELETE", `/reports/${id}`)).status, 204);
  const { rows } = await database.superuser.query("select operation from audit_log where target_id = $1 order by id", [id]);
  assert.deepEqual(
    rows.map(({ operation }) => operation),
    ["report.create", "report.update", "report.update", "report.remove"],
  );
});

test("files say the same as the preview, and no cell of them is a formula", async () => {
  const id = await keep(trainer, "Łódź: all / people");
  const csv = await trainer.get(`/reports/${id}/file?format=csv`);
  assert.match(csv.headers.get("content-disposition")!, /filename="Lodz-all-people-\d{4}-\d\d-\d\d\.csv"/);
  assert.match(csv.text, /^\uFEFF?"Employee number","Name","Department","Status"\r\n/);
  assert.match(csv.text, /"2","'=HYPERLINK\(1\) Badger","Logistics","Invited"\r\n/);
  const xlsx = new Uint8Array(await (await fetchFile(id, "xlsx")).arrayBuffer());
  const sheet = strFromU8(unzipSync(xlsx)["xl/worksheets/sheet1.xml"]!);
  assert.ok(sheet.includes("=HYPERLINK(1) Badger") && !sheet.includes("<f>"), sheet.slice(0, 500));
  const pdf = Buffer.from(await (await fetchFile(id, "pdf")).arrayBuffer());
  assert.match(pdf.subarray(0, 8).toString("latin1"), /^%PDF-1/);
  assert.match(pdf.subarray(-8).toString("latin1"), /%%EOF/);
  const grouped = await keep(trainer, "By department", { group_by: "department_name", chart: "bars" });
  const groups = await trainer.get(`/reports/${grouped}/file?format=csv`);
  assert.match(groups.text, /"Department","Rows"\r\n"Logistics","2"\r\n"Head office","1"\r\n$/);
});

test("a report over everything says in its last line that rows are left out, and how to see all", async () => {
  const pool = database.pool("muster_app", 1);
  const tenant = { id: acme.tenant_id, code: acme.code, kind: "live", time_zone: "Europe/Warsaw", fiscal_month: 1 } as const;
  const actor = { type: "system", id: null, name: "test" } as const;
  const context = { tenant, actor, now: Temporal.Now.instant(), request_id: null };
  const definition = of({ columns: ["employee_no"] }) as ReportDefinition;
  const rows: string[][] = [];
  // bench/scenarios/day/reports.ts makes a file of 100,000 rows.
  const given = { definition, reading: { language: "en", time_zone: "Europe/Warsaw" } } as const;
  const { parts } = await readTable(pool, context, given, 2);
  for await (const part of parts) rows.push(...part);
  assert.deepEqual(rows, [["1"], ["2"], ["Only the first 2 rows: narrow the report to see all."]]);
});

test("administrators of some departments read their people alone, whatever a definition says", async () => {
  const log = await departmentOf(database, acme, "LOG");
  const head = await departmentOf(database, acme, "HEAD");
  const account = await createLimited(database, acme, "training_admin", [log]);
  const limited = await sessionOf(server, database, acme.tenant_id, account);
  const everybody = await keep(trainer, "Everybody, shared", {}, true);
  assert.deepEqual(await namesOf(limited), []);
  assert.equal((await limited.get(`/reports/${everybody}/file`)).status, 404);
  const id = await keep(limited, "Mine");
  const { text } = await limited.get(`/reports/${id}/file`);
  assert.match(text, /Aardvark/);
  assert.doesNotMatch(text, /Hedgehog|Head office/);
  for (const filters of [{ department_id: head }, { q: "hedgehog" }])
    assert.deepEqual((await preview(limited, { filters })).rows, []);
  assert.deepEqual((await preview(limited, { group_by: "department_name" })).groups, [{ title: "Logistics", rows: 2 }]);
  const whole = await limited.post("/reports/preview", { definition: of({ subject: "licenses", columns: ["name"] }) });
  assert.deepEqual([whole.status, whole.body.code], [403, "ORGANISATION_WIDE"]);
  const shared = await limited.post("/reports", { name: "For all", is_shared: true, definition: of() });
  assert.deepEqual([shared.status, shared.body.errors?.[0].pointer], [422, "#/is_shared"]);
  // The administrator is limited after the report was made; from then on it shows only what the limit allows.
  await database.superuser.query("delete from administrator_department where administrator_id = $1", [account.id]);
  assert.equal((await preview(limited)).rows_total, 0);
});

test("an organisation keeps so many reports, and another organisation's are unknown", async () => {
  const other = await createOrganisation(database, { organisation: { code: "OTHER", name: "Other" } });
  const theirs = await sessionOf(server, database, other.tenant_id, await createAccount(database, other.tenant_id, "it_admin"));
  const id = await keep(trainer, "Ours, shared", {}, true);
  for (const path of [`/reports/${id}`, `/reports/${id}/file`]) assert.equal((await theirs.get(path)).status, 404);
  assert.deepEqual(await namesOf(theirs), []);
  await database.superuser.query(
    `insert into report (tenant_id, id, name, name_norm, is_shared, definition, created_at, updated_at)
     select $1, gen_random_uuid(), 'R' || n, 'r' || n, false, '{}', now(), now() from generate_series(1, 200) n`,
    [other.tenant_id],
  );
  const reply = await theirs.post("/reports", { name: "One more", is_shared: false, definition: of() });
  assert.deepEqual([reply.status, reply.body.errors?.[0].code], [422, "TOO_MANY"]);
});

async function fetchFile(id: string, format: string): Promise<Response> {
  const cookie = [...trainer.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return fetch(`${server.url}/panel/api/reports/${id}/file?format=${format}`, {
    headers: { cookie, "sec-fetch-site": "same-origin" },
  });
}
