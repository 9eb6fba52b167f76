// Managers in a file of people: named before or after their own rows, exchanged, and never in a circle.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { needsServer, waitsForLock } from "../../../test/harness/database.ts";
import { counts, ndjson, openImporter, type Importer } from "../../../test/harness/organisation/imports.ts";

let acme: Importer;
before(async () => {
  acme = await openImporter();
});
after(() => acme.close());

const header = "employee_no,first_name,last_name,email,manager_employee_no";
const line = (number: string, manager: string) => `${number},Anna,Lis,${number.toLowerCase()}@acme.example,${manager}`;
const fileOf = (...pairs: [string, string][]) => [header, ...pairs.map(([number, manager]) => line(number, manager))].join("\n");
const managerOf = async (number: string) => (await acme.person(number)).manager_employee_no;
const told = ({ rows_preview }: any) =>
  rows_preview.map(({ employee_no, action, changes, errors }: any) => [
    employee_no,
    action,
    changes.manager_employee_no ?? null,
    ...errors.map(({ pointer, code }: any) => `${pointer} ${code}`),
  ]);

test("a row may name a manager who comes later in the file, and a second run changes nothing", async () => {
  const file = fileOf(["A-1", "A-2"], ["A-2", "a-3"], ["A-3", ""]);
  const dry = await acme.importFile(file, "dry_run=true");
  assert.deepEqual(dry.counts, counts({ rows: 3, create: 3 }), JSON.stringify(dry));
  const done = await acme.importFile(file);
  assert.deepEqual([done.status, done.counts], ["finished", counts({ rows: 3, create: 3 })], JSON.stringify(done));
  assert.deepEqual([await managerOf("A-1"), await managerOf("A-2"), await managerOf("A-3")], ["A-2", "A-3", null]);
  const again = await acme.importFile(file);
  assert.deepEqual([again.counts, again.rows_preview], [counts({ rows: 3, unchanged: 3 }), []]);
});

test("people change places, a dry run tells it first, and an empty cell means nobody", async () => {
  await acme.importFile(fileOf(["B-1", ""], ["B-2", "B-1"], ["B-3", "B-2"]));
  const file = fileOf(["B-1", "B-2"], ["B-2", "B-3"], ["B-3", ""]);
  const changes = [
    ["B-1", "update", [null, "B-2"]],
    ["B-2", "update", ["B-1", "B-3"]],
    ["B-3", "update", ["B-2", null]],
  ];
  const dry = await acme.importFile(file, "dry_run=true");
  assert.deepEqual([dry.counts, told(dry)], [counts({ rows: 3, update: 3 }), changes]);
  assert.equal(await managerOf("B-2"), "B-1");
  const done = await acme.importFile(file);
  assert.deepEqual([done.counts, told(done)], [counts({ rows: 3, update: 3 }), changes], JSON.stringify(done));
  assert.deepEqual([await managerOf("B-1"), await managerOf("B-2"), await managerOf("B-3")], ["B-2", "B-3", null]);
});

test("circles are refused row by row and named, and the other rows are taken", async () => {
  await acme.importFile(fileOf(["C-1", ""], ["C-2", "C-1"]));
  const file = fileOf(["C-1", "C-3"], ["C-3", "C-2"], ["C-4", "C-4"], ["C-5", "C-1"]);
  const dry = await acme.importFile(file, "dry_run=true");
  const done = await acme.importFile(file);
  for (const report of [dry, done]) {
    assert.deepEqual(told(report), [
      ["C-1", "invalid", null, "#/manager_employee_no BELOW_ITSELF"],
      ["C-3", "invalid", null, "#/manager_employee_no BELOW_ITSELF"],
      ["C-4", "invalid", null, "#/manager_employee_no BELOW_ITSELF"],
      ["C-5", "create", null],
    ]);
  }
  assert.match(done.rows_preview[0].errors[0].detail, /c-1 → c-3 → c-2 → c-1/);
  assert.equal(await managerOf("C-5"), "C-1");
});

test("a manager who is nowhere refuses the row; one whose own row is refused is told in the report", async () => {
  const done = await acme.importFile([fileOf(["D-1", "NOWHERE"], ["D-2", "D-3"]), "D-3,,,broken,"].join("\n"));
  assert.deepEqual(told(done), [
    ["D-1", "invalid", null, "#/manager_employee_no UNKNOWN_PERSON"],
    ["D-2", "create", null, "#/manager_employee_no UNKNOWN_PERSON"],
    ["D-3", "invalid", null, ...done.rows_preview[2].errors.map(({ pointer, code }: any) => `${pointer} ${code}`)],
  ]);
  assert.equal(await managerOf("D-2"), null);
});

test("lines of NDJSON name managers by id, and what they leave out stays", async () => {
  const boss = await acme.someone({ employee_no: "F-1" });
  const anna = await acme.someone({ employee_no: "F-2" });
  const rows = [{ employee_no: "F-2", manager_id: boss.id }, acme.newcomer({ employee_no: "F-3", manager_id: boss.id })];
  const done = await acme.importFile(rows.map((row) => JSON.stringify(row)).join("\n"), "", ndjson);
  assert.deepEqual(done.counts, counts({ rows: 2, create: 1, update: 1 }), JSON.stringify(done));
  await acme.importFile(JSON.stringify({ employee_no: "F-2", job_title: "Clerk" }), "", ndjson);
  assert.deepEqual([await managerOf("F-2"), await managerOf("F-3")], ["F-1", "F-1"]);
  assert.equal((await acme.auditRows(anna.id)).at(-2).changes.manager_id[1], boss.id);
});

test("an import that died after its rows still gives the managers", async () => {
  const { body } = await acme.send(fileOf(["G-1", "G-2"], ["G-2", ""]));
  await acme.run(body.id);
  await acme.database.superuser.query("update person set manager_id = null where employee_no = 'G-1'");
  const sent = await acme.send(fileOf(["G-1", "G-2"], ["G-2", ""]));
  await acme.database.superuser.query("update import set status = 'running', rows_done = 2 where id = $1", [sent.body.id]);
  await acme.run(sent.body.id);
  assert.equal(await managerOf("G-1"), "G-2");
});

test("a change of somebody else while the managers are given is not undone", { skip: needsServer() }, async () => {
  const { superuser } = acme.database;
  await acme.importFile(fileOf(["H-1", ""], ["H-2", ""], ["H-3", "H-1"]));
  const { body } = await acme.send(fileOf(["H-1", ""], ["H-2", "H-1"], ["H-3", "H-1"]));
  const [another, writer] = [await superuser.connect(), await superuser.connect()];
  try {
    await another.query("begin");
    await another.query("select pg_advisory_xact_lock(hashtextextended('managers ' || $1::text, 0))", [acme.acme.tenant_id]);
    const progress = { is_done: false };
    const importing = acme.run(body.id).finally(() => (progress.is_done = true));
    while (!(await waitsForLock(acme.database))) continue;
    // When the managers were first read, H-3 had the same manager as in the file.
    await superuser.query("update person set manager_id = null where employee_no = 'H-3'");
    await writer.query("begin");
    await writer.query("update person set job_title = 'Clerk' where employee_no = 'H-3'");
    await another.query("commit");
    const for_row = "select from pg_stat_activity where datname = current_database() and wait_event = 'transactionid'";
    while (!progress.is_done && (await superuser.query(for_row)).rowCount === 0) continue;
    await writer.query("commit");
    await importing;
  } finally {
    another.release();
    writer.release();
  }
  assert.deepEqual([await managerOf("H-2"), (await acme.person("H-3")).job_title], ["H-1", "Clerk"]);
});
