// What each person's entries add up to (docs/decisions/0108). `standing` holds it of most people: what changes their entries takes the row away, and a
// job makes it again. Of the others it is worked out where it is asked for.
import { part, rowByKey, sql, type Fragment } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { countedSince } from "../flag/delta-sql.ts";
import { isCovered } from "../flag/severity-sql.ts";

const columns = part`person_id, department_id, contractor_id, manager_id, entries, covered, days, open_courses, open_days, void_courses, void_days`;

/** An evaluation that has done no part for so long waits for a worker, or has stopped. */
const part_s_max = 60;

/** Whether rules and groups are being evaluated for everybody: entries change person by person, and rows that are made meanwhile are removed again. */
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
 * Who has no row among the next people of the matrix, `people_max` at most, and the last one of these; null: there are no more behind them. Who has a row is
 * in the matrix, so that as many rows reach at least as far.
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

/** Those of some people whom the matrix shows, locked: nobody changes their entries meanwhile. Whom a transaction holds just now is left out. */
export async function lockShown(db: Db, tenant_id: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id
    from person
    where tenant_id = ${tenant_id} and id = any (${ids}::uuid[]) and state in ('invited', 'active')
    order by id
    for no key update skip locked`);
  return rows.map(({ id }) => id);
}

/** Keeps the rows of people whom the transaction holds. */
export async function insertStandings(db: Pick<Db, "count">, tenant_id: string, person_ids: readonly string[]): Promise<void> {
  await db.count(sql`
    insert into standing (tenant_id, ${columns})
    select ${tenant_id}::uuid, ${columns}
    from (${workedOut(tenant_id, part`unnest(${person_ids}::uuid[]) as w(person_id)`)}) r
    on conflict (tenant_id, person_id) do nothing`);
}

/** The common table expressions `missing` and `people`: everybody's row, kept or worked out now. */
export function everybodysRows(tenant_id: string): Fragment {
  return part`
      missing as materialized (${missing(tenant_id)}),
      people as (
        select ${columns} from standing where tenant_id = ${tenant_id}
        union all
        select ${columns} from (${workedOut(tenant_id, part`missing w`)}) r
      )`;
}

/** The rows of people who have one, worked out anew. */
export function keptWorkedOut(tenant_id: string): Fragment {
  return workedOut(tenant_id, part`(select person_id from standing where tenant_id = ${tenant_id}) w`);
}

/** By a full join, which is done in one pass over both, whatever the planner believes of them. */
function missing(tenant_id: string): Fragment {
  return part`
        select c.person_id
        from (select person_id from compliance_person where tenant_id = ${tenant_id}) c
        full join (select person_id from standing where tenant_id = ${tenant_id}) s on s.person_id = c.person_id
        where s.person_id is null`;
}

/** The rows of people, of a table expression `w` with person_id. Entries are looked up by their key, as in `rowByKey`. */
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
