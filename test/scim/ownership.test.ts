import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { filtered, openProvisioned, urns, type Provisioned } from "../harness/scim.ts";

let acme: Provisioned;
before(async () => {
  acme = await openProvisioned({ settings: { email_required: false } });
});
after(() => acme.close());

let named = 0;
async function platformPerson(given: Record<string, unknown> = {}): Promise<any> {
  named += 1;
  const person = { employee_no: `N${named}`, first_name: "Jan", last_name: "Nowak", email: `jan${named}@example.com`, ...given };
  const reply = await acme.api.post("/api/v1/users", person);
  assert.equal(reply.status, 201, reply.text);
  return reply.body;
}

async function scimPerson(given: Record<string, unknown> = {}): Promise<any> {
  named += 1;
  const reply = await acme.scim.generic.post("/Users", { schemas: [urns.user], userName: `anna${named}@example.com`, ...given });
  assert.equal(reply.status, 201, reply.text);
  return reply.body;
}

const record = async (id: string) => (await acme.api.get(`/api/v1/users/${id}`)).body;
const user = async (id: string) => (await acme.scim.generic.get(`/Users/${id}`)).body;
const operations = async (id: string) => (await acme.auditRows(id)).map(({ operation }) => operation);

test("whom the identity provider manages, the integration API shows and does not change", async () => {
  const { id } = await scimPerson();
  assert.equal((await record(id)).managed_by, "scim");
  const reply = await acme.api.patch(`/api/v1/users/${id}`, { job_title: "Driver" });
  assert.deepEqual([reply.status, reply.body.code, reply.body.managed_by], [409, "MANAGED_ELSEWHERE", "scim"]);
});

test("people of the platform are shown to the identity provider as they are", async () => {
  const person = await platformPerson({ job_title: "Clerk", language: "pl" });
  const { meta, ...shown } = await user(person.id);
  assert.deepEqual(shown, {
    schemas: [urns.user, urns.enterprise, urns.training],
    id: person.id,
    userName: person.login,
    name: { givenName: "Jan", familyName: "Nowak" },
    title: "Clerk",
    preferredLanguage: "pl",
    active: true,
    emails: [{ value: person.email, type: "work", primary: true }],
    [urns.enterprise]: { employeeNumber: person.employee_no },
    [urns.training]: { workerType: "internal_payroll" },
  });
  assert.deepEqual([meta.created, meta.lastModified], [person.created_at, person.updated_at]);
  const changed = await acme.api.patch(`/api/v1/users/${person.id}`, { job_title: "Boss" });
  assert.equal(changed.status, 200);
  assert.notEqual((await user(person.id)).meta.version, meta.version);
});

test("a POST with the user name of a person of the platform is 409 uniqueness", async () => {
  const { login } = await platformPerson();
  const reply = await acme.scim.generic.post("/Users", { schemas: [urns.user], userName: login.toUpperCase() });
  assert.deepEqual([reply.status, reply.body.scimType], [409, "uniqueness"]);
});

test("PATCH and PUT of a person of the platform claim it, with everything that is known of them", async () => {
  for (const method of ["PATCH", "PUT"]) {
    const person = await platformPerson();
    const body =
      method === "PATCH"
        ? { schemas: [urns.patch], Operations: [{ op: "add", path: "externalId", value: `ext-${named}` }] }
        : { schemas: [urns.user], userName: person.login, externalId: `ext-${named}`, name: { givenName: "Jan" } };
    const reply = await acme.scim.generic.call(method, `/Users/${person.id}`, {
      body,
      headers: { "content-type": "application/scim+json" },
    });
    assert.equal(reply.status, 200, reply.text);
    const after = await record(person.id);
    assert.deepEqual(
      [after.managed_by, after.external_id, after.employee_no, after.first_name],
      ["scim", `ext-${named}`, person.employee_no, "Jan"],
    );
    assert.equal(after.email, method === "PATCH" ? person.email : null);
    const [, claim, ...others] = await acme.auditRows(person.id);
    assert.deepEqual([claim!.changes.managed_by, others], [["platform", "scim"], []]);
    const refused = await acme.api.patch(`/api/v1/users/${person.id}`, { job_title: "x" });
    assert.equal(refused.body.code, "MANAGED_ELSEWHERE");
    assert.equal((await acme.scim.generic.get(filtered("/Users", `externalId eq "ext-${named}"`))).body.totalResults, 1);
  }
});

