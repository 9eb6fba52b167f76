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

const rate = { per_minute: 100_000, burst: 100_000, per_day: 1_000_000 };

before(async () => {
  database = await openDatabase();
  acme = await createOrganisation(database, {
    contract: { rate },
    attributes: [
      { key: "cost_center", type: "string" },
      { key: "shift", type: "string" },
      { key: "level", type: "number" },
    ],
    departments: [
      { name: "Logistyka Północ", code: "OPS-LN" },
      { name: "Utrzymanie ruchu", code: "MAINT" },
    ],
    contractors: [{ name: "Bud-Serwis", code: "BS" }],
    courses: [
      { code: "FIRE-01", title: "Fire" },
      { code: "FORKLIFT-01", title: "Forklift" },
    ],
    clients: [
      { name: "full", scopes: ["users:read", "users:write", "enrollments:write"] },
      { name: "writer", scopes: ["users:write"] },
    ],
  });
  server = await startServer(database, { connections_max: 10 });
  api = apiOf(server, byKey(acme.code, acme.clients["full"]!.secret));
});
after(async () => {
  await server.close();
  await database.close();
});

let number = 0;
async function someone(fields: Record<string, unknown> = {}): Promise<any> {
  number += 1;
  const person = {
    employee_no: `N${number}`,
    first_name: "Anna",
    last_name: "Kowalska",
    email: `n${number}@acme.example`,
    ...fields,
  };
  const created = await api.post("/api/v1/users", person);
  assert.equal(created.status, 201, created.text);
  return created.body;
}

const at = (person: { id: string }) => `/api/v1/users/${person.id}`;

function faultsOf(reply: { status: number; body: any }): string[] {
  assert.equal(reply.status, 422);
  return reply.body.errors.map((item: any) => `${item.pointer} ${item.code}`).sort();
}

async function auditRows(target_id: string): Promise<any[]> {
  const { rows } = await database.superuser.query("select * from audit_log where target_id = $1 order by id", [target_id]);
  return rows;
}

const set = (person: { id: string }, assignment: string) =>
  database.superuser.query(`update person set ${assignment} where id = $1`, [person.id]);

test("what a change leaves out stays, and what it names is changed", async () => {
  const before = await someone({
    department_name: "Logistyka Północ",
    job_title: "Driver",
    attributes: { shift: "B", cost_center: "1" },
  });
  const { status, body } = await api.patch(at(before), {
    department_name: "utrzymanie  RUCHU",
    job_title: null,
    attributes: { shift: "C", cost_center: null },
  });
  assert.equal(status, 200);
  matchesSchema(Person, body);
  assert.notEqual(body.department_id, before.department_id);
  assert.ok(body.updated_at >= before.updated_at);
  const { department_id, updated_at } = body;
  const expected = {
    ...before,
    department_id,
    updated_at,
    department_name: "Utrzymanie ruchu",
    job_title: null,
    attributes: { shift: "C" },
  };
  assert.deepEqual(body, expected);
  assert.equal((await api.get(at(before))).body.department_name, "Utrzymanie ruchu");
});

test("application/merge-patch+json is understood, other media types are not", async () => {
  const person = await someone();
  const send = (type: string) => api.patch(at(person), { job_title: type }, { headers: { "content-type": type } });
  assert.equal((await send("application/merge-patch+json")).body.job_title, "application/merge-patch+json");
  assert.equal((await send("application/json; charset=utf-8")).status, 200);
  assert.equal((await send("application/json-patch+json")).status, 415);
});

test("null clears what may be empty and is refused for what may not", async () => {
  const person = await someone({
    department_name: "Logistyka Północ",
    language: "pl",
    employment_start_date: "2026-01-01",
    employment_end_date: "2026-12-31",
    attributes: { shift: "B" },
  });
  const cleared = await api.patch(at(person), {
    department_id: null,
    language: null,
    employment_start_date: null,
    employment_end_date: null,
    attributes: null,
  });
  const { department_id, department_name, language, employment_start_date, employment_end_date, attributes } = cleared.body;
  assert.deepEqual(
    [department_id, department_name, language, employment_start_date, employment_end_date],
    [null, null, null, null, null],
  );
  assert.deepEqual(attributes, {});
  for (const name of ["employee_no", "first_name", "last_name", "worker_type", "active"]) {
    assert.deepEqual(faultsOf(await api.patch(at(person), { [name]: null })), [`#/${name} INVALID_TYPE`]);
  }
  assert.deepEqual(faultsOf(await api.patch(at(person), { email: null })), ["#/email REQUIRED"]);
});

