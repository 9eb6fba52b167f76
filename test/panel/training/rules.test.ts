import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { newId } from "../../../server/platform/ids.ts";
import { readRuleDraft } from "../../../server/features/rules/draft.ts";
import { previewChange } from "../../../server/features/rules/preview.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { workOff } from "../../harness/jobs.ts";
import {
  administratorOf,
  createOrganisation,
  operatorPoolOf,
  type TestOrganisation,
} from "../../harness/organisation/organisation.ts";
import { createAccount, sessionOf, type Panel } from "../../harness/panel/panel.ts";
import { startServer, type TestServer } from "../../harness/server.ts";

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
let panel: Panel;
/** Ids by code, or by employee number. */
const ids: Record<string, string> = {};

const person = (employee_no: string, more: object = {}) => ({
  employee_no,
  first_name: "Anna",
  last_name: `Nr ${employee_no}`,
  email: `${employee_no.toLowerCase()}@acme.example`,
  ...more,
});

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  acme = await createOrganisation(database, {
    attributes: [{ key: "shift" }, { key: "level", type: "number" }],
    departments: [
      { code: "OPS", name: "Operations" },
      { code: "WH", name: "Warehouse", parent: "OPS" },
      { code: "HR", name: "Human resources" },
    ],
    contractors: [{ code: "BUD", name: "Bud-Serwis" }],
    courses: [
      { code: "FIRE", title: "Fire safety", default_due_days: 30 },
      { code: "LIFT", title: "Forklifts" },
      { code: "HYG", title: "Hygiene" },
    ],
    licenses: [{ name: "Five lifts", courses: ["LIFT"], seats_total: 5 }],
    people: [
      ...["1", "2", "3", "4"].map((n) => person(`W${n}`, { department: "WH", job_title: "Forklift operator" })),
      ...["1", "2", "3", "4"].map((n) => person(`O${n}`, { department: "OPS", attributes: { shift: "B" } })),
      person("H1", { department: "HR" }),
    ],
  });
  await workOff(database);
  const trainer = await createAccount(database, acme.tenant_id, "training_admin");
  panel = await sessionOf(server, database, acme.tenant_id, trainer);
  for (const text of [
    "select code, id from department",
    "select code, id from contractor",
    "select code, id from course",
    "select employee_no as code, id from person",
  ]) {
    for (const { code, id } of (await database.superuser.query(text)).rows) ids[code] = id;
  }
});
after(async () => {
  await server.close();
  await database.close();
});

let made = 0;
const draftOf = (more: object = {}) => ({
  conditions: { department_ids: [ids["OPS"]] },
  course_ids: [ids["FIRE"]],
  ...more,
});

/** Creates a rule and runs its evaluation. */
async function createRule(more: object = {}): Promise<any> {
  const reply = await panel.post("/rules", { name: `Rule ${(made += 1)}`, ...draftOf(more) });
  assert.equal(reply.status, 201, reply.text);
  await workOff(database);
  return (await panel.get(`/rules/${reply.body.id}`)).body;
}

async function preview(draft: object): Promise<any> {
  const reply = await panel.post("/rules/preview", draft);
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
}

const change = (id: string, body: object) => panel.call("PATCH", `/rules/${id}`, { body });
const retire = async (id: string) => {
  assert.equal((await panel.post(`/rules/${id}/retire`)).status, 200);
  await workOff(database);
};

test("a rule is made, evaluated in the background with its progress, and read with whom it means", async () => {
  const reply = await panel.post("/rules", { name: "Everybody in operations", ...draftOf() });
  assert.equal(reply.status, 201, reply.text);
  const { last_batch, version, names, people_matched } = reply.body;
  assert.deepEqual([version, people_matched, names], [1, 0, { [ids["OPS"]!]: "Operations" }]);
  assert.deepEqual([last_batch.people_total, last_batch.people_done, last_batch.finished_at], [9, 0, null]);
  await workOff(database);
  const { body } = await panel.get(`/rules/${reply.body.id}`);
  assert.equal(body.people_matched, 8);
  const none = { joined: 0, left: 0, unmatched: 0, cancelled: 0 };
  assert.deepEqual([body.last_batch.people_done, body.last_batch.done], [9, { ...none, matched: 8, assigned: 8 }]);
  assert.notEqual(body.last_batch.finished_at, null);
  const people = await panel.get(`/rules/${body.id}/people?q=w1`);
  assert.deepEqual(
    people.body.people.map((one: any) => one.employee_no),
    ["W1"],
  );
  const list = await panel.get("/rules?q=everyb%C3%B3dy");
  assert.deepEqual([list.body.pagination.total, list.body.rules[0].id], [1, body.id]);
  await retire(body.id);
});

