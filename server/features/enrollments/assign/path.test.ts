import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTraining, type TrainingOrganisation } from "../../../../test/harness/organisation/enrollments.ts";

let training: TrainingOrganisation;

before(async () => {
  training = await openTraining(
    {
      courses: [
        { code: "FIRE-01", title: "Fire warden 1" },
        { code: "FIRE-02", title: "Fire warden 2" },
        { code: "FIRE-03", title: "Retired module", active: false },
        { code: "FIRE-04", title: "Recommended module" },
        { code: "LICENSED", title: "Licensed by itself" },
      ],
      learning_paths: [
        {
          code: "PATH-FIRE",
          title: "Fire warden",
          default_due_days: 10,
          courses: ["FIRE-02", "FIRE-01", "FIRE-03", { course: "FIRE-04", mandatory: false }],
        },
        { code: "PATH-FREE", title: "Without a licence of its own", courses: ["LICENSED"] },
      ],
      licenses: [
        { name: "Fire path", paths: ["PATH-FIRE"], seats_total: 6, valid_until: "2026-12-31" },
        { name: "Licensed", courses: ["LICENSED"], seats_total: 1 },
      ],
    },
    20,
  );
});
after(() => training.close());

const assign = (employee_no: string, course_code: string, more: object = {}) =>
  training.api.post("/api/v1/enrollments", { employee_no, course_code, ...more });
const cancel = (id: string) => training.api.post(`/api/v1/enrollments/${id}/cancel`);

async function enrollmentsOf(employee_no: string): Promise<Record<string, any>> {
  const { body } = await training.api.get(`/api/v1/enrollments?employee_no=${employee_no}`);
  return Object.fromEntries(body.enrollments.map((one: any) => [one.course_code, one]));
}

test("a learning path enrolls in its courses that are in use, under its licence's one seat", async () => {
  const { status, body: path } = await assign("P1", "PATH-FIRE");
  assert.equal(status, 201);
  assert.deepEqual([path.type, path.source, path.due_date, path.compliance_status], ["learning_path", "api", "2026-02-12", null]);
  const { "PATH-FIRE": itself, ...items } = await enrollmentsOf("P1");
  assert.equal(itself.id, path.id);
  assert.deepEqual(Object.keys(items).sort(), ["FIRE-01", "FIRE-02", "FIRE-04"]);
  for (const item of Object.values(items)) {
    assert.deepEqual(
      [item.parent_enrollment_id, item.source, item.cycle_year, item.due_date, item.license_id],
      [path.id, "path", 2026, "2026-02-12", path.license_id],
    );
    assert.deepEqual(item.source_ref, { type: "path", id: path.course_id, name: "PATH-FIRE" });
  }
  assert.deepEqual([items["FIRE-01"].mandatory, items["FIRE-01"].compliance_status], [true, "PENDING"]);
  assert.deepEqual([items["FIRE-04"].mandatory, items["FIRE-04"].compliance_status], [false, null]);
  assert.deepEqual((await training.seats())["Fire path"], { used: 1, held: 1 });

  const told: string[] = (await training.events("enrollment.assigned")).map(
    ({ data }) => `${data.course.code} ${data.compliance_status}`,
  );
  assert.deepEqual(told.sort(), ["FIRE-01 PENDING", "FIRE-02 PENDING", "FIRE-04 null", "PATH-FIRE null"]);
  assert.deepEqual(
    (await training.audit()).map((row) => [row.operation, row.target_id]),
    [["enrollment.assign", path.id]],
  );
});

test("a course that the person has in this cycle already stays what it is, and the path goes on without it", async () => {
  await training.database.superuser.query(
    "update license_item set course_id = (select id from course where code = 'FIRE-01') where course_id = (select id from course where code = 'LICENSED')",
  );
  const { body: alone } = await assign("P2", "FIRE-01", { due_date: "2026-02-20" });
  await training.database.superuser.query(
    "update license_item set course_id = (select id from course where code = 'LICENSED') where course_id = (select id from course where code = 'FIRE-01')",
  );
  const { status, body: path } = await assign("P2", "PATH-FIRE");
  assert.equal(status, 201);
  const { "FIRE-01": kept, "FIRE-02": added } = await enrollmentsOf("P2");
  assert.deepEqual([kept.id, kept.parent_enrollment_id, kept.due_date], [alone.id, null, "2026-02-20"]);
  assert.equal(added.parent_enrollment_id, path.id);
  await cancel(path.id);
  assert.equal((await enrollmentsOf("P2"))["FIRE-01"].status, "assigned", "it was not the path that assigned it");
  await cancel(alone.id);
});