test("a change that changes nothing leaves record, ETag and audit log as they are", async () => {
  const person = await someone({ department_name: "Logistyka Północ", attributes: { shift: "B", level: 1.5 } });
  const before = await api.get(at(person));
  const nothings = [
    {},
    before.body,
    { department_name: "LOGISTYKA PÓŁNOC", attributes: { level: 1.5 } },
    { active: true },
    { email: before.body.email, first_name: ` ${before.body.first_name} ` },
    { attributes: {} },
  ];
  for (const nothing of nothings) {
    const reply = await api.patch(at(person), nothing);
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.text, before.text);
    assert.equal(reply.headers.get("etag"), before.headers.get("etag"));
  }
  assert.equal((await auditRows(person.id)).length, 1);
});

test("a record that was read can be written back changed, in every state", async () => {
  const contractor = await someone({ worker_type: "b2b_contractor", contractor_name: "Bud-Serwis" });
  const suspended = await someone({ department_name: "Logistyka Północ" });
  const gone = await someone();
  await set(suspended, "state = 'suspended'");
  await set(gone, "state = 'deactivated', deactivated_at = now()");
  for (const person of [contractor, suspended, gone]) {
    const record = (await api.get(at(person))).body;
    const reply = await api.patch(at(person), { ...record, job_title: "Written back" });
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(reply.body, { ...record, job_title: "Written back", updated_at: reply.body.updated_at });
  }
});

test("a department or attribute that is out of use can be written back, but not chosen", async () => {
  const person = await someone({ department_name: "Utrzymanie ruchu", attributes: { level: 7 } });
  const other = await someone();
  const retire = (active: boolean) =>
    database.superuser.query("update department set active = $2 where id = $1", [person.department_id, active]);
  await retire(false);
  await database.superuser.query("delete from attribute_definition where tenant_id = $1 and key = 'level'", [acme.tenant_id]);
  try {
    assert.equal((await api.patch(at(person), { ...person, job_title: "x" })).status, 200);
    assert.equal((await api.patch(at(person), { department_name: "utrzymanie ruchu", job_title: "y" })).status, 200);
    const chosen = await api.patch(at(other), { department_name: "Utrzymanie ruchu", attributes: { level: 7 } });
    assert.deepEqual(faultsOf(chosen), ["#/attributes/level UNKNOWN_ATTRIBUTE", "#/department_name UNKNOWN_DEPARTMENT"]);
    assert.deepEqual((await api.patch(at(person), { attributes: { level: null } })).body.attributes, {});
  } finally {
    await retire(true);
    await database.superuser.query("insert into attribute_definition (tenant_id, key, type) values ($1, 'level', 'number')", [
      acme.tenant_id,
    ]);
  }
});

test("If-Match carries a change out on the record that was read, and refuses it on any other", async () => {
  const person = await someone();
  const etag = (await api.get(at(person))).headers.get("etag")!;
  const ifMatch = (value: string) => ({ headers: { "if-match": value } });
  const first = await api.patch(at(person), { job_title: "first" }, ifMatch(etag));
  assert.equal(first.status, 200);
  const second = await api.patch(at(person), { job_title: "second" }, ifMatch(etag));
  assert.equal(second.status, 412);
  assert.equal(second.body.code, "PRECONDITION_FAILED");
  assert.equal((await api.get(at(person))).body.job_title, "first");
  assert.equal((await api.patch(at(person), { job_title: "third" }, ifMatch(`"x", ${first.headers.get("etag")}`))).status, 200);
  assert.equal((await api.patch(at(person), { job_title: "fourth" }, ifMatch("*"))).status, 200);
});

test("one of two changes to the same read record wins", async () => {
  const person = await someone();
  const etag = (await api.get(at(person))).headers.get("etag")!;
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, index) => api.patch(at(person), { job_title: `${index}` }, { headers: { "if-match": etag } })),
  );
  assert.equal(replies.filter((reply) => reply.status === 200).length, 1);
  assert.equal(replies.filter((reply) => reply.status === 412).length, 7);
});

