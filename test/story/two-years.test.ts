// Two years of a sandbox organisation, over HTTP, in seconds: what a person's training goes through, the flag and its
// explanation at each step, and at the end every event that there was, once.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { event_types } from "../../server/features/webhooks/emit.ts";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { checkEvents } from "../harness/events.ts";
import { createOrganisation, type OrganisationFileInput } from "../harness/organisation.ts";
import { apiOf, byKey, startServer, type Api, type Reply, type TestServer } from "../harness/server.ts";
import { settled } from "../harness/settled.ts";

const year = { value: 12, unit: "month" } as const;
const renewal = { enabled: true, lead_days: 60, basis: "expiry" } as const;

const file: OrganisationFileInput = {
  organisation: { code: "STORY", name: "Story", kind: "sandbox", time_zone: "Europe/Warsaw" },
  contract: { rate: { per_minute: 100_000, burst: 100_000, per_day: 1_000_000 } },
  departments: [
    { name: "Operations", code: "OPS" },
    { name: "Logistics North", code: "OPS-LN", parent: "OPS" },
    { name: "Maintenance", code: "MAINT" },
  ],
  courses: [
    {
      code: "FORKLIFT-01",
      title: "Forklift operation",
      validity: year,
      renewal,
      expiring_soon_days: 60,
      default_due_days: 30,
      pass_score: 70,
    },
    {
      code: "DRIVE-01",
      title: "Safe driving",
      validity: { value: 6, unit: "month" },
      expiring_soon_days: 60,
      grace_days: 7,
      default_due_days: 64,
    },
    { code: "LOTO-01", title: "Lockout, tagout", default_due_days: 14 },
    {
      code: "SEAT-01",
      title: "Seated",
      validity: year,
      renewal: { ...renewal, lead_days: 30 },
      expiring_soon_days: 30,
      default_due_days: 30,
    },
  ],
  licenses: [{ name: "Seats", courses: ["SEAT-01"], seats_total: 1, seat_unit: "enrollment", valid_until: "2030-12-31" }],
  rules: [
    { name: "Onboarding operations", when: { department: "OPS" }, assign: ["FORKLIFT-01"], due_days: 30 },
    { name: "Maintenance", when: { department: "MAINT" }, assign: ["LOTO-01"], due_days: 14 },
  ],
  groups: [{ code: "DRIVERS", name: "Drivers", kind: "dynamic", when: { job_title: "driver" }, courses: ["DRIVE-01"] }],
  clients: [{ name: "HR sync", scopes: ["users:read", "users:write", "enrollments:write", "compliance:read"] }],
};

let database: TestDatabase;
let server: TestServer;
let api: Api;
/** What this test has seen happen, in order: `type subject`, with the instant on the tenant's clock. */
const told: string[] = [];

before(async () => {
  database = await openDatabase();
  await database.clock.freeze("2027-01-15T07:00:00Z");
  const organisation = await createOrganisation(database, file);
  server = await startServer(database);
  api = apiOf(server, byKey(organisation.code, organisation.clients["HR sync"]!.secret));
});
after(async () => {
  await server.close();
  await database.close();
});

async function ok(answer: Promise<Reply>, status = 200): Promise<any> {
  const { status: found, body, text } = await answer;
  assert.equal(found, status, text);
  return body;
}

/** Moves the organisation's clock to a local time in Warsaw. */
async function until(local: string): Promise<void> {
  const now = Temporal.PlainDateTime.from(local).toZonedDateTime("Europe/Warsaw").toInstant();
  const { now: reached } = await ok(api.post("/api/v1/sandbox/clock", { now: now.toString() }));
  assert.equal(Temporal.Instant.from(reached).since(now).total("second") < 60, true, reached);
}

