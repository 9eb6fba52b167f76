import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { workOff } from "../../harness/jobs.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, sessionOf, type Panel } from "../../harness/panel/panel.ts";
import { startServer, type TestServer } from "../../harness/server.ts";
import { certified } from "../samples/my-training.ts";

/** More than one page of the queries that a file is read with. */
const many = 503;

let database: TestDatabase;
let server: TestServer;
let panel: Panel;
let acme: TestOrganisation;

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  acme = await createOrganisation(database, {
    attributes: [{ key: "shift" }, { key: "skills", type: "string_array" }],
    departments: [
      { code: "OPS", name: "Operations" },
      { code: "WH", name: "Warehouse", parent: "OPS" },
    ],
    contractors: [{ code: "BUD", name: "=Bud" }],
    courses: [{ code: "FIRE", title: "Fire" }],
    licenses: [{ name: "All", courses: ["FIRE"] }],
    rules: [{ name: "Warehouse", when: { job_title: "Driver" }, assign: ["FIRE"] }],
    people: Array.from({ length: many }, (_, index) => ({
      employee_no: `P${index + 1}`,
      first_name: index === 0 ? '=Anna "A"' : "Anna",
      last_name: `Nowak ${index + 1}`,
      email: `p${index + 1}@acme.example`,
      department: "WH",
      ...(index < 3 ? { job_title: "Driver", attributes: { shift: "B", skills: ["crane", "lift"] } } : {}),
    })),
  });
  await workOff(database);
  panel = await sessionOf(server, database, acme.tenant_id, await createAccount(database, acme.tenant_id, "compliance_officer"));
});
after(async () => {
  await server.close();
  await database.close();
});

/** A file's rows as objects; no cell of the test contains a line break. */
async function rowsOf(path: string, body?: object, by = panel): Promise<Record<string, string>[]> {
  const { status, text, headers } = await (body === undefined ? by.get(path) : by.post(path, body));
  assert.deepEqual([status, headers.get("content-type")], [200, "text/csv; charset=utf-8"], text);
  assert.match(headers.get("content-disposition")!, /^attachment; filename="[a-z]+\.csv"$/);
  const [head, ...lines] = text
    .replace(/^\uFEFF/, "")
    .trimEnd()
    .split("\r\n");
  const cellsOf = (line: string) => line.slice(1, -1).split('","');
  const names = cellsOf(head!);
  return lines.map((line) => Object.fromEntries(cellsOf(line).map((cell, index) => [names[index], cell])));
}

test("people are taken along in the list's order, all pages of them, with the organisation's attributes and no formula", async () => {
  const rows = await rowsOf("/people/export");
  assert.equal(rows.length, many);
  const { users } = (await panel.get("/people?limit=500")).body;
  const numbers = (list: { employee_no?: string }[]) => list.map(({ employee_no }) => employee_no);
  assert.deepEqual(numbers(rows).slice(0, 500), numbers(users));
  assert.equal(new Set(numbers(rows)).size, many);
  const first = rows.find(({ employee_no }) => employee_no === "P1")!;
  assert.equal(first["first_name"], `'=Anna ""A""`);
  assert.deepEqual(
    [first["department_name"], first["status"], first["attributes.shift"], first["attributes.skills"], first["contractor_name"]],
    ["Warehouse", "invited", "B", "crane|lift", ""],
  );
  const found = await rowsOf("/people/export?q=nowak+50&status=invited");
  assert.deepEqual(new Set(numbers(found)), new Set(["P50", "P500", "P501", "P502", "P503"]));
});

test("people who are chosen are taken along as in the file of everybody, and nobody else", async () => {
  const everybody = await rowsOf("/people/export");
  const { users } = (await panel.get("/people?limit=500")).body;
  const chosen = [users[300], users[7]];
  const ids = chosen.map(({ id }: { id: string }) => id);
  const admin = await createAccount(database, acme.tenant_id, "training_admin");
  const chooser = await sessionOf(server, database, acme.tenant_id, admin);
  const rows = await rowsOf("/people/export", { person_ids: [...ids, ids[0]!.toUpperCase()] }, chooser);
  const numbers = new Set(chosen.map(({ employee_no }: { employee_no: string }) => employee_no));
  assert.deepEqual(
    rows,
    everybody.filter(({ employee_no }) => numbers.has(employee_no!)),
  );
  for (const person_ids of [[], ["nobody"], [ids[0], acme.tenant_id], Array.from({ length: 501 }, () => ids[0])])
    assert.equal((await chooser.post("/people/export", { person_ids })).status, 422);
});

