import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ContractorDetail, DepartmentDetail } from "../../../server/features/places/schema.ts";
import { DepartmentTree } from "../../../server/features/departments/schema.ts";
import { newId } from "../../../server/platform/ids.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { workOff } from "../../harness/jobs.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, sessionOf, type Panel } from "../../harness/panel/panel.ts";
import { matchesSchema } from "../../harness/records.ts";
import { startServer, type TestServer } from "../../harness/server.ts";

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
let panel: Panel;

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  acme = await createOrganisation(database, {
    departments: [
      { name: "Operations", code: "OPS" },
      { name: "Logistics", code: "LOG", parent: "OPS" },
      { name: "Logistyka", code: "LOG-PL" },
      { name: "Night shift", code: "NIGHT", parent: "LOG-PL" },
      { name: "Archive", code: "ARCH", active: false },
    ],
    contractors: [
      { name: "Bud-Serwis", code: "BS" },
      { name: "BUD SERVICE", code: "BS2" },
    ],
    courses: [{ code: "FIRE-01", title: "Fire safety" }],
    rules: [{ name: "Logistics", when: { department: "LOG" }, assign: ["FIRE-01"] }],
    groups: [{ code: "PL", name: "Polish logistics", kind: "dynamic", when: { department: "LOG-PL" }, courses: [] }],
    people: [
      { employee_no: "1", first_name: "Anna", last_name: "Lis", email: "a@acme.example", department: "LOG-PL" },
      {
        employee_no: "2",
        first_name: "Jan",
        last_name: "Lis",
        email: "b@acme.example",
        worker_type: "b2b_contractor",
        contractor: "BS2",
      },
    ],
  });
  await workOff(database);
  const account = await createAccount(database, acme.tenant_id, "training_admin");
  panel = await sessionOf(server, database, acme.tenant_id, account);
});
after(async () => {
  await server.close();
  await database.close();
});

async function idOf(table: string, code: string): Promise<string> {
  const { rows } = await database.superuser.query(`select id from ${table} where tenant_id = $1 and code = $2`, [
    acme.tenant_id,
    code,
  ]);
  return rows[0].id;
}
const change = (path: string, body: unknown) => panel.call("PATCH", path, { body });
const faultOf = ({ status, body }: any) => [status, body.errors?.[0]?.pointer, body.errors?.[0]?.code];
async function auditOf(target_id: string): Promise<any[]> {
  const { rows } = await database.superuser.query(
    "select operation, changes from audit_log where target_id = $1 and actor_type = 'administrator' order by id",
    [target_id],
  );
  return rows;
}

test("a department or company says whence it came, as far as the audit log does", async () => {
  const originOf = async (path: string) => (await panel.get(path)).body.origin;
  const from_file = await originOf(`/departments/${await idOf("department", "OPS")}`);
  assert.equal(from_file.source, "file");
  assert.ok(Date.parse(from_file.at) <= Date.now());
  assert.equal((await originOf(`/contractors/${await idOf("contractor", "BS")}`)).source, "file");
  for (const kind of ["departments", "contractors"]) {
    const made = await panel.post(`/${kind}`, { name: `Made ${kind}`, code: `MADE-${kind}` });
    assert.equal(made.status, 201, made.text);
    const { id } = Object.values<any>(made.body).find((member) => member?.code === `MADE-${kind}`);
    const { source, by } = await originOf(`/${kind}/${id}`);
    assert.deepEqual([source, by], ["panel", "Ada Admin"]);
    await database.superuser.query(`delete from ${kind.slice(0, -1)} where id = $1`, [id]);
  }
  const id = await idOf("department", "NIGHT");
  const own = newId();
  await database.superuser.query(
    `insert into department (tenant_id, id, name, name_norm, code, code_norm)
    select tenant_id, $2, 'Unwritten', 'unwritten', 'UNWRITTEN', 'unwritten' from department where id = $1`,
    [id, own],
  );
  assert.equal(await originOf(`/departments/${own}`), null);
  await database.superuser.query("delete from department where id = $1", [own]);
});

