// The forecast of the whole organisation comes from counters. It equals a count of the single entries, and costs the same however
// many entries there are.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTraining, type TrainingOrganisation } from "../../../../test/harness/organisation/enrollments.ts";
import { counted } from "../../../../test/harness/rows-touched.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { foldAll } from "../flag/fold.job.ts";
import { forecastByCounters, forecastByPeople, type ForecastRows, type ForecastScope } from "./forecast-sql.ts";

const people = 60;
const today = "2026-02-02";
const rounds = 3;
const many = 2_000;
/** How many rows a forecast may read if entries change on three days only. */
const rows_max = 600;

let training: TrainingOrganisation;
before(async () => {
  const renewing = {
    validity: { value: 12, unit: "month" as const },
    renewal: { enabled: true, lead_days: 30, basis: "expiry" as const },
  };
  training = await openTraining(
    {
      courses: [
        { code: "PLAIN", title: "Plain" },
        { code: "E1", title: "E1", ...renewing },
        { code: "E2", title: "E2", ...renewing },
        { code: "E3", title: "E3, which does not renew itself", validity: renewing.validity },
        { code: "P1", title: "P1", ...renewing },
        { code: "P2", title: "P2", ...renewing },
      ],
      licenses: [
        { name: "Each enrollment", courses: ["E1", "E2", "E3"], seats_total: 20, seat_unit: "enrollment" },
        { name: "Each person", courses: ["P1", "P2"], seats_total: 20, seat_unit: "person" },
      ],
    },
    people,
  );
});
after(() => training.close());

const query = (text: string, values: unknown[] = []) => training.database.superuser.query(text, values);
const fold = () => foldAll(training.database.pool("muster_worker", 1), new AbortController().signal);

/** Entries like those that the flag's rule makes, with random days around today as due dates and ends of certificates. */
const randomEntries = (columns: string) => `
  select ${columns}
  from (
    select p.tenant_id, p.id as person_id, c.id as course_id, p.department_id, p.worker_type, random() < 0.4 as by_enrollment,
      $1::date - 30 + (random() * 430)::int as day, random() < 0.3 as renewed
    from person p cross join course c
  ) r
  cross join lateral (
    select case when by_enrollment then 'enrollment' else 'certificate' end as basis,
      case when by_enrollment then null else day end as valid_until,
      case when not by_enrollment and day - 30 > $1::date then 'EXPIRING_SOON' else 'OVERDUE' end as next_status,
      case when not by_enrollment and day - 30 > $1::date then day - 30 else day + 1 end as next_change_on,
      case when not by_enrollment and renewed then gen_random_uuid() end as renewal_enrollment_id
  ) e`;

async function change(): Promise<void> {
  await query("delete from compliance_status where random() < 0.2");
  await query(
    `insert into compliance_status as s (tenant_id, person_id, course_id, status, in_grace, department_id, worker_type, basis,
       valid_until, next_status, next_change_on, look_on, renewal_enrollment_id)
     ${randomEntries("tenant_id, person_id, course_id, 'PENDING', false, department_id, worker_type, basis, valid_until, next_status, next_change_on, next_change_on, renewal_enrollment_id")}
     where random() < 0.5
     on conflict (tenant_id, person_id, course_id) do update
     set (basis, valid_until, next_status, next_change_on, look_on, renewal_enrollment_id) = (excluded.basis, excluded.valid_until,
       excluded.next_status, excluded.next_change_on, excluded.look_on, excluded.renewal_enrollment_id)`,
    [today],
  );
  await query(
    "update compliance_status set next_status = null, next_change_on = null, look_on = null where random() < 0.1 and basis = 'enrollment'",
  );
  await query("delete from license_seat; delete from alert");
  await query(
    `insert into license_seat (tenant_id, id, license_id, person_id, seat_unit, state, taken_at)
     select p.tenant_id, gen_random_uuid(), l.id, p.id, 'person', 'held', now()
     from person p join license l on l.seat_unit = 'person' where random() < 0.4`,
  );
  await query(
    `insert into alert (tenant_id, id, kind, person_id, course_id, reason, raised_at)
     select p.tenant_id, gen_random_uuid(), kind, p.id, c.id, 'no_seat', now()
     from person p cross join course c cross join unnest(array['assignment_blocked', 'renewal_blocked']) kind
     where random() < 0.1`,
  );
}