test("enrollments are exported with their people, and every other list as it is filtered", async () => {
  const enrollments = await rowsOf("/enrollments/export?course_code=fire");
  const told = enrollments.map(({ employee_no, full_name, course_title, status }) =>
    [employee_no, full_name, course_title, status].join(" "),
  );
  assert.deepEqual(
    new Set(told),
    new Set([`P1 '=Anna ""A"" Nowak 1 Fire assigned`, "P2 Anna Nowak 2 Fire assigned", "P3 Anna Nowak 3 Fire assigned"]),
  );
  assert.equal(told.length, 3);
  assert.deepEqual(await rowsOf("/enrollments/export?status=cancelled"), []);
  const codes = async (path: string) => (await rowsOf(path)).map(({ code, name, title }) => [code, name ?? title]);
  assert.deepEqual(await codes("/courses/export?q=fire&assignable=true"), [["FIRE", "Fire"]]);
  assert.deepEqual(await codes("/contractors/export"), [["BUD", "'=Bud"]]);
  const [, warehouse] = await rowsOf("/departments/export");
  assert.deepEqual(
    [warehouse!["code"], warehouse!["path"], warehouse!["people_count"]],
    ["WH", "Operations|Warehouse", String(many)],
  );
});

test("a filter that cannot be is refused before the file begins, and the page of a list is none of a file's", async () => {
  const bad = await panel.get("/people/export?status=asleep");
  assert.deepEqual([bad.status, bad.body.errors[0].parameter], [422, "status"]);
  assert.equal((await rowsOf("/people/export?limit=1&offset=5")).length, many);
});

test("certificates are exported with person and course, found by a part of a name or number", async () => {
  const account = await createAccount(database, acme.tenant_id, "learner");
  const { number } = await certified({ database, organisation: acme, account });
  const [row, ...others] = await rowsOf("/certificates/export?status=valid");
  assert.deepEqual(others, []);
  const told = ["number", "full_name", "course_code", "course_title", "valid_from"].map((name) => row![name]);
  assert.deepEqual(told, [number, "Lena Learner", "CERTIFIED", "Bezpieczeństwo: żółć", "2026-01-01"]);
  assert.match(row!["employee_no"]!, /^L\d+$/);
  for (const q of [
    "lena",
    "LEARNÉR",
    row!["employee_no"]!.toLowerCase(),
    number.toLowerCase(),
    number.slice(-12),
    "fied-20",
    "-2026-",
  ])
    assert.equal((await rowsOf(`/certificates/export?q=${encodeURIComponent(q)}`)).length, 1, q);
  for (const q of ["nowak", "\u0301", "%", `${number}0`, `x${number}`, "2026-x"])
    assert.deepEqual(await rowsOf(`/certificates/export?q=${encodeURIComponent(q)}`), [], q);
});

test("licences are taken along by name, with the codes that they cover, more of them than one page", async () => {
  const [all, ...others] = await rowsOf("/licenses/export?q=all");
  assert.deepEqual(others, []);
  assert.deepEqual([all!["state"], all!["seats_total"], all!["items"]], ["in_force", "", "FIRE"]);
  await database.superuser.query(
    `insert into license (tenant_id, id, name, name_norm, model, seats_total)
    select $1, gen_random_uuid(), 'Spare ' || n, 'spare ' || lpad(n::text, 4, '0'), 'seats', n from generate_series(1, 501) n`,
    [acme.tenant_id],
  );
  const spare = await rowsOf("/licenses/export?q=spare");
  assert.deepEqual(
    spare.map(({ seats_total }) => Number(seats_total)),
    Array.from({ length: 501 }, (_, index) => index + 1),
  );
  assert.deepEqual(await rowsOf("/licenses/export?state=ended"), []);
});