test("cancelling a path cancels its courses that were not started, one event each and one audit row", async () => {
  const { body: path } = await assign("P3", "PATH-FIRE");
  const { "FIRE-01": started } = await enrollmentsOf("P3");
  await training.database.superuser.query("update enrollment set state = 'in_progress', started_at = assigned_at where id = $1", [
    started.id,
  ]);
  const seats = (await training.seats())["Fire path"]!;
  assert.equal((await cancel(path.id)).body.status, "cancelled");
  const states = Object.fromEntries(Object.entries(await enrollmentsOf("P3")).map(([code, one]) => [code, one.status]));
  assert.deepEqual(states, {
    "PATH-FIRE": "cancelled",
    "FIRE-01": "in_progress",
    "FIRE-02": "cancelled",
    "FIRE-04": "cancelled",
  });
  const told = (await training.events("enrollment.cancelled")).filter((event) => event.data.user.employee_no === "P3");
  assert.deepEqual(told.map((event) => event.data.course.code as string).sort(), ["FIRE-02", "FIRE-04", "PATH-FIRE"]);
  assert.deepEqual(
    (await training.audit()).filter((row) => row.operation === "enrollment.cancel" && row.target_id === path.id).length,
    1,
  );
  assert.deepEqual((await training.seats())["Fire path"], seats, "the started course keeps the seat");
});

test("the due date of a path moves that of its open courses that shared it", async () => {
  const { body: path } = await assign("P4", "PATH-FIRE");
  const items = await enrollmentsOf("P4");
  await training.api.patch(`/api/v1/enrollments/${items["FIRE-02"].id}`, { due_date: "2026-05-05" });
  await training.api.patch(`/api/v1/enrollments/${path.id}`, { due_date: "2026-02-28" });
  const dates = Object.fromEntries(Object.entries(await enrollmentsOf("P4")).map(([code, one]) => [code, one.due_date]));
  assert.deepEqual(dates, {
    "PATH-FIRE": "2026-02-28",
    "FIRE-01": "2026-02-28",
    "FIRE-02": "2026-05-05",
    "FIRE-04": "2026-02-28",
  });
  await training.at("2026-03-01T07:00:00Z");
  assert.equal((await enrollmentsOf("P4"))["FIRE-01"].compliance_status, "OVERDUE");
  assert.equal((await enrollmentsOf("P4"))["FIRE-02"].compliance_status, "PENDING");
  await training.at("2026-02-02T07:00:00Z");
});

test("a path without a licence of its own asks for the licences of its courses, and is assigned whole or not at all", async () => {
  const first = await assign("P5", "PATH-FREE");
  assert.equal(first.status, 201);
  assert.equal(first.body.license_id, null);
  assert.deepEqual((await training.seats())["Licensed"], { used: 1, held: 1 });
  const second = await assign("P6", "PATH-FREE");
  assert.deepEqual([second.status, second.body.code], [409, "SEAT_LIMIT_REACHED"]);
  assert.deepEqual(await enrollmentsOf("P6"), {});
});

test("a path without a licence of its own cannot be assigned once the licence of one of its courses has ended", async () => {
  const ends = (day: string | null) =>
    training.database.superuser.query("update license set valid_until = $1 where name = 'Licensed'", [day]);
  const shown = async () => {
    const { courses } = (await training.api.get("/api/v1/course-catalog?q=PATH-FREE")).body;
    return courses.map((course: any) => [course.code, course.assignable, course.unassignable_reason]);
  };
  assert.deepEqual(await shown(), [["PATH-FREE", true, null]]);
  await ends("2026-02-01");
  assert.deepEqual(await shown(), [["PATH-FREE", false, "license_expired"]]);
  const refused = await assign("P18", "PATH-FREE");
  assert.deepEqual(
    [refused.status, refused.body.code, refused.body.unassignable_reason, refused.body.errors[0].code],
    [422, "COURSE_NOT_ASSIGNABLE", "license_expired", "LICENSE_EXPIRED"],
  );
  assert.deepEqual(await enrollmentsOf("P18"), {});
  await ends(null);
});

test("a path is a duplicate, full or past its licence like a course", async () => {
  assert.equal((await assign("P4", "PATH-FIRE")).body.code, "ENROLLMENT_ALREADY_EXISTS");
  const { used } = (await training.seats())["Fire path"]!;
  const replies = await Promise.all(Array.from({ length: 10 }, (_, index) => assign(`P${index + 7}`, "PATH-FIRE")));
  assert.equal(replies.filter((reply) => reply.status === 201).length, 6 - used);
  await training.at("2027-01-01T07:00:00Z");
  assert.equal((await assign("P20", "PATH-FIRE")).body.unassignable_reason, "license_expired");
  await training.at("2026-02-02T07:00:00Z");
});
