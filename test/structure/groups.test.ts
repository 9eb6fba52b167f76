import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { newId } from "../../server/platform/ids.ts";
import { workOff } from "../harness/jobs.ts";
import { faultsIn, openStructured, other_scopes, type Structured } from "../harness/organisation/structure.ts";

// Groups managed by a client, docs/decisions/0054.

const url = "/api/v1/groups";

let acme: Structured;
before(async () => {
  acme = await openStructured({
    departments: [{ name: "Logistics", code: "LOG" }],
    courses: [
      { code: "FIRE", title: "Fire warden", default_due_days: 10 },
      { code: "AID", title: "First aid" },
    ],
    learning_paths: [{ code: "PATH", title: "Path", courses: ["FIRE", "AID"] }],
    groups: [{ code: "BOSSES", name: "Bosses", when: { job_title: "Boss" } }],
    people: Array.from({ length: 1_020 }, (_, index) => ({
      employee_no: `P${index + 1}`,
      first_name: "Anna",
      last_name: `Number ${index + 1}`,
      email: `p${index + 1}@acme.example`,
    })),
  });
});
after(() => acme.close());

async function make(code: string, more: object = {}): Promise<any> {
  const reply = await acme.keeper.post(url, { code, name: `Group ${code}`, kind: "manual", ...more });
  assert.equal(reply.status, 201, reply.text);
  return reply.body;
}

const move = (id: string, ...members: unknown[]) => acme.keeper.post(`${url}/${id}/members`, { members });
const joins = (...numbers: string[]) => numbers.map((employee_no) => ({ action: "join", employee_no }));
const statusesOf = (body: any) => body.results.map(({ status }: { status: string }) => status);
const rowFaultOf = ({ problem }: any) => `${problem.errors[0].pointer} ${problem.errors[0].code}`;
const auditOf = (id: string) =>
  acme.query("select operation, actor_type, batch_id is not null as batched from audit_log where target_id = $1 order by id", [
    id,
  ]);

test("a group is created, listed, read, changed and ended, each with its audit row", async () => {
  const fire = await acme.idOf("course", "FIRE");
  const made = await acme.keeper.post(url, {
    code: "LIFE",
    name: "Life",
    kind: "manual",
    course_ids: [fire.toUpperCase()],
    due_days: 5,
  });
  assert.equal(made.status, 201, made.text);
  const { id } = made.body;
  const { created_at: _, updated_at: __, ...shown } = made.body;
  assert.deepEqual(shown, {
    id,
    code: "LIFE",
    name: "Life",
    kind: "manual",
    conditions: null,
    course_ids: [fire],
    due_days: 5,
    on_leave: "cancel",
    people_count: 0,
    evaluation: null,
    retired_at: null,
  });
  assert.equal(made.headers.get("location"), `${url}/${id}`);
  const read = await acme.keeper.get(`${url}/${id}`);
  assert.deepEqual([read.body, read.headers.get("etag")], [made.body, made.headers.get("etag")]);
  const same = await acme.keeper.patch(`${url}/${id}`, read.body);
  assert.deepEqual([same.status, same.body], [200, read.body], same.text);
  const changed = await acme.keeper.patch(`${url}/${id}`, { name: "Life savers", due_days: null, on_leave: "keep" });
  assert.deepEqual(
    [changed.body.name, changed.body.due_days, changed.body.on_leave],
    ["Life savers", null, "keep"],
    changed.text,
  );
  assert.deepEqual((await acme.keeper.get(`${url}?q=savers&kind=manual`)).body.groups, [changed.body]);

  const since = changed.body.updated_at;
  assert.equal((await acme.keeper.delete(`${url}/${id}`)).status, 204);
  assert.equal((await acme.keeper.get(`${url}/${id}`)).status, 404);
  assert.equal((await acme.keeper.patch(`${url}/${id}`, { name: "Again" })).status, 404);
  assert.equal((await acme.keeper.delete(`${url}/${id}`)).status, 404);
  assert.deepEqual((await acme.keeper.get(`${url}?q=savers`)).body.groups, []);
  const [ended] = (await acme.keeper.get(`${url}?q=savers&updated_since=${since}`)).body.groups;
  assert.ok(ended.retired_at !== null, "the feed of changes tells of the end");
  const rows = await auditOf(id);
  assert.deepEqual(
    rows.map(({ operation, actor_type }) => [operation, actor_type]),
    [
      ["group.create", "client"],
      ["group.update", "client"],
      ["group.retire", "client"],
    ],
  );
  await make("life");
});

