// Fills an organisation's matrix: a flag for every person and course, set-based and without triggers. The counters are computed
// once, with the values that the fold job would leave.
import type pg from "pg";
import { severity_order } from "../../server/features/compliance/flag/status.ts";
import { insertStandings } from "../../server/features/compliance/outlook/standing-people-sql.ts";
import type { Statement } from "../../server/platform/db/sql.ts";
import { courses_count } from "../organisation.ts";

/** The number of people whose entries one statement adds up. */
const people_at_once = 5_000;
const severities = severity_order.map((flag) => `'${flag}'`).join(", ");

/**
 * Six people in ten are compliant in everything; each of the others has one other flag in some courses. All values follow from
 * the place in the list, so that every run fills the same matrix.
 */
const statements = [
  "set session_replication_role = replica",
  "set synchronous_commit = off",
  "delete from compliance_status where tenant_id = $1",
  "delete from compliance_delta where tenant_id = $1",
  "delete from compliance_count where tenant_id = $1",
  "delete from forecast_delta where tenant_id = $1",
  "delete from forecast_count where tenant_id = $1",
  "delete from standing where tenant_id = $1",
  `insert into compliance_status (tenant_id, person_id, course_id, status, basis, in_grace, next_status, next_change_on, look_on,
     department_id, worker_type, contractor_id, enrollment_id, enrollment_status, cycle_year, due_date, completed_at, certificate_id,
     valid_until)
   select p.tenant_id, p.id, c.id, f.status, case when f.open then 'enrollment' else 'certificate' end, false,
     case f.status when 'COMPLIANT' then 'EXPIRING_SOON' when 'OVERDUE' then null else 'OVERDUE' end,
     case f.status when 'OVERDUE' then null else f.until - case f.status when 'COMPLIANT' then 60 else -1 end end,
     case f.status when 'OVERDUE' then null else f.until - case f.status when 'COMPLIANT' then 60 else -1 end end,
     p.department_id, p.worker_type, p.contractor_id, gen_random_uuid(),
     case f.status when 'IN_PROGRESS' then 'in_progress' when 'PENDING' then 'assigned' when 'OVERDUE' then 'assigned' else 'completed' end,
     2026, f.until, case when f.open then null else now() - interval '300 days' end,
     case when f.open then null else gen_random_uuid() end, case when f.open then null else f.until end
   from (select *, row_number() over (order by employee_no_norm) as place from person where tenant_id = $1) p
   cross join (select *, row_number() over (order by code_norm) as place from course where tenant_id = $1 and type = 'course') c
   cross join lateral (select (p.place * 7919 / 13) % 100 as class, (p.place + c.place * 3) % 8 = 0 as chosen) h
   cross join lateral (
     select case
       when h.class < 60 or not h.chosen then 'COMPLIANT'
       when h.class < 75 then 'EXPIRING_SOON'
       when h.class < 83 then 'IN_PROGRESS'
       when h.class < 92 then 'PENDING'
       else 'OVERDUE'
     end as status
   ) s
   cross join lateral (
     select s.status, s.status in ('IN_PROGRESS', 'PENDING', 'OVERDUE') as open,
       current_date + case s.status when 'COMPLIANT' then 90 + (p.place % 300)::int when 'OVERDUE' then -20 else 1 + (p.place % 50)::int end as until
   ) f
   order by p.place, c.place`,
  `update compliance_person c
   set worst = (
     select s.status from compliance_status s where s.tenant_id = c.tenant_id and s.person_id = c.person_id
     order by array_position(array[${severities}], s.status) limit 1)
   where c.tenant_id = $1`,
  `insert into compliance_count (tenant_id, course_id, department_id, worker_type, contractor_id, status, people)
   select tenant_id, course_id, coalesce(department_id, infra.no_id()), worker_type, coalesce(contractor_id, infra.no_id()), status, count(*)
   from compliance_status where tenant_id = $1 group by 1, 2, 3, 4, 5, 6
   union all
   select tenant_id, infra.no_id(), coalesce(department_id, infra.no_id()), worker_type, coalesce(contractor_id, infra.no_id()),
     coalesce(worst, 'NONE'), count(*)
   from compliance_person where tenant_id = $1 group by 1, 2, 3, 4, 5, 6`,
  `insert into forecast_count (tenant_id, day, course_id, what, entries)
   select s.tenant_id, c.day, s.course_id, c.what, count(*)
   from compliance_status s
   cross join lateral infra.coming(s.next_status, s.next_change_on, s.basis, s.valid_until, s.renewal_enrollment_id) c
   where s.tenant_id = $1 group by 1, 2, 3, 4`,
  "reset session_replication_role",
  "reset synchronous_commit",
  "vacuum (analyze) compliance_person, compliance_status, compliance_count, compliance_delta, forecast_count",
  // Otherwise the server would write these changes to disk during the measurements.
  "checkpoint",
];

/** Fills the matrix of the organisation with this code. Returns how many flags it has. */
export async function seedMatrix(superuser: pg.Pool, code: string): Promise<number> {
  const client = await superuser.connect();
  try {
    const { rows } = await client.query<{ id: string }>("select id from tenant where code = $1", [code]);
    const tenant_id = rows[0]!.id;
    for (const statement of statements) await client.query(statement, statement.includes("$1") ? [tenant_id] : []);
    await keepStandings(client, tenant_id);
    const counted = await client.query<{ flags: number }>(
      "select count(*)::int as flags from compliance_status where tenant_id = $1",
      [tenant_id],
    );
    return counted.rows[0]!.flags;
  } finally {
    client.release();
  }
}

/** Writes the sums of people's entries as the job does. */
async function keepStandings(client: pg.PoolClient, tenant_id: string): Promise<void> {
  const { rows } = await client.query<{ person_id: string }>(
    `select person_id from compliance_person where tenant_id = $1 except select person_id from standing where tenant_id = $1 order by 1`,
    [tenant_id],
  );
  const ids = rows.map(({ person_id }) => person_id);
  const db = { count: async ({ text, values }: Statement) => (await client.query(text, [...values])).rowCount ?? 0 };
  for (let from = 0; from < ids.length; from += people_at_once)
    await insertStandings(db, tenant_id, ids.slice(from, from + people_at_once));
  await client.query("vacuum (analyze) standing");
}

/** Fills the matrix of the organisation with this code, unless it is already filled. */
export async function fillMatrix(superuser: pg.Pool, code: string): Promise<void> {
  const { rows } = await superuser.query<{ id: string; filled: boolean }>(
    `select t.id, (select count(*) from compliance_status s where s.tenant_id = t.id)
       >= (select count(*) from person p where p.tenant_id = t.id) * $2 as filled
     from tenant t
     where t.code = $1`,
    [code, courses_count],
  );
  const { id, filled } = rows[0]!;
  if (!filled) {
    await seedMatrix(superuser, code);
    return;
  }
  const client = await superuser.connect();
  try {
    await keepStandings(client, id);
  } finally {
    client.release();
  }
}
