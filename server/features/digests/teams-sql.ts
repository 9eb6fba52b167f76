import { part, plannedEachTime, sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { isRefused } from "../mail/choice/sql.ts";
import type { DigestLine } from "../mail/facts.ts";
import { ends, exemptionOf, fallsDue, isWrittenTo, nameOf } from "../reminders/sql.ts";

/** What a digest tells of is due, or ends, within so many days. */
export const due_soon_days = 14;
export const expiring_days = 30;

/** A manager with what there is to say of the people directly below; `lines`: the most urgent, in that order. */
export type Team = {
  id: string;
  name: string;
  email: string;
  language: string | null;
  overdue: number;
  due_soon: number;
  expiring: number;
  lines: DigestLine[];
};

/** Managers behind another, in ascending order, so many at most: all who have people. */
export async function listManagers(db: Db, tenant_id: string, after: string, managers_max: number): Promise<string[]> {
  const rows = await db.rows<{ manager_id: string }>(sql`
    select distinct manager_id
    from person
    where tenant_id = ${tenant_id} and manager_id is not null and manager_id > ${after}
    order by manager_id
    limit ${managers_max}::int`);
  return rows.map(({ manager_id }) => manager_id);
}

/**
 * What there is to say to some managers on a day. Those who are not written to, and of whose people there is nothing to say, are left out;
 * so are people who have left, are suspended or are exempt.
 */
export async function listTeams(
  db: Db,
  tenant_id: string,
  { manager_ids, today, lines_max }: { manager_ids: readonly string[]; today: string; lines_max: number },
): Promise<Team[]> {
  return db.rows(
    plannedEachTime(sql`
      with team as materialized (
        select p.id, p.manager_id, ${nameOf(part`p`)} as name
        from person p
        where p.tenant_id = ${tenant_id} and p.manager_id = any (${manager_ids}::uuid[]) and p.state in ('invited', 'active')
          and coalesce(p.employment_end_date, 'infinity') >= ${today}::date
      ),
      found as materialized (
        select t.id as person_id, e.course_id, case when e.due_date < ${today}::date then 'overdue' else 'due_soon' end as kind,
          e.due_date as on_date
        from team t
        join enrollment e on e.tenant_id = ${tenant_id} and e.person_id = t.id
        where ${fallsDue(tenant_id)} and e.due_date <= ${today}::date + ${due_soon_days}::int
        union all
        select t.id, e.course_id, 'expiring', e.valid_until
        from team t
        join certificate e on e.tenant_id = ${tenant_id} and e.person_id = t.id
        where ${ends(tenant_id)} and e.valid_until between ${today}::date and ${today}::date + ${expiring_days}::int
      ),
      ranked as (
        select t.manager_id, t.name, c.title, f.kind, f.on_date,
          row_number() over (
            partition by t.manager_id
            order by array_position(array['overdue', 'due_soon', 'expiring'], f.kind), f.on_date, t.name, c.title, t.id
          ) as place
        from found f
        join team t on t.id = f.person_id
        join course c on c.tenant_id = ${tenant_id} and c.id = f.course_id
        where not exists (${exemptionOf(tenant_id, { person_id: part`f.person_id`, course_id: part`f.course_id` }, today)})
      )
      select p.id, ${nameOf(part`p`)} as name, p.email, coalesce(l.language, p.language) as language, r.overdue, r.due_soon, r.expiring,
        r.lines
      from (
        select manager_id, count(*) filter (where kind = 'overdue')::int as overdue,
          count(*) filter (where kind = 'due_soon')::int as due_soon, count(*) filter (where kind = 'expiring')::int as expiring,
          json_agg(json_build_object('kind', kind, 'person', name, 'title', title, 'date', on_date::text) order by place)
            filter (where place <= ${lines_max}::int) as lines
        from ranked
        group by manager_id
      ) r
      join person p on p.tenant_id = ${tenant_id} and p.id = r.manager_id
      left join credential l on l.tenant_id = ${tenant_id} and l.account_id = p.id
      where ${isWrittenTo(today)} and not ${isRefused(tenant_id, part`p.id`, "digests")}
      order by p.id`),
  );
}
