// Bulk work other than assigning: due dates moved, people exempted, added to a group or reminded, results recorded. Each is
// previewed, done once in the background, reported for each person, and undone if possible.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { workInParts } from "../../../server/features/bulk/bulk.job.ts";
import { BulkOperation, BulkPreview } from "../../../server/features/bulk/schema.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { workOff } from "../../harness/jobs.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, sessionOf, type Panel } from "../../harness/panel/panel.ts";
import { matchesSchema } from "../../harness/records.ts";
import { startServer, test_mailing, type TestServer } from "../../harness/server.ts";

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
let panel: Panel;
let id: Record<string, string>;

before(async () => {
  database = await openDatabase();
  await database.clock.freeze("2026-03-02T10:00:00Z");
  server = await startServer(database);
  acme = await createOrganisation(database, {
    courses: [
      { code: "FIRE", title: "Fire safety" },
      { code: "LIFT", title: "Forklift" },
      { code: "AID", title: "First aid", validity: { value: 24, unit: "month" }, pass_score: 70, attempts_allowed: 1 },
    ],
    learning_paths: [{ code: "PATH", title: "Path", courses: ["AID", "LIFT"] }],
    people: ["P1", "P2", "P3", "P4"].map((employee_no) => ({
      employee_no,
      first_name: "Ewa",
      last_name: `Lis ${employee_no}`,
      email: `${employee_no}@acme.example`,
    })),
  });
  panel = await sessionOf(server, database, acme.tenant_id, await createAccount(database, acme.tenant_id, "training_admin"));
  await rows(
    `with g as (
       insert into person_group (tenant_id, id, code, code_norm, name, name_norm, kind, on_leave)
       values ($1, infra.new_id(), 'WH', 'wh', 'Warehouse', 'warehouse', 'manual', 'cancel') returning tenant_id, id
     )
     insert into group_course (tenant_id, group_id, course_id)
     select g.tenant_id, g.id, c.id from g join course c on c.tenant_id = g.tenant_id and c.code = 'LIFT'`,
    [acme.tenant_id],
  );
  const known = await rows(
    `select code, id from course where tenant_id = $1 union all select employee_no, id from person where tenant_id = $1
     union all select code, id from person_group where tenant_id = $1`,
    [acme.tenant_id],
  );
  id = Object.fromEntries(known.filter(({ code }) => code !== null).map((row) => [row.code, row.id]));
  for (const [person, due_date] of [
    ["P1", "2026-03-10"],
    ["P2", "2026-05-31"],
    ["P3", "2026-03-20"],
  ] as const) {
    const made = await panel.post("/enrollments", { user_id: id[person], course_id: id["FIRE"], due_date });
    assert.equal(made.status, 201, made.text);
  }
});
after(async () => {
  await server.close();
  await database.close();
});

async function rows(text: string, values: unknown[] = []): Promise<any[]> {
  return (await database.superuser.query(text, values)).rows;
}
const people = () => ({ person_ids: ["P1", "P2", "P3", "P4"].map((code) => id[code]!) });
const operation = async (operation_id: string) => (await panel.get(`/bulk-operations/${operation_id}`)).body;

/** Previews an order, runs it, and returns both. */
async function order(asked: object) {
  const body = { selection: people(), ...asked };
  const seen = await panel.post("/bulk-operations/preview", body);
  assert.equal(seen.status, 200, seen.text);
  matchesSchema(BulkPreview, seen.body);
  const { operation_id, assigned, has_it, left_out } = seen.body;
  const ordered = await panel.call("PUT", `/bulk-operations/${operation_id}`, { body });
  assert.equal(ordered.status, 202, ordered.text);
  matchesSchema(BulkOperation, ordered.body);
  assert.equal((await panel.call("PUT", `/bulk-operations/${operation_id}`, { body })).status, 202, "sent again");
  await workOff(database);
  const done = await operation(operation_id);
  assert.ok(done.finished_at);
  const reasons: Record<string, number> = Object.fromEntries(left_out.map(({ reason, count }: any) => [reason, count]));
  return { operation_id, seen: { done: assigned, has_it, ...reasons } as Record<string, number>, done };
}

async function undo(operation_id: string) {
  const { status, body, text } = await panel.post(`/bulk-operations/${operation_id}/undo`);
  assert.equal(status, 202, text);
  await workOff(database);
  assert.equal((await panel.post(`/bulk-operations/${operation_id}/undo`)).body.id, body.id, "it is undone once");
  assert.deepEqual([(await operation(operation_id)).undone_by, (await operation(operation_id)).can_undo], [body.id, false]);
  return operation(body.id);
}