test("the tree has every department with its people, those out of use too", async () => {
  const { status, body } = await panel.get("/departments/tree");
  assert.equal(status, 200);
  matchesSchema(DepartmentTree, body);
  assert.deepEqual(
    body.departments.map(({ code, people_count, active }: any) => `${code} ${people_count} ${active}`),
    ["ARCH 0 false", "LOG 0 true", "LOG-PL 1 true", "NIGHT 0 true", "OPS 0 true"],
  );
});

test("a department is created, renamed and moved, each with its one audit row", async () => {
  const made = await panel.post("/departments", { name: "Workshop", code: "WS", parent_id: await idOf("department", "OPS") });
  assert.equal(made.status, 201);
  matchesSchema(DepartmentDetail, made.body);
  const { id } = made.body.department;
  assert.deepEqual(made.body.department.path, ["Operations", "Workshop"]);
  const moved = await change(`/departments/${id}`, { name: "Garage", code: "GAR", parent_id: null });
  assert.deepEqual(moved.body.department.path, ["Garage"]);
  assert.equal((await change(`/departments/${id}`, { name: "Garage" })).status, 200, "nothing new is no change");
  const rows = await auditOf(id);
  assert.deepEqual(
    rows.map(({ operation }) => operation),
    ["department.create", "department.update"],
  );
  assert.deepEqual(rows[1].changes.name, ["Workshop", "Garage"]);
});

test("what a department cannot be is refused at its field", async () => {
  const [ops, log, night] = [await idOf("department", "OPS"), await idOf("department", "LOG"), await idOf("department", "NIGHT")];
  assert.deepEqual(faultOf(await panel.post("/departments", { name: "X", code: "ops" })), [422, "#/code", "ALREADY_TAKEN"]);
  assert.deepEqual(faultOf(await change(`/departments/${log}`, { code: "OPS" })), [422, "#/code", "ALREADY_TAKEN"]);
  assert.deepEqual(faultOf(await change(`/departments/${ops}`, { parent_id: log })), [422, "#/parent_id", "BELOW_ITSELF"]);
  assert.deepEqual(faultOf(await change(`/departments/${ops}`, { parent_id: ops })), [422, "#/parent_id", "BELOW_ITSELF"]);
  const archive = await idOf("department", "ARCH");
  assert.deepEqual(faultOf(await change(`/departments/${log}`, { parent_id: archive })), [422, "#/parent_id", "OUT_OF_USE"]);
  assert.deepEqual(faultOf(await change(`/departments/${log}`, { parent_id: acme.tenant_id })), [
    422,
    "#/parent_id",
    "UNKNOWN_DEPARTMENT",
  ]);
  assert.equal((await panel.post("/departments", { name: " ", code: "SPACE" })).status, 422);
  assert.equal((await panel.post("/departments", { name: "a\u0000b", code: "NUL" })).status, 422);
  assert.equal((await change("/departments/nonsense", { name: "X" })).status, 404);
  assert.deepEqual(faultOf(await panel.post(`/departments/${log}/merge`, { into_id: "nonsense" })), [
    422,
    "#/into_id",
    "INVALID_FORMAT",
  ]);
  assert.deepEqual(faultOf(await panel.post(`/departments/${log}/merge`, { into_id: log })), [422, "#/into_id", "SAME"]);
  assert.deepEqual(faultOf(await panel.post(`/departments/${await idOf("department", "LOG-PL")}/merge`, { into_id: night })), [
    422,
    "#/into_id",
    "BELOW_ITSELF",
  ]);
});

test("a department with people or sub-departments in use stays in use, and none is reactivated below an inactive one", async () => {
  const [polish, night] = [await idOf("department", "LOG-PL"), await idOf("department", "NIGHT")];
  const refused = await change(`/departments/${polish}`, { active: false });
  assert.deepEqual([refused.status, refused.body.code], [409, "PLACE_STATE_BLOCKED"]);
  assert.deepEqual([refused.body.people, refused.body.departments], [1, 1]);
  assert.equal((await change(`/departments/${night}`, { active: false })).status, 200);
  const archive = await idOf("department", "ARCH");
  await database.superuser.query("update department set parent_id = $1 where id = $2", [archive, night]);
  assert.equal((await change(`/departments/${night}`, { active: true })).status, 409);
  await database.superuser.query("update department set parent_id = $1 where id = $2", [polish, night]);
  assert.equal((await change(`/departments/${night}`, { active: true })).status, 200);
});

