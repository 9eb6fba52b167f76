import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../../../test/harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../../test/harness/organisation.ts";
import { matchesSchema } from "../../../test/harness/records.ts";
import { apiOf, byKey, startServer, type Api, type TestServer } from "../../../test/harness/server.ts";
import { Person } from "../people/schema.ts";

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
let api: Api;
let writer: Api;

const rate = { per_minute: 100_000, burst: 100_000, per_day: 1_000_000 };

before(async () => {
  database = await openDatabase();
  acme = await createOrganisation(database, {
    contract: { rate },
    attributes: [
      { key: "cost_center", type: "string" },
      { key: "level", type: "number" },
      { key: "night", type: "boolean" },
      { key: "badges", type: "string_array" },
    ],
    departments: [
      { name: "Logistyka Północ", code: "OPS-LN" },
      { name: "Utrzymanie ruchu", code: "MAINT" },
      { name: "Magazyn", code: "WH-1" },
      { name: "magazyn ", code: "WH-2" },
      { name: "Archiwum", code: "ARCH", active: false },
    ],
    contractors: [
      { name: "Bud-Serwis Sp. z o.o.", code: "BUDSERWIS", tax_id: "PL5252248481" },
      { name: "Twin", code: "TWIN-1", tax_id: "PL1" },
      { name: "TWIN", code: "TWIN-2", tax_id: "PL2" },
    ],
    clients: [
      { name: "full", scopes: ["users:read", "users:write"] },
      { name: "writer", scopes: ["users:write"] },
      { name: "reader", scopes: ["users:read"] },
    ],
  });
  server = await startServer(database, { connections_max: 25 });
  api = apiOf(server, byKey(acme.code, acme.clients["full"]!.secret));
  writer = apiOf(server, byKey(acme.code, acme.clients["writer"]!.secret));
});
after(async () => {
  await server.close();
  await database.close();
});

let number = 0;
function someone(fields: Record<string, unknown> = {}): Record<string, unknown> {
  number += 1;
  return { employee_no: `N${number}`, first_name: "Anna", last_name: "Kowalska", email: `n${number}@acme.example`, ...fields };
}

/** The faults of a 422, as `place code`. */
function faultsOf(body: any): string[] {
  assert.equal(body.code, "VALIDATION_FAILED");
  return body.errors.map((item: any) => `${item.pointer} ${item.code}`).sort();
}

async function countPeople(): Promise<number> {
  const { rows } = await database.superuser.query("select count(*)::int as n from person where tenant_id = $1", [acme.tenant_id]);
  return rows[0].n;
}

async function auditRows(target_id: string): Promise<any[]> {
  const { rows } = await database.superuser.query("select * from audit_log where target_id = $1 order by id", [target_id]);
  return rows;
}

test("a person is created with every field, and answered as the record that a read shows", async () => {
  const created = await api.post("/api/v1/users", {
    employee_no: "0010042",
    first_name: "Anna",
    last_name: "Kowalska-Zielińska",
    email: "Anna.Kowalska@Acme.example",
    department_name: "  logistyka   POLNOC ",
    worker_type: "internal_payroll",
    job_title: "Forklift operator",
    language: "pl",
    employment_start_date: "2026-02-02",
    attributes: { cost_center: "PL-4410", level: 3.5, night: true, badges: ["a", "b"] },
  });
  assert.equal(created.status, 201, created.text);
  const { body } = created;
  matchesSchema(Person, body);
  assert.equal(created.headers.get("location"), `/api/v1/users/${body.id}`);
  assert.equal(body.employee_no, "0010042");
  assert.equal(body.full_name, "Anna Kowalska-Zielińska");
  assert.equal(body.email, "Anna.Kowalska@Acme.example");
  assert.equal(body.login, "anna.kowalska@acme.example");
  assert.equal(body.department_name, "Logistyka Północ");
  assert.deepEqual(body.attributes, { cost_center: "PL-4410", level: 3.5, night: true, badges: ["a", "b"] });
  assert.deepEqual([body.status, body.active, body.managed_by], ["invited", true, "platform"]);
  assert.deepEqual([body.contractor_id, body.last_sign_in_at, body.deactivated_at], [null, null, null]);

  const read = await api.get(`/api/v1/users/${body.id}`);
  assert.equal(read.text, created.text);
  assert.equal(read.headers.get("etag"), created.headers.get("etag"));
});