test("company and worker type change together or not at all", async () => {
  const person = await someone();
  assert.deepEqual(faultsOf(await api.patch(at(person), { worker_type: "b2b_contractor" })), [
    "#/contractor_name CONTRACTOR_REQUIRED",
  ]);
  assert.deepEqual(faultsOf(await api.patch(at(person), { contractor_name: "Bud-Serwis" })), [
    "#/contractor_name CONTRACTOR_NOT_ALLOWED",
  ]);
  const outside = await api.patch(at(person), { worker_type: "b2b_contractor", contractor_name: "bud-serwis" });
  assert.equal(outside.body.contractor_name, "Bud-Serwis");
  assert.deepEqual(faultsOf(await api.patch(at(person), { contractor_id: null })), ["#/contractor_name CONTRACTOR_REQUIRED"]);
  assert.deepEqual(faultsOf(await api.patch(at(person), { worker_type: "internal_payroll" })), [
    "#/contractor_id CONTRACTOR_NOT_ALLOWED",
  ]);
  const inside = await api.patch(at(person), { worker_type: "internal_payroll", contractor_id: null });
  assert.deepEqual([inside.body.contractor_id, inside.body.worker_type], [null, "internal_payroll"]);
});

test("one reference that is null and one that is not contradict each other", async () => {
  const person = await someone();
  const reply = await api.patch(at(person), { department_id: null, department_name: "Logistyka Północ" });
  assert.deepEqual(faultsOf(reply), ["#/department_name CONFLICTING_FIELDS"]);
});

test("the login follows the address that it was made of, and one that was given otherwise stays", async () => {
  const person = await someone();
  assert.equal((await api.patch(at(person), { email: "New.Address@acme.example" })).body.login, "new.address@acme.example");
  await set(person, "login = 'akowalska', login_norm = 'akowalska'");
  const { body } = await api.patch(at(person), { email: "newer@acme.example" });
  assert.deepEqual([body.email, body.login], ["newer@acme.example", "akowalska"]);
});

test("a number, login or address of someone else is a conflict, one's own is none", async () => {
  const [one, other] = [await someone(), await someone()];
  const clash = await api.patch(at(one), { employee_no: other.employee_no.toLowerCase(), email: other.email.toUpperCase() });
  assert.equal(clash.status, 409);
  assert.equal(clash.body.code, "PERSON_ALREADY_EXISTS");
  assert.deepEqual(
    clash.body.conflicts,
    ["employee_no", "login", "email"].map((field) => ({ field, user_id: other.id, status: "invited" })),
  );
  const own = await api.patch(at(one), { employee_no: one.employee_no.toLowerCase(), email: one.email.toUpperCase() });
  assert.equal(own.status, 200);
  assert.equal(own.body.employee_no, one.employee_no.toLowerCase());
});

test("an address that the identity provider has given to someone else, too, is no obstacle to other changes", async () => {
  const [mine, theirs] = [await someone(), await someone()];
  await set(theirs, "managed_by = 'scim', email_norm = (select email_norm from person where id = '" + mine.id + "')");
  assert.equal((await api.patch(at(mine), { job_title: "x", email: mine.email.toUpperCase() })).status, 200);
});

test("CO2: of many people who take one address at once exactly one gets it", async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => someone()));
  const replies = await Promise.all(people.map((person) => api.patch(at(person), { email: "wanted@acme.example" })));
  const winner = replies.findIndex((reply) => reply.status === 200);
  for (const [index, reply] of replies.entries()) {
    if (index === winner) continue;
    assert.equal(reply.status, 409, reply.text);
    assert.ok(reply.body.conflicts.every((conflict: any) => conflict.user_id === people[winner].id));
  }
});

test("a person of the identity provider is changed there, whatever the change", async () => {
  const person = await someone();
  await set(person, "managed_by = 'scim'");
  for (const change of [{ job_title: "x" }, {}, { active: false }]) {
    const { status, body } = await api.patch(at(person), change);
    assert.deepEqual([status, body.code, body.managed_by], [409, "MANAGED_ELSEWHERE", "scim"]);
  }
});