async function both(scope: Pick<ForecastScope, "course_code"> & { weeks: number }): Promise<[ForecastRows, ForecastRows]> {
  const { tenant_id } = training.organisation;
  const pool = training.database.pool("muster_app", 1);
  return withTenant(pool, tenant_id, async (db) => [
    (await db.row<ForecastRows>(forecastByCounters(tenant_id, { ...scope, today })))!,
    (await db.row<ForecastRows>(forecastByPeople(tenant_id, { ...scope, today })))!,
  ]);
}

/** Weeks without any change may be left out or present. */
function comparable({ weeks, licenses }: ForecastRows) {
  const some = weeks.filter((one) => one.becoming_overdue + one.becoming_expiring_soon + one.expiring > 0);
  return { weeks: some.toSorted((one, other) => one.week - other.week), licenses };
}

test("the forecast by counters is the one by entries, after whatever has changed them", async () => {
  let seats = 0;
  for (let round = 0; round < rounds; round += 1) {
    await change();
    for (const added_up of [false, true]) {
      if (added_up) await fold();
      for (const weeks of [1, 12]) {
        for (const course_code of [undefined, "E1", "E3", "P1", "nothing"]) {
          const [by_counters, by_people] = await both({ weeks, course_code });
          const said = `round ${round}, ${weeks} weeks of ${course_code}, added up: ${added_up}`;
          assert.deepEqual(comparable(by_counters), comparable(by_people), said);
          seats += by_people.licenses.flatMap(({ needed }) => needed).length;
        }
      }
    }
  }
  assert.ok(seats > 0, "no seat was needed");
});

test("a forecast touches counters, not entries; days that are over leave none", async () => {
  const { tenant_id } = training.organisation;
  await query("delete from alert; delete from license_seat; delete from compliance_status");
  await fold();
  await query("delete from forecast_count where entries = 0");
  await query(
    `insert into person (tenant_id, id, login, login_norm, employee_no, employee_no_norm, state, worker_type, first_name, last_name)
     select $1, infra.new_id(), 'm' || n, 'm' || n, 'm' || n, 'm' || n, 'active', 'internal_payroll', 'Anna', 'Lis'
     from generate_series(1, $2::int) n`,
    [tenant_id, many],
  );
  await query(
    `insert into compliance_status (tenant_id, person_id, course_id, status, worker_type, basis, valid_until, next_status, next_change_on, look_on)
     select p.tenant_id, p.id, c.id, 'COMPLIANT', p.worker_type, 'certificate', d.day + 30, 'EXPIRING_SOON', d.day, d.day
     from person p
     join course c on c.code like 'E_' or c.code = 'PLAIN'
     cross join lateral (select $1::date + 7 + (random() * 2)::int as day where p.id is not null) d`,
    [today],
  );
  await fold();
  // Until a vacuum the index still has the rows that folding deleted, and they could be read.
  await query("vacuum analyze");
  const touched = await withTenant(training.database.pool("muster_app", 1), tenant_id, async (db) => {
    const counting = counted(db);
    await counting.db.row(forecastByCounters(tenant_id, { today, weeks: 12 }));
    return (await counting.touched())[0]!;
  });
  assert.ok(touched.rows <= rows_max, `${touched.rows} rows were touched:\n${touched.plan}`);
  await query("insert into forecast_count select tenant_id, '2025-01-01', id, 'ENDS', 0 from course");
  await query(
    "insert into forecast_delta (tenant_id, day, course_id, what, entries) select tenant_id, '2026-03-01', id, 'ENDS', 0 from course",
  );
  await fold();
  const { rows } = await query("select count(*)::int as n from forecast_count where day < '2025-06-01'");
  assert.equal(rows[0].n, 0);
});