test("a person needs a number, two names and an address, and nothing else", async () => {
  const created = await api.post("/api/v1/users", someone());
  assert.equal(created.status, 201);
  assert.equal(created.body.worker_type, "internal_payroll");
  assert.deepEqual([created.body.department_id, created.body.attributes, created.body.language], [null, {}, null]);
  const { body } = await api.post("/api/v1/users", {});
  assert.deepEqual(faultsOf(body), ["#/employee_no REQUIRED", "#/first_name REQUIRED", "#/last_name REQUIRED"]);
});

const shape_faults: [fields: Record<string, unknown>, fault: string][] = [
  [{ employee_no: "" }, "#/employee_no TOO_SHORT"],
  [{ employee_no: "   " }, "#/employee_no TOO_SHORT"],
  [{ employee_no: "x".repeat(65) }, "#/employee_no TOO_LONG"],
  [{ employee_no: "1\u00072" }, "#/employee_no INVALID_FORMAT"],
  [{ employee_no: "1\u00002" }, "#/employee_no INVALID_FORMAT"],
  [{ employee_no: 10042 }, "#/employee_no INVALID_TYPE"],
  [{ first_name: "x".repeat(101) }, "#/first_name TOO_LONG"],
  [{ last_name: null }, "#/last_name INVALID_TYPE"],
  [{ last_name: "\ud800" }, "#/last_name INVALID_FORMAT"],
  [{ email: "no address" }, "#/email INVALID_FORMAT"],
  [{ email: `${"x".repeat(250)}@a.pl` }, "#/email TOO_LONG"],
  [{ worker_type: "freelancer" }, "#/worker_type NOT_ALLOWED_VALUE"],
  [{ worker_type: null }, "#/worker_type INVALID_TYPE"],
  [{ department_name: "x".repeat(201) }, "#/department_name TOO_LONG"],
  [{ department_id: "not-a-uuid" }, "#/department_id INVALID_FORMAT"],
  [{ department_id: "urn:uuid:019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f" }, "#/department_id INVALID_FORMAT"],
  [{ job_title: "" }, "#/job_title TOO_SHORT"],
  [{ job_title: "x".repeat(201) }, "#/job_title TOO_LONG"],
  [{ language: "klingon language" }, "#/language INVALID_FORMAT"],
  [{ employment_start_date: "2026-02-30" }, "#/employment_start_date INVALID_FORMAT"],
  [{ employment_end_date: "0000-01-01" }, "#/employment_end_date INVALID_FORMAT"],
  [{ attributes: { cost_center: { nested: 1 } } }, "#/attributes/cost_center INVALID_TYPE"],
  [{ attributes: { cost_center: "x".repeat(1001) } }, "#/attributes/cost_center TOO_LONG"],
  [{ attributes: { badges: Array.from({ length: 21 }, () => "a") } }, "#/attributes/badges TOO_LONG"],
  [{ attributes: { badges: ["a", 1] } }, "#/attributes/badges/1 INVALID_TYPE"],
  [{ attributes: Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, 1])) }, "#/attributes TOO_LONG"],
  [{ attributes: [] }, "#/attributes INVALID_TYPE"],
  [{ employe_no: "1" }, "#/employe_no UNKNOWN_FIELD"],
];

test("a value of the wrong shape is named with its place and code, and nothing is stored", async () => {
  const before = await countPeople();
  for (const [fields, fault] of shape_faults) {
    const { status, body } = await api.post("/api/v1/users", someone(fields));
    assert.equal(status, 422, `${fault}: ${status}`);
    assert.deepEqual(faultsOf(body), [fault]);
  }
  assert.equal(await countPeople(), before);
});

test("bounds are counted in characters, not in bytes or UTF-16 units", async () => {
  const { status, body } = await api.post(
    "/api/v1/users",
    someone({ first_name: "😀".repeat(100), employee_no: "ż".repeat(64) }),
  );
  assert.equal(status, 201);
  assert.equal(body.first_name, "😀".repeat(100));
});