const due = async () =>
  (
    await rows(
      "select p.employee_no, e.due_date::text from enrollment e join person p on p.id = e.person_id where course_id = $1 order by 1",
      [id["FIRE"]],
    )
  ).map(({ employee_no, due_date }) => `${employee_no} ${due_date}`);
const audited = (operation_id: string) =>
  rows("select operation, target_type, changes, personal from audit_log where batch_id = $1", [operation_id]);

test("what an order lacks, or what belongs to other work, is refused by its name", async () => {
  const selection = people();
  for (const [asked, pointer, code] of [
    [{ kind: "extend", course_id: id["FIRE"] }, "#/due_date", "REQUIRED"],
    [{ kind: "extend", course_id: id["FIRE"], due_date: "2026-03-01" }, "#/due_date", "DATE_IN_PAST"],
    [{ kind: "exempt", course_id: id["FIRE"], from: "2026-03-01" }, "#/reason", "REQUIRED"],
    [{ kind: "exempt", course_id: id["FIRE"], from: "2026-04-01", until: "2026-03-31", reason: "x" }, "#/until", "OUT_OF_RANGE"],
    [{ kind: "join" }, "#/group_id", "REQUIRED"],
    [{ kind: "remind", group_id: id["WH"] }, "#/group_id", "NOT_POSSIBLE"],
    [{ kind: "undo" }, "#/kind", "NOT_ALLOWED_VALUE"],
    [{ kind: "complete", course_id: id["AID"] }, "#/completed_on", "REQUIRED"],
    [{ kind: "complete", course_id: id["AID"], completed_on: "2026-03-03" }, "#/completed_on", "OUT_OF_RANGE"],
    [{ kind: "complete", course_id: id["AID"], completed_on: "2026-03-02", score: 69 }, "#/score", "OUT_OF_RANGE"],
  ] as const) {
    const { status, body, text } = await panel.post("/bulk-operations/preview", { selection, ...asked });
    assert.deepEqual([status, body.errors?.[0].pointer, body.errors?.[0].code], [422, pointer, code], text);
  }
});

test("due dates move to a later day alone, in one audit entry with its list, and move back where nothing has changed since", async () => {
  const { operation_id, seen, done } = await order({ kind: "extend", course_id: id["FIRE"], due_date: "2026-04-30" });
  assert.deepEqual(seen, { done: 2, has_it: 1, nothing_open: 1 });
  assert.deepEqual([done.counts, done.can_undo, done.course.code], [{ done: 2, has_it: 1, nothing_open: 1 }, true, "FIRE"]);
  assert.deepEqual(await due(), ["P1 2026-04-30", "P2 2026-05-31", "P3 2026-04-30"]);
  const [entry, ...others] = await audited(operation_id);
  assert.deepEqual([entry.operation, entry.changes.people, others], ["people.extend", [null, 4], []]);
  const listed = (await panel.get(`/bulk-operations/${operation_id}/people?outcome=done`)).body.people;
  assert.deepEqual(
    listed.map(({ employee_no }: any) => employee_no),
    ["P1", "P3"],
  );
  const told = await rows(
    "select count(*)::int as n from event where type = 'enrollment.updated' and position($1 in convert_from(body, 'UTF8')) > 0",
    [operation_id],
  );
  assert.equal(told[0].n, 2);
  await rows("update enrollment set due_date = '2026-06-30' where person_id = $1", [id["P3"]]);
  assert.deepEqual((await undo(operation_id)).counts, { done: 1, changed_since: 1 });
  assert.deepEqual(await due(), ["P1 2026-03-10", "P2 2026-05-31", "P3 2026-06-30"]);
});

