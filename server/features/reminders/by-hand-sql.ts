import { part, plannedEachTime, rowByKey, sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { SettingRow } from "./settings-sql.ts";
import { exemptionOf, fallsDue, isReminded, nameOf, unsentOf, type Reason } from "./sql.ts";

/** The step of manual reminders. It is greater than all steps of schedules, so that neither counts as the other. */
const by_hand_step = 1_000;

type Asked = { today: string; time_zone: string; person_ids: readonly string[]; course_id: string | null };

/** Open work of people, in one course or in all, in the order of people. */
export async function listOpenByHand(db: Db, tenant_id: string, setting: SettingRow, asked: Asked): Promise<Reason[]> {
  const { today, time_zone, person_ids, course_id } = asked;
  const of_course = course_id === null ? part`true` : part`e.course_id = ${course_id}`;
  return db.rows(
    plannedEachTime(sql`
    with r as materialized (
      select e.person_id, e.id as subject_id, e.course_id, e.due_date, d.falls,
        case when not d.falls then 'assigned' when e.due_date < ${today}::date then 'overdue' else 'due_soon' end as kind,
        case when d.falls then e.due_date else (e.assigned_at at time zone ${time_zone}::text)::date end as about_on
      from enrollment e
      cross join lateral (select (${fallsDue(tenant_id)}) is true as falls) d
      where e.tenant_id = ${tenant_id} and e.person_id = any (${person_ids}::uuid[]) and ${of_course}
        and e.state in ('assigned', 'in_progress') and e.requirement_active and e.parent_enrollment_id is null
        and (d.falls or e.state = 'assigned')
    )
    select r.person_id, ${nameOf(part`p`)} as name, p.first_name, p.email, coalesce(l.language, p.language) as language, r.subject_id, r.kind,
      r.about_on::text as about_on, ${by_hand_step}::integer as step, c.title, r.due_date::text as due_date, null as session, u.unsent
    from r
    cross join lateral ${rowByKey("*", "person", tenant_id, "r.person_id")} p
    join course c on c.tenant_id = ${tenant_id} and c.id = r.course_id
    left join credential l on l.tenant_id = ${tenant_id} and l.account_id = r.person_id
    cross join lateral (select ${unsentOf(tenant_id, setting)} as unsent) u
    where ${isReminded(today)}
      and not exists (${exemptionOf(tenant_id, { person_id: part`r.person_id`, course_id: part`r.course_id` }, today)})
    order by r.person_id, coalesce(r.due_date, r.about_on), c.title, r.subject_id`),
  );
}

/** For each person, whether reminders are possible on a day, and whether one was mailed on it. */
export async function listRemindedOn(
  db: Db,
  tenant_id: string,
  person_ids: readonly string[],
  today: string,
): Promise<{ person_id: string; is_reminded: boolean; was_reminded: boolean }[]> {
  return db.rows(sql`
    select p.id as person_id, (${isReminded(today)}) as is_reminded, exists (
      select from reminder s
      where s.tenant_id = p.tenant_id and s.person_id = p.id and s.sent_on = ${today}::date and s.unsent is null
    ) as was_reminded
    from person p
    where p.tenant_id = ${tenant_id} and p.id = any (${person_ids}::uuid[])`);
}
