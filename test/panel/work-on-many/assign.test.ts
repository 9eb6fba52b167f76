// A course is assigned to many people at once: previewed, ordered once, carried out in parts by a worker that may die, and
// reported for each person.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { part_max, workInParts } from "../../../server/features/bulk/bulk.job.ts";
import { BulkOperation, BulkPreview, people_max } from "../../../server/features/bulk/schema.ts";
import { chosen_max } from "../../../server/features/people/schema.ts";
import { newId } from "../../../server/platform/ids.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { workOff } from "../../harness/jobs.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, sessionOf, type Panel, type Role } from "../../harness/panel/panel.ts";
import { matchesSchema } from "../../harness/records.ts";
import { startServer, test_mailing, type TestServer } from "../../harness/server.ts";

/** People in the warehouse; every fiftieth has left. */
const people = 2 * part_max + 40;
const left = Math.floor(people / 50);
const seats = 30;

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
let other: TestOrganisation;
let panel: Panel;
let id: Record<string, string>;

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  acme = await createOrganisation(database, {
    departments: ["WH", "OFFICE"].map((code) => ({ name: code, code })),
    courses: [
      { code: "FIRE-01", title: "Fire safety", default_due_days: 30 },
      { code: "LIFT", title: "Forklift" },
      { code: "OLD", title: "Old course", active: false },
    ],
    licenses: [{ name: "Forklift seats", courses: ["LIFT"], seats_total: seats }],
    people: ["I1", "I2", "I3"].map((employee_no) => ({
      employee_no,
      first_name: "Ewa",
      last_name: `Lis ${employee_no}`,
      email: `${employee_no}@acme.example`,
      department: "OFFICE",
    })),
  });
  other = await createOrganisation(database, {
    organisation: { code: "OTHER", name: "Other" },
    courses: [{ code: "FIRE-01", title: "Fire safety" }],
    people: [{ employee_no: "X1", first_name: "Jan", last_name: "Nowak", email: "x1@other.example" }],
  });
  const known = await rows(
    `select code, id from department where tenant_id = $1 union all select code, id from course where tenant_id = $1
     union all select employee_no, id from person where tenant_id = $1`,
    [acme.tenant_id],
  );
  id = Object.fromEntries(known.map((row) => [row.code, row.id]));
  await rows(
    `insert into person (tenant_id, id, login, login_norm, employee_no, employee_no_norm, state, worker_type, first_name, last_name,
       full_name_norm, department_id)
     select $1, infra.new_id(), 'f' || n, 'f' || n, 'f' || n, 'f' || n, case when n % 50 = 0 then 'deactivated' else 'active' end,
       'internal_payroll', 'Anna', 'Lis', 'anna lis', $2
     from generate_series(1, $3::int) n`,
    [acme.tenant_id, id["WH"], people],
  );
  panel = await panelOf("training_admin");
});
after(async () => {
  await server.close();
  await database.close();
});

async function rows(text: string, values: unknown[] = []): Promise<any[]> {
  return (await database.superuser.query(text, values)).rows;
}
async function panelOf(role: Role, organisation = acme): Promise<Panel> {
  const account = await createAccount(database, organisation.tenant_id, role);
  return sessionOf(server, database, organisation.tenant_id, account);
}
const preview = (body: object, by = panel) => by.post("/bulk-operations/preview", body);
const order = (operation_id: string, body: object, by = panel) => by.call("PUT", `/bulk-operations/${operation_id}`, { body });
const operation = async (operation_id: string) => (await panel.get(`/bulk-operations/${operation_id}`)).body;
const jobs = () => rows("select data from pgboss.job where name = 'bulk.work' and state = 'created'");
const enrolled = async (course: string) =>
  (await rows("select count(*)::int as n from enrollment where course_id = $1", [id[course]]))[0].n as number;

test("a preview tells how many get it, have it, are left out and why, and how many seats that takes; nothing changes", async () => {
  const one = await panel.post("/enrollments", { user_id: id["I1"], course_id: id["LIFT"] });
  assert.equal(one.status, 201, one.text);
  const seen = await preview({ selection: { filter: {} }, course_id: id["LIFT"] });
  assert.equal(seen.status, 200, seen.text);
  matchesSchema(BulkPreview, seen.body);
  const { people: all, assigned, has_it, left_out, seats: needed } = seen.body;
  const short = people + 3 - left - seats;
  assert.deepEqual([all, assigned, has_it], [people + 3, seats - 1, 1]);
  assert.deepEqual(
    new Map(left_out.map(({ reason, count }: any) => [reason, count])),
    new Map([
      ["person_inactive", left],
      ["no_seat", short],
    ]),
  );
  const { license_id: _, ...licence } = needed[0];
  assert.deepEqual(licence, { name: "Forklift seats", seats_total: seats, free: seats - 1, taken: seats - 1, short });
  assert.deepEqual([await enrolled("LIFT"), (await jobs()).length], [1, 0]);
});

