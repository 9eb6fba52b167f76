// One organisation of a million people with a flag for each person and course, written set by set and without triggers. What
// triggers and jobs derive is computed once, with the same result. On a permanent server the database is made once and used
// again.
import type pg from "pg";

/** Courses that every person needs. */
const required_count = 10;
/** The number of people in department D200; D199 and the others share the rest equally. */
const largest_department = 50_000;
const departments_count = 200;
const contractors_count = 30;
/** How many of the required courses had another flag earlier. */
const changed_count = 2;

/** Tables that are filled at once, each with its statement. Their indexes are created afterwards. */
const filled: readonly [table: string, statement: string][] = [
  [
    "person",
    `insert into person (tenant_id, id, employee_no, employee_no_norm, first_name, last_name, full_name_norm, email, email_norm, login,
       login_norm, worker_type, department_id, contractor_id, state, deactivated_at, job_title, created_at, updated_at)
     select $1, ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 1000000 + n || '', 1000000 + n || '', f.first, l.last,
       lower(f.first || ' ' || l.last), 'p' || n || '@large.example', 'p' || n || '@large.example', 'p' || n || '@large.example',
       'p' || n || '@large.example', case when n % 10 = 0 then 'b2b_contractor' else 'internal_payroll' end, d.id, c.id,
       case when n % 1000 = 1 then 'suspended' when n % 20 = 1 then 'deactivated' when n % 7 = 0 then 'invited' else 'active' end,
       case when n % 1000 <> 1 and n % 20 = 1 then now() - interval '30 days' end, 'Welder',
       timestamptz '2024-01-01' + n * interval '1 second', timestamptz '2024-01-01' + n * interval '1 second'
     from generate_series(1, $2::int) n
     cross join lateral (select (array['Anna', 'Lukasz', 'Zofia', 'Jan', 'Piotr', 'Ewa', 'Iga', 'Pawel', 'Oscar'])[1 + n * 7 % 9] as first) f
     cross join lateral (select (array['Kowalska', 'Nowak', 'Lis', 'Zielinski', 'Mueller', 'Oster', 'Wrona'])[1 + n * 11 % 7]
       || ' ' || (n::bigint * 7919 % 1000003) as last) l
     join department d on d.tenant_id = $1 and d.code = 'D' || case when n <= $3::int then ${departments_count} else 1 + n % ${departments_count - 1} end
     left join contractor c on c.tenant_id = $1 and n % 10 = 0 and c.code = 'C' || (1 + n / 10 % ${contractors_count})`,
  ],
  [
    "compliance_person",
    `insert into compliance_person (tenant_id, person_id, full_name_norm, department_id, worker_type, contractor_id, worst)
     select tenant_id, id, full_name_norm, department_id, worker_type, contractor_id,
       case when h.class < 60 then 'COMPLIANT' when h.class < 75 then 'EXPIRING_SOON' when h.class < 83 then 'IN_PROGRESS'
         when h.class < 92 then 'PENDING' else 'OVERDUE' end
     from person
     cross join lateral (select (employee_no::bigint * 7919 / 13 % 100) as class) h
     where tenant_id = $1 and state in ('invited', 'active')`,
  ],
  [
    "compliance_person_history",
    `insert into compliance_person_history (tenant_id, person_id, changed_at, in_scope, department_id, worker_type, contractor_id)
     select tenant_id, id, now() - c.days * interval '1 day', c.days = 400, department_id, worker_type, contractor_id
     from person cross join (values (400), (30)) c(days)
     where tenant_id = $1 and (c.days = 400 or state not in ('invited', 'active'))`,
  ],
  [
    "compliance_status",
    // The first course of each person has the worst flag; most others are compliant.
    `insert into compliance_status (tenant_id, person_id, course_id, status, basis, in_grace, next_status, next_change_on, look_on,
       department_id, worker_type, contractor_id, enrollment_id, enrollment_status, cycle_year, due_date, completed_at, certificate_id,
       valid_until)
     select p.tenant_id, p.person_id, c.id, f.status, case when f.open then 'enrollment' else 'certificate' end, false, x.next_status,
       x.next_on, x.next_on, p.department_id, p.worker_type, p.contractor_id, p.person_id,
       case f.status when 'IN_PROGRESS' then 'in_progress' when 'PENDING' then 'assigned' when 'OVERDUE' then 'assigned' else 'completed' end,
       2026, f.until, case when f.open then null else now() - interval '300 days' end, case when f.open then null else p.person_id end,
       case when f.open then null else f.until end
     from (select *, ('x' || right(person_id::text, 8))::bit(32)::int as place from compliance_person where tenant_id = $1) p
     cross join (select id, row_number() over (order by code_norm) as place from course where tenant_id = $1 order by code_norm limit ${required_count}) c
     cross join lateral (select case when c.place = 1 + p.place % ${required_count} then p.worst else 'COMPLIANT' end as status) s
     cross join lateral (
       select s.status, s.status in ('IN_PROGRESS', 'PENDING', 'OVERDUE') as open,
         current_date + case s.status when 'COMPLIANT' then 90 + (p.place + 37 * c.place::int) % 300 when 'OVERDUE' then -20 else 1 + p.place % 50 end as until
     ) f
     cross join lateral (
       select case f.status when 'COMPLIANT' then 'EXPIRING_SOON' when 'OVERDUE' then null else 'OVERDUE' end as next_status,
         case f.status when 'OVERDUE' then null else f.until - case f.status when 'COMPLIANT' then 60 else -1 end end as next_on
     ) x
     order by p.person_id, c.id`,
  ],
  [
    "compliance_history",
    `insert into compliance_history (tenant_id, person_id, course_id, changed_at, previous_status, status, basis, in_grace, enrollment_id,
       enrollment_status, cycle_year, due_date, completed_at, certificate_id, valid_until, next_status, next_change_on)
     select s.tenant_id, s.person_id, s.course_id, now() - l.days * interval '1 day', l.before, coalesce(l.status, s.status), s.basis, false,
       s.enrollment_id, s.enrollment_status, 2026, s.due_date, s.completed_at, s.certificate_id, s.valid_until, s.next_status, s.next_change_on
     from compliance_status s
     join (select id, row_number() over (order by code_norm) as place from course where tenant_id = $1) c on c.id = s.course_id
     cross join lateral (select ('x' || right(s.person_id::text, 8))::bit(32)::int as place) p
     cross join lateral (
       select 10 + p.place % 300 as days, null as before, case when c.place <= ${changed_count} then 'PENDING' end as status
       union all
       select 2 + p.place % 8, 'PENDING', null where c.place <= ${changed_count}
     ) l
     where s.tenant_id = $1`,
  ],
];