/** The flag as explain, the matrix and the enrollments say it, which must be one. */
async function flag(employee_no: string, course_code: string): Promise<any> {
  const explained = await ok(api.get(`/api/v1/compliance/explain?employee_no=${employee_no}&course_code=${course_code}`));
  const { rows, summary } = await ok(api.get(`/api/v1/compliance/matrix?limit=200`));
  const row = rows.find((one: any) => one.employee_no === employee_no);
  const cell = row?.courses[course_code];
  assert.equal(cell?.status ?? null, explained.status, `explain and matrix of ${course_code}`);
  if (cell) assert.deepEqual([cell.next_status, cell.next_change_on], [explained.next_status, explained.next_change_on]);
  const flags = rows.map((one: any) => one.status ?? "no_requirements");
  const counts = { ...summary.counts, no_requirements: summary.no_requirements };
  for (const [status, count] of Object.entries(counts)) {
    assert.equal(flags.filter((one: string) => one === status).length, count, `summary of ${status}`);
  }
  const { enrollments } = await ok(api.get(`/api/v1/enrollments?employee_no=${employee_no}&course_code=${course_code}`));
  for (const one of enrollments) assert.equal(one.compliance_status, explained.status);
  return { ...explained, cell };
}

async function expectFlag(employee_no: string, course_code: string, status: string | null, ...codes: string[]): Promise<any> {
  const found = await flag(employee_no, course_code);
  assert.equal(found.status, status, `${employee_no} ${course_code}: ${JSON.stringify(found.reasons)}`);
  const given = found.reasons.map((reason: any) => reason.code);
  for (const code of codes) assert.ok(given.includes(code), `${code} among ${given.join(", ")}`);
  return found;
}

async function newest(employee_no: string, course_code: string): Promise<any> {
  const { enrollments } = await ok(api.get(`/api/v1/enrollments?employee_no=${employee_no}&course_code=${course_code}`));
  return enrollments.at(-1);
}

async function progress(employee_no: string, course_code: string, ...events: object[]): Promise<any> {
  const { id } = await newest(employee_no, course_code);
  let answer: any;
  for (const event of events) answer = await ok(api.post(`/api/v1/sandbox/enrollments/${id}/progress`, event));
  return answer;
}

/** Every event so far, as `type what@instant`, without what was told before. */
async function events(): Promise<string[]> {
  const { rows } = await database.superuser.query("select body from event order by xid, id");
  const all = rows.map(({ body }) => {
    const { type, created_at, data } = JSON.parse((body as Buffer).toString());
    return `${type} ${data.user.employee_no} ${(data.course ?? data.group).code} ${created_at.slice(0, 16)}Z`;
  });
  const fresh = all.slice(told.length);
  told.push(...fresh);
  return fresh.toSorted();
}

