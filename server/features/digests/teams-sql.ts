import { part, plannedEachTime, sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { isRefused } from "../mail/choice/sql.ts";
import type { DigestLine } from "../mail/facts.ts";
import { ends, exemptionOf, fallsDue, isReminded, isWrittenTo, nameOf } from "../reminders/sql.ts";

/** A digest lists training that is due, and certificates that end, within so many days. */
export const due_soon_days = 14;
export const expiring_days = 30;

/** How many managers above the direct one are told of overdue training, one after another, before administrators are. */
export const rungs_max = 2;

/** A manager with the facts about their people; `lines`: the most urgent facts, in that order. */
export type Team = {
  id: string;
  name: string;
  email: string;
  language: string | null;
  overdue: number;
  due_soon: number;
  expiring: number;
  /** Enrollments that are overdue for long, of people whose managers report to this one. */
  escalated: number;
  lines: DigestLine[];
};

/** The next managers after an id, in ascending order: all people who have reports. */
export async function listManagers(db: Db, tenant_id: string, after: string, managers_max: number): Promise<string[]> {
  const rows = await db.rows<{ manager_id: string }>(sql`
    select distinct manager_id
    from person
    where tenant_id = ${tenant_id} and manager_id is not null and manager_id > ${after}
    order by manager_id
    limit ${managers_max}::int`);
  return rows.map(({ manager_id }) => manager_id);
}

type TeamsAsked = {
  manager_ids: readonly string[];
  today: string;
  lines_max: number;
  escalate_after_days: number | null;
};

/**
 * The facts for some managers on a day. Managers who get no mail, or about whose people there is nothing to report, are left out;
 * so are people who have left, are suspended or are exempt. `escalate_after_days`: training overdue for so many days is reported
 * one manager further up, for twice as many days two further up; null: only managers of the people themselves.
 */
export async function listTeams(
  db: Db,
  tenant_id: string,
  { manager_ids, today, lines_max, escalate_after_days }: TeamsAsked,
): Promise<Team[]> {
  return db.rows(
    plannedEachTime(sql`
      with recursive team as materialized (
        select p.id, p.manager_id
        from person p
        where p.tenant_id = ${tenant_id} and p.manager_id = any (${manager_ids}::uuid[]) and p.state in ('invited', 'active')
          and coalesce(p.employment_end_date, 'infinity') >= ${today}::date
      ),
      below as (
        select p.id, p.manager_id as receiver_id, 0 as rung
        from person p
        where p.tenant_id = ${tenant_id} and p.manager_id = any (${manager_ids}::uuid[]) and ${escalate_after_days}::int is not null
        union all
        select p.id, b.receiver_id, b.rung + 1
        from below b
        join person p on p.tenant_id = ${tenant_id} and p.manager_id = b.id
        where b.rung < ${rungs_max}::int
      ),
      found as materialized (
        select t.manager_id as receiver_id, t.id as person_id, e.course_id, case when e.due_date < ${today}::date then 'overdue' else 'due_soon' end as kind,
          e.due_date as on_date
        from team t
        join enrollment e on e.tenant_id = ${tenant_id} and e.person_id = t.id
        where ${fallsDue(tenant_id)} and e.due_date <= ${today}::date + ${due_soon_days}::int
        union all
        select t.manager_id, t.id, e.course_id, 'expiring', e.valid_until
        from team t
        join certificate e on e.tenant_id = ${tenant_id} and e.person_id = t.id
        where ${ends(tenant_id)} and e.valid_until between ${today}::date and ${today}::date + ${expiring_days}::int
        union all
        select b.receiver_id, b.id, e.course_id, 'escalated', e.due_date
        from below b
        join enrollment e on e.tenant_id = ${tenant_id} and e.person_id = b.id
        where b.rung > 0 and ${fallsDue(tenant_id)} and e.due_date <= ${today}::date - b.rung * ${escalate_after_days}::int
      ),
      named as (
        select f.*, ${nameOf(part`p`)} as name, case f.kind when 'escalated' then ${nameOf(part`m`)} end as manager
        from found f
        join person p on p.tenant_id = ${tenant_id} and p.id = f.person_id
        left join person m on m.tenant_id = ${tenant_id} and m.id = p.manager_id
        where ${isReminded(today)}
      ),
      ranked as (
        select f.receiver_id, f.name, f.manager, c.title, f.kind, f.on_date,
          row_number() over (
            partition by f.receiver_id
            order by array_position(array['escalated', 'overdue', 'due_soon', 'expiring'], f.kind), f.on_date, f.name, c.title, f.person_id
          ) as place
        from named f
        join course c on c.tenant_id = ${tenant_id} and c.id = f.course_id
        where not exists (${exemptionOf(tenant_id, { person_id: part`f.person_id`, course_id: part`f.course_id` }, today)})
      )
      select p.id, ${nameOf(part`p`)} as name, p.email, coalesce(l.language, p.language) as language, r.overdue, r.due_soon, r.expiring,
        r.escalated, r.lines
      from (
        select receiver_id, count(*) filter (where kind = 'overdue')::int as overdue,
          count(*) filter (where kind = 'due_soon')::int as due_soon, count(*) filter (where kind = 'expiring')::int as expiring,
          count(*) filter (where kind = 'escalated')::int as escalated,
          json_agg(json_build_object('kind', kind, 'person', name, 'title', title, 'date', on_date::text, 'manager', manager) order by place)
            filter (where place <= ${lines_max}::int) as lines
        from ranked
        group by receiver_id
      ) r
      join person p on p.tenant_id = ${tenant_id} and p.id = r.receiver_id
      left join credential l on l.tenant_id = ${tenant_id} and l.account_id = p.id
      where ${isWrittenTo(today)} and not ${isRefused(tenant_id, part`p.id`, "digests")}
      order by p.id`),
  );
}
