import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { first_instant, openTraining, type TrainingOrganisation } from "../../../../../test/harness/organisation/enrollments.ts";
import { createOrganisation } from "../../../../../test/harness/organisation/organisation.ts";
import type { Reply } from "../../../../../test/harness/server.ts";

let training: TrainingOrganisation;
let people = 0;

before(async () => {
  training = await openTraining(
    {
      courses: [
        { code: "FORKLIFT-01", title: "Forklift operation" },
        { code: "FREE", title: "Without a licence" },
        { code: "OLD-01", title: "Retired", active: false },
        { code: "ENDED", title: "Licence ended" },
        { code: "FULL", title: "No seat left" },
        { code: "OLD-FULL", title: "Retired, and no seat left", active: false },
        { code: "FIRE-01", title: "Fire warden 1" },
      ],
      learning_paths: [{ code: "PATH-FIRE", title: "Fire warden", courses: ["FIRE-01"] }],
      licenses: [
        { name: "Forklift 2026", courses: ["FORKLIFT-01"], seats_total: 500, valid_until: "2026-12-31" },
        { name: "Ended", courses: ["ENDED"], valid_until: "2026-02-01" },
        { name: "Full", courses: ["FULL", "OLD-FULL"], seats_total: 0 },
        { name: "Fire path", paths: ["PATH-FIRE"] },
      ],
    },
    20,
  );
});
after(() => training.close());

/** The employee number of a person to whom no other test has assigned anything. */
function somebody(): string {
  people += 1;
  return `P${people}`;
}

const assign = (body: unknown) => training.api.post("/api/v1/enrollments", body);

function refused(reply: Reply, code: string, ...items: [pointer: string, code: string][]): void {
  assert.deepEqual([reply.status, reply.body.code], [422, code], reply.text);
  assert.deepEqual(
    reply.body.errors.map((item: any) => [item.pointer, item.code]),
    items,
  );
}

test("shape: exactly one name for the person and one for the course", async () => {
  refused(await assign({}), "VALIDATION_FAILED", ["#/employee_no", "ONE_OF_REQUIRED"], ["#/course_code", "ONE_OF_REQUIRED"]);
  const id = "019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f";
  refused(
    await assign({ employee_no: "P1", user_id: id, course_code: "FREE", course_id: id }),
    "VALIDATION_FAILED",
    ["#/user_id", "CONFLICTING_FIELDS"],
    ["#/course_id", "CONFLICTING_FIELDS"],
  );
});

test("shape: wrong types, formats, lengths and unknown members are named, and nothing is stored", async () => {
  const named = { employee_no: "P1", course_code: "FREE" };
  const wrong: [body: object, pointer: string, code: string][] = [
    [{ ...named, due: "2026-03-31" }, "#/due", "UNKNOWN_FIELD"],
    [{ ...named, employee_no: 10042 }, "#/employee_no", "INVALID_TYPE"],
    [{ ...named, employee_no: "" }, "#/employee_no", "TOO_SHORT"],
    [{ ...named, employee_no: "x".repeat(65) }, "#/employee_no", "TOO_LONG"],
    [{ ...named, course_code: "x".repeat(65) }, "#/course_code", "TOO_LONG"],
    [{ user_id: "P1", course_code: "FREE" }, "#/user_id", "INVALID_FORMAT"],
    [{ ...named, cycle_year: "2026" }, "#/cycle_year", "INVALID_TYPE"],
    [{ ...named, cycle_year: 2026.5 }, "#/cycle_year", "INVALID_TYPE"],
    [{ ...named, cycle_year: 99_999 }, "#/cycle_year", "OUT_OF_RANGE"],
    [{ ...named, due_date: "31.03.2026" }, "#/due_date", "INVALID_FORMAT"],
    [{ ...named, due_date: "2026-02-30" }, "#/due_date", "INVALID_FORMAT"],
    [{ ...named, due_date: "0000-01-01" }, "#/due_date", "INVALID_FORMAT"],
    [{ ...named, course_code: "FREE\u0000" }, "#/course_code", "INVALID_FORMAT"],
  ];
  for (const [body, pointer, code] of wrong) refused(await assign(body), "VALIDATION_FAILED", [pointer, code]);
  const { body } = await training.api.get("/api/v1/enrollments?employee_no=P1&course_code=FREE");
  assert.deepEqual(body.enrollments, []);
});

test("unknown person and course are told together; another organisation's ids are as unknown as any", async () => {
  refused(
    await assign({ employee_no: "NOBODY", course_code: "NOTHING", due_date: "2020-01-01", cycle_year: 1950 }),
    "VALIDATION_FAILED",
    ["#/employee_no", "UNKNOWN_PERSON"],
    ["#/course_code", "UNKNOWN_COURSE"],
  );
  await createOrganisation(training.database, {
    organisation: { code: "OTHER" },
    courses: [{ code: "THEIRS", title: "Theirs" }],
    people: [{ employee_no: "T1", first_name: "Jan", last_name: "Nowak", email: "jan@other.example" }],
  });
  const { rows } = await training.database.superuser.query(
    "select p.id as user_id, c.id as course_id from person p join course c using (tenant_id) where c.code = 'THEIRS'",
  );
  refused(await assign(rows[0]), "VALIDATION_FAILED", ["#/user_id", "UNKNOWN_PERSON"], ["#/course_id", "UNKNOWN_COURSE"]);
});

