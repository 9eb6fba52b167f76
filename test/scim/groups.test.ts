import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { filtered, openProvisioned, urns, type Provisioned } from "../harness/scim.ts";
import type { Reply } from "../harness/server.ts";

let acme: Provisioned;
/** Users in the order of their creation. */
const people: string[] = [];

before(async () => {
  acme = await openProvisioned({
    courses: [{ code: "FIRE", title: "Fire" }],
    groups: [
      { code: "DRIVERS", name: "Drivers", courses: ["FIRE"] },
      { code: "OFFICE", name: "Office" },
      { code: "MANUAL", name: "By hand" },
      { code: "PAYROLL", name: "Payroll", when: { worker_type: "b2b_contractor" } },
    ],
  });
  for (let index = 0; index < 6; index += 1) {
    const reply = await acme.scim.generic.post("/Users", {
      schemas: [urns.user],
      userName: `member${index}`,
      name: { givenName: "Jan", familyName: `Nowak ${index}` },
      active: true,
    });
    assert.equal(reply.status, 201, reply.text);
    people.push(reply.body.id);
  }
});
after(() => acme.close());

let named = 0;
async function create(members: readonly string[] = [], given: Record<string, unknown> = {}): Promise<any> {
  named += 1;
  const reply = await acme.scim.generic.post("/Groups", {
    schemas: [urns.group],
    displayName: `Group ${named}`,
    members: members.map((value) => ({ value })),
    ...given,
  });
  assert.equal(reply.status, 201, reply.text);
  return reply.body;
}

const shown = async (id: string) => (await acme.scim.generic.get(`/Groups/${id}`)).body;
const membersOf = async (id: string): Promise<string[]> =>
  ((await shown(id)).members ?? []).map(({ value }: any) => value).sort();
const users = (...indexes: number[]) => indexes.map((index) => people[index]!).sort();
const value = (...indexes: number[]) => indexes.map((index) => ({ value: people[index] }));
const idOf = async (name: string) =>
  (await acme.scim.generic.get(filtered("/Groups", `displayName eq "${name}"`))).body.Resources[0].id;
const toldSince = async (count: number) =>
  (await acme.events())
    .slice(count)
    .filter(({ type }) => type.startsWith("group."))
    .map(({ type, data }) => [type, data.user.id, data.group.id, data.reason]);

test("a group is created with 201, Location and ETag, its members by name and address, and shown so again", async () => {
  const sent = { schemas: [urns.group, "http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group"] };
  const reply = await acme.scim.entra.post("/Groups", {
    ...sent,
    externalId: "8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159",
    displayName: "Warehouse",
    members: value(0),
    meta: { resourceType: "Group" },
  });
  assert.equal(reply.status, 201, reply.text);
  const { id, meta, ...group } = reply.body;
  assert.deepEqual(group, {
    schemas: [urns.group],
    externalId: "8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159",
    displayName: "Warehouse",
    members: [
      {
        value: people[0],
        $ref: `https://muster.example/scim/v2/ACME/Users/${people[0]}`,
        display: "Jan Nowak 0",
        type: "User",
      },
    ],
  });
  assert.equal(meta.location, `https://muster.example/scim/v2/ACME/Groups/${id}`);
  assert.equal(reply.headers.get("location"), meta.location);
  assert.equal(reply.headers.get("etag"), meta.version);
  assert.deepEqual(await shown(id), reply.body);
  const { groups } = (await acme.scim.generic.get(`/Users/${people[0]}`)).body;
  assert.deepEqual(
    groups.filter((each: any) => each.value === id),
    [{ value: id, $ref: meta.location, display: "Warehouse", type: "direct" }],
  );
});