test("a dynamic group finds its members in the background, and a client does not move them", async () => {
  const hired = await acme.hire("D1", { job_title: "Night guard", department_name: "Logistics" });
  const conditions = { department_ids: [await acme.idOf("department", "LOG")], job_title_contains: "GUARD" };
  const group = await make("GUARDS", { kind: "dynamic", conditions, course_ids: [await acme.idOf("course", "AID")] });
  assert.equal(group.evaluation, "running");
  assert.equal(group.conditions.include_subdepartments, true);
  await workOff(acme.database);
  const read = (await acme.keeper.get(`${url}/${group.id}`)).body;
  assert.deepEqual([read.evaluation, read.people_count], ["finished", 1]);
  assert.deepEqual(await acme.has(hired), ["AID assigned group null PENDING"]);
  const members = (await acme.keeper.get(`${url}/${group.id}/members`)).body;
  assert.deepEqual(
    [members.pagination.total, members.members[0].employee_no, members.members[0].department_name],
    [1, "D1", "Logistics"],
  );
  const moved = await move(group.id, ...joins("P1"));
  assert.deepEqual([moved.status, moved.body.code], [409, "MEMBERS_BY_CONDITIONS"]);
  await acme.keeper.delete(`${url}/${group.id}`);
  await workOff(acme.database);
  assert.deepEqual((await acme.has(hired))[0], "AID cancelled group null null");
});