test("two years of a sandbox organisation", async (t) => {
  const anna = {
    employee_no: "10042",
    first_name: "Anna",
    last_name: "Example",
    email: "anna@story.example",
    department_name: "logistics north",
    job_title: "Forklift driver",
  };
  const { id: anna_id } = await ok(api.post("/api/v1/users", anna), 201);

  await t.test("onboarding on create: the department's rule, and a group by job title", async () => {
    assert.deepEqual(await events(), [
      "enrollment.assigned 10042 DRIVE-01 2027-01-15T07:00Z",
      "enrollment.assigned 10042 FORKLIFT-01 2027-01-15T07:00Z",
      "group.member_joined 10042 DRIVERS 2027-01-15T07:00Z",
    ]);
    const { due_date, source, source_ref, cycle_year } = await newest("10042", "FORKLIFT-01");
    assert.deepEqual(
      [due_date, source, source_ref.type, source_ref.name, cycle_year],
      ["2027-02-14", "rule", "rule", "Onboarding operations", 2027],
    );
    assert.equal((await newest("10042", "DRIVE-01")).due_date, "2027-03-20");
    const { cell } = await expectFlag("10042", "FORKLIFT-01", "PENDING");
    assert.deepEqual([cell.next_status, cell.next_change_on], ["OVERDUE", "2027-02-15"]);
    await expectFlag("10042", "LOTO-01", null, "NOT_REQUIRED");
  });

  await t.test("due on the day, overdue from its midnight, back by an extension, in progress once started", async () => {
    await until("2027-02-14T23:59:30");
    await expectFlag("10042", "FORKLIFT-01", "PENDING");
    await until("2027-02-15T00:00:30");
    await expectFlag("10042", "FORKLIFT-01", "OVERDUE");
    const { id } = await newest("10042", "FORKLIFT-01");
    await ok(api.patch(`/api/v1/enrollments/${id}`, { due_date: "2027-03-31" }));
    await expectFlag("10042", "FORKLIFT-01", "PENDING");
    await progress("10042", "FORKLIFT-01", { event: "started" });
    await expectFlag("10042", "FORKLIFT-01", "IN_PROGRESS");
    assert.deepEqual(await events(), []);
  });

  await t.test("failed, then completed and certified, with the exact bodies", async () => {
    await until("2027-02-28T12:00");
    const failed = await progress("10042", "FORKLIFT-01", { event: "failed", score: 48 });
    assert.deepEqual([failed.status, failed.attempts_used], ["in_progress", 1]);
    await expectFlag("10042", "FORKLIFT-01", "IN_PROGRESS");
    const completed = await progress("10042", "FORKLIFT-01", { event: "completed", score: 92 });
    assert.deepEqual([completed.status, completed.score, completed.passed, completed.attempts_used], ["completed", 92, true, 2]);
    const { id, valid_from, valid_until, status } = completed.certificate;
    assert.deepEqual([valid_from, valid_until, status], ["2027-02-28", "2028-02-27", "valid"]);
    const { cell } = await expectFlag("10042", "FORKLIFT-01", "COMPLIANT", "CERT_VALID");
    assert.deepEqual([cell.certificate_id, cell.next_status, cell.next_change_on], [id, "EXPIRING_SOON", "2027-12-29"]);
    assert.deepEqual(await events(), [
      "compliance.certified 10042 FORKLIFT-01 2027-02-28T11:00Z",
      "course.completed 10042 FORKLIFT-01 2027-02-28T11:00Z",
      "course.failed 10042 FORKLIFT-01 2027-02-28T11:00Z",
    ]);
    await checkBodies(anna_id, completed);
  });

  await t.test("grace ends on the day on which clocks go forward, by the calendar", async () => {
    await until("2027-03-27T23:59");
    await expectFlag("10042", "DRIVE-01", "PENDING");
    assert.equal((await flag("10042", "DRIVE-01")).cell.in_grace, true);
    await until("2027-03-29T12:00");
    await expectFlag("10042", "DRIVE-01", "OVERDUE");
    await settled(database);
    const { changes } = await ok(api.get("/api/v1/compliance/changes?limit=500"));
    const change = changes.findLast((one: any) => one.course_code === "DRIVE-01");
    assert.deepEqual(
      [change.previous_status, change.status, change.changed_at],
      ["PENDING", "OVERDUE", "2027-03-27T23:00:00.000Z"],
    );
    const then = await ok(api.get("/api/v1/compliance/matrix?as_of=2027-03-27"));
    assert.equal(then.rows[0].courses["DRIVE-01"].status, "PENDING");
  });

  await t.test("a validity of six months from 31 August ends with February", async () => {
    await until("2027-08-31T10:00");
    const { certificate } = await progress("10042", "DRIVE-01", { event: "started" }, { event: "completed", score: 100 });
    assert.deepEqual([certificate.valid_from, certificate.valid_until], ["2027-08-31", "2028-02-28"]);
    await expectFlag("10042", "DRIVE-01", "COMPLIANT");
    assert.deepEqual(await events(), [
      "compliance.certified 10042 DRIVE-01 2027-08-31T08:00Z",
      "course.completed 10042 DRIVE-01 2027-08-31T08:00Z",
    ]);
  });

  await t.test("a certificate expires soon, its renewal comes by itself, and renewing early loses no days", async () => {
    await until("2027-12-28T23:59");
    await expectFlag("10042", "FORKLIFT-01", "COMPLIANT");
    await until("2027-12-29T08:00");
    const { cell } = await expectFlag("10042", "FORKLIFT-01", "EXPIRING_SOON", "RENEWAL_OPEN");
    const open = await newest("10042", "FORKLIFT-01");
    assert.deepEqual(
      [open.source, open.cycle_year, open.due_date, open.id],
      ["renewal", 2028, "2028-02-27", cell.renewal_enrollment_id],
    );
    assert.deepEqual(await events(), ["enrollment.assigned 10042 FORKLIFT-01 2027-12-28T23:00Z"]);
    await until("2028-01-10T09:00");
    const { certificate } = await progress("10042", "FORKLIFT-01", { event: "completed", score: 88 });
    assert.deepEqual([certificate.valid_from, certificate.valid_until], ["2028-02-28", "2029-02-27"]);
    await expectFlag("10042", "FORKLIFT-01", "COMPLIANT");
    await expectFlag("10042", "DRIVE-01", "EXPIRING_SOON");
    assert.deepEqual(await events(), [
      "compliance.certified 10042 FORKLIFT-01 2028-01-10T08:00Z",
      "course.completed 10042 FORKLIFT-01 2028-01-10T08:00Z",
    ]);
  });

  await t.test(
    "a certificate expires on a leap day: told once, grace puts the flag off, late completion starts anew",
    async () => {
      await until("2028-02-29T12:00");
      const { cell } = await expectFlag("10042", "DRIVE-01", "EXPIRING_SOON");
      assert.equal(cell.in_grace, true);
      await until("2028-03-06T23:00");
      await expectFlag("10042", "DRIVE-01", "EXPIRING_SOON");
      await until("2028-03-07T01:00");
      await expectFlag("10042", "DRIVE-01", "OVERDUE");
      assert.deepEqual(await events(), ["compliance.expired 10042 DRIVE-01 2028-02-28T23:00Z"]);
      await until("2028-03-10T12:00");
      await ok(api.post("/api/v1/enrollments", { employee_no: "10042", course_code: "DRIVE-01" }), 201);
      await expectFlag("10042", "DRIVE-01", "PENDING");
      const { certificate } = await progress("10042", "DRIVE-01", { event: "completed", score: 100 });
      assert.deepEqual([certificate.valid_from, certificate.valid_until], ["2028-03-10", "2028-09-09"]);
      const { certificates } = await ok(api.get("/api/v1/certificates?employee_no=10042&course_code=DRIVE-01"));
      assert.deepEqual(
        certificates.map(({ status, previous_certificate_id }: any) => [status, previous_certificate_id]),
        [
          [certificates[0].status, null],
          ["valid", certificates[0].id],
        ],
      );
      assert.deepEqual(await events(), [
        "compliance.certified 10042 DRIVE-01 2028-03-10T11:00Z",
        "course.completed 10042 DRIVE-01 2028-03-10T11:00Z",
        "enrollment.assigned 10042 DRIVE-01 2028-03-10T11:00Z",
      ]);
    },
  );

  await t.test(
    "another department: its rule assigns, the old rule's obligation lapses with its unstarted enrollments",
    async () => {
      await ok(api.patch(`/api/v1/users/${anna_id}`, { department_name: "Maintenance" }));
      assert.deepEqual(await events(), ["enrollment.assigned 10042 LOTO-01 2028-03-10T11:00Z"]);
      await expectFlag("10042", "LOTO-01", "PENDING");
      await expectFlag("10042", "FORKLIFT-01", "COMPLIANT");
    },
  );

  await t.test("seats: none for a second person, none for a renewal, and one as soon as there are more", async () => {
    for (const [employee_no, first_name] of [
      ["20001", "Ben"],
      ["20002", "Cleo"],
    ] as const) {
      await ok(
        api.post("/api/v1/users", { employee_no, first_name, last_name: "Example", email: `${employee_no}@story.example` }),
        201,
      );
    }
    await ok(api.post("/api/v1/enrollments", { employee_no: "20001", course_code: "SEAT-01" }), 201);
    const refused = await api.post("/api/v1/enrollments", { employee_no: "20002", course_code: "SEAT-01" });
    assert.deepEqual([refused.status, refused.body.code], [409, "SEAT_LIMIT_REACHED"]);
    await progress("20001", "SEAT-01", { event: "completed", score: 80 });
    await events();
  });

  await t.test("deactivation ends what was not started and takes the person out of the matrix", async () => {
    await until("2028-03-20T12:00");
    await ok(api.patch(`/api/v1/users/${anna_id}`, { active: false }));
    assert.deepEqual(await events(), [
      "enrollment.cancelled 10042 LOTO-01 2028-03-20T11:00Z",
      "group.member_left 10042 DRIVERS 2028-03-20T11:00Z",
    ]);
    await expectFlag("10042", "FORKLIFT-01", null, "PERSON_INACTIVE");
    const { pagination } = await ok(api.get("/api/v1/compliance/matrix"));
    assert.equal(pagination.total, 2);
  });

  await t.test("rehire: nothing is revived, rules and groups run again, valid certificates count", async () => {
    await until("2028-07-03T08:00");
    await ok(api.patch(`/api/v1/users/${anna_id}`, { active: true }));
    assert.deepEqual(await events(), [
      "enrollment.assigned 10042 LOTO-01 2028-07-03T06:00Z",
      "group.member_joined 10042 DRIVERS 2028-07-03T06:00Z",
    ]);
    assert.equal((await newest("10042", "LOTO-01")).due_date, "2028-07-17");
    await expectFlag("10042", "DRIVE-01", "COMPLIANT");
    await expectFlag("10042", "FORKLIFT-01", "COMPLIANT");
    await until("2028-07-18T08:00");
    await expectFlag("10042", "LOTO-01", "OVERDUE");
    await progress("10042", "LOTO-01", { event: "started" }, { event: "completed", score: 100 });
    await expectFlag("10042", "LOTO-01", "COMPLIANT");
    assert.deepEqual(await events(), ["course.completed 10042 LOTO-01 2028-07-18T06:00Z"]);
  });

  await t.test("no seat for a renewal: the certificate expires, and the first midnight with a seat renews it", async () => {
    await until("2029-02-20T12:00");
    await expectFlag("20001", "SEAT-01", "EXPIRING_SOON");
    assert.equal((await newest("20001", "SEAT-01")).source, "api");
    const { rows } = await database.superuser.query("select kind, reason from alert where resolved_at is null");
    assert.deepEqual(
      rows.map(({ kind }) => kind),
      ["renewal_blocked"],
    );
    await until("2029-03-12T12:00");
    await expectFlag("20001", "SEAT-01", "OVERDUE");
    await createOrganisation(database, { ...file, licenses: [{ name: "Seats", seats_total: 2 }] });
    await until("2029-03-13T12:00");
    const renewed = await newest("20001", "SEAT-01");
    assert.deepEqual([renewed.source, renewed.status, renewed.due_date], ["renewal", "assigned", "2029-03-09"]);
    await expectFlag("20001", "SEAT-01", "OVERDUE");
    await progress("20001", "SEAT-01", { event: "completed", score: 80 });
    await expectFlag("20001", "SEAT-01", "COMPLIANT");
    const seen = await events();
    assert.deepEqual(
      seen.filter((one) => one.includes("SEAT-01")),
      [
        "compliance.certified 20001 SEAT-01 2029-03-13T11:00Z",
        "compliance.expired 20001 SEAT-01 2029-03-09T23:00Z",
        "course.completed 20001 SEAT-01 2029-03-13T11:00Z",
        "enrollment.assigned 20001 SEAT-01 2029-03-12T23:00Z",
      ],
    );
    // What was required by the department that she left is not renewed, and its end is no obligation.
    await expectFlag("10042", "FORKLIFT-01", null);
    assert.ok(!seen.includes("enrollment.assigned 10042 FORKLIFT-01 2028-12-28T23:00Z"), seen.join("\n"));
    assert.deepEqual(
      seen.filter((one) => one.includes("10042")),
      ["compliance.expired 10042 DRIVE-01 2028-09-09T22:00Z", "compliance.expired 10042 FORKLIFT-01 2029-02-27T23:00Z"],
    );
  });

  await t.test("every event was told once", () => {
    assert.deepEqual(told.length, new Set(told).size, told.join("\n"));
  });

  await t.test("every event is as its type's schema says, and each type but the ping was told", async () => {
    assert.deepEqual((await checkEvents(database)).toSorted(), event_types.filter((type) => type !== "ping").toSorted());
  });
});