test("PATCH adds, removes and replaces exactly the members named, in every shape that providers send, and answers 204", async () => {
  const { id } = await create([people[0]!, people[1]!]);
  const steps: [unknown[], string[]][] = [
    [[{ op: "Add", path: "members", value: [{ $ref: null, value: people[2] }] }], users(0, 1, 2)],
    [[{ op: "Remove", path: "members", value: [{ $ref: null, value: people[0] }] }], users(1, 2)],
    [[{ op: "remove", path: `members[value eq "${people[1]}"]` }], users(2)],
    [[{ op: "remove", path: `members[value eq "${people[1]}"]` }], users(2)],
    [
      [
        { op: "add", path: "members", value: value(3, 4) },
        { op: "remove", path: `members[value eq "${people[2]}"]` },
      ],
      users(3, 4),
    ],
    [[{ op: "replace", path: "members", value: value(4, 5) }], users(4, 5)],
    [[{ op: "add", value: { members: value(0) } }], users(0, 4, 5)],
    [[{ op: "add", path: "members", value: people[1]!.toUpperCase() }], users(0, 1, 4, 5)],
    [[{ op: "remove", path: "members" }], []],
  ];
  for (const [operations, expected] of steps) {
    const reply = await acme.scim.entra.patch(`/Groups/${id}`, operations);
    assert.deepEqual([reply.status, reply.text], [204, ""], reply.text);
    assert.deepEqual(await membersOf(id), expected, JSON.stringify(operations));
  }
});

test("PATCH with attributes answers 200 with these", async () => {
  const { id } = await create();
  const operations = [{ op: "add", path: "members", value: value(1) }];
  const reply = await acme.scim.generic.patch(`/Groups/${id}?attributes=displayName,members.value`, operations);
  assert.equal(reply.status, 200);
  assert.deepEqual(reply.body, { schemas: [urns.group], id, displayName: `Group ${named}`, members: value(1) });
});

test("Okta names the group by its own id beside the new name", async () => {
  const { id } = await create([people[0]!]);
  const reply = await acme.scim.okta.patch(`/Groups/${id}`, [{ op: "replace", value: { id, displayName: "Renamed" } }]);
  assert.equal(reply.status, 204, reply.text);
  const group = await shown(id);
  assert.deepEqual([group.displayName, group.members.length], ["Renamed", 1]);
  assert.deepEqual(await toldSince((await acme.events()).length), []);
});

test("PUT replaces name and members; one that says nothing of members leaves them", async () => {
  const { id } = await create([people[0]!, people[1]!], { nickName: "kept until the PUT" });
  const put = (body: object) => acme.scim.okta.put(`/Groups/${id}`, { schemas: [urns.group], id, displayName: "Put", ...body });
  assert.equal((await shown(id)).nickName, "kept until the PUT");
  const reply = await put({ members: value(1, 2) });
  assert.equal(reply.status, 200, reply.text);
  assert.deepEqual([reply.body.displayName, reply.body.nickName], ["Put", undefined]);
  assert.deepEqual(await membersOf(id), users(1, 2));
  assert.equal((await put({})).status, 200);
  assert.deepEqual(await membersOf(id), users(1, 2));
  assert.equal((await put({ members: [] })).status, 200);
  assert.deepEqual(await membersOf(id), []);
});

test("unknown members are left out, but a strict client is refused", async () => {
  const { id } = await create([people[0]!]);
  const unknown = "01a1ff58-c90e-73bc-b1d9-39b99b0a52eb";
  for (const missing of [unknown, "string id 1", id]) {
    const add = [{ op: "add", path: "members", value: [{ value: missing }, { value: people[1] }] }];
    const refused = await acme.scim.strict.patch(`/Groups/${id}`, add);
    assert.deepEqual([refused.status, refused.body.scimType], [400, "invalidValue"]);
    assert.ok(refused.body.detail.includes(missing));
    assert.deepEqual(await membersOf(id), users(0));
  }
  const mixed = [{ op: "add", path: "members", value: [{ value: unknown }, { value: "x" }, { value: people[1] }] }];
  assert.equal((await acme.scim.generic.patch(`/Groups/${id}`, mixed)).status, 204);
  assert.deepEqual(await membersOf(id), users(0, 1));
});

