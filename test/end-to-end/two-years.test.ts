// Two years of a sandbox organisation, over HTTP, in seconds: the stages of a person's training, the flag and its explanation at
// each step, and at the end every type of event, checked once.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { event_types } from "../../server/features/events/emit.ts";
import { checkEvents } from "../harness/events.ts";
import { createOrganisation } from "../harness/organisation/organisation.ts";
import { settled } from "../harness/settled.ts";
import { checkBodies } from "./bodies.ts";
import { ok, openScenario, scenario_file } from "./organisation.ts";

const scenario = await openScenario();
const { database, api, until, flag, expectFlag, newest, progress, events, told } = scenario;
after(scenario.close);

test("two years of a sandbox organisation", async (t) => {
  const anna = {
    employee_no: "10042",
    first_name: "Anna",
    last_name: "Example",
    email: "anna@scenario.example",
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
    await checkBodies(scenario, anna_id, completed);
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
        api.post("/api/v1/users", { employee_no, first_name, last_name: "Example", email: `${employee_no}@scenario.example` }),
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
    await createOrganisation(database, { ...scenario_file, licenses: [{ name: "Seats", seats_total: 2 }] });
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
    // Training that the person's former department required is not renewed, and its end is no obligation.
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

  await t.test(
    "every event is as its type's schema says, and each type that time and training bring about was told",
    async () => {
      // A ping needs a request, and erasure is tested in test/rights/erasure.test.ts. Changes of compliance are emitted only to
      // subscriptions that list them: test/webhooks/flags.test.ts.
      const asked_for = new Set<string>(["ping", "user.anonymized", "compliance.status_changed"]);
      assert.deepEqual((await checkEvents(database)).toSorted(), event_types.filter((type) => !asked_for.has(type)).toSorted());
    },
  );
});