test("what an order cannot mean is refused by name, in the preview and in the order", async () => {
  const course_id = id["FIRE-01"];
  const chosen = { person_ids: [id["I1"]] };
  const [stranger] = await rows("select id from person where tenant_id = $1", [other.tenant_id]);
  const [foreign] = await rows("select id from course where tenant_id = $1", [other.tenant_id]);
  for (const [body, pointer, code] of [
    [{ selection: {}, course_id }, "#/selection", "ONE_OF_REQUIRED"],
    [{ selection: { ...chosen, filter: {} }, course_id }, "#/selection", "ONE_OF_REQUIRED"],
    [{ selection: { person_ids: [id["I1"], stranger.id] }, course_id }, "#/selection/person_ids/1", "UNKNOWN_PERSON"],
    [{ selection: { person_ids: [newId()] }, course_id }, "#/selection/person_ids/0", "UNKNOWN_PERSON"],
    [{ selection: { filter: { q: "nobody is called so" } }, course_id }, "#/selection", "REQUIRED"],
    [{ selection: chosen, course_id: foreign.id }, "#/course_id", "UNKNOWN_COURSE"],
    [{ selection: chosen, course_id, due_date: "2020-01-31" }, "#/due_date", "DATE_IN_PAST"],
    [
      { selection: { person_ids: Array.from({ length: chosen_max + 1 }, newId) }, course_id },
      "#/selection/person_ids",
      "TOO_LONG",
    ],
    [{ selection: { filter: { colour: "red" } }, course_id }, "#/selection/filter/colour", "UNKNOWN_FIELD"],
  ] as const)
    for (const refused of [await preview(body), await order(newId(), body)]) {
      assert.equal(refused.status, 422, refused.text);
      assert.deepEqual([refused.body.errors[0].pointer, refused.body.errors[0].code], [pointer, code], refused.text);
    }
  const old = await order(newId(), { selection: chosen, course_id: id["OLD"] });
  assert.equal(old.body.code, "COURSE_NOT_ASSIGNABLE", old.text);
  assert.equal(await enrolled("FIRE-01"), 0);
});

test("more people than one order may have are refused before anything is planned", async () => {
  const more = await createOrganisation(database, {
    organisation: { code: "MORE", name: "More" },
    courses: [{ code: "FIRE-01", title: "Fire safety" }],
  });
  await rows(
    `insert into person (tenant_id, id, login, login_norm, employee_no, employee_no_norm, state, worker_type,
       first_name, last_name)
     select $1, infra.new_id(), 'm' || n, 'm' || n, 'm' || n, 'm' || n, 'active', 'internal_payroll', 'Anna', 'Lis' from generate_series(0, $2::int) n`,
    [more.tenant_id, people_max],
  );
  const [course] = await rows("select id from course where tenant_id = $1", [more.tenant_id]);
  const refused = await preview({ selection: { filter: {} }, course_id: course.id }, await panelOf("training_admin", more));
  assert.deepEqual([refused.status, refused.body.errors?.[0]?.code], [422, "TOO_MANY"], refused.text);
  assert.match(refused.body.errors[0].detail, new RegExp(String(people_max)));
});