test("deactivating ends the account and what was not completed; reactivating brings back the account alone", async () => {
  const person = await someone();
  for (const course_code of ["FIRE-01", "FORKLIFT-01"]) {
    assert.equal((await api.post("/api/v1/enrollments", { user_id: person.id, course_code })).status, 201);
  }
  await database.superuser.query(
    "update enrollment set state = 'in_progress', started_at = now() where person_id = $1 and course_id = (select id from course where tenant_id = $2 and code = 'FIRE-01')",
    [person.id, acme.tenant_id],
  );
  const gone = await api.patch(at(person), { active: false, employment_end_date: "2026-06-30" });
  assert.deepEqual([gone.body.status, gone.body.active, gone.body.employment_end_date], ["deactivated", false, "2026-06-30"]);
  assert.ok(gone.body.deactivated_at);
  const audit = await database.superuser.query("select operation from audit_log where request_id = $1", [
    gone.headers.get("x-request-id"),
  ]);
  assert.deepEqual(audit.rows, [{ operation: "person.deactivate" }]);

  const { rows } = await database.superuser.query(
    "select c.code, e.state, e.cancel_reason from enrollment e join course c on c.tenant_id = e.tenant_id and c.id = e.course_id where person_id = $1 order by c.code",
    [person.id],
  );
  assert.deepEqual(rows, [
    { code: "FIRE-01", state: "withdrawn", cancel_reason: null },
    { code: "FORKLIFT-01", state: "cancelled", cancel_reason: "person_deactivated" },
  ]);
  const events = await database.superuser.query(
    "select convert_from(body, 'utf8')::jsonb as body from event where type = 'enrollment.cancelled' and tenant_id = $1",
    [acme.tenant_id],
  );
  assert.equal(events.rows.length, 1);
  assert.equal(events.rows[0].body.data.user.id, person.id);

  const again = await api.patch(at(person), { active: false });
  assert.equal(again.text, (await api.get(at(person))).text);
  const back = await api.patch(at(person), { active: true });
  assert.deepEqual([back.body.status, back.body.active, back.body.deactivated_at], ["invited", true, null]);
  assert.deepEqual(
    (await auditRows(person.id)).map((row) => row.operation),
    ["person.create", "person.deactivate", "person.reactivate"],
  );
});

test("someone who had signed in comes back as active", async () => {
  const person = await someone();
  await set(person, "state = 'deactivated', deactivated_at = now(), last_sign_in_at = now()");
  assert.equal((await api.patch(at(person), { active: true })).body.status, "active");
});

test("a suspended person can leave, and comes back only by an administrator", async () => {
  const person = await someone();
  await set(person, "state = 'suspended'");
  const refused = await api.patch(at(person), { active: true });
  assert.deepEqual([refused.status, refused.body.code], [409, "PERSON_SUSPENDED"]);
  assert.equal((await api.patch(at(person), { job_title: "On leave" })).body.status, "suspended");
  assert.equal((await api.patch(at(person), { active: false })).body.status, "deactivated");
});

test("an anonymized person cannot be changed", async () => {
  const person = await someone();
  await set(person, "state = 'anonymized'");
  for (const change of [{ active: true }, { job_title: "x" }]) {
    const { status, body } = await api.patch(at(person), change);
    assert.deepEqual([status, body.code], [409, "PERSON_ANONYMIZED"]);
  }
});

test("an unknown, malformed or foreign id is not found, by reading and by changing alike", async () => {
  const other = await createOrganisation(database, {
    organisation: { code: "OTHER", name: "Other" },
    contract: { rate },
    people: [{ employee_no: "1", first_name: "A", last_name: "B", email: "a@other.example" }],
    clients: [{ name: "reader", scopes: ["users:read"] }],
  });
  const theirs = (await apiOf(server, byKey(other.code, other.clients["reader"]!.secret)).get("/api/v1/users")).body.users[0];
  const answers = new Set<string>();
  for (const id of [
    theirs.id,
    "019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f",
    "nonsense",
    "%00",
    "urn:uuid:019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f",
  ]) {
    for (const reply of [await api.get(`/api/v1/users/${id}`), await api.patch(`/api/v1/users/${id}`, { job_title: "x" })]) {
      const { instance: _, request_id: __, ...body } = reply.body;
      answers.add(`${reply.status} ${JSON.stringify(body)}`);
    }
  }
  assert.equal(answers.size, 1, [...answers].join("\n"));
  assert.match([...answers][0]!, /^404 .*NOT_FOUND/);
});