test("a thousand rows with every kind of fault are answered one by one, and move whom they can", async () => {
  const fire = await acme.idOf("course", "FIRE");
  const group = await make("CREW", { course_ids: [fire] });
  await move(group.id, ...joins("P1", "P2", "P3"));
  const p10 = await acme.idOf("person", "P10");
  const stranger = (await acme.stranger.get("/api/v1/users?employee_no=P10")).body.users[0].id;
  await acme.query("update person set state = 'anonymized' where id = $1", [await acme.idOf("person", "P11")]);
  await acme.told();
  const special: [row: unknown, becomes: string, fault?: string][] = [
    [{ action: "join", employee_no: "P1" }, "unchanged"],
    [{ action: "leave", employee_no: "p2" }, "left"],
    [{ action: "leave", user_id: p10.toUpperCase(), employee_no: null }, "unchanged"],
    [{ action: "join", user_id: p10 }, "refused", "#/action CONFLICTING_FIELDS"],
    [{ action: "join", employee_no: "P4" }, "joined"],
    [{ action: "join", employee_no: "P4" }, "unchanged"],
    [{ action: "leave", employee_no: "P4" }, "refused", "#/action CONFLICTING_FIELDS"],
    [{ action: "join", employee_no: "P11" }, "refused", "#/employee_no UNKNOWN_PERSON"],
    [{ action: "join", employee_no: "NOBODY" }, "refused", "#/employee_no UNKNOWN_PERSON"],
    [{ action: "join", user_id: stranger }, "refused", "#/user_id UNKNOWN_PERSON"],
    [{ action: "join", user_id: newId() }, "refused", "#/user_id UNKNOWN_PERSON"],
    [{ action: "join" }, "refused", "#/employee_no ONE_OF_REQUIRED"],
    [{ action: "join", employee_no: "P5", user_id: p10 }, "refused", "#/user_id CONFLICTING_FIELDS"],
    [{ employee_no: "P5" }, "refused", "#/action REQUIRED"],
    [{ action: "stay", employee_no: "P5" }, "refused", "#/action NOT_ALLOWED_VALUE"],
    [{ action: "join", employee_no: 5 }, "refused", "#/employee_no INVALID_TYPE"],
    [{ action: "join", user_id: "P5" }, "refused", "#/user_id INVALID_FORMAT"],
    [{ action: "join", employee_no: "P5", role: "boss" }, "refused", "#/role UNKNOWN_FIELD"],
    [null, "refused", "# INVALID_TYPE"],
    ["P5", "refused", "# INVALID_TYPE"],
  ];
  const many = Array.from({ length: 1_000 - special.length }, (_, index) => ({ action: "join", employee_no: `P${index + 20}` }));
  const { status, body, text } = await move(group.id, ...special.map(([row]) => row), ...many);
  assert.equal(status, 200, text);
  assert.deepEqual(statusesOf(body), [...special.map(([, becomes]) => becomes), ...many.map(() => "joined")]);
  for (const [index, [row, , fault]] of special.entries()) {
    if (fault !== undefined) assert.equal(rowFaultOf(body.results[index]), fault, JSON.stringify(row));
    assert.equal(body.results[index].user_id === null, fault !== undefined);
  }
  const refused = special.filter(([, becomes]) => becomes === "refused").length;
  assert.deepEqual(body.counts, { rows: 1_000, joined: many.length + 1, left: 1, unchanged: 3, refused });

  const told = await acme.told();
  const count = (line: string) => told.filter((one) => one.startsWith(line)).length;
  assert.deepEqual(
    [
      "group.member_joined CREW added",
      "group.member_left CREW removed",
      "enrollment.assigned FIRE group",
      "enrollment.cancelled FIRE",
    ].map(count),
    [many.length + 1, 1, many.length + 1, 1],
  );
  const batches = new Set((await acme.events("group.member_joined")).slice(-many.length).map(({ data }) => data.batch_id));
  assert.deepEqual([...batches], [body.batch_id]);
  const rows = (await auditOf(group.id)).slice(-2);
  assert.deepEqual(
    rows.map(({ operation, actor_type, batched }) => [operation, actor_type, batched]),
    [
      ["group.join", "client", true],
      ["group.leave", "client", true],
    ],
  );
  assert.equal((await acme.keeper.get(`${url}/${group.id}`)).body.people_count, many.length + 3);
  const again = await move(group.id, ...many);
  assert.deepEqual([again.body.batch_id, again.body.counts.unchanged], [null, many.length]);

  const walked: string[] = [];
  for (let cursor = ""; ;) {
    const page = (await acme.keeper.get(`${url}/${group.id}/members?limit=400${cursor}`)).body;
    walked.push(...page.members.map(({ user_id }: { user_id: string }) => user_id));
    if (page.pagination.next_cursor === null) break;
    cursor = `&cursor=${page.pagination.next_cursor}`;
  }
  assert.deepEqual([walked.length, new Set(walked).size], [many.length + 3, many.length + 3]);
});

