import assert from "node:assert/strict";
import { after, test } from "node:test";
import { at, faultsOf, openEmployer } from "../../../test/harness/organisation/people.ts";
import { matchesSchema } from "../../../test/harness/records.ts";
import { Person } from "../people/schema.ts";

const employer = await openEmployer();
const { database, acme, api, someone, set, auditRows } = employer;
after(() => employer.close());

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
  const contractor = await someone({ worker_type: "b2b_contractor", contractor_name: "Bud-Serwis Sp. z o.o." });
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

test("company and worker type change together or not at all", async () => {
  const person = await someone();
  assert.deepEqual(faultsOf(await api.patch(at(person), { worker_type: "b2b_contractor" })), [
    "#/contractor_name CONTRACTOR_REQUIRED",
  ]);
  assert.deepEqual(faultsOf(await api.patch(at(person), { contractor_name: "Bud-Serwis Sp. z o.o." })), [
    "#/contractor_name CONTRACTOR_NOT_ALLOWED",
  ]);
  const outside = await api.patch(at(person), { worker_type: "b2b_contractor", contractor_name: "bud-serwis SP. Z O.O." });
  assert.equal(outside.body.contractor_name, "Bud-Serwis Sp. z o.o.");
  assert.deepEqual(faultsOf(await api.patch(at(person), { contractor_id: null })), ["#/contractor_name CONTRACTOR_REQUIRED"]);
  assert.deepEqual(faultsOf(await api.patch(at(person), { worker_type: "internal_payroll" })), [
    "#/contractor_id CONTRACTOR_NOT_ALLOWED",
  ]);
  const inside = await api.patch(at(person), { worker_type: "internal_payroll", contractor_id: null });
  assert.deepEqual([inside.body.contractor_id, inside.body.worker_type], [null, "internal_payroll"]);
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