/** The counters, with the values that the jobs would leave. */
const numbers: readonly string[] = [
  `insert into compliance_count (tenant_id, course_id, department_id, worker_type, contractor_id, status, people)
   select tenant_id, course_id, coalesce(department_id, infra.no_id()), worker_type, coalesce(contractor_id, infra.no_id()), status, count(*)
   from compliance_status where tenant_id = $1 group by 1, 2, 3, 4, 5, 6
   union all
   select tenant_id, infra.no_id(), coalesce(department_id, infra.no_id()), worker_type, coalesce(contractor_id, infra.no_id()),
     coalesce(worst, 'NONE'), count(*)
   from compliance_person where tenant_id = $1 group by 1, 2, 3, 4, 5, 6`,
  `insert into person_count (tenant_id, department_id, worker_type, contractor_id, state, people)
   select tenant_id, coalesce(department_id, infra.no_id()), worker_type, coalesce(contractor_id, infra.no_id()), state, count(*)
   from person where tenant_id = $1 group by 1, 2, 3, 4, 5`,
  `insert into forecast_count (tenant_id, day, course_id, what, entries)
   select s.tenant_id, c.day, s.course_id, c.what, count(*)
   from compliance_status s
   cross join lateral infra.coming(s.next_status, s.next_change_on, s.basis, s.valid_until, s.renewal_enrollment_id) c
   where s.tenant_id = $1 group by 1, 2, 3, 4`,
  // No midnight is due: those before today count as processed.
  "insert into tenant_day (tenant_id, done_through) select $1, (now() at time zone 'Europe/Warsaw')::date on conflict (tenant_id) do update set done_through = excluded.done_through",
];

/** The part that `muster org apply` loads first: everything but the people. */
export function largeFile(code: string) {
  return {
    organisation: { code, name: "Large", time_zone: "Europe/Warsaw" },
    contract: { rate: { per_minute: 1_000_000, burst: 1_000_000, per_day: 2_000_000_000 } },
    departments: Array.from({ length: departments_count }, (_, place) => ({
      name: `Department ${place + 1}`,
      code: `D${place + 1}`,
    })),
    contractors: Array.from({ length: contractors_count }, (_, place) => ({
      name: `Company ${place + 1}`,
      code: `C${place + 1}`,
    })),
    courses: Array.from({ length: required_count }, (_, place) => ({
      code: `Q${10 + place}`,
      title: `Course ${place + 1}`,
      validity: { value: 24, unit: "month" },
      renewal: { enabled: true, lead_days: 30, basis: "expiry" },
    })),
    licenses: [
      { name: "Each enrollment", courses: ["Q18"], seats_total: 2_000_000, seat_unit: "enrollment" },
      { name: "Each person", courses: ["Q19"], seats_total: 2_000_000, seat_unit: "person" },
    ],
    clients: [{ name: "Bench", scopes: ["users:read", "users:write", "enrollments:write", "compliance:read"] }],
  };
}

/** Fills the organisation with `people`, of whom `largest` belong to one department. */
export async function seedLarge(
  superuser: pg.Pool,
  tenant_id: string,
  people: number,
  department_people = Math.min(largest_department, people / 20),
): Promise<void> {
  const client = await superuser.connect();
  try {
    await client.query("set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '1GB'");
    await client.query("set work_mem = '256MB'; set statement_timeout = 0");
    for (const [table, statement] of filled) {
      const began_ms = performance.now();
      await withoutIndexes(client, table, () =>
        client.query(statement, statement.includes("$2") ? [tenant_id, people, department_people] : [tenant_id]),
      );
      console.log(`    ${table}: ${((performance.now() - began_ms) / 1_000).toFixed(0)} s`);
    }
    for (const statement of numbers) await client.query(statement, [tenant_id]);
    await client.query("reset all");
    await client.query("vacuum analyze");
    // Otherwise the server would write these changes to disk during the measurements.
    await client.query("checkpoint");
  } finally {
    client.release();
  }
}

/**
 * Drops the indexes, fills the table, and creates the indexes again, which is faster than maintaining them for each row. Primary
 * keys stay, because rows are written in their order.
 */
async function withoutIndexes(client: pg.PoolClient, table: string, fill: () => Promise<unknown>): Promise<void> {
  const { rows } = await client.query<{ name: string; text: string }>(
    `select c.relname as name, pg_get_indexdef(c.oid) as text
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = $1::regclass and not i.indisprimary and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`,
    [table],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await fill();
  for (const { text } of rows) await client.query(text);
}