test("what is wrong with a batch as a whole is refused as a whole; courses of paths count", async () => {
  const group = await make("WHOLE");
  const batch = (members: unknown) => acme.keeper.post(`${url}/${group.id}/members`, { members });
  assert.deepEqual(faultsIn(await batch([])), ["#/members TOO_SHORT"]);
  assert.deepEqual(faultsIn(await batch(Array.from({ length: 1_001 }, () => joins("P20")[0]))), ["#/members TOO_LONG"]);
  assert.deepEqual(faultsIn(await batch("P1")), ["#/members INVALID_TYPE"]);
  assert.deepEqual(faultsIn(await acme.keeper.post(`${url}/${group.id}/members`, {})), ["#/members REQUIRED"]);
  // Four courses, and the two of the path: 1,000 people would get 6,000 enrollments.
  const numbers = Array.from({ length: 1_000 }, (_, index) => `P${index + 20}`);
  await acme.apply({ courses: [{ code: "EXTRA", title: "Extra" }] });
  const course_ids = await Promise.all(["PATH", "FIRE", "AID", "EXTRA"].map((code) => acme.idOf("course", code)));
  const more = await make("MORE", { course_ids });
  const refused = await acme.keeper.post(`${url}/${more.id}/members`, { members: joins(...numbers) });
  assert.deepEqual(faultsIn(refused), ["#/members TOO_LONG"]);
  assert.match(refused.body.errors[0].detail, /6000 enrollments/);
  assert.equal((await acme.keeper.get(`${url}/${more.id}`)).body.people_count, 0);
  const fewer = await acme.keeper.post(`${url}/${more.id}/members`, { members: joins(...numbers.slice(0, 3)) });
  assert.equal(fewer.body.counts.joined, 3, fewer.text);
});

test("a batch that is repeated with its Idempotency-Key is carried out once", async () => {
  const group = await make("KEYED");
  const headers = { "idempotency-key": "members-once" };
  const body = { members: joins("P20", "P21") };
  const first = await acme.keeper.post(`${url}/${group.id}/members`, body, { headers });
  await move(group.id, { action: "leave", employee_no: "P20" });
  const again = await acme.keeper.post(`${url}/${group.id}/members`, body, { headers });
  assert.deepEqual([again.status, again.body, again.headers.get("idempotency-replayed")], [200, first.body, "true"]);
  assert.equal((await acme.keeper.get(`${url}/${group.id}`)).body.people_count, 1);
});

test("what cannot be is refused by field and code", async () => {
  const group = await make("FAULTS");
  assert.deepEqual(faultsIn(await acme.keeper.post(url, {})), ["#/code REQUIRED", "#/name REQUIRED", "#/kind REQUIRED"]);
  assert.deepEqual(faultsIn(await acme.keeper.post(url, { code: "X", name: "X", kind: "scim", members: [] })), [
    "#/members UNKNOWN_FIELD",
    "#/kind NOT_ALLOWED_VALUE",
  ]);
  assert.deepEqual(faultsIn(await acme.keeper.post(url, { code: "faults", name: "X", kind: "manual" })), [
    "#/code ALREADY_EXISTS",
  ]);
  assert.deepEqual(faultsIn(await acme.keeper.post(url, { code: "X", name: "X", kind: "dynamic" })), ["#/conditions REQUIRED"]);
  assert.deepEqual(faultsIn(await acme.keeper.post(url, { code: "X", name: "X", kind: "dynamic", conditions: {} })), [
    "#/conditions REQUIRED",
  ]);
  const stranger = (await acme.stranger.get("/api/v1/departments?q=LOG")).body.departments[0].id;
  const conditions = { department_ids: [stranger], attributes: { nothing: 1 } };
  assert.deepEqual(
    faultsIn(await acme.keeper.post(url, { code: "X", name: "X", kind: "dynamic", conditions, course_ids: [newId()] })),
    [
      "#/conditions/attributes/nothing UNKNOWN_ATTRIBUTE",
      "#/conditions/department_ids/0 UNKNOWN_DEPARTMENT",
      "#/course_ids/0 UNKNOWN_COURSE",
    ],
  );
  assert.deepEqual(
    faultsIn(
      await acme.keeper.post(url, { code: "X", name: "X", kind: "dynamic", conditions: { job_title: "x", department_ids: 1 } }),
    ),
    ["#/conditions/job_title UNKNOWN_FIELD", "#/conditions/department_ids INVALID_TYPE"],
  );
  assert.deepEqual(faultsIn(await acme.keeper.patch(`${url}/${group.id}`, { conditions: { job_title_contains: "x" } })), [
    "#/conditions CONFLICTING_FIELDS",
  ]);
  assert.deepEqual(faultsIn(await acme.keeper.patch(`${url}/${group.id}`, { due_days: -1, on_leave: "stay" })), [
    "#/due_days OUT_OF_RANGE",
    "#/on_leave NOT_ALLOWED_VALUE",
  ]);
});