test("members who join get the group's courses, and lose them on leaving; events and audit name only those", async () => {
  const id = await idOf("Drivers");
  const told = (await acme.events()).length;
  const enrolled = async (index: number) =>
    (await acme.api.get(`/api/v1/enrollments?user_id=${people[index]}`)).body.enrollments.map((each: any) => [
      each.course_code,
      each.status,
      each.source,
    ]);
  await acme.scim.generic.patch(`/Groups/${id}`, [{ op: "add", path: "members", value: value(0, 1) }]);
  assert.deepEqual(await enrolled(0), [["FIRE", "assigned", "group"]]);
  await acme.scim.generic.patch(`/Groups/${id}`, [{ op: "add", path: "members", value: value(1, 2) }]);
  await acme.scim.generic.patch(`/Groups/${id}`, [{ op: "replace", path: "members", value: value(1, 2, 3) }]);
  assert.deepEqual(await enrolled(0), [["FIRE", "cancelled", "group"]]);
  assert.deepEqual(await enrolled(3), [["FIRE", "assigned", "group"]]);
  const [joined, left] = ["group.member_joined", "group.member_left"];
  assert.deepEqual(await toldSince(told), [
    [joined, people[0], id, "added"],
    [joined, people[1], id, "added"],
    [joined, people[2], id, "added"],
    [joined, people[3], id, "added"],
    [left, people[0], id, "removed"],
  ]);
  const audit = (await acme.auditRows(id)).filter(({ operation }) => operation === "group.change");
  assert.deepEqual(
    audit.map(({ changes, actor_name }) => [actor_name, changes.person_ids]),
    [
      ["generic", [null, users(0, 1)]],
      ["generic", [null, users(2)]],
      ["generic", [users(0), users(3)]],
    ],
  );
  assert.equal((await acme.scim.generic.delete(`/Groups/${id}`)).status, 204);
  assert.deepEqual(await enrolled(3), [["FIRE", "cancelled", "group"]]);
});

test("a change that changes nothing moves neither version nor lastModified, and is not told", async () => {
  const { id, meta, ...group } = await create([people[0]!]);
  const told = (await acme.events()).length;
  const nothing = [
    () => acme.scim.generic.patch(`/Groups/${id}`, [{ op: "add", path: "members", value: value(0) }]),
    () => acme.scim.generic.patch(`/Groups/${id}`, [{ op: "remove", path: "members", value: value(3) }]),
    () => acme.scim.generic.patch(`/Groups/${id}`, [{ op: "replace", path: "members", value: value(0) }]),
    () => acme.scim.generic.patch(`/Groups/${id}`, [{ op: "replace", value: { displayName: group.displayName } }]),
    () => acme.scim.generic.patch(`/Groups/${id}`, []),
    () => acme.scim.generic.put(`/Groups/${id}`, { id, meta, ...group }),
  ];
  for (const change of nothing) {
    const reply = await change();
    assert.ok(reply.status < 300, reply.text);
    assert.deepEqual((await shown(id)).meta, meta);
  }
  assert.equal((await acme.events()).length, told);
  assert.equal((await acme.auditRows(id)).length, 1);
});

test("versions guard groups: 304 to a client with this one, 412 to one with another; members change them", async () => {
  const { id, meta } = await create();
  assert.equal((await acme.scim.generic.get(`/Groups/${id}`, { "if-none-match": meta.version })).status, 304);
  await acme.scim.generic.patch(`/Groups/${id}`, [{ op: "add", path: "members", value: value(0) }]);
  assert.equal((await acme.scim.generic.get(`/Groups/${id}`, { "if-none-match": meta.version })).status, 200);
  const stale = { "if-match": meta.version };
  for (const reply of [
    await acme.scim.generic.put(`/Groups/${id}`, { schemas: [urns.group], displayName: "x" }, stale),
    await acme.scim.generic.patch(`/Groups/${id}`, [{ op: "remove", path: "members" }], stale),
    await acme.scim.generic.delete(`/Groups/${id}`, stale),
  ]) {
    assert.deepEqual([reply.status, reply.body.schemas], [412, [urns.error]]);
  }
  assert.deepEqual(await membersOf(id), users(0));
  const current = (await shown(id)).meta.version;
  assert.equal((await acme.scim.generic.delete(`/Groups/${id}`, { "if-match": current })).status, 204);
});