test("the due date of a path moves back with the items that moved with it, and with no other one", async () => {
  const { body: path } = await panel.post("/enrollments", { user_id: id["P4"], course_id: id["PATH"], due_date: "2026-03-10" });
  const dates = () =>
    rows(
      `select c.code, e.due_date::text from enrollment e join course c on c.id = e.course_id
       where e.id = $1 or e.parent_enrollment_id = $1 order by 1`,
      [path.id],
    );
  const [aid, lift] = ["AID", "LIFT"].map((code) => ({ code, due_date: "2026-03-10" }));
  assert.deepEqual(await dates(), [aid, lift, { code: "PATH", due_date: "2026-03-10" }]);
  const [{ id: own }] = await rows("select id from enrollment where parent_enrollment_id = $1 and course_id = $2", [
    path.id,
    id["AID"],
  ]);
  assert.equal((await panel.call("PATCH", `/enrollments/${own}`, { body: { due_date: "2026-03-31" } })).status, 200);
  const { operation_id } = await order({ kind: "extend", course_id: id["PATH"], due_date: "2026-03-31" });
  assert.deepEqual(
    (await dates()).map(({ due_date }) => due_date),
    ["2026-03-31", "2026-03-31", "2026-03-31"],
  );
  assert.deepEqual((await undo(operation_id)).counts, { done: 1 });
  assert.deepEqual(await dates(), [{ ...aid, due_date: "2026-03-31" }, lift, { code: "PATH", due_date: "2026-03-10" }]);
  await panel.post(`/enrollments/${path.id}/cancel`, {});
});

test("people are exempt for a time, and are not any more when that is undone", async () => {
  const asked = { kind: "exempt", course_id: id["FIRE"], from: "2026-03-01", until: "2026-12-31", reason: "parental leave" };
  const { operation_id, seen, done } = await order(asked);
  assert.deepEqual([seen, done.counts], [{ done: 4, has_it: 0 }, { done: 4 }]);
  assert.deepEqual((await order(asked)).seen, { done: 0, has_it: 4 });
  const [kept] = await rows(
    "select asked, (select count(*)::int from exemption where reason = 'parental leave') as n from bulk_operation where id = $1",
    [operation_id],
  );
  assert.deepEqual([kept.asked.reason, kept.n], [undefined, 4], "why stands with each exemption, and nowhere else");
  const [entry] = await audited(operation_id);
  assert.ok(!JSON.stringify(entry).includes("parental"));
  assert.deepEqual((await undo(operation_id)).counts, { done: 4 });
  assert.equal((await rows("select count(*)::int as n from exemption where ended_at is null"))[0].n, 0);
});

test("people join a group, which assigns its courses, and leave it when that is undone", async () => {
  const { operation_id, seen } = await order({ kind: "join", group_id: id["WH"] });
  assert.deepEqual(seen, { done: 4, has_it: 0 });
  const lift = "select count(*)::int as n from enrollment where course_id = $1 and state = 'assigned' and requirement_active";
  assert.equal((await rows(lift, [id["LIFT"]]))[0].n, 4);
  assert.equal((await audited(operation_id)).length, 1);
  assert.deepEqual((await undo(operation_id)).counts, { done: 4 });
  assert.equal((await rows(lift, [id["LIFT"]]))[0].n, 0);
});

test("an assignment to many is undone where nobody has started", async () => {
  const { operation_id } = await order({ course_id: id["LIFT"] });
  await rows(
    "update enrollment set state = 'in_progress', started_at = now() where person_id = $1 and course_id = $2 and state = 'assigned'",
    [id["P1"], id["LIFT"]],
  );
  assert.deepEqual((await undo(operation_id)).counts, { done: 3, changed_since: 1 });
});

test("people are reminded of what is open, one mail a day, whatever becomes of the worker; who has nothing open or no address is named", async () => {
  const body = { selection: people(), kind: "remind", course_id: id["FIRE"] };
  const { operation_id, assigned, left_out } = (await panel.post("/bulk-operations/preview", body)).body;
  assert.equal(assigned, 3, JSON.stringify(left_out));
  await panel.call("PUT", `/bulk-operations/${operation_id}`, { body });
  const bulk = { tenant_id: acme.tenant_id, operation_id };
  const work = () =>
    workInParts({ pool: database.pool("muster_worker", 1), ...test_mailing }, bulk, new AbortController().signal);
  // The worker fails after its last mail, and another one starts again.
  await rows("alter table bulk_person add constraint killed check (false) not valid");
  await assert.rejects(work());
  await rows("alter table bulk_person drop constraint killed");
  const mails = async () => (await rows("select recipient from mail where kind = 'training.reminder' order by 1")).length;
  assert.equal(await mails(), 0, "a part is whole or is not");
  await Promise.all([work(), work()]);
  assert.equal(await mails(), 3);
  assert.deepEqual((await operation(operation_id)).counts, { done: 3, nothing_open: 1 });
  const again = await order({ kind: "remind" });
  assert.equal((await panel.post(`/bulk-operations/${operation_id}/undo`)).status, 422, "a mail is not undone");
  assert.deepEqual([again.seen["done"], again.seen["reminded_today"], await mails()], [0, 3, 3]);
});

