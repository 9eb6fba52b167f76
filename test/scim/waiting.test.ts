// A group may arrive before its users: its members wait for them, and are listed as waiting.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createAccount, sessionOf } from "../harness/panel/panel.ts";
import { openProvisioned, urns, type Provisioned } from "../harness/scim.ts";

let acme: Provisioned;
before(async () => {
  acme = await openProvisioned();
});
after(() => acme.close());

const lenient = ["generic", "entra", "okta"] as const;
let named = 0;
const newName = () => `w${(named += 1)}`;
async function groupOf(members: readonly string[], profile: (typeof lenient)[number] = "generic"): Promise<string> {
  const body = { schemas: [urns.group], displayName: newName(), members: members.map((value) => ({ value })) };
  const reply = await acme.scim[profile].post("/Groups", body);
  assert.equal(reply.status, 201, reply.text);
  return reply.body.id;
}
async function userOf(given: object = {}): Promise<any> {
  const reply = await acme.scim.generic.post("/Users", { schemas: [urns.user], userName: newName(), ...given });
  assert.equal(reply.status, 201, reply.text);
  return reply.body;
}
const membersOf = async (id: string): Promise<string[]> =>
  ((await acme.scim.generic.get(`/Groups/${id}`)).body.members ?? []).map(({ value }: { value: string }) => value);
const waitingFor = async (id: string): Promise<string[]> =>
  (
    await acme.database.superuser.query("select value from scim_waiting_member where group_id = $1 order by value", [id])
  ).rows.map(({ value }) => value);
const notesOf = async (id: string): Promise<string[]> =>
  (
    await acme.database.superuser.query("select notes from scim_exchange where resource_id = $1 order by id desc limit 1", [id])
  ).rows[0].notes.map(({ detail }: { detail: string }) => detail);

test("members of a group that comes before its users join when the users come", async () => {
  for (const profile of lenient) {
    const [one, other] = [newName(), newName()];
    const there = await userOf();
    const id = await groupOf([one, there.id, other], profile);
    assert.deepEqual(await membersOf(id), [there.id]);
    assert.deepEqual(await notesOf(id), [
      `Waiting for 2 members: there is no user with the id "${one}", "${other}". They join when the users come.`,
    ]);
    const told = (await acme.events()).length;
    const come = await userOf({ externalId: one });
    assert.deepEqual(
      come.groups.map(({ value }: { value: string }) => value),
      [id],
      "the answer shows the group",
    );
    assert.deepEqual(new Set(await membersOf(id)), new Set([there.id, come.id]));
    assert.deepEqual(
      (await acme.events()).slice(told).map(({ type }) => type),
      ["user.created", "group.member_joined"],
    );
    assert.deepEqual(await waitingFor(id), [other]);
    const late = await userOf();
    const changed = await acme.scim.generic.patch(`/Users/${late.id}`, [{ op: "add", path: "externalId", value: other }]);
    assert.equal(changed.status, 200, changed.text);
    assert.ok((await membersOf(id)).includes(late.id));
    assert.deepEqual(await waitingFor(id), []);
  }
});

test("a deleted user joins again when created again", async () => {
  const { id: person, userName } = await userOf();
  await acme.scim.generic.delete(`/Users/${person}`);
  const id = await groupOf([person]);
  assert.deepEqual([await membersOf(id), await waitingFor(id)], [[], [person]]);
  assert.equal((await acme.scim.generic.post("/Users", { schemas: [urns.user], userName })).body.id, person);
  assert.deepEqual([await membersOf(id), await waitingFor(id)], [[person], []]);
});

test("removed or replaced members wait no longer, nor do members of a deleted group", async () => {
  const id = await groupOf([]);
  const members = (op: string, ...values: string[]) => ({ op, path: "members", value: values.map((value) => ({ value })) });
  await acme.scim.generic.patch(`/Groups/${id}`, [members("add", "a", "b", "c")]);
  assert.deepEqual(await waitingFor(id), ["a", "b", "c"]);
  await acme.scim.generic.patch(`/Groups/${id}`, [members("remove", "b")]);
  assert.deepEqual(await waitingFor(id), ["a", "c"]);
  await acme.scim.generic.patch(`/Groups/${id}`, [members("replace", "c", "d")]);
  assert.deepEqual(await waitingFor(id), ["c", "d"]);
  await acme.scim.generic.put(`/Groups/${id}`, { schemas: [urns.group], displayName: newName() });
  assert.deepEqual(await waitingFor(id), ["c", "d"], "a PUT that says nothing of members");
  await acme.scim.generic.delete(`/Groups/${id}`);
  assert.deepEqual(await waitingFor(id), []);
});