test("a repeated assignment is a duplicate before all that depends on the day, the account, the licence and seats", async () => {
  const employee_no = somebody();
  const request = { employee_no, course_code: "FORKLIFT-01", cycle_year: 2026, due_date: "2026-02-02" };
  const first = await assign(request);
  assert.equal(first.status, 201);
  const duplicate = async (why: string) => {
    const reply = await assign(request);
    const { request_id: _, ...body } = reply.body;
    assert.deepEqual(
      body,
      {
        type: "https://muster.example/problems/enrollment-exists",
        title: "Enrollment already exists",
        status: 409,
        detail: `Person ${employee_no} is already enrolled in FORKLIFT-01 for cycle 2026.`,
        instance: "/api/v1/enrollments",
        code: "ENROLLMENT_ALREADY_EXISTS",
        enrollment_id: first.body.id,
        enrollment_status: "assigned",
      },
      why,
    );
  };
  await duplicate("at once");
  await training.at("2026-02-03T07:00:00Z");
  await duplicate("the due date has passed");
  await training.at("2029-02-03T07:00:00Z");
  await duplicate("the licence has ended, and the cycle is out of range");
  await training.at(first_instant);
  const { superuser } = training.database;
  await superuser.query("update license set seats_total = seats_used where name = 'Forklift 2026'");
  await duplicate("the last seat is taken");
  await superuser.query("update course set active = false where code = 'FORKLIFT-01'");
  await duplicate("the course is archived");
  await superuser.query("update person set state = 'deactivated' where employee_no = $1", [employee_no]);
  await duplicate("the account has ended");
  await superuser.query(
    "update course set active = true where code = 'FORKLIFT-01'; update license set seats_total = 500 where name = 'Forklift 2026'",
  );
});

test("a duplicate is any enrollment of the cycle that was neither cancelled nor withdrawn", async () => {
  for (const [state, status] of [
    ["assigned", 409],
    ["in_progress", 409],
    ["completed", 409],
    ["failed", 409],
    ["cancelled", 201],
    ["withdrawn", 201],
  ] as const) {
    const employee_no = somebody();
    const { body } = await assign({ employee_no, course_code: "FREE" });
    await training.database.superuser.query(
      "update enrollment set state = $2, cancelled_at = case $2 when 'cancelled' then now() end where id = $1",
      [body.id, state],
    );
    const again = await assign({ employee_no, course_code: "FREE" });
    assert.equal(again.status, status, state);
    if (status === 409) assert.equal(again.body.enrollment_status, state);
  }
});

test("account, due date and cycle are told together, before the course is judged", async () => {
  const employee_no = somebody();
  await training.database.superuser.query("update person set state = 'deactivated' where employee_no = $1", [employee_no]);
  refused(
    await assign({ employee_no, course_code: "OLD-01", due_date: "2026-02-01", cycle_year: 2024 }),
    "VALIDATION_FAILED",
    ["#/employee_no", "PERSON_INACTIVE"],
    ["#/due_date", "DATE_IN_PAST"],
    ["#/cycle_year", "OUT_OF_RANGE"],
  );
  await training.database.superuser.query("update person set state = 'suspended' where employee_no = $1", [employee_no]);
  refused(await assign({ employee_no, course_code: "FREE" }), "VALIDATION_FAILED", ["#/employee_no", "PERSON_INACTIVE"]);
});

test("cycles can be assigned from last year's to the one after next", async () => {
  const employee_no = somebody();
  const statuses: Record<number, number> = {};
  for (const cycle_year of [2024, 2025, 2026, 2027, 2028, 2029])
    statuses[cycle_year] = (await assign({ employee_no, course_code: "FREE", cycle_year })).status;
  assert.deepEqual(statuses, { 2024: 422, 2025: 201, 2026: 201, 2027: 201, 2028: 201, 2029: 422 });
});

test("a course that cannot be assigned says why, before seats are asked for", async () => {
  const employee_no = somebody();
  const cases = [
    ["OLD-FULL", "inactive", "COURSE_INACTIVE", []],
    ["ENDED", "license_expired", "LICENSE_EXPIRED", []],
    ["FIRE-01", "path_only", "PATH_ONLY", ["PATH-FIRE"]],
  ] as const;
  for (const [course_code, reason, code, path_codes] of cases) {
    const reply = await assign({ employee_no, course_code });
    refused(reply, "COURSE_NOT_ASSIGNABLE", ["#/course_code", code]);
    assert.deepEqual([reply.body.unassignable_reason, reply.body.path_codes], [reason, path_codes]);
    assert.equal(reply.body.type, "https://muster.example/problems/course-not-assignable");
  }
});

test("a course whose licence has no free seat is refused with the licence, and nothing is stored", async () => {
  const before = (await training.events("enrollment.assigned")).length;
  const reply = await assign({ employee_no: somebody(), course_code: "FULL" });
  assert.deepEqual([reply.status, reply.body.code], [409, "SEAT_LIMIT_REACHED"]);
  assert.equal(reply.body.detail, 'All 0 seats of licence "Full" are in use.');
  assert.deepEqual({ ...reply.body.license, id: null }, { id: null, seats_total: 0, seats_used: 0 });
  assert.equal((await training.events("enrollment.assigned")).length, before);
});