test("everything that is wrong with references, company, attributes and dates is told at once", async () => {
  const { status, body } = await api.post("/api/v1/users", {
    ...someone({ email: undefined }),
    department_name: "Logistyka Pólnoc 2",
    worker_type: "b2b_contractor",
    attributes: { shift: "B", level: "high", badges: "a" },
    employment_start_date: "2026-02-02",
    employment_end_date: "2026-02-01",
  });
  assert.equal(status, 422);
  assert.deepEqual(faultsOf(body), [
    "#/attributes/badges INVALID_TYPE",
    "#/attributes/level INVALID_TYPE",
    "#/attributes/shift UNKNOWN_ATTRIBUTE",
    "#/contractor_name CONTRACTOR_REQUIRED",
    "#/department_name UNKNOWN_DEPARTMENT",
    "#/email REQUIRED",
    "#/employment_end_date OUT_OF_RANGE",
  ]);
  const unknown = body.errors.find((item: any) => item.code === "UNKNOWN_DEPARTMENT");
  assert.equal(unknown.suggestions[0].name, "Logistyka Północ");
  assert.ok(unknown.suggestions.length <= 3);
  assert.deepEqual(Object.keys(unknown.suggestions[0]), ["id", "name"]);
});

test("a department is meant by name or id, and both must mean the same one", async () => {
  const byName = await api.post("/api/v1/users", someone({ department_name: "LOGISTYKA PÓŁNOC" }));
  const id = byName.body.department_id;
  assert.equal((await api.post("/api/v1/users", someone({ department_id: id.toUpperCase() }))).body.department_id, id);
  assert.equal(
    (await api.post("/api/v1/users", someone({ department_id: id, department_name: "logistyka polnoc" }))).status,
    201,
  );
  const apart = await api.post("/api/v1/users", someone({ department_id: id, department_name: "Utrzymanie ruchu" }));
  assert.deepEqual(faultsOf(apart.body), ["#/department_name CONFLICTING_FIELDS"]);
  const unknown = await api.post("/api/v1/users", someone({ department_id: "019a2b10-4c5d-7e6f-8a7b-1c2d3e4f5a6b" }));
  assert.deepEqual(faultsOf(unknown.body), ["#/department_id UNKNOWN_DEPARTMENT"]);
});

test("a name that two departments share is answered with both, and one that is out of use with neither", async () => {
  const two = await api.post("/api/v1/users", someone({ department_name: "MAGAZYN" }));
  assert.deepEqual(faultsOf(two.body), ["#/department_name AMBIGUOUS_DEPARTMENT"]);
  assert.equal(two.body.errors[0].suggestions.length, 2);
  const retired = await api.post("/api/v1/users", someone({ department_name: "Archiwum" }));
  assert.deepEqual(faultsOf(retired.body), ["#/department_name UNKNOWN_DEPARTMENT"]);
  const { rows } = await database.superuser.query("select id from department where tenant_id = $1 and code = 'ARCH'", [
    acme.tenant_id,
  ]);
  const byId = await api.post("/api/v1/users", someone({ department_id: rows[0].id }));
  assert.deepEqual(faultsOf(byId.body), ["#/department_id UNKNOWN_DEPARTMENT"]);
});

test("a contractor has a company, and nobody else has one", async () => {
  const worker_type = "b2b_contractor";
  const created = await api.post("/api/v1/users", someone({ worker_type, contractor_name: "bud-serwis  sp. z o.o." }));
  assert.equal(created.status, 201);
  assert.equal(created.body.contractor_name, "Bud-Serwis Sp. z o.o.");
  const contractor_id = created.body.contractor_id;
  assert.equal((await api.post("/api/v1/users", someone({ worker_type, contractor_id }))).status, 201);

  const faults = async (fields: Record<string, unknown>) => faultsOf((await api.post("/api/v1/users", someone(fields))).body);
  assert.deepEqual(await faults({ worker_type }), ["#/contractor_name CONTRACTOR_REQUIRED"]);
  assert.deepEqual(await faults({ contractor_id }), ["#/contractor_id CONTRACTOR_NOT_ALLOWED"]);
  assert.deepEqual(await faults({ contractor_name: "Nobody knows" }), ["#/contractor_name CONTRACTOR_NOT_ALLOWED"]);
  assert.deepEqual(await faults({ worker_type, contractor_name: "Bud Serwis" }), ["#/contractor_name UNKNOWN_CONTRACTOR"]);
  assert.deepEqual(await faults({ worker_type, contractor_id: acme.tenant_id }), ["#/contractor_id UNKNOWN_CONTRACTOR"]);

  const twins = await api.post("/api/v1/users", someone({ worker_type, contractor_name: "twin" }));
  assert.deepEqual(faultsOf(twins.body), ["#/contractor_name AMBIGUOUS_CONTRACTOR"]);
  assert.deepEqual(twins.body.errors[0].suggestions.map((one: any) => one.tax_id).sort(), ["PL1", "PL2"]);
});

