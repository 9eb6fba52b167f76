// How much of what is required is covered, and what falls due (docs/decisions/0090). Where people belong stands in the counters and in each entry;
// only their manager does not.
import type { Pool } from "../../../platform/db/pool.ts";
import { part, plannedEachTime, sql, type Fragment } from "../../../platform/db/sql.ts";
import { readTenant } from "../../../platform/db/transaction.ts";
import { isCovered } from "../flag/severity-sql.ts";
import type { StandingBy } from "./standing-schema.ts";

type StandingScope = { by: StandingBy; today: string; lines_max: number };

/** `total`, `lines` and `left_out`, as JSON text. */
export async function readStanding(pool: Pool, tenant_id: string, { by, today, lines_max }: StandingScope): Promise<string> {
  const [row] = await readTenant<{ json: string }>(
    pool,
    tenant_id,
    plannedEachTime(sql`
      with standing as (
        select key, sum(entries)::int as entries, coalesce(sum(entries) filter (where ${isCovered(part`status`)}), 0)::int as covered
        from (${by === "manager" ? entriesOfManagers(tenant_id) : entriesCounted(tenant_id, by)}) k
        group by key
      ),
      due as (
        select key, count(*) filter (where day < 28)::int as due_4, count(*) filter (where day < 56)::int as due_8, count(*)::int as due_12
        from (${dueDays(tenant_id, by, today)}) d
        where day between 0 and 83
        group by key
      ),
      lines as materialized (
        select key, s.entries, s.covered, coalesce(d.due_4, 0) as due_4, coalesce(d.due_8, 0) as due_8, coalesce(d.due_12, 0) as due_12
        from standing s
        left join due d using (key)
        where s.entries > 0
      ),
      shown as (
        select * from lines order by entries - covered desc, entries desc, key limit ${lines_max}::int
      )
      select json_build_object(
        'total', (
          select json_build_object('entries', coalesce(sum(entries), 0), 'covered', coalesce(sum(covered), 0), 'due_4', coalesce(sum(due_4), 0),
            'due_8', coalesce(sum(due_8), 0), 'due_12', coalesce(sum(due_12), 0))
          from lines
        ),
        'lines', (
          select coalesce(json_agg(json_build_object('id', nullif(key, infra.no_id()), 'code', n.code, 'name', n.name, 'entries', entries,
            'covered', covered, 'due_4', due_4, 'due_8', due_8, 'due_12', due_12)
            order by entries - covered desc, entries desc, key), '[]')
          from shown
          left join lateral (${namesOf(tenant_id, by)}) n on true
        ),
        'left_out', (select greatest(count(*) - ${lines_max}::int, 0) from lines)
      )::text as json`),
  );
  return row!.json;
}

/** From the numbers that are kept, by flag. */
function entriesCounted(tenant_id: string, by: "department" | "course" | "company"): Fragment {
  const key = { department: part`department_id`, course: part`course_id`, company: part`contractor_id` }[by];
  return part`
          select ${key} as key, status, people as entries from compliance_count
          where tenant_id = ${tenant_id} and course_id <> infra.no_id()
          union all
          select ${key}, status, people from compliance_delta
          where tenant_id = ${tenant_id} and course_id <> infra.no_id()`;
}

/** Entry by entry: only the person's own row says who the manager is. Counted by person first, the groups do not fit into the memory of a sort. */
function entriesOfManagers(tenant_id: string): Fragment {
  return part`
          select coalesce(p.manager_id, infra.no_id()) as key, s.status, count(*)::int as entries
          from compliance_status s
          join person p on p.tenant_id = ${tenant_id} and p.id = s.person_id
          where s.tenant_id = ${tenant_id}
          group by 1, 2`;
}

/** In how many days each entry's day comes; no later change is looked at than in twelve weeks. */
function dueDays(tenant_id: string, by: StandingBy, today: string): Fragment {
  const key = {
    department: part`coalesce(s.department_id, infra.no_id())`,
    course: part`s.course_id`,
    company: part`coalesce(s.contractor_id, infra.no_id())`,
    manager: part`coalesce(p.manager_id, infra.no_id())`,
  }[by];
  return part`
          select ${key} as key, (case s.basis when 'certificate' then s.valid_until when 'enrollment' then s.due_date end) - ${today}::date as day
          from compliance_status s
          ${by === "manager" ? part`join person p on p.tenant_id = ${tenant_id} and p.id = s.person_id` : part``}
          where s.tenant_id = ${tenant_id} and s.look_on <= ${today}::date + 84 and s.status <> 'OVERDUE'`;
}

function namesOf(tenant_id: string, by: StandingBy): Fragment {
  if (by === "department") return part`select null as code, name from department where tenant_id = ${tenant_id} and id = key`;
  if (by === "company") return part`select null as code, name from contractor where tenant_id = ${tenant_id} and id = key`;
  if (by === "course") return part`select code, title as name from course where tenant_id = ${tenant_id} and id = key`;
  return part`
            select null as code, coalesce(nullif(concat_ws(' ', first_name, last_name), ''), employee_no, login) as name
            from person where tenant_id = ${tenant_id} and id = key`;
}