test("DELETE answers 204 and then 404 everywhere, and everybody has left; the same group comes back with the same id", async () => {
  const told = (await acme.events()).length;
  const { id, displayName } = await create([people[0]!, people[1]!]);
  assert.equal((await acme.scim.generic.delete(`/Groups/${id}`)).status, 204);
  for (const reply of [
    await acme.scim.generic.get(`/Groups/${id}`),
    await acme.scim.generic.patch(`/Groups/${id}`, []),
    await acme.scim.generic.put(`/Groups/${id}`, { schemas: [urns.group], displayName }),
    await acme.scim.generic.delete(`/Groups/${id}`),
  ]) {
    assert.equal(reply.status, 404);
  }
  assert.equal((await acme.scim.generic.get(filtered("/Groups", `displayName eq "${displayName}"`))).body.totalResults, 0);
  assert.equal((await toldSince(told)).length, 4);
  const again = await acme.scim.generic.post("/Groups", { schemas: [urns.group], displayName });
  assert.deepEqual([again.status, again.body.id, again.body.members], [201, id, undefined]);
});

test("lists filter by name and by member; excludedAttributes leaves members out", async () => {
  const { id, displayName } = await create([people[4]!]);
  const find = async (filter: string, more = "") => (await acme.scim.generic.get(filtered("/Groups", filter, more))).body;
  assert.deepEqual((await find(`displayName eq "${displayName.toUpperCase()}"`)).Resources[0].id, id);
  assert.equal((await find(`id eq "${id}" and members eq "${people[4]}"`)).totalResults, 1);
  assert.equal((await find(`id eq "${id}" and members eq "${people[5]}"`)).totalResults, 0);
  assert.equal((await find(`id eq "${id}" and members[value eq "${people[4]}" and type eq "User"]`)).totalResults, 1);
  const [bare] = (await find(`id eq "${id}"`, "&excludedAttributes=members")).Resources;
  assert.deepEqual([bare.displayName, bare.members], [displayName, undefined]);
  const alone = await acme.scim.generic.get(`/Groups/${id}?excludedAttributes=members`);
  assert.equal(alone.body.members, undefined);
  const sorted = (await acme.scim.generic.get("/Groups?sortBy=displayName&sortOrder=descending&attributes=displayName")).body;
  const names: string[] = sorted.Resources.map((each: any) => each.displayName.toLowerCase());
  assert.deepEqual(
    names,
    names.toSorted((one, other) => (one < other ? 1 : -1)),
  );
});

test("whom the provider deletes leaves its groups, is found in none, and is in none when back", async () => {
  const made = await acme.scim.generic.post("/Users", { schemas: [urns.user], userName: "soon gone" });
  const user_id = made.body.id;
  const { id, meta } = await create([user_id, people[0]!]);
  const manual = await acme.database.superuser.query(
    `insert into group_member (tenant_id, id, group_id, person_id, joined_at)
     select tenant_id, infra.new_id(), id, $1, now() from person_group where code = 'MANUAL' returning group_id`,
    [user_id],
  );
  const by_hand = manual.rows[0].group_id;
  const found = async (filter: string) => (await acme.scim.generic.get(filtered("/Groups", filter))).body.totalResults;
  const by_member = [`members eq "${user_id}"`, `members[value eq "${user_id}"]`];
  for (const filter of by_member) assert.equal(await found(filter), 2);
  const told = (await acme.events()).length;
  await acme.scim.generic.delete(`/Users/${user_id}`);
  assert.deepEqual(await membersOf(id), users(0));
  assert.deepEqual(await membersOf(by_hand), []);
  for (const filter of by_member) assert.equal(await found(filter), 0, filter);
  assert.equal(await found(`id eq "${by_hand}" and members pr`), 0);
  assert.deepEqual(await toldSince(told), [["group.member_left", user_id, id, "removed"]]);
  const changed = await acme.scim.generic.get(`/Groups/${id}`, { "if-none-match": meta.version });
  assert.equal(changed.status, 200);
  assert.deepEqual((await acme.auditRows(id)).at(-1)!.changes.person_ids, [[user_id], null]);
  const back = await acme.scim.generic.post("/Users", { schemas: [urns.user], userName: "soon gone" });
  assert.deepEqual([back.status, back.body.id], [201, user_id]);
  assert.deepEqual(await membersOf(id), users(0));
  // The provider cannot remove people who were added by hand.
  assert.deepEqual(await membersOf(by_hand), [user_id]);
});

