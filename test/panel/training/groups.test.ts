import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { workOff } from "../../harness/jobs.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, sessionOf, type Panel } from "../../harness/panel/panel.ts";
import { startServer, type TestServer } from "../../harness/server.ts";

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
let panel: Panel;
const ids: Record<string, string> = {};

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  acme = await createOrganisation(database, {
    departments: [{ code: "OPS", name: "Operations" }],
    courses: [{ code: "AID", title: "First aid" }],
    groups: [{ code: "IDP", name: "Of the identity provider" }],
    people: ["P1", "P2", "P3", "P4"].map((employee_no) => ({
      employee_no,
      first_name: "Jan",
      last_name: `Nr ${employee_no}`,
      email: `${employee_no.toLowerCase()}@acme.example`,
      job_title: employee_no < "P3" ? "First aider" : "Clerk",
    })),
  });
  await database.superuser.query("update person_group set kind = 'scim' where code = 'IDP'");
  await workOff(database);
  const trainer = await createAccount(database, acme.tenant_id, "training_admin");
  panel = await sessionOf(server, database, acme.tenant_id, trainer);
  for (const text of [
    "select code, id from course",
    "select code, id from person_group",
    "select employee_no as code, id from person",
  ]) {
    for (const { code, id } of (await database.superuser.query(text)).rows) ids[code] = id;
  }
});
after(async () => {
  await server.close();
  await database.close();
});

async function createGroup(body: object): Promise<any> {
  const reply = await panel.post("/groups", { course_ids: [ids["AID"]], ...body });
  assert.equal(reply.status, 201, reply.text);
  await workOff(database);
  return (await panel.get(`/groups/${reply.body.id}`)).body;
}

const change = (id: string, body: object) => panel.call("PATCH", `/groups/${id}`, { body });
const numbersOf = async (id: string, q = "") =>
  (await panel.get(`/groups/${id}/members?q=${q}`)).body.people.map((one: any) => one.employee_no);
const openOf = async (employee_no: string) =>
  (
    await database.superuser.query(
      "select state from enrollment where person_id = $1 and state not in ('cancelled', 'withdrawn')",
      [ids[employee_no]],
    )
  ).rows.map(({ state }) => state);

test("people join a manual group by their numbers, are asked for its courses, and leave it again", async () => {
  const group = await createGroup({ code: "AIDERS", name: "First aiders", kind: "manual" });
  assert.deepEqual([group.members, group.last_batch, group.courses[0].code], [0, null, "AID"]);
  const joined = await panel.post(`/groups/${group.id}/join`, { employee_nos: ["p1", "P2", "P1"] });
  assert.deepEqual([joined.status, joined.body], [200, { moved: 2, unchanged: 0 }], joined.text);
  assert.deepEqual(await numbersOf(group.id), ["P1", "P2"]);
  assert.deepEqual(await numbersOf(group.id, "p2"), ["P2"]);
  assert.deepEqual(await openOf("P1"), ["assigned"]);
  const again = await panel.post(`/groups/${group.id}/join`, { employee_nos: ["P1", "P3"] });
  assert.deepEqual(again.body, { moved: 1, unchanged: 1 });
  const left = await panel.post(`/groups/${group.id}/leave`, { person_ids: [ids["P1"], ids["P4"]] });
  assert.deepEqual(left.body, { moved: 1, unchanged: 1 });
  assert.deepEqual(await openOf("P1"), []);
  const { entries } = (await panel.get(`/groups/${group.id}/history`)).body;
  assert.deepEqual(
    entries.map(({ operation, changes }: any) => [operation, changes.people]),
    [
      ["group.leave", [1, null]],
      ["group.join", [null, 1]],
      ["group.join", [null, 2]],
      ["group.create", undefined],
    ],
  );
});

test("each unknown number is named, and then no one joins", async () => {
  const group = await createGroup({ code: "NAMED", name: "Named", kind: "manual" });
  const reply = await panel.post(`/groups/${group.id}/join`, { employee_nos: ["P1", "X9", "P2", "x10"] });
  assert.equal(reply.status, 422);
  assert.deepEqual(
    reply.body.errors.map(({ pointer, detail }: any) => [pointer, detail]),
    [
      ["#/employee_nos/1", 'there is no employee number "X9"'],
      ["#/employee_nos/3", 'there is no employee number "x10"'],
    ],
  );
  assert.deepEqual(await numbersOf(group.id), []);
  const empty = await panel.post(`/groups/${group.id}/join`, {});
  assert.deepEqual([empty.status, empty.body.errors[0].pointer], [422, "#/employee_nos"]);
});

