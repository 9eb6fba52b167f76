import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createOrganisation } from "../../../test/harness/organisation/organisation.ts";
import { faultsOf, openEmployer, rate } from "../../../test/harness/organisation/people.ts";
import { apiOf, byKey } from "../../../test/harness/server.ts";

const employer = await openEmployer();
const { database, server, acme, api, newcomer } = employer;
after(() => employer.close());

test("a department is meant by name or id, and both must mean the same one", async () => {
  const byName = await api.post("/api/v1/users", newcomer({ department_name: "LOGISTYKA PÓŁNOC" }));
  const id = byName.body.department_id;
  assert.equal((await api.post("/api/v1/users", newcomer({ department_id: id.toUpperCase() }))).body.department_id, id);
  assert.equal(
    (await api.post("/api/v1/users", newcomer({ department_id: id, department_name: "logistyka polnoc" }))).status,
    201,
  );
  const apart = await api.post("/api/v1/users", newcomer({ department_id: id, department_name: "Utrzymanie ruchu" }));
  assert.deepEqual(faultsOf(apart), ["#/department_name CONFLICTING_FIELDS"]);
  const unknown = await api.post("/api/v1/users", newcomer({ department_id: "019a2b10-4c5d-7e6f-8a7b-1c2d3e4f5a6b" }));
  assert.deepEqual(faultsOf(unknown), ["#/department_id UNKNOWN_DEPARTMENT"]);
});

test("a name that two departments share is answered with both, and one that is out of use with neither", async () => {
  const two = await api.post("/api/v1/users", newcomer({ department_name: "MAGAZYN" }));
  assert.deepEqual(faultsOf(two), ["#/department_name AMBIGUOUS_DEPARTMENT"]);
  assert.equal(two.body.errors[0].suggestions.length, 2);
  const retired = await api.post("/api/v1/users", newcomer({ department_name: "Archiwum" }));
  assert.deepEqual(faultsOf(retired), ["#/department_name UNKNOWN_DEPARTMENT"]);
  const { rows } = await database.superuser.query("select id from department where tenant_id = $1 and code = 'ARCH'", [
    acme.tenant_id,
  ]);
  const byId = await api.post("/api/v1/users", newcomer({ department_id: rows[0].id }));
  assert.deepEqual(faultsOf(byId), ["#/department_id UNKNOWN_DEPARTMENT"]);
});

test("a contractor has a company, and other people have none", async () => {
  const worker_type = "b2b_contractor";
  const created = await api.post("/api/v1/users", newcomer({ worker_type, contractor_name: "bud-serwis  sp. z o.o." }));
  assert.equal(created.status, 201);
  assert.equal(created.body.contractor_name, "Bud-Serwis Sp. z o.o.");
  const contractor_id = created.body.contractor_id;
  assert.equal((await api.post("/api/v1/users", newcomer({ worker_type, contractor_id }))).status, 201);

  const faults = async (fields: Record<string, unknown>) => faultsOf(await api.post("/api/v1/users", newcomer(fields)));
  assert.deepEqual(await faults({ worker_type }), ["#/contractor_name CONTRACTOR_REQUIRED"]);
  assert.deepEqual(await faults({ contractor_id }), ["#/contractor_id CONTRACTOR_NOT_ALLOWED"]);
  assert.deepEqual(await faults({ contractor_name: "No such company" }), ["#/contractor_name CONTRACTOR_NOT_ALLOWED"]);
  assert.deepEqual(await faults({ worker_type, contractor_name: "Bud Serwis" }), ["#/contractor_name UNKNOWN_CONTRACTOR"]);
  assert.deepEqual(await faults({ worker_type, contractor_id: acme.tenant_id }), ["#/contractor_id UNKNOWN_CONTRACTOR"]);

  const twins = await api.post("/api/v1/users", newcomer({ worker_type, contractor_name: "twin" }));
  assert.deepEqual(faultsOf(twins), ["#/contractor_name AMBIGUOUS_CONTRACTOR"]);
  assert.deepEqual(twins.body.errors[0].suggestions.map((one: any) => one.tax_id).sort(), ["PL1", "PL2"]);
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
  const fields = newcomer({ job_title: "Driver", attributes: { cost_center: "1" } });
  const { id: _, ...record } = (await api.post("/api/v1/users", fields)).body;
  const created = await there.post("/api/v1/users", { id: acme.tenant_id, ...record });
  assert.equal(created.status, 201, created.text);
  assert.notEqual(created.body.id, acme.tenant_id);
  for (const name of ["employee_no", "full_name", "email", "login", "job_title"]) assert.equal(created.body[name], record[name]);
  assert.deepEqual(created.body.attributes, record.attributes);
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
  const real = await api.post("/api/v1/users", newcomer({ department_id: theirs.department_id }));
  const invented = await api.post("/api/v1/users", newcomer({ department_id: "019a2b10-4c5d-7e6f-8a7b-1c2d3e4f5a6b" }));
  assert.equal(real.status, 422);
  assert.deepEqual(real.body.errors, invented.body.errors);
  assert.equal((await api.post("/api/v1/users", newcomer({ employee_no: "F-1", email: "f@foreign.example" }))).status, 201);
});