test("an order is carried out once, whatever becomes of its worker and however often it is sent", async () => {
  const body = { selection: { filter: { department_id: id["WH"], q: "Lis" } }, course_id: id["FIRE-01"], due_date: "2099-12-31" };
  const { operation_id } = (await preview(body)).body;
  const started = await order(operation_id, body);
  assert.equal(started.status, 202, started.text);
  matchesSchema(BulkOperation, started.body);
  assert.deepEqual([started.body.people_total, started.body.people_done, started.body.finished_at], [people, 0, null]);
  assert.equal((await order(operation_id, body)).status, 202);
  const another = await order(operation_id, { ...body, course_id: id["LIFT"] });
  assert.deepEqual([another.status, another.body.errors?.[0]?.code], [422, "NOT_POSSIBLE"]);
  const [{ data }, ...further] = await jobs();
  assert.equal(further.length, 0);

  // The worker dies after its first part. A person joins the department before another worker continues.
  await rows("delete from pgboss.job where name = 'bulk.work'");
  const pool = database.pool("muster_worker", 1);
  const died = new Error("the worker is gone");
  await assert.rejects(
    workInParts({ pool, ...test_mailing }, data, new AbortController().signal, { pause: () => Promise.reject(died) }),
    died,
  );
  assert.deepEqual([(await operation(operation_id)).people_done, (await jobs()).length], [part_max, 0]);
  await rows(
    `insert into person (tenant_id, id, login, login_norm, employee_no, employee_no_norm, state, worker_type, first_name, last_name,
       full_name_norm, department_id)
     values ($1, infra.new_id(), 'late', 'late', 'late', 'late', 'active', 'internal_payroll', 'Anna', 'Lis', 'anna lis', $2)`,
    [acme.tenant_id, id["WH"]],
  );
  assert.equal((await operation(operation_id)).stopped, false);
  await rows("update bulk_operation set updated_at = updated_at - interval '2 minutes' where id = $1", [operation_id]);
  assert.equal((await operation(operation_id)).stopped, true);
  assert.equal((await panel.post(`/bulk-operations/${operation_id}/continue`)).status, 202);
  await order(operation_id, body);
  assert.equal((await jobs()).length, 1, "it is begun again where it was, once");
  await workOff(database);

  const done = await operation(operation_id);
  assert.deepEqual(
    [done.people_total, done.people_done, done.counts, done.stopped],
    [people, people, { assigned: people - left, person_inactive: left }, false],
  );
  assert.ok(done.finished_at);
  assert.deepEqual(await rows("select distinct due_date::text, source from enrollment where course_id = $1", [id["FIRE-01"]]), [
    { due_date: "2099-12-31", source: "admin" },
  ]);
  assert.equal(await enrolled("FIRE-01"), people - left);
  const audited = await rows(
    "select target_id, changes, actor_type from audit_log where operation = 'course.assign' and batch_id = $1",
    [operation_id],
  );
  assert.deepEqual(audited, [
    {
      target_id: id["FIRE-01"],
      changes: { people: [null, people], due_date: [null, "2099-12-31"], selected_by: [null, "filter"] },
      actor_type: "administrator",
    },
  ]);
  const [{ selection }] = await rows("select selection from bulk_operation where id = $1", [operation_id]);
  assert.deepEqual(
    [selection.filter.department_id, selection.filter.q],
    [id["WH"], undefined],
    "what was searched for is forgotten",
  );

  const told = await rows(
    "select count(*)::int as n from event where type = 'enrollment.assigned' and position($1 in convert_from(body, 'UTF8')) > 0",
    [operation_id],
  );
  assert.equal(told[0].n, people - left);
  // Another worker that comes later changes nothing.
  await workInParts({ pool, ...test_mailing }, data, new AbortController().signal);
  assert.deepEqual(await operation(operation_id), done);
});

test("the result names each person by what became of them; who has the course stays as they are", async () => {
  const body = { selection: { person_ids: [id["I1"], id["I2"]] }, course_id: id["LIFT"], due_date: "2099-01-31" };
  const { operation_id, ...seen } = (await preview(body)).body;
  assert.deepEqual([seen.assigned, seen.has_it, seen.left_out], [1, 1, []]);
  await order(operation_id, body);
  await workOff(database);
  const listed = async (outcome: string) =>
    (await panel.get(`/bulk-operations/${operation_id}/people?outcome=${outcome}`)).body.people.map(
      (one: any) => one.employee_no,
    );
  assert.deepEqual([await listed("assigned"), await listed("has_it"), await listed("no_seat")], [["I2"], ["I1"], []]);
  const due = await rows(
    "select p.employee_no, e.due_date::text from enrollment e join person p on p.id = e.person_id where course_id = $1 order by 1",
    [id["LIFT"]],
  );
  assert.deepEqual(due, [
    { employee_no: "I1", due_date: null },
    { employee_no: "I2", due_date: "2099-01-31" },
  ]);
});

test("an administrator who only reads may look and not order; another organisation's orders are unknown", async () => {
  const body = { selection: { person_ids: [id["I3"]] }, course_id: id["FIRE-01"] };
  const { operation_id } = (await preview(body)).body;
  await order(operation_id, body);
  await workOff(database);
  for (const role of ["it_admin", "compliance_officer", "learner"] as const) {
    const by = await panelOf(role);
    const goOn = by.post(`/bulk-operations/${operation_id}/continue`);
    for (const refused of [await preview(body, by), await order(newId(), body, by), await goOn])
      assert.deepEqual([refused.status, refused.body.code], [403, "ROLE_NOT_ALLOWED"]);
    assert.equal((await by.get(`/bulk-operations/${operation_id}`)).status, role === "learner" ? 403 : 200);
  }
  const stranger = await panelOf("training_admin", other);
  for (const path of [operation_id, `${operation_id}/people?outcome=assigned`, newId(), "none"])
    assert.equal((await stranger.get(`/bulk-operations/${path}`)).status, 404, path);
  assert.equal((await stranger.post(`/bulk-operations/${operation_id}/continue`)).status, 404);
});