test("a dynamic group has the members whom its preview named, and follows a change of its conditions", async () => {
  const conditions = { job_title_contains: "AIDER" };
  const said = await panel.post("/groups/preview", { conditions, course_ids: [ids["AID"]] });
  assert.deepEqual([said.status, said.body.people.in, said.body.leaving], [200, 2, []], said.text);
  const group = await createGroup({ code: "DYN", name: "By title", kind: "dynamic", conditions });
  assert.equal(group.members, 2);
  assert.equal(group.last_batch.done.joined, 2);
  const next = { conditions: { job_title_contains: "clerk" } };
  const later = await panel.post("/groups/preview", { id: group.id, course_ids: [ids["AID"]], ...next });
  assert.deepEqual([later.body.people.in, later.body.people.out, later.body.people.stay], [2, 2, 0]);
  assert.equal((await change(group.id, next)).status, 200);
  await workOff(database);
  assert.deepEqual(await numbersOf(group.id), ["P3", "P4"]);
  const by_hand = await panel.post(`/groups/${group.id}/join`, { employee_nos: ["P1"] });
  assert.deepEqual([by_hand.status, by_hand.body.code], [409, "MEMBERS_BY_CONDITIONS"]);
  assert.equal((await panel.post(`/groups/${group.id}/retire`)).status, 200);
  await workOff(database);
});

test("courses that a manual group gets later are assigned to its members in the background, as its preview said", async () => {
  const group = await createGroup({ code: "LATER", name: "Later", kind: "manual", course_ids: [] });
  await panel.post(`/groups/${group.id}/join`, { employee_nos: ["P4"] });
  assert.deepEqual(await openOf("P4"), []);
  const said = await panel.post("/groups/preview", { id: group.id, course_ids: [ids["AID"]] });
  assert.deepEqual([said.body.people.stay, said.body.enrollments.assigned], [1, 1]);
  assert.equal((await change(group.id, { course_ids: [ids["AID"]] })).status, 200);
  await workOff(database);
  assert.deepEqual(await openOf("P4"), ["assigned"]);
});

test("everybody leaves a retired group, a manual one too; its code is free, and identity providers do not bring it back", async () => {
  const group = await createGroup({ code: "OVER", name: "Over", kind: "manual" });
  await panel.post(`/groups/${group.id}/join`, { employee_nos: ["P1", "P3"] });
  assert.equal((await panel.post(`/groups/${group.id}/retire`)).status, 200);
  await workOff(database);
  const { body } = await panel.get(`/groups/${group.id}`);
  assert.deepEqual([body.members, body.last_batch.done.left], [0, 2]);
  assert.deepEqual(await openOf("P1"), []);
  assert.equal((await panel.get("/groups?q=Over")).body.pagination.total, 0);
  assert.equal((await panel.post(`/groups/${group.id}/join`, { employee_nos: ["P1"] })).status, 404);
  const events = await database.superuser.query(
    "select body from event where type = 'group.member_left' order by xid desc, id desc limit 1",
  );
  const told = JSON.parse(events.rows[0].body.toString()).data;
  assert.deepEqual([told.reason, told.group.code], ["removed", "OVER"]);
  const next = await createGroup({ code: "over", name: "Anew", kind: "manual" });
  assert.notEqual(next.id, group.id);
});

test("what the identity provider keeps of its group is refused with the reason; its courses are chosen here", async () => {
  const id = ids["IDP"]!;
  for (const reply of [
    await change(id, { name: "Ours" }),
    await panel.post(`/groups/${id}/join`, { employee_nos: ["P1"] }),
    await panel.post(`/groups/${id}/leave`, { employee_nos: ["P1"] }),
    await panel.post(`/groups/${id}/retire`),
  ]) {
    assert.deepEqual([reply.status, reply.body.code], [409, "GROUP_MANAGED_ELSEWHERE"], reply.text);
  }
  const reply = await change(id, { course_ids: [ids["AID"]], due_days: 10 });
  assert.deepEqual([reply.status, reply.body.due_days], [200, 10], reply.text);
  await workOff(database);
});

test("a group is refused at the field: its code twice, conditions where none belong, and none where it is dynamic", async () => {
  await createGroup({ code: "TWICE", name: "One", kind: "manual" });
  const conditions = { job_title_contains: "a" };
  for (const [body, pointer] of [
    [{ code: "twice", name: "Two", kind: "manual" }, "#/code"],
    [{ code: "M", name: "Two", kind: "manual", conditions }, "#/conditions"],
    [{ code: "D", name: "Two", kind: "dynamic" }, "#/conditions"],
    [{ code: "D", name: "Two", kind: "dynamic", conditions: {} }, "#/conditions"],
    [{ code: "D", name: "Two", kind: "scim" }, "#/kind"],
    [{ code: "", name: "Two", kind: "manual" }, "#/code"],
  ] as const) {
    const reply = await panel.post("/groups", body);
    assert.deepEqual([reply.status, reply.body.errors?.map((one: any) => one.pointer)], [422, [pointer]], reply.text);
  }
});
