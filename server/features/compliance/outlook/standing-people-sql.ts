// Sums of each person's entries (docs/decisions/0108). `standing` has a row for most people: a change of their entries deletes
// it, and a job inserts it again. For people without a row the sums are computed on request.
import { part, rowByKey, sql, type Fragment } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { countedSince } from "../flag/delta-sql.ts";
import { isCovered } from "../flag/severity-sql.ts";

const columns = part`person_id, department_id, contractor_id, manager_id, entries, covered, days, open_courses, open_days, void_courses, void_days`;

/** An evaluation without progress for this long waits for a worker, or has stopped. */
const part_s_max = 60;

/**
 * Whether rules or groups are being evaluated for everybody. The evaluation changes entries person by person, and so would delete
 * rows that are inserted meanwhile.
 */
export async function isEvaluated(db: Db, tenant_id: string): Promise<boolean> {
  const row = await db.row(sql`
    select from rule_batch
    where tenant_id = ${tenant_id} and finished_at is null and failed_at is null
      and updated_at > now() - make_interval(secs => ${part_s_max}::int)
    limit 1`);
  return row !== undefined;
}

/** How many people the matrix shows. */
export async function countShown(db: Db, tenant_id: string): Promise<number> {
  const row = await db.row<{ people: number }>(sql`
    select coalesce(sum(people), 0)::int as people
    from (
      select people from compliance_count where tenant_id = ${tenant_id} and course_id = infra.no_id()
      union all
      select people from ${countedSince(tenant_id)} d where course_id = infra.no_id()
    ) k`);
  return row!.people;
}

/**
 * Of the next `people_max` people of the matrix, those without a row, and the last person that was read; null: no more are left.
 * Each row of `standing` belongs to a person of the matrix, so the next `people_max` rows reach at least as far.
 */
export async function listPeopleWithoutRow(
  db: Db,
  tenant_id: string,
  after: string,
  people_max: number,
): Promise<{ ids: string[]; last: string | null }> {
  const next = (table: Fragment): Fragment => part`
      select person_id from ${table} where tenant_id = ${tenant_id} and person_id > ${after}::uuid order by person_id limit ${people_max}::int`;
  const row = await db.row<{ ids: string[]; last: string | null }>(sql`
    with looked as materialized (${next(part`compliance_person`)}),
    kept as materialized (${next(part`standing`)})
    select (
        select coalesce(json_agg(l.person_id order by l.person_id), '[]')
        from looked l
        full join kept k on k.person_id = l.person_id
        where k.person_id is null
      ) as ids,
      (select person_id from looked order by person_id offset ${people_max - 1}::int limit 1) as last`);
  return row!;
}

/**
 * Locks those of the people whom the matrix shows, so that their entries do not change meanwhile. People whom another transaction
 * has locked are left out.
 */
export async function lockShown(db: Db, tenant_id: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id
    from person
    where tenant_id = ${tenant_id} and id = any (${ids}::uuid[]) and state in ('invited', 'active')
    order by id
    for no key update skip locked`);
  return rows.map(({ id }) => id);
}

/** Inserts the rows of people whom the transaction has locked. */
export async function insertStandings(db: Pick<Db, "count">, tenant_id: string, person_ids: readonly string[]): Promise<void> {
  await db.count(sql`
    insert into standing (tenant_id, ${columns})
    select ${tenant_id}::uuid, ${columns}
    from (${workedOut(tenant_id, part`unnest(${person_ids}::uuid[]) as w(person_id)`)}) r
    on conflict (tenant_id, person_id) do nothing`);
}

/** The common table expressions `missing` and `people`: the rows of all people, stored or computed now. */
export function everybodysRows(tenant_id: string): Fragment {
  return part`
      missing as materialized (${missing(tenant_id)}),
      people as (
        select ${columns} from standing where tenant_id = ${tenant_id}
        union all
        select ${columns} from (${workedOut(tenant_id, part`missing w`)}) r
      )`;
}

/** The rows of people who have a stored one, computed again. */
export function keptWorkedOut(tenant_id: string): Fragment {
  return workedOut(tenant_id, part`(select person_id from standing where tenant_id = ${tenant_id}) w`);
}

/** A full join, because it reads each table once, whatever the planner's statistics are. */
function missing(tenant_id: string): Fragment {
  return part`
        select c.person_id
        from (select person_id from compliance_person where tenant_id = ${tenant_id}) c
        full join (select person_id from standing where tenant_id = ${tenant_id}) s on s.person_id = c.person_id
        where s.person_id is null`;
}

/** Computes the rows of people, from a table expression `w` with person_id. Entries are found by key, as in `rowByKey`. */
function workedOut(tenant_id: string, people: Fragment): Fragment {
  return part`
          select p.id as person_id, coalesce(p.department_id, infra.no_id()) as department_id,
            coalesce(p.contractor_id, infra.no_id()) as contractor_id, coalesce(p.manager_id, infra.no_id()) as manager_id, e.*
          from ${people}
          cross join lateral ${rowByKey("id, department_id, contractor_id, manager_id", "person", tenant_id, "w.person_id")} p
          cross join lateral (
            select count(*)::int as entries,
              (count(*) filter (where ${isCovered(part`s.status`)}))::int as covered,
              coalesce(array_agg(s.day order by s.day) filter (where s.day is not null), '{}') as days,
              coalesce(array_agg(s.course_id) filter (where s.is_open), '{}') as open_courses,
              coalesce(array_agg(s.day) filter (where s.is_open), '{}') as open_days,
              coalesce(array_agg(s.course_id) filter (where s.is_void), '{}') as void_courses,
              coalesce(array_agg(s.valid_until) filter (where s.is_void), '{}') as void_days
            from (
              select status, course_id, valid_until,
                case when status <> 'OVERDUE' then case basis when 'certificate' then valid_until when 'enrollment' then due_date end end as day,
                status <> 'OVERDUE' and basis = 'enrollment' and due_date is not null as is_open,
                status = 'OVERDUE' and basis = 'certificate' and valid_until is not null as is_void
              from compliance_status
              where tenant_id = ${tenant_id} and person_id >= w.person_id and person_id <= w.person_id
              order by person_id
            ) s
          ) e`;
}