test("a duplicate is answered with every field in conflict and whose it is; without users:read, with the fields", async () => {
  const first = (await api.post("/api/v1/users", someone({ employee_no: "dup-1", email: "dup@acme.example" }))).body;
  const both = await api.post("/api/v1/users", someone({ employee_no: "DUP-1", email: "DUP@acme.example" }));
  assert.equal(both.status, 409);
  assert.equal(both.body.code, "PERSON_ALREADY_EXISTS");
  assert.deepEqual(
    both.body.conflicts,
    ["employee_no", "login", "email"].map((field) => ({ field, user_id: first.id, status: "invited" })),
  );
  const one = await api.post("/api/v1/users", someone({ employee_no: "dup-1" }));
  assert.deepEqual(one.body.conflicts, [{ field: "employee_no", user_id: first.id, status: "invited" }]);
  const blind = await writer.post("/api/v1/users", someone({ employee_no: "dup-1" }));
  assert.equal(blind.status, 409);
  assert.deepEqual(blind.body.conflicts, [{ field: "employee_no" }]);
  assert.doesNotMatch(blind.text, new RegExp(first.id));
});

test("a number that is someone's login is a conflict of logins", async () => {
  await api.post("/api/v1/users", someone({ email: "both@acme.example" }));
  await database.superuser.query("update tenant set email_required = false where id = $1", [acme.tenant_id]);
  try {
    const clash = await api.post("/api/v1/users", someone({ employee_no: "BOTH@acme.example", email: null }));
    assert.equal(clash.status, 409);
    assert.deepEqual(
      clash.body.conflicts.map((conflict: any) => conflict.field),
      ["login"],
    );
    const plain = await api.post("/api/v1/users", someone({ employee_no: "No-Mail-7", email: undefined }));
    assert.equal(plain.status, 201);
    assert.deepEqual([plain.body.email, plain.body.login], [null, "no-mail-7"]);
  } finally {
    await database.superuser.query("update tenant set email_required = true where id = $1", [acme.tenant_id]);
  }
});

test("CO2: of many equal creates at once exactly one is carried out, whichever field they share", async () => {
  const total = 100;
  const shared: ((index: number) => Record<string, unknown>)[] = [
    (index) => ({ employee_no: "race-no", email: `race-no-${index}@acme.example` }),
    (index) => ({ employee_no: `race-mail-${index}`, email: "race@acme.example" }),
    () => ({ employee_no: "race-all", email: "race-all@acme.example" }),
  ];
  for (const fields of shared) {
    const before = await countPeople();
    const replies = await Promise.all(
      Array.from({ length: total }, (_, index) =>
        api.post("/api/v1/users", { first_name: "A", last_name: "B", ...fields(index) }),
      ),
    );
    const statuses = Object.groupBy(replies, (reply) => reply.status);
    assert.deepEqual([statuses[201]?.length, statuses[409]?.length], [1, total - 1]);
    const created = replies.find((reply) => reply.status === 201)!.body.id;
    for (const reply of replies.filter((reply) => reply.status === 409)) {
      assert.ok(reply.body.conflicts.length > 0);
      assert.ok(reply.body.conflicts.every((conflict: any) => conflict.user_id === created));
    }
    assert.equal(await countPeople(), before + 1);
  }
});

test("CO2: people whose login is a number race on the login alone", async () => {
  await database.superuser.query("update tenant set email_required = false where id = $1", [acme.tenant_id]);
  try {
    const bodies = Array.from({ length: 40 }, (_, index) =>
      index % 2 === 0
        ? { employee_no: `login-${index}`, first_name: "A", last_name: "B", email: "Login@acme.example" }
        : { employee_no: "LOGIN@acme.example", first_name: "A", last_name: "B" },
    );
    const replies = await Promise.all(bodies.map((body) => api.post("/api/v1/users", body)));
    assert.equal(replies.filter((reply) => reply.status === 201).length, 1);
    assert.equal(replies.filter((reply) => reply.status === 409).length, 39);
  } finally {
    await database.superuser.query("update tenant set email_required = true where id = $1", [acme.tenant_id]);
  }
});

test("an address that an identity provider's person has is taken, too", async () => {
  const scim = (await api.post("/api/v1/users", someone({ email: "scim@acme.example" }))).body;
  await database.superuser.query("update person set managed_by = 'scim' where id = $1", [scim.id]);
  const reply = await api.post("/api/v1/users", someone({ email: "SCIM@acme.example" }));
  assert.equal(reply.status, 409);
  assert.deepEqual(reply.body.conflicts.map((conflict: any) => conflict.field).sort(), ["email", "login"]);
});