test("wrong shapes are named by a change as by a create", async () => {
  const person = await someone();
  assert.deepEqual(faultsOf(await api.patch(at(person), { jobtitle: "x" })), ["#/jobtitle UNKNOWN_FIELD"]);
  assert.deepEqual(faultsOf(await api.patch(at(person), { active: "false" })), ["#/active INVALID_TYPE"]);
  assert.deepEqual(faultsOf(await api.patch(at(person), { attributes: { "a/b": 1 } })), ["#/attributes/a~1b UNKNOWN_ATTRIBUTE"]);
  assert.deepEqual(faultsOf(await api.patch(at(person), { attributes: { "a\u0000": 1 } })), [
    "#/attributes/a%00 UNKNOWN_ATTRIBUTE",
  ]);
  assert.equal((await api.patch(at(person), [])).status, 400);
  assert.equal((await api.patch(at(person))).status, 415);
});

test("a person keeps at most fifty attributes, however they came", async () => {
  const keys = Array.from({ length: 60 }, (_, index) => `k${index}`);
  await database.superuser.query(
    "insert into attribute_definition (tenant_id, key, type) select $1, unnest($2::text[]), 'number'",
    [acme.tenant_id, keys],
  );
  const attributes = (from: number, to: number, value: number | null) =>
    Object.fromEntries(keys.slice(from, to).map((key) => [key, value]));
  const person = await someone({ attributes: attributes(0, 50, 1) });
  assert.deepEqual(faultsOf(await api.patch(at(person), { attributes: attributes(50, 51, 1) })), ["#/attributes TOO_LONG"]);
  const exchanged = await api.patch(at(person), { attributes: { ...attributes(0, 10, null), ...attributes(50, 60, 2) } });
  assert.equal(Object.keys(exchanged.body.attributes).length, 50);
});

test("the ETag of a read saves the body of the next one", async () => {
  const person = await someone();
  const first = await api.get(at(person));
  const second = await api.get(at(person), { headers: { "if-none-match": first.headers.get("etag")! } });
  assert.deepEqual([second.status, second.text], [304, ""]);
  assert.ok(second.headers.get("ratelimit-remaining"));
});

test("changing needs users:write and nothing more", async () => {
  const person = await someone();
  const writer = apiOf(server, byKey(acme.code, acme.clients["writer"]!.secret));
  assert.equal((await writer.patch(at(person), { job_title: "x" })).status, 200);
  assert.equal((await writer.get(at(person))).status, 403);
});

test("AL1: a change leaves one audit row of what changed, with the person's data in its personal part only", async () => {
  const person = await someone({ department_name: "Logistyka Północ" });
  await api.patch(at(person), {
    last_name: "Nowak-Zielińska",
    department_name: "Utrzymanie ruchu",
    attributes: { shift: "nights only" },
  });
  const [, row, ...more] = await auditRows(person.id);
  assert.deepEqual(more, []);
  assert.equal(row.operation, "person.change");
  assert.deepEqual(Object.keys(row.changes), ["department_id"]);
  assert.deepEqual(row.personal, {
    last_name: ["Kowalska", "Nowak-Zielińska"],
    attributes: [{}, { shift: "nights only" }],
  });
});

test("AL1: when the audit row cannot be written, nothing changes", async () => {
  const person = await someone();
  assert.equal((await api.post("/api/v1/enrollments", { user_id: person.id, course_code: "FIRE-01" })).status, 201);
  await database.superuser.query("revoke insert on audit_log from muster_app");
  try {
    assert.equal((await api.patch(at(person), { active: false })).status, 500);
  } finally {
    await database.superuser.query("grant insert on audit_log to muster_app");
  }
  assert.equal((await api.get(at(person))).body.status, "invited");
  const { rows } = await database.superuser.query("select state from enrollment where person_id = $1", [person.id]);
  assert.deepEqual(rows, [{ state: "assigned" }]);
});