test("DELETE of a person of the platform ends the account and leaves the person with the platform, gone for SCIM", async () => {
  const person = await platformPerson();
  assert.equal((await acme.scim.generic.delete(`/Users/${person.id}`)).status, 204);
  assert.equal((await acme.scim.generic.get(`/Users/${person.id}`)).status, 404);
  const after = await record(person.id);
  assert.deepEqual([after.status, after.managed_by, after.email], ["deactivated", "platform", person.email]);
  assert.deepEqual(await operations(person.id), ["person.create", "person.deactivate"]);
});

test("active: true does not lift a suspension that was made here, and active: false still ends the account", async () => {
  const { id, ...sent } = await scimPerson();
  await acme.set("person", id, "state = 'suspended', suspended_at = now()");
  const before = await user(id);
  assert.equal(before.active, false);
  assert.equal((await acme.scim.generic.patch(`/Users/${id}`, [{ op: "replace", path: "active", value: true }])).status, 200);
  const put = await acme.scim.okta.put(`/Users/${id}`, { ...sent, title: "Driver", active: true });
  assert.deepEqual([put.body.active, put.body.title], [false, "Driver"]);
  assert.equal((await record(id)).status, "suspended");
  await acme.scim.generic.patch(`/Users/${id}`, [{ op: "replace", path: "active", value: false }]);
  assert.equal((await record(id)).status, "deactivated");
  await acme.scim.generic.patch(`/Users/${id}`, [{ op: "replace", path: "active", value: true }]);
  assert.equal((await record(id)).status, "invited");
});

test("a deactivated user is still shown and found, as inactive", async () => {
  const { id, userName } = await scimPerson({ active: false });
  assert.equal((await record(id)).status, "deactivated");
  const found = await acme.scim.generic.get(filtered("/Users", `userName eq "${userName}" and active eq false`));
  assert.deepEqual([found.body.totalResults, found.body.Resources[0].active], [1, false]);
});

test("e-mail addresses are not unique between people of the provider; whom it leaves behind gives up one that others have", async () => {
  const emails = [{ type: "work", value: "shared@example.com" }];
  const [one, other] = [await scimPerson({ emails }), await scimPerson({ emails })];
  assert.equal((await record(one.id)).email, "shared@example.com");
  await acme.scim.generic.delete(`/Users/${one.id}`);
  assert.equal((await record(one.id)).email, null);
  await acme.scim.generic.delete(`/Users/${other.id}`);
  assert.equal((await record(other.id)).email, "shared@example.com");
});

test("whom the provider has left behind may be changed here, once what the platform needs is there, and is seen again when back", async () => {
  const { id, userName } = await scimPerson();
  await acme.scim.generic.delete(`/Users/${id}`);
  const lacking = await acme.api.patch(`/api/v1/users/${id}`, { active: true });
  assert.deepEqual(
    [lacking.status, lacking.body.errors.map(({ pointer }: any) => pointer)],
    [422, ["#/first_name", "#/last_name"]],
  );
  const back = await acme.api.patch(`/api/v1/users/${id}`, { active: true, first_name: "Anna", last_name: "Nowak" });
  assert.equal(back.status, 200, back.text);
  assert.deepEqual([back.body.status, back.body.managed_by], ["invited", "platform"]);
  assert.equal((await user(id)).name.givenName, "Anna");
  const twin = await acme.scim.generic.post("/Users", { schemas: [urns.user], userName });
  assert.equal(twin.body.scimType, "uniqueness");
});

test("an erased person is not shown, and cannot be claimed", async () => {
  const { id } = await scimPerson();
  await acme.set("person", id, "state = 'anonymized'");
  for (const reply of [
    await acme.scim.generic.get(`/Users/${id}`),
    await acme.scim.generic.patch(`/Users/${id}`, [{ op: "replace", path: "title", value: "x" }]),
  ]) {
    assert.equal(reply.status, 404);
  }
});
