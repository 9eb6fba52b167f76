// The standing of an organisation with numbers that were counted by hand: three people, two courses, two departments, one
// company, one manager.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { first_instant, openTraining, type TrainingOrganisation } from "../../../../test/harness/organisation/enrollments.ts";
import { learnersOf, type Learners } from "../../../../test/harness/panel/learners.ts";
import { createAccount, sessionOf, type Panel } from "../../../../test/harness/panel/panel.ts";
import { createLimited, departmentOf } from "../../../../test/isolation/departments.ts";

let training: TrainingOrganisation;
let learners: Learners;

before(async () => {
  const person = (number: number, more: object) => ({
    employee_no: `P${number}`,
    first_name: "Anna",
    last_name: `Number ${number}`,
    email: `p${number}@acme.example`,
    ...more,
  });
  training = await openTraining({
    departments: [
      { name: "Logistics", code: "LOG" },
      { name: "Head office", code: "HEAD" },
    ],
    contractors: [{ name: "Build", code: "BUILD" }],
    courses: [
      { code: "A", title: "Work at height", validity: { value: 12, unit: "month" }, default_due_days: 30 },
      { code: "B", title: "Fire safety", default_due_days: 30 },
    ],
    people: [
      person(1, { department: "LOG" }),
      person(2, { department: "LOG", manager: "P3" }),
      person(3, { department: "HEAD", worker_type: "b2b_contractor", contractor: "BUILD" }),
    ],
  });
  learners = learnersOf(training, first_instant);
  // Five entries: P1 A covered until 2027, P1 B due in 18 days, P2 A due in 30 days, P2 B covered without end, P3 A due in 77
  // days.
  await learners.certify("P1", "A");
  await learners.assign("P1", "B", { due_date: "2026-02-20" });
  await learners.assign("P2", "A");
  await learners.certify("P2", "B");
  await learners.assign("P3", "A", { due_date: "2026-04-20" });
});
after(() => training.close());

/** Opens a new session, because the clock moves on and earlier sessions end. */
async function panelOf(department?: string): Promise<Panel> {
  const { database, organisation, server } = training;
  const account = department
    ? await createLimited(database, organisation, "training_admin", [await departmentOf(database, organisation, department)])
    : await createAccount(database, organisation.tenant_id, "compliance_officer");
  return sessionOf(server, database, organisation.tenant_id, account);
}

/** Numbers of entries: all, covered, due in 4, 8 and 12 weeks. */
const numbers = ({ entries, covered, due_4, due_8, due_12 }: any) => [entries, covered, due_4, due_8, due_12];

async function standingOf(by: string, department?: string) {
  const { status, body, text } = await (await panelOf(department)).get(`/compliance/standing?by=${by}`);
  assert.equal(status, 200, text);
  assert.deepEqual([body.as_of, body.by, body.left_out], ["2026-02-02", by, 0]);
  return { total: numbers(body.total), lines: body.lines.map((line: any) => [line.name, ...numbers(line)]) };
}

async function daysOf(query: string, department?: string): Promise<unknown[]> {
  const { status, body, text } = await (await panelOf(department)).get(`/compliance/trend?${query}`);
  assert.equal(status, 200, text);
  assert.equal(body.complete, true);
  return body.days.map(({ day, counts }: any) => [day, counts.COMPLIANT + counts.EXPIRING_SOON, counts.PENDING + counts.OVERDUE]);
}

test("what is covered and what falls due in 4, 8 and 12 weeks, by department, course, company and manager, is what was counted by hand", async () => {
  const total = [5, 2, 1, 2, 3];
  assert.deepEqual(await standingOf("department"), {
    total,
    lines: [
      ["Logistics", 4, 2, 1, 2, 2],
      ["Head office", 1, 0, 0, 0, 1],
    ],
  });
  assert.deepEqual(await standingOf("course"), {
    total,
    lines: [
      ["Work at height", 3, 1, 0, 1, 2],
      ["Fire safety", 2, 1, 1, 1, 1],
    ],
  });
  assert.deepEqual(await standingOf("company"), {
    total,
    lines: [
      [null, 4, 2, 1, 2, 2],
      ["Build", 1, 0, 0, 0, 1],
    ],
  });
  assert.deepEqual(await standingOf("manager"), {
    total,
    lines: [
      [null, 3, 1, 1, 1, 2],
      ["Anna Number 3", 2, 1, 0, 1, 1],
    ],
  });
  const matrix = (await (await panelOf()).get("/compliance/matrix")).body;
  const entries = matrix.rows.flatMap(({ courses }: any) => Object.values(courses));
  assert.deepEqual(
    [entries.length, entries.filter(({ status }: any) => ["COMPLIANT", "EXPIRING_SOON"].includes(status)).length],
    [5, 2],
    "as the matrix says",
  );
  const { status, body } = await (await panelOf()).get("/compliance/standing?by=site");
  assert.deepEqual([status, body.errors[0].parameter], [422, "by"]);
});