test("the preview says what saving then does, and changes nothing", async () => {
  const draft = draftOf({ course_ids: [ids["FIRE"], ids["LIFT"]] });
  const said = await preview(draft);
  assert.deepEqual(said.people, { looked_at: 9, in: 8, out: 0, stay: 0 });
  assert.equal(said.joining.length, 8);
  assert.deepEqual([said.enrollments.people_concerned, said.enrollments.people_considered, said.truncated], [8, 8, false]);
  assert.deepEqual(
    said.enrollments.blocked.map(({ code, reason, count }: any) => [code, reason, count]),
    [["LIFT", "no_seat", 3]],
  );
  assert.deepEqual(
    said.seats.map(({ name, free, taken, short }: any) => [name, free, taken, short]),
    [["Five lifts", 5, 5, 3]],
  );
  const { rows } = await database.superuser.query("select count(*)::int as n from rule_match");
  assert.equal(rows[0].n, 0);

  const rule = await createRule({ ...draft, name: "Lifts" });
  assert.equal(rule.last_batch.done.assigned, said.enrollments.assigned);
  assert.equal(rule.last_batch.done.matched, said.people.in);

  const narrower = { ...draft, conditions: { department_ids: [ids["OPS"]], include_subdepartments: false } };
  const later = await preview({ ...narrower, id: rule.id });
  assert.deepEqual(later.people, { looked_at: 9, in: 0, out: 4, stay: 4 });
  const reply = await change(rule.id, narrower);
  assert.equal(reply.status, 200, reply.text);
  await workOff(database);
  const { done } = (await panel.get(`/rules/${rule.id}`)).body.last_batch;
  assert.deepEqual([done.unmatched, done.cancelled], [later.people.out, later.enrollments.cancelled]);
  assert.ok(done.cancelled >= 4);
  await retire(rule.id);
});

test("the preview counts what a rule would share with others as served, and what it would leave as kept", async () => {
  const first = await createRule({ conditions: { attributes: { shift: "B" } }, course_ids: [ids["HYG"]] });
  const twin = draftOf({ conditions: { department_ids: [ids["OPS"]] }, course_ids: [ids["HYG"]] });
  const said = await preview(twin);
  assert.deepEqual([said.people.in, said.enrollments.assigned, said.enrollments.served], [8, 4, 4]);
  const second = await createRule(twin);
  assert.equal(second.last_batch.done.assigned, 4);
  const off = await preview({ ...twin, id: first.id, active: false, conditions: first.conditions });
  assert.deepEqual([off.people.out, off.enrollments.cancelled], [4, 0]);
  const keeping = await preview({ ...twin, id: second.id, active: false, on_leave: "keep" });
  assert.deepEqual([keeping.people.out, keeping.enrollments.cancelled, keeping.enrollments.kept], [8, 0, 4]);
  await retire(first.id);
  await retire(second.id);
});

test("beyond its bound the preview still counts people, and says for how many the enrollments and seats are", async () => {
  const body = { conditions: { department_ids: [ids["OPS"]!] }, course_ids: [ids["FIRE"]!, ids["HYG"]!] };
  const context = administratorOf(acme);
  const said = await previewChange(operatorPoolOf(database), context, (db) => readRuleDraft(db, acme.tenant_id, body), 6);
  const { people_concerned, people_considered, assigned } = said.enrollments;
  assert.deepEqual([said.people.in, people_concerned, people_considered, assigned, said.truncated], [8, 8, 3, 6, true]);
});

test("a rule is switched off and on, and every change stands in its history and its versions", async () => {
  const rule = await createRule({ name: "Switched" });
  const off = await change(rule.id, { active: false, version: 1 });
  assert.deepEqual([off.status, off.body.active, off.body.version], [200, false, 2]);
  await workOff(database);
  assert.equal((await panel.get(`/rules/${rule.id}`)).body.people_matched, 0);
  const stale = await change(rule.id, { active: true, version: 1 });
  assert.deepEqual([stale.status, stale.body.code], [412, "PRECONDITION_FAILED"]);
  assert.equal((await change(rule.id, { active: true, due_days: 14, version: 2 })).status, 200);
  await workOff(database);
  assert.equal((await panel.get(`/rules/${rule.id}`)).body.people_matched, 8);
  const same = await change(rule.id, { due_days: 14 });
  assert.equal(same.body.version, 3);
  const { entries, names } = (await panel.get(`/rules/${rule.id}/history`)).body;
  assert.deepEqual(
    entries.map(({ operation, changes }: any) => [operation, changes.active, changes.due_days]),
    [
      ["rule.update", [false, true], [null, 14]],
      ["rule.update", [true, false], undefined],
      ["rule.create", [null, true], undefined],
    ],
  );
  assert.equal(names[ids["OPS"]!], "Operations");
  const { rows } = await database.superuser.query("select count(*)::int as n from rule_version where rule_id = $1", [rule.id]);
  assert.equal(rows[0].n, 3);
  await retire(rule.id);
});