test("a duplicate goes over to the survivor: people, sub-departments, rules, groups and names, in one audit row", async () => {
  const [from, into] = [await idOf("department", "LOG-PL"), await idOf("department", "LOG")];
  const before = (await panel.get(`/departments/${from}`)).body;
  matchesSchema(DepartmentDetail, before);
  assert.deepEqual([before.people_total, before.children.length, before.groups.length, before.rules.length], [1, 1, 1, 0]);
  const merged = await panel.post(`/departments/${from}/merge`, { into_id: into });
  assert.deepEqual(merged.body, { into_id: into, people: 1, departments: 1, rules: 0, groups: 1, aliases: 1 });
  assert.equal((await auditOf(from)).filter(({ operation }) => operation === "department.merge").length, 1);
  await workOff(database);
  const after = (await panel.get(`/departments/${into}`)).body;
  assert.deepEqual(
    [after.people_total, after.children.map(({ code }: any) => code), after.groups.length, after.aliases[0].value],
    [1, ["NIGHT"], 1, "logistyka"],
  );
  assert.equal((await panel.get(`/departments/${from}`)).body.department.active, false);
  const { rows } = await database.superuser.query("select source from enrollment where tenant_id = $1", [acme.tenant_id]);
  assert.deepEqual(rows, [{ source: "rule" }], "the survivor's rule applies to people who came");
});

test("an alias is forgotten", async () => {
  const id = await idOf("department", "LOG");
  assert.equal((await panel.delete(`/departments/${id}/aliases?value=LOGISTYKA`)).status, 204);
  assert.deepEqual((await panel.get(`/departments/${id}`)).body.aliases, []);
  assert.equal((await panel.delete(`/departments/${id}/aliases?value=Logistyka`)).status, 404);
});

test("a company is created, changed and refused, kept in use by its people, and merged", async () => {
  const made = await panel.post("/contractors", {
    name: "Elektro",
    code: "EL",
    country: "PL",
    contract_valid_until: "2999-12-31",
  });
  assert.equal(made.status, 201);
  matchesSchema(ContractorDetail, made.body);
  const { id } = made.body.contractor;
  assert.deepEqual(faultOf(await change(`/contractors/${id}`, { code: "bs" })), [422, "#/code", "ALREADY_TAKEN"]);
  assert.deepEqual(faultOf(await change(`/contractors/${id}`, { country: "Poland" })), [422, "#/country", "INVALID_FORMAT"]);
  assert.deepEqual(faultOf(await change(`/contractors/${id}`, { contract_valid_until: "2026-02-30" })), [
    422,
    "#/contract_valid_until",
    "INVALID_FORMAT",
  ]);
  const changed = await change(`/contractors/${id}`, { tax_id: "PL1", contract_valid_until: null });
  assert.deepEqual([changed.body.contractor.tax_id, changed.body.contractor.contract_valid_until], ["PL1", null]);
  const duplicate = await idOf("contractor", "BS2");
  assert.equal((await change(`/contractors/${duplicate}`, { active: false })).body.code, "PLACE_STATE_BLOCKED");
  const merged = await panel.post(`/contractors/${duplicate}/merge`, { into_id: await idOf("contractor", "BS") });
  assert.deepEqual([merged.status, merged.body.people, merged.body.aliases], [200, 1, 1]);
  assert.equal((await change(`/contractors/${id}`, { active: false })).body.contractor.active, false);
  assert.deepEqual(faultOf(await panel.post(`/contractors/${duplicate}/merge`, { into_id: id })), [
    422,
    "#/into_id",
    "OUT_OF_USE",
  ]);
});