test("who would join a group that is gone when the worker comes is named, and the order ends", async () => {
  const body = { selection: people(), kind: "join", group_id: id["WH"] };
  const { operation_id } = (await panel.post("/bulk-operations/preview", body)).body;
  await panel.call("PUT", `/bulk-operations/${operation_id}`, { body });
  await rows("update person_group set retired_at = now() where id = $1", [id["WH"]]);
  await workOff(database);
  const { counts, finished_at } = await operation(operation_id);
  assert.deepEqual([counts, finished_at !== null], [{ unknown: 4 }, true]);
});

test("a passed course is recorded for many as for one, once, whatever becomes of the worker; for whom it cannot be is named", async () => {
  const assigned: Record<string, string> = {};
  const assign = async (person: string) => {
    const made = await panel.post("/enrollments", { user_id: id[person], course_id: id["AID"] });
    assert.equal(made.status, 201, made.text);
    assigned[person] = made.body.id;
  };
  await assign("P1");
  await assign("P2");
  assert.equal((await panel.post(`/enrollments/${assigned["P2"]}/result`, { passed: false, score: 10 })).status, 200);
  await database.clock.freeze("2026-03-05T08:00:00Z");
  panel = await sessionOf(server, database, acme.tenant_id, await createAccount(database, acme.tenant_id, "training_admin"));
  await assign("P3");

  const selection = people();
  const path = { selection, kind: "complete", course_id: id["PATH"], completed_on: "2026-03-04" };
  const refused = await panel.post("/bulk-operations/preview", path);
  assert.deepEqual([refused.status, refused.body.code], [409, "LEARNING_PATH_FOLLOWS_COURSES"], refused.text);

  const body = { selection, kind: "complete", course_id: id["AID"], completed_on: "2026-03-04", score: 80 };
  const { operation_id, ...seen } = (await panel.post("/bulk-operations/preview", body)).body;
  const left_out = Object.fromEntries(seen.left_out.map(({ reason, count }: any) => [reason, count]));
  assert.deepEqual([seen.assigned, left_out], [1, { no_attempts_left: 1, assigned_later: 1, nothing_open: 1 }]);
  assert.equal((await panel.call("PUT", `/bulk-operations/${operation_id}`, { body })).status, 202);
  const other = await panel.call("PUT", `/bulk-operations/${operation_id}`, { body: { ...body, score: 90 } });
  assert.deepEqual([other.status, other.body.errors?.[0].code], [422, "NOT_POSSIBLE"], other.text);

  const bulk = { tenant_id: acme.tenant_id, operation_id };
  const work = () =>
    workInParts({ pool: database.pool("muster_worker", 1), ...test_mailing }, bulk, new AbortController().signal);
  const certified = () => rows("select valid_from::text, enrollment_id from certificate where course_id = $1", [id["AID"]]);
  await rows("alter table bulk_person add constraint killed check (false) not valid");
  await assert.rejects(work());
  await rows("alter table bulk_person drop constraint killed");
  assert.deepEqual(await certified(), [], "a part is whole or is not");
  await Promise.all([work(), work()]);

  const done = await operation(operation_id);
  assert.deepEqual([done.counts, done.can_undo], [{ done: 1, ...left_out }, false]);
  assert.deepEqual(await certified(), [{ valid_from: "2026-03-04", enrollment_id: assigned["P1"] }]);
  const { enrollment } = (await panel.get(`/enrollments/${assigned["P1"]}`)).body;
  // Noon in Warsaw.
  assert.deepEqual([enrollment.status, enrollment.score, enrollment.completed_at], ["completed", 80, "2026-03-04T11:00:00.000Z"]);
  const told = await rows(
    "select type, convert_from(body, 'UTF8') as body from event where type in ('course.completed', 'compliance.certified') order by type",
  );
  assert.deepEqual(
    told.map(({ type, body: text }) => [type, text.includes(operation_id)]),
    [
      ["compliance.certified", true],
      ["course.completed", true],
    ],
  );
  const [entry, ...others] = await audited(operation_id);
  assert.deepEqual(
    [entry.operation, entry.changes.people, entry.changes.completed_on, entry.changes.score, others],
    ["people.complete", [null, 4], [null, "2026-03-04"], [null, 80], []],
  );
  assert.deepEqual(await rows("select operation from audit_log where operation = 'enrollment.complete'"), []);
  assert.equal((await panel.post(`/bulk-operations/${operation_id}/undo`)).status, 422, "a result is not undone");
});