test("a retired rule applies to no one, is not listed, cannot be changed, and its name is free", async () => {
  const rule = await createRule({ name: "For a while" });
  await retire(rule.id);
  const { body } = await panel.get(`/rules/${rule.id}`);
  assert.deepEqual([body.active, body.people_matched], [false, 0]);
  assert.notEqual(body.retired_at, null);
  assert.equal((await panel.get("/rules?q=For+a+while")).body.pagination.total, 0);
  assert.equal((await change(rule.id, { active: true })).status, 404);
  assert.equal((await panel.post(`/rules/${rule.id}/retire`)).status, 404);
  const next = await createRule({ name: "for a WHILE" });
  assert.notEqual(next.id, rule.id);
  await createOrganisation(database, { rules: [{ name: "For a while", due_days: 9 }] });
  assert.equal((await panel.get(`/rules/${next.id}`)).body.due_days, 9);
  await workOff(database);
  await retire(next.id);
});

const unknown_id = "019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f";
const refused: [promise: string, body: () => object, ...pointers: string[]][] = [
  ["a rule without conditions", () => draftOf({ conditions: {} }), "#/conditions"],
  [
    "a rule that only says how departments count",
    () => draftOf({ conditions: { include_subdepartments: false } }),
    "#/conditions",
  ],
  [
    "a department that there is not",
    () => draftOf({ conditions: { department_ids: [ids["OPS"], unknown_id] } }),
    "#/conditions/department_ids/1",
  ],
  [
    "a company that there is not",
    () => draftOf({ conditions: { contractor_ids: [unknown_id] } }),
    "#/conditions/contractor_ids/0",
  ],
  ["a course that there is not", () => draftOf({ course_ids: [ids["FIRE"], unknown_id] }), "#/course_ids/1"],
  ["no course, and no condition", () => draftOf({ conditions: {}, course_ids: [] }), "#/conditions", "#/course_ids"],
  [
    "an attribute that is not defined, and one of another type",
    () => draftOf({ conditions: { attributes: { colour: "red", level: "3" } } }),
    "#/conditions/attributes/colour",
    "#/conditions/attributes/level",
  ],
  [
    "a job title without a letter",
    () => draftOf({ conditions: { job_title_contains: "\u0301" } }),
    "#/conditions/job_title_contains",
  ],
  ["another kind of worker", () => draftOf({ conditions: { worker_type: "robot" } }), "#/conditions/worker_type"],
  ["days out of range", () => draftOf({ due_days: -1, look_back_days: 36_501 }), "#/due_days", "#/look_back_days"],
  ["days beyond an int4", () => draftOf({ due_days: 4_294_967_296 }), "#/due_days"],
  ["an unknown condition", () => draftOf({ conditions: { departmnet_ids: [] } }), "#/conditions/departmnet_ids"],
];

for (const [promise, body, ...pointers] of refused) {
  test(`refused at its place, in the preview too: ${promise}`, async () => {
    for (const reply of [
      await panel.post("/rules", { name: "Refused", ...body() }),
      await panel.post("/rules/preview", body()),
    ]) {
      assert.deepEqual([reply.status, reply.body.code], [422, "VALIDATION_FAILED"], reply.text);
      assert.deepEqual(
        reply.body.errors.map(({ pointer }: any) => pointer),
        pointers,
      );
    }
  });
}

test("two rules of one name are refused at the name, and another organisation's departments like unknown ones", async () => {
  const rule = await createRule({ name: "Only one" });
  const twin = await panel.post("/rules", { name: " ónly  ONE ", ...draftOf() });
  assert.deepEqual([twin.status, twin.body.errors?.[0]?.pointer], [422, "#/name"], twin.text);
  const other = await createOrganisation(database, {
    organisation: { code: "OTHER", name: "Other" },
    departments: [{ code: "THEIRS", name: "Theirs" }],
  });
  const { rows } = await database.superuser.query("select id from department where tenant_id = $1", [other.tenant_id]);
  const foreign = await panel.post("/rules/preview", draftOf({ conditions: { department_ids: [rows[0].id] } }));
  assert.deepEqual([foreign.status, foreign.body.errors[0].code], [422, "UNKNOWN_DEPARTMENT"]);
  await retire(rule.id);
});

