// RFC 7644 §3.6: a deleted user causes no conflict, and is the same person again when the provider creates the user again.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { filtered, openProvisioned, urns, type Provisioned } from "../harness/scim.ts";

let acme: Provisioned;
before(async () => {
  acme = await openProvisioned({ settings: { email_required: false } });
});
after(() => acme.close());

let named = 0;
const newName = () => `anna${(named += 1)}@example.com`;

function bodyOf(userName: string, employeeNumber?: string, more: object = {}) {
  const enterprise = employeeNumber === undefined ? {} : { [urns.enterprise]: { employeeNumber } };
  return { schemas: [urns.user, urns.enterprise], userName, ...enterprise, ...more };
}

async function created(userName: string, employeeNumber?: string, more: object = {}): Promise<string> {
  const reply = await acme.scim.generic.post("/Users", bodyOf(userName, employeeNumber, more));
  assert.equal(reply.status, 201, reply.text);
  return reply.body.id;
}

async function deleted(userName: string, employeeNumber?: string, more: object = {}): Promise<string> {
  const id = await created(userName, employeeNumber, more);
  assert.equal((await acme.scim.generic.delete(`/Users/${id}`)).status, 204);
  return id;
}

const record = async (id: string) => (await acme.api.get(`/api/v1/users/${id}`)).body;

test("a POST may use the employee number and the external id of a deleted user", async () => {
  const old = await deleted(newName(), "E-100", { externalId: "x-100" });
  const young = await created(newName(), "e-100", { externalId: "x-100" });
  assert.notEqual(young, old);
  assert.equal((await record(young)).employee_no, "e-100");
  assert.equal((await record(old)).employee_no, `E-100~${old.slice(-12)}`);
  const found = await acme.api.get("/api/v1/users?employee_no=E-100");
  assert.deepEqual(
    found.body.users.map(({ id }: { id: string }) => id),
    [young],
  );
});

for (const method of ["PUT", "PATCH"] as const) {
  test(`a ${method} may use the user name and the employee number of a deleted user`, async () => {
    const [old_name, own_name, number] = [newName(), newName(), `E-${method}`];
    const old = await deleted(old_name, number);
    const id = await created(own_name, `own-${method}`);
    const reply =
      method === "PUT"
        ? await acme.scim.generic.put(`/Users/${id}`, bodyOf(old_name, number))
        : await acme.scim.generic.patch(`/Users/${id}`, [
            { op: "replace", path: "userName", value: old_name },
            { op: "replace", path: `${urns.enterprise}:employeeNumber`, value: number },
          ]);
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual([reply.body.userName, reply.body[urns.enterprise].employeeNumber], [old_name, number]);
    const left = await record(old);
    assert.deepEqual(
      [left.status, left.managed_by, left.login, left.employee_no],
      ["deactivated", "platform", `${old_name}~${old.slice(-12)}`, `${number}~${old.slice(-12)}`],
    );
    const again = await acme.scim.generic.post("/Users", bodyOf(old_name));
    assert.deepEqual([again.status, again.body.scimType], [409, "uniqueness"]);
    const found = await acme.scim.generic.get(filtered("/Users", `userName eq "${old_name}"`));
    assert.deepEqual(
      found.body.Resources.map((user: { id: string }) => user.id),
      [id],
      "the provider finds whom it collides with",
    );
  });
}

test("the audit log shows the keys that a deleted user gave up", async () => {
  const old = await deleted(newName(), "E-200");
  await created(newName(), "E-200");
  const row = (await acme.auditRows(old)).at(-1)!;
  assert.equal(row.operation, "person.change");
  assert.deepEqual(row.personal, { employee_no: ["E-200", `E-200~${old.slice(-12)}`] });
});

test("a user created again is the same person, also when another one has their number now", async () => {
  const [name, number] = [newName(), "E-300"];
  const old = await deleted(name, number, { title: "Driver" });
  const young = await created(newName(), number);
  const taken = await acme.scim.generic.post("/Users", bodyOf(name, number));
  assert.deepEqual([taken.status, taken.body.scimType], [409, "uniqueness"], "an existing user has the number");
  const back = await acme.scim.generic.post("/Users", bodyOf(name));
  assert.deepEqual([back.status, back.body.id], [201, old]);
  assert.equal((await record(young)).employee_no, number);
  assert.equal((await record(old)).status, "invited");
});

test("a user created again may take over the number of another deleted user", async () => {
  const [name, number] = [newName(), "E-400"];
  const old = await deleted(name, "E-401");
  const other = await deleted(newName(), number);
  const back = await acme.scim.generic.post("/Users", bodyOf(name, number));
  assert.deepEqual([back.status, back.body.id], [201, old]);
  assert.deepEqual(
    [(await record(old)).employee_no, (await record(other)).employee_no],
    [number, `${number}~${other.slice(-12)}`],
  );
});

test("a deactivated user keeps name and number", async () => {
  const [name, number] = [newName(), "E-500"];
  await created(name, number, { active: false });
  const id = await created(newName());
  for (const operation of [
    { op: "replace", path: "userName", value: name },
    { op: "replace", path: `${urns.enterprise}:employeeNumber`, value: number },
  ]) {
    const reply = await acme.scim.generic.patch(`/Users/${id}`, [operation]);
    assert.deepEqual([reply.status, reply.body.scimType], [409, "uniqueness"]);
  }
});

test("a number as long as there may be still tells whose it was", async () => {
  const number = "N".repeat(64);
  const old = await deleted(newName(), number);
  await created(newName(), number);
  assert.equal((await record(old)).employee_no, `${"N".repeat(51)}~${old.slice(-12)}`);
});
