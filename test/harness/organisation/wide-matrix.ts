import { refreshPeople } from "../../../server/features/compliance/flag/refresh.ts";
import { foldAll } from "../../../server/features/compliance/flag/fold.job.ts";
import { withTenant } from "../../../server/platform/db/transaction.ts";
import type { TestDatabase } from "../database.ts";
import { administratorOf, createOrganisation, operatorPoolOf, type TestOrganisation } from "./organisation.ts";

const courses_count = 30;
/** Titles too long for a rotated heading. */
const subjects = [
  "Fire safety and evacuation",
  "Forklift trucks",
  "First aid at work",
  "Working at height",
  "Hazardous substances",
];

export const wide_courses = Array.from({ length: courses_count }, (_, index) => {
  const number = String(index + 1).padStart(2, "0");
  return { code: `C${number}`, title: `${subjects[index % subjects.length]} ${number}`, default_due_days: 30 };
});

/**
 * An organisation with a matrix of 30 courses, all required of every person, in two learning paths and outside of them. Anna
 * Kowalska, the first person, is overdue in C09 and compliant in all others; Jan Nowak, the second, does not need C30.
 */
export async function createWideMatrix(database: TestDatabase, people_count: number): Promise<TestOrganisation> {
  const acme = await createOrganisation(database, {
    departments: [{ name: "Logistyka Północ", code: "D0" }],
    courses: wide_courses,
    learning_paths: [
      { code: "SITE", title: "On the building site", courses: ["C01", "C02", "C03", "C04", "C05", "C06"] },
      { code: "DRIVE", title: "Drivers", courses: ["C09", "C07", "C01"] },
    ],
    people: Array.from({ length: people_count }, (_, index) => ({
      employee_no: `P${index + 1}`,
      first_name: ["Anna", "Jan"][index] ?? "Zofia",
      last_name: ["Kowalska", "Nowak"][index] ?? `Zych ${String(index + 1).padStart(3, "0")}`,
      email: `p${index + 1}@acme.example`,
      department: "D0",
      worker_type: "internal_payroll" as const,
    })),
  });
  const { rows } = await database.superuser.query<{ person_id: string }>(
    `with places as (
      select id, row_number() over (order by created_at, id) as person, employee_no from person where tenant_id = $1
    ), pairs as (
      select p.id as person_id, p.employee_no, c.id as course_id, c.code, (right(p.employee_no, -1)::int * 7 + right(c.code, 2)::int * 3) % 10 as place
      from places p
      join course c on c.tenant_id = $1 and c.type = 'course'
      where not (p.employee_no = 'P2' and c.code = 'C30')
    ), stated as (
      select *, case
        when employee_no = 'P1' then case when code = 'C09' then 'late' else 'completed' end
        when place < 6 then 'completed' when place < 7 then 'in_progress' when place < 9 then 'assigned' else 'late' end as what
      from pairs
    ), made as (
      insert into enrollment (tenant_id, id, person_id, course_id, cycle_year, state, source, mandatory, due_date, assigned_at,
        started_at, completed_at, passed, progress_percent, attempts_used, attempts_allowed)
      select $1, gen_random_uuid(), person_id, course_id, 2026, case what when 'late' then 'assigned' else what end, 'rule', true,
        case what when 'late' then date '2026-01-10' else date '2999-12-31' end, now() - interval '300 days',
        case when what in ('completed', 'in_progress') then now() - interval '10 days' end,
        case when what = 'completed' then now() - interval '9 days' end, case when what = 'completed' then true end,
        case when what = 'completed' then 100 else 0 end, case when what = 'completed' then 1 else 0 end, 3
      from stated
      returning person_id
    )
    select distinct person_id from made`,
    [acme.tenant_id],
  );
  const ids = rows.map(({ person_id }) => person_id);
  await withTenant(operatorPoolOf(database), acme.tenant_id, (db) => refreshPeople(db, administratorOf(acme), ids));
  await foldAll(database.pool("muster_worker", 1), new AbortController().signal);
  return acme;
}
