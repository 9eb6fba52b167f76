// Gives every person one change at midnight: two in five an assignment that becomes overdue, one in five a started course that
// becomes overdue, one in five a certificate that ends, one in five a certificate that is to be renewed soon.
import type pg from "pg";
import { severity_order } from "../../server/features/compliance/flag/status.ts";

const severities = severity_order.map((flag) => `'${flag}'`).join(", ");

/** The courses of the changes; `expiring_soon_days` sets when a certificate is to be renewed. */
export const midnight_courses = [1, 2, 3, 4].map((number) => ({
  code: `MIDNIGHT-${number}`,
  title: `Course that a midnight changes ${number}`,
  validity: { value: 12, unit: "month" },
  expiring_soon_days: 60,
}));

/** The changes to expect from a midnight. */
export type Expected = { overdue: number; ended: number; expiring: number };

export function expectedOf(people: number): Expected {
  const share = people / 10;
  return { overdue: share * 6, ended: share * 2, expiring: share * 2 };
}

/**
 * $1: the organisation; $2: the day that begins. `mine`: a person, a course, and the kind of change: 0–3 assigned, 4–5 started,
 * 6–7 a certificate that ends, 8–9 one that is to be renewed soon.
 */
const mine = `
  mine as (
    select p.id as person_id, c.id as course_id, p.place, p.place % 10 as class, p.department_id, p.worker_type, p.contractor_id,
      case when p.place % 10 < 8 then $2::date - 1 else $2::date + c.expiring_soon_days end as last_day
    from (select *, row_number() over (order by employee_no_norm) as place from person where tenant_id = $1) p
    join (select *, row_number() over (order by code_norm) - 1 as place from course where tenant_id = $1 and code like 'MIDNIGHT-%') c
      on c.place = p.place / 10 % 4
  )`;

const statements = [
  `with ${mine}
   insert into enrollment (tenant_id, id, person_id, course_id, cycle_year, state, source, mandatory, due_date, assigned_at,
     started_at, completed_at, attempts_allowed, passed)
   select $1, gen_random_uuid(), person_id, course_id, extract(year from last_day - 365),
     case when class < 4 then 'assigned' when class < 6 then 'in_progress' else 'completed' end, 'api', true,
     case when class < 6 then last_day else last_day - 365 end, last_day - interval '400 days',
     case when class >= 4 then last_day - interval '390 days' end, case when class >= 6 then last_day - interval '365 days' end, 3,
     case when class >= 6 then true end
   from mine`,
  `with ${mine}
   insert into certificate (tenant_id, id, number, verification_code, person_id, course_id, enrollment_id, cycle_year, source,
     issued_at, valid_from, valid_until)
   select $1, gen_random_uuid(), 'MIDNIGHT-' || place, 'BENCH-' || lpad(place::text, 9, '0'), m.person_id, m.course_id, e.id,
     e.cycle_year, 'course', e.completed_at, last_day - 364, last_day
   from mine m
   join enrollment e on e.tenant_id = $1 and e.person_id = m.person_id and e.course_id = m.course_id
   where class >= 6`,
  `with ${mine}
   insert into compliance_status (tenant_id, person_id, course_id, status, basis, next_status, next_change_on, look_on,
     department_id, worker_type, contractor_id, enrollment_id, enrollment_status, cycle_year, due_date, completed_at,
     certificate_id, valid_until)
   select $1, m.person_id, m.course_id, f.status, case when class < 6 then 'enrollment' else 'certificate' end,
     case when class < 8 then 'OVERDUE' else 'EXPIRING_SOON' end, $2::date, $2::date, m.department_id, m.worker_type,
     m.contractor_id, e.id, e.state, e.cycle_year, e.due_date, e.completed_at, t.id, t.valid_until
   from mine m
   cross join lateral (
     select case when class < 4 then 'PENDING' when class < 6 then 'IN_PROGRESS' when class < 8 then 'EXPIRING_SOON' else 'COMPLIANT' end as status
   ) f
   join enrollment e on e.tenant_id = $1 and e.person_id = m.person_id and e.course_id = m.course_id
   left join certificate t on t.tenant_id = $1 and t.enrollment_id = e.id`,
  `update compliance_person c
   set worst = w.worst
   from (
     select person_id, (array[${severities}])[
       min(array_position(array[${severities}], status))] as worst
     from compliance_status where tenant_id = $1 group by person_id
   ) w
   where c.tenant_id = $1 and c.person_id = w.person_id and c.worst is distinct from w.worst`,
  `insert into tenant_day (tenant_id, done_through)
   values ($1, $2::date - 1)
   on conflict (tenant_id) do update
   set done_through = excluded.done_through`,
];

/** Prepares the midnight at which `day` begins. The day before counts as processed. */
export async function seedMidnight(superuser: pg.Pool, tenant_id: string, day: string): Promise<void> {
  const client = await superuser.connect();
  try {
    // The planner expects only a few people and would look each of them up by a nested loop.
    await client.query("set enable_nestloop = off");
    // In the history these flags begin before the midnight that changes them.
    await client.query("select set_config('app.now', ($1::date - 30)::timestamptz::text, false)", [day]);
    for (const statement of statements) await client.query(statement, statement.includes("$2") ? [tenant_id, day] : [tenant_id]);
    await client.query("vacuum (analyze) enrollment, certificate, compliance_status, compliance_person");
  } finally {
    client.release(true);
  }
}
