import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTraining, type TrainingOrganisation } from "../../../../test/harness/organisation/enrollments.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { newId } from "../../../platform/ids.ts";
import { refreshPeople } from "../flag/refresh.ts";

let training: TrainingOrganisation;

before(async () => {
  training = await openTraining(
    {
      courses: [
        { code: "PLAIN", title: "Plain" },
        {
          code: "SEAT",
          title: "Seats",
          validity: { value: 12, unit: "month" },
          renewal: { enabled: true, lead_days: 30, basis: "expiry" },
          expiring_soon_days: 30,
        },
      ],
      licenses: [{ name: "Small", courses: ["SEAT"], seats_total: 4, seat_unit: "enrollment" }],
    },
    6,
  );
  for (const [employee_no, due_date] of [
    ["P1", "2026-02-02"],
    ["P2", "2026-02-08"],
    ["P3", "2026-06-01"],
  ]) {
    const { status, text } = await training.api.post("/api/v1/enrollments", { employee_no, course_code: "PLAIN", due_date });
    assert.equal(status, 201, text);
  }
  // Three certificates end in the second week, one in the third, one after the requested weeks.
  for (const [employee_no, valid_until] of [
    ["P1", "2026-02-09"],
    ["P2", "2026-02-15"],
    ["P3", "2026-02-10"],
    ["P4", "2026-02-16"],
    ["P5", "2027-12-31"],
  ]) {
    await certify(employee_no!, valid_until!);
  }
});
after(() => training.close());

/** A person who once completed the course with a seat that was released later. */
async function certify(employee_no: string, valid_until: string): Promise<void> {
  const { superuser } = training.database;
  const { tenant_id, code } = training.organisation;
  const { body } = await training.api.post("/api/v1/enrollments", { employee_no, course_code: "SEAT" });
  const enrollment_id = (body.id as string | undefined) ?? null;
  await superuser.query(
    "update enrollment set state = 'completed', completed_at = '2025-03-01', started_at = '2025-03-01', assigned_at = '2025-02-01' where id = $1",
    [enrollment_id],
  );
  await superuser.query("update license_seat set state = 'released', released_at = now()");
  await superuser.query("update license set seats_used = 1");
  const id = newId();
  const { rows } = await superuser.query<{ person_id: string }>(
    `insert into certificate (tenant_id, id, number, verification_code, person_id, course_id, enrollment_id, cycle_year, source, issued_at, valid_from, valid_until)
     select p.tenant_id, $2, $2::uuid::text, upper(right($2::uuid::text, 20)), p.id, c.id, $3, 2025, 'course', '2025-03-01', '2025-03-01', $4
     from person p, course c where p.tenant_id = $1 and c.tenant_id = $1 and p.employee_no = $5 and c.code = 'SEAT' returning person_id`,
    [tenant_id, id, enrollment_id, valid_until, employee_no],
  );
  const context = {
    tenant: { id: tenant_id, code, kind: "live" as const, time_zone: "Europe/Warsaw", fiscal_month: 1 },
    actor: { type: "system" as const, id: null, name: "test" },
    now: Temporal.Instant.from("2026-02-02T07:00:00Z"),
    request_id: null,
  };
  const pool = training.database.pool("muster_app", 1);
  await withTenant(pool, tenant_id, (db) => refreshPeople(db, context, [rows[0]!.person_id]));
}

async function forecast(query: string) {
  const { status, body, text } = await training.api.get(`/api/v1/compliance/forecast?${query}`);
  assert.equal(status, 200, text);
  return body;
}

test("each week says what becomes overdue and what ends in it, and each licence whether its seats suffice", async () => {
  const body = await forecast("weeks=3");
  assert.equal(body.as_of, "2026-02-02");
  // No renewals are created here: a certified person becomes overdue on the day after the certificate's end, an assigned one on
  // the day after the due date.
  assert.deepEqual(body.weeks, [
    { from: "2026-02-02", until: "2026-02-08", becoming_overdue: 1, becoming_expiring_soon: 0, expiring: 0 },
    { from: "2026-02-09", until: "2026-02-15", becoming_overdue: 3, becoming_expiring_soon: 0, expiring: 3 },
    { from: "2026-02-16", until: "2026-02-22", becoming_overdue: 2, becoming_expiring_soon: 0, expiring: 1 },
  ]);
  const { license_id, ...license } = body.licenses[0];
  assert.match(license_id, /^[0-9a-f-]{36}$/);
  assert.deepEqual(license, {
    name: "Small",
    seat_unit: "enrollment",
    seats_total: 4,
    seats_used: 1,
    seats_free: 3,
    seats_needed: 4,
    seats_missing: 1,
    short_from: "2026-02-16",
  });
});

test("who waits for a seat already needs it from today on, once, also after the certificate has ended", async () => {
  const wait = (employee_no: string, kind: string, reason: string) =>
    training.database.superuser.query(
      `insert into alert (tenant_id, id, kind, person_id, course_id, reason, raised_at)
       select p.tenant_id, gen_random_uuid(), $2, p.id, c.id, $3, now() from person p join course c on c.tenant_id = p.tenant_id and c.code = 'SEAT'
       where p.employee_no = $1`,
      [employee_no, kind, reason],
    );
  await wait("P6", "assignment_blocked", "no_seat");
  await wait("P4", "renewal_blocked", "no_seat");
  await wait("P5", "renewal_blocked", "license_expired");
  const [{ seats_needed, seats_missing, short_from }] = (await forecast("weeks=3")).licenses;
  assert.deepEqual([seats_needed, seats_missing, short_from], [5, 2, "2026-02-09"]);
  assert.equal((await forecast("weeks=1")).licenses[0].seats_needed, 2);
  assert.equal((await forecast("weeks=1&course_code=PLAIN")).licenses[0].seats_needed, 0);
  await training.database.superuser.query("delete from alert");
});

test("the filters narrow the weeks, and find zeros where they name nothing", async () => {
  const sum = (body: any) => body.weeks.reduce((all: number, week: any) => all + week.becoming_overdue, 0);
  assert.equal((await forecast("")).weeks.length, 12);
  assert.equal(sum(await forecast("weeks=2&course_code=plain")), 2);
  const { rows } = await training.database.superuser.query("select id from department");
  assert.equal(sum(await forecast(`weeks=2&department_id=${rows[0].id}`)), 4);
  assert.equal(sum(await forecast("weeks=52&department_id=019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f")), 0);
  assert.equal(sum(await forecast("weeks=52&course_code=NOTHING")), 0);
});

test("weeks out of range are refused", async () => {
  for (const weeks of ["0", "53", "x"]) {
    const { status, body } = await training.api.get(`/api/v1/compliance/forecast?weeks=${weeks}`);
    assert.deepEqual([status, body.errors[0].parameter], [422, "weeks"]);
  }
});