test("people who are deleted while their groups change are members of none, and none waits for ever", async () => {
  const leaving = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const made = await acme.scim.generic.post("/Users", { schemas: [urns.user], userName: `leaving${index}` });
      return made.body.id as string;
    }),
  );
  const groups = await Promise.all([create(), create(leaving), create(leaving.slice(0, 6))]);
  const replies: Reply[] = [];
  for (const [index, id] of leaving.entries()) {
    const add = [{ op: "add", path: "members", value: [{ value: id }, { value: people[index % 6] }] }];
    const changes = groups.map((group) => acme.scim.generic.patch(`/Groups/${group.id}`, add));
    replies.push(...(await Promise.all([acme.scim.generic.delete(`/Users/${id}`), ...changes])));
  }
  assert.deepEqual([...new Set(replies.map(({ status }) => status))], [204]);
  const { rows } = await acme.database.superuser.query(
    "select count(*)::int as n from group_member where left_at is null and person_id = any ($1::uuid[])",
    [leaving],
  );
  assert.deepEqual(rows, [{ n: 0 }]);
  for (const { id } of groups) assert.deepEqual(await membersOf(id), users(0, 1, 2, 3, 4, 5));
});

test("a group that people kept is the provider's from its first change on; one with conditions stays as it is", async () => {
  const office = await idOf("Office");
  assert.equal(
    (await acme.scim.generic.patch(`/Groups/${office}`, [{ op: "add", path: "members", value: value(0) }])).status,
    204,
  );
  const change = (await acme.auditRows(office)).at(-1);
  assert.deepEqual(change!.changes.kind, ["manual", "scim"]);
  const payroll = await idOf("Payroll");
  for (const reply of [
    await acme.scim.generic.patch(`/Groups/${payroll}`, [{ op: "add", path: "members", value: value(0) }]),
    await acme.scim.generic.put(`/Groups/${payroll}`, { schemas: [urns.group], displayName: "x" }),
    await acme.scim.generic.delete(`/Groups/${payroll}`),
  ]) {
    assert.deepEqual([reply.status, reply.body.scimType], [400, "mutability"]);
  }
});

test("what cannot be is refused with a scimType and the place", async () => {
  const { id } = await create();
  const cases: [string, string, unknown, string, RegExp][] = [
    ["POST", "/Groups", { schemas: [urns.group] }, "invalidValue", /displayName/],
    ["POST", "/Groups", { schemas: [urns.group], displayName: "" }, "invalidValue", /displayName/],
    ["POST", "/Groups", { schemas: [urns.group], displayName: "x".repeat(201) }, "invalidValue", /displayName.*200/],
    ["POST", "/Groups", { schemas: [urns.group], displayName: "x", externalId: "x".repeat(256) }, "invalidValue", /externalId/],
    ["POST", "/Groups", { schemas: [urns.group], displayName: "x", members: [{ type: "User" }] }, "invalidValue", /members/],
  ];
  for (const [method, path, body, scimType, detail] of cases) {
    const reply = await acme.scim.generic.call(method, path, { body });
    assert.deepEqual([reply.status, reply.body.scimType], [400, scimType], reply.text);
    assert.match(reply.body.detail, detail);
  }
  const patches: [unknown, string][] = [
    [{ op: "remove", path: "displayName" }, "mutability"],
    [{ op: "replace", path: `members[value eq "${people[0]}"].display`, value: "x" }, "mutability"],
    [{ op: "remove", path: 'members[display eq "x"]' }, "invalidFilter"],
    [{ op: "replace", path: "nothing", value: 1 }, "invalidPath"],
  ];
  for (const [operation, scimType] of patches) {
    const reply = await acme.scim.generic.patch(`/Groups/${id}`, [operation]);
    assert.deepEqual([reply.status, reply.body.scimType], [400, scimType], reply.text);
    assert.match(reply.body.detail, /Operations\[0\]/);
  }
});