test("of a list that replaces all members those join who are there, and the others wait; strict refuses it", async () => {
  const [stays, joins] = [await userOf(), await userOf()];
  const gone = await userOf();
  await acme.scim.generic.delete(`/Users/${gone.id}`);
  const id = await groupOf([stays.id]);
  const nobody = "0190c5a2-0000-7000-8000-00000000abcd";
  const value = [stays.id, joins.id.toUpperCase(), gone.id, nobody, "x"].map((one) => ({ value: one }));
  const replacing = { op: "replace", path: "members", value };
  const refused = await acme.scim.strict.patch(`/Groups/${id}`, [replacing]);
  assert.deepEqual([refused.status, refused.body.scimType, await membersOf(id)], [400, "invalidValue", [stays.id]]);
  assert.equal((await acme.scim.generic.patch(`/Groups/${id}`, [replacing])).status, 204);
  assert.deepEqual(new Set(await membersOf(id)), new Set([stays.id, joins.id]));
  assert.deepEqual(new Set(await waitingFor(id)), new Set([nobody, gone.id, "x"]));
});

test("who is named twice comes once and goes once", async () => {
  const { id: person } = await userOf();
  const id = await groupOf([]);
  const told = (await acme.events()).length;
  const other = (await userOf()).id;
  for (const op of ["add", "remove"]) {
    const value = [person, person.toUpperCase(), other].map((one) => ({ value: one }));
    assert.equal((await acme.scim.generic.patch(`/Groups/${id}`, [{ op, path: "members", value }])).status, 204);
  }
  const moves = (await acme.events()).slice(told).filter(({ type }) => type.startsWith("group."));
  const of_person = moves.filter(({ data }) => data.user.id === person).map(({ type }) => type);
  assert.deepEqual(of_person, ["group.member_joined", "group.member_left"]);
});

test("groups cannot be members: strict refuses, the others leave them out and say so", async () => {
  const inner = await groupOf([]);
  const id = await groupOf([inner]);
  assert.deepEqual([await membersOf(id), await waitingFor(id)], [[], []]);
  assert.deepEqual(await notesOf(id), [`Left out 1 members: groups cannot be members; these are groups: "${inner}".`]);
  for (const value of [inner, "missing"]) {
    const refused = await acme.scim.strict.patch(`/Groups/${id}`, [{ op: "add", path: "members", value: [{ value }] }]);
    assert.deepEqual([refused.status, refused.body.scimType], [400, "invalidValue"]);
  }
});

test("more cannot wait for a group than the limit allows", async () => {
  const many = Array.from({ length: 10_003 }, (_, n) => `n${String(n).padStart(5, "0")}`);
  const id = await groupOf(many.slice(0, 9_999));
  for (const said of [many, many.slice(5)]) {
    const value = said.map((one) => ({ value: one }));
    assert.equal((await acme.scim.generic.patch(`/Groups/${id}`, [{ op: "add", path: "members", value }])).status, 204);
  }
  assert.equal((await waitingFor(id)).length, 10_000);
  assert.match((await notesOf(id)).at(-1)!, /^Left out 3 members: more wait for this group than can/);
});

test("the panel shows which groups have members who wait", async () => {
  const id = await groupOf(["not-yet"]);
  const { server, database } = acme;
  const { tenant_id } = acme.acme;
  const panel = await sessionOf(server, database, tenant_id, await createAccount(database, tenant_id, "it_admin"));
  const { status, body } = await panel.get("/scim/waiting");
  assert.equal(status, 200);
  const shown = body.groups.find(({ group }: { group: { id: string } }) => group.id === id);
  assert.deepEqual([shown.members_count, shown.members], [1, ["not-yet"]]);
});

test("a user's entity tag moves when their groups do, and what If-None-Match says stays true", async () => {
  const { id } = await userOf();
  const read = (path: string, tag: string) => acme.scim.generic.get(path, { "if-none-match": tag });
  const alone = (await acme.scim.generic.get(`/Users/${id}`)).body.meta.version;
  assert.equal((await read(`/Users/${id}`, alone)).status, 304);
  const group = await groupOf([id]);
  const joined = await read(`/Users/${id}`, alone);
  assert.deepEqual([joined.status, joined.body.groups.length], [200, 1]);
  const tag = joined.headers.get("etag")!;
  assert.equal(tag, joined.body.meta.version);
  assert.equal((await read(`/Users/${id}`, tag)).status, 304);
  assert.equal((await read(`/Users/${id}?excludedAttributes=groups`, tag)).status, 200, "another body has another tag");
  assert.equal((await read(`/Users/${id}?excludedAttributes=groups`, alone)).status, 304);
  await acme.scim.generic.patch(`/Groups/${group}`, [{ op: "replace", path: "displayName", value: newName() }]);
  const renamed = await read(`/Users/${id}`, tag);
  assert.equal(renamed.status, 200);
  const title = (value: string) => [{ op: "add", path: "title", value }];
  const written = await acme.scim.generic.patch(`/Users/${id}`, title("Driver"), { "if-match": renamed.body.meta.version });
  assert.equal(written.status, 200, written.text);
  assert.equal((await acme.scim.generic.patch(`/Users/${id}`, title("x"), { "if-match": tag })).status, 412);
  await acme.scim.generic.delete(`/Groups/${group}`);
  assert.equal((await read(`/Users/${id}`, written.body.meta.version)).status, 200, "left the last group");
});
