// The enterprise manager: a person of the organisation, in whatever form a provider names them; other values are stored as sent.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { filtered, openProvisioned, urns, type ProfileName, type Provisioned } from "../harness/scim.ts";

let acme: Provisioned;
before(async () => {
  acme = await openProvisioned();
});
after(() => acme.close());

const path = `${urns.enterprise}:manager`;
const managerOf = (user: any) => user[urns.enterprise]?.manager;
const read = async (id: string) => (await acme.scim.generic.get(`/Users/${id}`)).body;
const record = async (id: string) => (await acme.api.get(`/api/v1/users/${id}`)).body;

let named = 0;
async function create(given: Record<string, unknown> = {}): Promise<any> {
  named += 1;
  const name = { givenName: "Ewa", familyName: `Lis ${named}` };
  const reply = await acme.scim.generic.post("/Users", { schemas: [urns.user], userName: `m${named}`, name, ...given });
  assert.equal(reply.status, 201, reply.text);
  return reply.body;
}

async function patch(id: string, operation: object, profile: ProfileName = "generic"): Promise<any> {
  const reply = await acme.scim[profile].patch(`/Users/${id}`, [operation]);
  assert.ok(reply.status < 300, reply.text);
  return read(id);
}

test("what Entra and Okta send sets and clears the manager, who is shown with address and name", async () => {
  const boss = await create({ [urns.enterprise]: { employeeNumber: "B-7" } });
  const shown = { value: boss.id, $ref: boss.meta.location, displayName: `Ewa ${boss.name.familyName}` };
  const { id } = await create();
  const sent: [ProfileName, object][] = [
    ["entra", { op: "Add", path, value: boss.id }],
    ["entra", { op: "Replace", path, value: [{ $ref: `../Users/${boss.id}`, value: boss.id }] }],
    ["okta", { op: "replace", value: { [urns.enterprise]: { manager: { value: "b-7", displayName: "Somebody" } } } }],
    ["generic", { op: "add", path: `${path}.value`, value: boss.userName }],
    ["strict", { op: "replace", path, value: { value: boss.id } }],
  ];
  for (const [profile, operation] of sent) {
    assert.deepEqual(managerOf(await patch(id, operation, profile)), shown, JSON.stringify(operation));
    assert.deepEqual([(await record(id)).manager_id, (await record(id)).manager_employee_no], [boss.id, "B-7"]);
    assert.equal(managerOf(await patch(id, { op: "remove", path }, profile)), undefined);
    assert.equal((await record(id)).manager_id, null);
  }
});

test("what was read can be put back, and a PUT without the manager clears it", async () => {
  const boss = await create();
  const person = await create({ [urns.enterprise]: { manager: { value: boss.id } } });
  const put = await acme.scim.generic.put(`/Users/${person.id}`, person);
  assert.deepEqual([put.status, put.body.meta.version], [200, person.meta.version], put.text);
  assert.equal((await acme.auditRows(person.id)).length, 1);
  const { [urns.enterprise]: _, ...without } = person;
  assert.equal(managerOf((await acme.scim.generic.put(`/Users/${person.id}`, without)).body), undefined);
});

test("somebody unknown is kept as sent, and becomes the manager when the person is written after they have come", async () => {
  const sent = { value: "later-7", $ref: "../Users/later-7" };
  const { id } = await create({ [urns.enterprise]: { manager: sent } });
  assert.deepEqual(managerOf(await read(id)), sent);
  assert.deepEqual(managerOf(await patch(id, { op: "add", path: "title", value: "Clerk" })), sent);
  const boss = await create({ userName: "later-7" });
  assert.equal(managerOf(await patch(id, { op: "add", path: "title", value: "Boss" })).value, boss.id);
  assert.equal((await record(id)).manager_id, boss.id);
  assert.deepEqual(managerOf(await patch(id, { op: "replace", path: `${path}.value`, value: "gone" })), { value: "gone" });
});

test("nobody is above themselves: 400 that names the way, and nothing is changed", async () => {
  const top = await create({ [urns.enterprise]: { employeeNumber: "T-1" } });
  const below = await create({ [urns.enterprise]: { employeeNumber: "T-2", manager: { value: top.id } } });
  for (const [user, value] of [
    [top, below.id],
    [top, top.id],
  ]) {
    const reply = await acme.scim.entra.patch(`/Users/${user.id}`, [{ op: "Add", path, value }]);
    assert.deepEqual([reply.status, reply.body.scimType], [400, "invalidValue"], reply.text);
    assert.match(reply.body.detail, /#\/manager: would put people above themselves: T-1 → (T-2 → )?T-1, .*[^.]\.$/);
  }
  assert.equal(managerOf(await read(top.id)), undefined);
});

test("a manager who was kept as sent stays so where the person would be above themselves: no other change is refused for it", async () => {
  const itself = { value: "K-1", $ref: "../Users/K-1" };
  const top = await create({ [urns.enterprise]: { employeeNumber: "K-1", manager: itself } });
  const early = await create({ [urns.enterprise]: { employeeNumber: "K-2", manager: { value: "K-3" } } });
  const late = await create({ [urns.enterprise]: { employeeNumber: "K-3", manager: { value: early.id } } });
  for (const [{ id }, kept] of [
    [top, itself],
    [early, { value: "K-3" }],
  ] as const) {
    const changed = await patch(id, { op: "replace", path: "active", value: false });
    assert.deepEqual([changed.active, managerOf(changed)], [false, kept]);
    const put = await acme.scim.generic.put(`/Users/${id}`, { ...changed, title: "Clerk" });
    assert.deepEqual([put.status, put.body.title, managerOf(put.body)], [200, "Clerk", kept], put.text);
  }
  await patch(late.id, { op: "remove", path });
  assert.equal(managerOf(await patch(early.id, { op: "replace", path: "title", value: "Boss" })).value, late.id);
});

test("filters find people by their manager, known or as sent", async () => {
  const boss = await create({ name: { givenName: "Zoë", familyName: "Filter" } });
  const known = await create({ [urns.enterprise]: { manager: { value: boss.id } } });
  const unknown = await create({ [urns.enterprise]: { manager: { value: "unknown-9" } } });
  const found = async (filter: string) => {
    const reply = await acme.scim.generic.get(filtered("/Users", filter));
    assert.equal(reply.status, 200, reply.text);
    return (reply.body.Resources ?? []).map(({ id }: any) => id);
  };
  assert.deepEqual(await found(`${path}.value eq "${boss.id}"`), [known.id]);
  assert.deepEqual(await found(`${path} eq "${boss.id}" and id eq "${known.id}"`), [known.id]);
  assert.deepEqual(await found(`${path}.displayName co "filter"`), [known.id]);
  assert.deepEqual(await found(`${path}.$ref eq "${boss.meta.location}"`), [known.id]);
  assert.deepEqual(await found(`${path}.value eq "unknown-9"`), [unknown.id]);
  const either = `(id eq "${known.id}" or id eq "${unknown.id}" or id eq "${boss.id}")`;
  assert.deepEqual(await found(`${path} pr and ${either}`), [known.id, unknown.id]);
});