test("If-Match stands for what is set: who joins does not refuse a change, another change does", async () => {
  const group = await make("MATCH");
  const at = `${url}/${group.id}`;
  const if_match = { "if-match": (await acme.keeper.get(at)).headers.get("etag")! };
  await move(group.id, ...joins("P30"));
  const first = await acme.keeper.patch(at, { name: "First" }, { headers: if_match });
  assert.deepEqual([first.status, first.body.people_count], [200, 1], first.text);
  for (const late of [
    await acme.keeper.patch(at, { name: "Late" }, { headers: if_match }),
    await acme.keeper.delete(at, { headers: if_match }),
  ])
    assert.deepEqual([late.status, late.body.code], [412, "PRECONDITION_FAILED"]);
  assert.equal((await acme.keeper.delete(at, { headers: { "if-match": first.headers.get("etag")! } })).status, 204);
});

test("a group that an identity provider keeps is read, and changed only in what it asks for", async () => {
  const id = newId();
  await acme.query(
    `insert into person_group (tenant_id, id, code, code_norm, name, name_norm, kind)
     values ($1, $2, 'From the directory', 'from the directory', 'From the directory', 'from the directory', 'scim')`,
    [acme.organisation.tenant_id, id],
  );
  const at = `${url}/${id}`;
  assert.equal((await acme.keeper.get(at)).body.kind, "scim");
  for (const refused of [
    await acme.keeper.patch(at, { name: "Mine" }),
    await acme.keeper.delete(at),
    await move(id, ...joins("P1")),
  ])
    assert.deepEqual([refused.status, refused.body.code], [409, "GROUP_MANAGED_ELSEWHERE"]);
  const asks = await acme.keeper.patch(at, { course_ids: [await acme.idOf("course", "AID")] });
  assert.deepEqual([asks.status, asks.body.course_ids.length], [200, 1], asks.text);
  await acme.query("update person_group set scim_deleted_at = now() where id = $1", [id]);
  assert.equal((await acme.keeper.get(at)).status, 404);
  assert.equal((await acme.keeper.patch(at, { due_days: 1 })).status, 404);
});

test("who lacks the scope sees and changes nothing, and another organisation's groups are unknown", async () => {
  const group = await make("MINE");
  const theirs = (await acme.stranger.get(`${url}?q=BOSSES`)).body.groups[0].id;
  const calls = (id: string) =>
    [
      ["GET", `${url}/${id}`, "structure:read"],
      ["GET", `${url}/${id}/members`, "structure:read"],
      ["PATCH", `${url}/${id}`, "structure:write", { name: "Taken over" }],
      ["POST", `${url}/${id}/members`, "structure:write", { members: joins("P1") }],
      ["DELETE", `${url}/${id}`, "structure:write"],
    ] as const;
  for (const [method, path, scope, body] of calls(group.id)) {
    const with_body = body === undefined ? {} : { body };
    const other = scope === "structure:read" ? "structure:write" : "structure:read";
    for (const api of [acme.apiWith(...other_scopes), acme.apiWith(other)]) {
      const refused = await api.call(method, path, with_body);
      assert.deepEqual([refused.status, refused.body.required_scopes], [403, [scope]], `${method} ${path}`);
    }
    const allowed = await acme.apiWith(scope).call(method, path, with_body);
    assert.ok([200, 204].includes(allowed.status), `${method} ${path}: ${allowed.text}`);
  }
  assert.equal((await acme.apiWith("structure:read").get(url)).status, 200);
  for (const id of [theirs, newId(), "MINE"])
    for (const [method, path, , body] of calls(id))
      assert.equal((await acme.keeper.call(method, path, body === undefined ? {} : { body })).status, 404, `${method} ${path}`);
});