test("an administrator of some departments gets the numbers of these alone, and no name of others", async () => {
  assert.deepEqual(await standingOf("department", "LOG"), { total: [4, 2, 1, 2, 2], lines: [["Logistics", 4, 2, 1, 2, 2]] });
  assert.deepEqual(await standingOf("course", "HEAD"), { total: [1, 0, 0, 0, 1], lines: [["Work at height", 1, 0, 0, 0, 1]] });
  assert.deepEqual(await standingOf("company", "LOG"), { total: [4, 2, 1, 2, 2], lines: [[null, 4, 2, 1, 2, 2]] });
  const { total, lines } = await standingOf("manager", "LOG");
  assert.deepEqual(total, [4, 2, 1, 2, 2]);
  assert.deepEqual(
    lines.toSorted((one: any[], other: any[]) => one[2] - other[2] || one[3] - other[3]),
    [
      [null, 2, 1, 0, 1, 1],
      [null, 2, 1, 1, 1, 1],
    ],
    "the manager is of another department, and has no name here",
  );
});

test("a year of a department, company or manager is that of the people who belong there today", async () => {
  const { database, organisation } = training;
  await learners.at("2026-02-10T07:00:00Z");
  await learners.pass(
    (
      await database.superuser.query(
        "select e.id from enrollment e join person p on p.id = e.person_id where p.employee_no = 'P3'",
      )
    ).rows[0].id,
  );
  await learners.at("2026-02-16T07:00:00Z");
  const ids = Object.fromEntries(
    await Promise.all(["LOG", "HEAD"].map(async (code) => [code, await departmentOf(database, organisation, code)])),
  );
  const contractor = (await database.superuser.query("select id from contractor where code = 'BUILD'")).rows[0].id;
  const [before, between, today] = ["2026-02-02", "2026-02-09", "2026-02-16"];
  const head = [
    [before, 0, 1],
    [between, 0, 1],
    [today, 1, 0],
  ];
  const log = [before, between, today].map((day) => [day, 2, 2]);
  assert.deepEqual(await daysOf("weeks=2"), [
    [before, 2, 3],
    [between, 2, 3],
    [today, 3, 2],
  ]);
  assert.deepEqual(await daysOf(`weeks=2&department_id=${ids["HEAD"]}`), head);
  assert.deepEqual(await daysOf(`weeks=2&contractor_id=${contractor}`), head);
  assert.deepEqual(await daysOf(`weeks=2&department_id=${ids["LOG"]}`), log);
  assert.deepEqual(await daysOf(`weeks=1&manager_id=${await learners.person("P3")}`), [
    [between, 1, 1],
    [today, 1, 1],
  ]);
  assert.deepEqual(await daysOf(`weeks=1&department_id=${ids["LOG"]}&course_code=B`), [
    [between, 1, 1],
    [today, 1, 1],
  ]);
  // An administrator of some departments gets their numbers, whatever the filters are.
  assert.deepEqual(await daysOf("weeks=2", "HEAD"), head);
  assert.deepEqual(await daysOf("weeks=2", "LOG"), log);
  const nothing = [before, between, today].map((day) => [day, 0, 0]);
  assert.deepEqual(await daysOf(`weeks=2&department_id=${ids["LOG"]}`, "HEAD"), nothing);
  assert.deepEqual(await daysOf(`weeks=2&contractor_id=${contractor}`, "LOG"), nothing);
  const moved = await training.api.patch(`/api/v1/users/${await learners.person("P3")}`, { department_id: ids["LOG"] });
  assert.equal(moved.status, 200, moved.text);
  assert.deepEqual(await daysOf("weeks=2", "LOG"), [
    [before, 2, 3],
    [between, 2, 3],
    [today, 3, 2],
  ]);
  assert.deepEqual(await daysOf("weeks=2", "HEAD"), nothing);
});

test("a day whose end was counted is told from there, before as far as history is looked at", async () => {
  const { database, organisation } = training;
  const query = (text: string, values: unknown[]) => database.superuser.query(text, values);
  const at = "2026-01-26T22:59:59.999Z";
  await query("insert into compliance_digest (tenant_id, at, finished_at) values ($1, $2, now())", [organisation.tenant_id, at]);
  await query(
    `insert into compliance_digest_count (tenant_id, at, course_id, worker_type, status, people)
    select $1::uuid, $2::timestamptz, id, worker_type, 'COMPLIANT', 7 from course, unnest(array['internal_payroll', 'b2b_contractor']) worker_type
    union all
    select $1::uuid, $2::timestamptz, infra.no_id(), 'internal_payroll', 'COMPLIANT', 1000`,
    [organisation.tenant_id, at],
  );
  assert.deepEqual((await daysOf("weeks=4"))[1], ["2026-01-26", 28, 0]);
  assert.deepEqual((await daysOf("weeks=4&course_code=a"))[1], ["2026-01-26", 14, 0]);
  assert.deepEqual((await daysOf("weeks=4", "LOG"))[1], ["2026-01-26", 0, 0]);
});