/** The bodies of the events behind a completion, member by member, as the design gives them. */
async function checkBodies(user_id: string, completed: any): Promise<void> {
  const bodies = await database.superuser.query("select type, body from event where type like 'co%' order by xid, id");
  const of = (type: string) => JSON.parse((bodies.rows.find((row) => row.type === type)!.body as Buffer).toString());
  const { department_id } = await ok(api.get(`/api/v1/users/${user_id}`));
  const user = {
    id: user_id,
    employee_no: "10042",
    department_id,
    department_name: "Logistics North",
    worker_type: "internal_payroll",
    contractor_id: null,
  };
  const course = { id: completed.course_id, code: "FORKLIFT-01", title: "Forklift operation" };
  const { id, due_date, assigned_at, started_at, completed_at } = completed;
  const enrollment = {
    id,
    cycle_year: 2027,
    status: "completed",
    source: "rule",
    due_date,
    assigned_at,
    started_at,
    completed_at,
  };
  const envelope = { created_at: "2027-02-28T11:00:00.000Z", tenant_code: "STORY" };
  const done = of("course.completed");
  assert.deepEqual(withoutMilliseconds(done), {
    ...envelope,
    id: done.id,
    type: "course.completed",
    data: {
      user,
      course,
      enrollment,
      result: { passed: true, score: 92, on_time: true, attempt: 2 },
      certificate_id: completed.certificate.id,
      compliance_status: "COMPLIANT",
      batch_id: null,
    },
  });
  const failed = of("course.failed");
  assert.deepEqual(withoutMilliseconds(failed), {
    ...envelope,
    id: failed.id,
    type: "course.failed",
    data: {
      user,
      course,
      enrollment: { ...enrollment, status: "in_progress", completed_at: null },
      attempt: {
        number: 1,
        attempts_left: 2,
        final: false,
        score: 48,
        pass_score: 70,
        finished_at: failed.data.attempt.finished_at,
      },
      compliance_status: "IN_PROGRESS",
      batch_id: null,
    },
  });
  const certified = of("compliance.certified");
  const { number, valid_from, valid_until } = completed.certificate;
  assert.deepEqual(withoutMilliseconds(certified), {
    ...envelope,
    id: certified.id,
    type: "compliance.certified",
    data: {
      user,
      course,
      certificate: {
        id: completed.certificate.id,
        number,
        source: "course",
        issued_at: completed_at,
        valid_from,
        valid_until,
        previous_certificate_id: null,
      },
      enrollment_id: id,
      compliance_status: "COMPLIANT",
      batch_id: null,
    },
  });
}

/** The sandbox's clock runs on while it is worked with, but this test's database stands still. */
function withoutMilliseconds(event: { created_at: string }): object {
  return { ...event, created_at: `${event.created_at.slice(0, 19)}.000Z` };
}