test("a record that was read can be created elsewhere as it is", async () => {
  const other = await createOrganisation(database, {
    organisation: { code: "OTHER", name: "Other" },
    contract: { rate },
    attributes: [{ key: "cost_center", type: "string" }],
    departments: [{ name: "Logistyka Północ", code: "X" }],
    clients: [{ name: "full", scopes: ["users:read", "users:write"] }],
  });
  const there = apiOf(server, byKey(other.code, other.clients["full"]!.secret));
  const fields = someone({ job_title: "Driver", attributes: { cost_center: "1" } });
  const { id: _, ...record } = (await api.post("/api/v1/users", fields)).body;
  const created = await there.post("/api/v1/users", { id: acme.tenant_id, ...record });
  assert.equal(created.status, 201, created.text);
  assert.notEqual(created.body.id, acme.tenant_id);
  for (const name of ["employee_no", "full_name", "email", "login", "job_title"]) assert.equal(created.body[name], record[name]);
  assert.deepEqual(created.body.attributes, record.attributes);
});

test("what nobody sets is not set by sending it", async () => {
  const { body } = await api.post("/api/v1/users", {
    ...someone(),
    login: "root",
    status: "active",
    active: false,
    managed_by: "scim",
    external_id: "x",
    created_at: "1999-01-01T00:00:00.000Z",
    last_sign_in_at: "2026-01-01T00:00:00.000Z",
  });
  assert.deepEqual([body.status, body.active, body.managed_by, body.external_id], ["invited", true, "platform", null]);
  assert.notEqual(body.login, "root");
  assert.equal(body.last_sign_in_at, null);
  assert.ok(body.created_at > "2026");
});

test("another organisation's department is as unknown as any, and its people are no duplicates", async () => {
  const foreign = await createOrganisation(database, {
    organisation: { code: "FOREIGN", name: "Foreign" },
    contract: { rate },
    departments: [{ name: "Elsewhere", code: "E" }],
    people: [{ employee_no: "F-1", first_name: "A", last_name: "B", email: "f@foreign.example", department: "E" }],
    clients: [{ name: "reader", scopes: ["users:read"] }],
  });
  const theirs = (await apiOf(server, byKey(foreign.code, foreign.clients["reader"]!.secret)).get("/api/v1/users")).body.users[0];
  const real = await api.post("/api/v1/users", someone({ department_id: theirs.department_id }));
  const invented = await api.post("/api/v1/users", someone({ department_id: "019a2b10-4c5d-7e6f-8a7b-1c2d3e4f5a6b" }));
  assert.equal(real.status, 422);
  assert.deepEqual(real.body.errors, invented.body.errors);
  assert.equal((await api.post("/api/v1/users", someone({ employee_no: "F-1", email: "f@foreign.example" }))).status, 201);
});

test("creating needs users:write", async () => {
  const reader = apiOf(server, byKey(acme.code, acme.clients["reader"]!.secret));
  const { status, body } = await reader.post("/api/v1/users", someone());
  assert.equal(status, 403);
  assert.deepEqual(body.required_scopes, ["users:write"]);
});

test("AL1: a create leaves one audit row, with the person's data in its personal part only", async () => {
  const fields = someone({ first_name: "Zdzisława", job_title: "Spawaczka", attributes: { cost_center: "secret-4410" } });
  const { body } = await api.post("/api/v1/users", fields);
  const [row, ...more] = await auditRows(body.id);
  assert.deepEqual(more, []);
  assert.equal(row.operation, "person.create");
  assert.equal(row.actor_id, acme.clients["full"]!.client_id);
  assert.deepEqual(row.changes, { state: [null, "invited"], worker_type: [null, "internal_payroll"] });
  assert.deepEqual(row.personal.first_name, [null, "Zdzisława"]);
  const plain = JSON.stringify({ ...row, personal: null });
  for (const value of ["Zdzisława", "Spawaczka", "secret-4410", String(fields["email"]), String(fields["employee_no"])]) {
    assert.ok(!plain.includes(`"${value}"`), `${value} stands outside the personal part`);
  }
});

test("AL1: when the audit row cannot be written, nobody is created", async () => {
  const before = await countPeople();
  await database.superuser.query("revoke insert on audit_log from muster_app");
  try {
    const { status } = await api.post("/api/v1/users", someone());
    assert.equal(status, 500);
  } finally {
    await database.superuser.query("grant insert on audit_log to muster_app");
  }
  assert.equal(await countPeople(), before);
});