test("ids in capital letters mean the same, and unknown ones are refused like others", async () => {
  const capital = (code: string) => ids[code]!.toUpperCase();
  const rule = await createRule({ conditions: { department_ids: [capital("WH")] }, course_ids: [capital("HYG"), ids["HYG"]] });
  assert.deepEqual([rule.conditions.department_ids, rule.people_matched, rule.courses.length], [[ids["WH"]], 4, 1]);
  const said = await preview({
    id: rule.id.toUpperCase(),
    conditions: { department_ids: [capital("WH")] },
    course_ids: [capital("HYG")],
  });
  assert.deepEqual([said.people.in, said.people.out, said.people.stay], [0, 0, 4]);
  const nothing = acme.tenant_id.toUpperCase();
  for (const [body, pointer] of [
    [{ course_ids: [nothing] }, "#/course_ids/0"],
    [{ conditions: { department_ids: [nothing] } }, "#/conditions/department_ids/0"],
  ] as const) {
    const reply = await panel.post("/rules", { name: "Nothing", ...draftOf(body) });
    assert.deepEqual([reply.status, reply.body.errors?.[0]?.pointer], [422, pointer], reply.text);
  }
  await retire(rule.id);
});

test("an evaluation that fails says why, is tried again by hand, and goes through everybody then", async (t) => {
  const reply = await panel.post("/rules", { name: "Stopped", ...draftOf() });
  const batch_id = reply.body.last_batch.id;
  const lastBatch = async () => (await panel.get(`/rules/${reply.body.id}`)).body.last_batch;
  const stopped = async () => (await panel.get("/rule-batches/stopped")).body.batches;
  const tryAgain = () => panel.post(`/rule-batches/${batch_id}/retry`);
  assert.deepEqual([(await lastBatch()).state, await stopped()], ["running", []]);
  const early = await tryAgain();
  assert.deepEqual([early.status, early.body.code], [409, "BATCH_NOT_STOPPED"], "it waits for a worker");

  t.after(() => database.superuser.query("drop function if exists public.fail cascade"));
  // As for a locked table: the worker's statements reach their timeout.
  const failWith = (code: string) =>
    database.superuser.query(
      `create or replace function public.fail() returns trigger language plpgsql as
         $$ begin raise exception 'on purpose' using errcode = '${code}'; end $$;
       create or replace trigger fail before insert on rule_match for each row execute function public.fail()`,
    );
  for (const [code, failure] of [
    ["P0001", "other"],
    ["57014", "database"],
  ] as const) {
    await failWith(code);
    if (failure === "database") assert.equal((await tryAgain()).status, 202);
    await assert.rejects(workOff(database));
    const { state, failure: told, failed_at, finished_at, people_done } = await lastBatch();
    assert.deepEqual([state, told, finished_at, people_done], ["failed", failure, null, 0]);
    assert.ok(Math.abs(Date.parse(failed_at) - Date.now()) < 60_000);
    assert.deepEqual(
      (await stopped()).map(({ id }: any) => id),
      [batch_id],
    );
  }
  await database.superuser.query("drop trigger fail on rule_match");
  const again = await tryAgain();
  assert.deepEqual([again.status, again.body.state, again.body.failure], [202, "running", null], again.text);
  assert.equal((await tryAgain()).status, 409, "it runs again");
  await workOff(database);
  const { state, people_done, done } = await lastBatch();
  assert.deepEqual([state, people_done, done.matched, await stopped()], ["finished", 9, 8, []]);
  assert.equal((await tryAgain()).status, 409, "it is done");
  const { rows } = await database.superuser.query(
    "select count(*)::int as n from audit_log where operation = 'rules.retry' and batch_id = $1 and actor_id is not null",
    [batch_id],
  );
  assert.equal(rows[0].n, 2);
  await retire(reply.body.id);
});

test("an evaluation without progress counts as stalled after a quarter of an hour, and another organisation's is not there", async () => {
  const id = newId();
  await database.superuser.query(
    `insert into rule_batch (tenant_id, id, people_total, started_at, updated_at, done)
     values ($1, $2, 9, now(), now() - interval '14 minutes', '{"matched":0,"unmatched":0,"joined":0,"left":0,"assigned":0,"cancelled":0}')`,
    [acme.tenant_id, id],
  );
  assert.equal((await panel.post(`/rule-batches/${id}/retry`)).status, 409);
  await database.superuser.query("update rule_batch set updated_at = now() - interval '16 minutes' where id = $1", [id]);
  const [stalled] = (await panel.get("/rule-batches/stopped")).body.batches;
  assert.deepEqual([stalled.id, stalled.state, stalled.failure], [id, "stalled", null]);
  const other = await createOrganisation(database, { organisation: { code: "AWAY", name: "Away" } });
  const stranger = await sessionOf(
    server,
    database,
    other.tenant_id,
    await createAccount(database, other.tenant_id, "training_admin"),
  );
  assert.deepEqual((await stranger.get("/rule-batches/stopped")).body.batches, []);
  assert.equal((await stranger.post(`/rule-batches/${id}/retry`)).status, 404);
  assert.equal((await panel.post("/rule-batches/nothing/retry")).status, 404);
  assert.equal((await panel.post(`/rule-batches/${id.toUpperCase()}/retry`)).status, 202);
  await workOff(database);
  assert.deepEqual((await panel.get("/rule-batches/stopped")).body.batches, []);
});
