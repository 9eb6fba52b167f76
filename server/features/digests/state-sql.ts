import { part, sql, type Fragment } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { countedSince } from "../compliance/flag/delta-sql.ts";
import { isCovered } from "../compliance/flag/severity-sql.ts";
import { isBouncing } from "../mail/bounces/sql.ts";
import { isRefused } from "../mail/choice/sql.ts";
import { ends, exemptionOf, fallsDue } from "../reminders/sql.ts";
import type { DigestSettings } from "./schema.ts";
import { due_soon_days, expiring_days, rungs_max } from "./teams-sql.ts";

/** The numbers of an organisation in a digest. */
export type OrganisationState = {
  /** People with requirements, and those of them who lack nothing; by their worst flag, as the matrix counts them. */
  people: number;
  compliant: number;
  /** Enrollments of people who are not exempt: past their due date, and due within two weeks. */
  overdue: number;
  due_soon: number;
  /** Certificates that end within thirty days and are not followed by a later one. */
  expiring: number;
  /**
   * Enrollments that are escalated to administrators: overdue for three times the set number of days, or for fewer when the
   * managers in between get no digest. If managers get none at all, all of them are overdue for the set number of days. 0:
   * nothing is escalated.
   */
  escalated: number;
};

/** After how many days overdue training is escalated, and whether managers get digests. */
export type Escalation = Pick<DigestSettings, "escalate_after_days" | "managers">;

/** The numbers of a digest. Flags come from counters, the others from indexes on the dates. */
export async function readState(
  db: Db,
  tenant_id: string,
  today: string,
  { escalate_after_days, managers }: Escalation,
): Promise<OrganisationState> {
  const exempted = exemptionOf(tenant_id, { person_id: part`e.person_id`, course_id: part`e.course_id` }, today);
  const row = await db.row<OrganisationState>(sql`
    with counted as materialized (
      select status, sum(people)::int as people
      from (
        select status, people from compliance_count where tenant_id = ${tenant_id} and course_id = infra.no_id()
        union all
        select status, people from ${countedSince(tenant_id)} d where course_id = infra.no_id()
      ) k
      where status <> 'NONE'
      group by status
    ),
    due as materialized (
      select count(*) filter (where e.due_date < ${today}::date)::int as overdue,
        count(*) filter (where e.due_date >= ${today}::date)::int as due_soon
      from enrollment e
      join person p on p.tenant_id = e.tenant_id and p.id = e.person_id and ${isHere(today)}
      where ${fallsDue(tenant_id)} and e.due_date <= ${today}::date + ${due_soon_days}::int and not exists (${exempted})
    )
    select (select coalesce(sum(people), 0)::int from counted) as people,
      (select coalesce(sum(people), 0)::int from counted where ${isCovered(part`status`)}) as compliant,
      (select overdue from due) as overdue, (select due_soon from due) as due_soon,
      (
        select count(*)::int
        from certificate e
        join person p on p.tenant_id = e.tenant_id and p.id = e.person_id and ${isHere(today)}
        where ${ends(tenant_id)} and e.valid_until between ${today}::date and ${today}::date + ${expiring_days}::int
          and not exists (${exempted})
      ) as expiring,
      (
        select count(*)::int
        from enrollment e
        join person p on p.tenant_id = e.tenant_id and p.id = e.person_id and ${isHere(today)}
        left join person o on o.tenant_id = p.tenant_id and o.id = p.manager_id
        left join person above on above.tenant_id = p.tenant_id and above.id = o.manager_id
        left join person above_that on above_that.tenant_id = p.tenant_id and above_that.id = above.manager_id
        where ${fallsDue(tenant_id)} and e.due_date <= ${today}::date - ${escalate_after_days}::int
          and not exists (${exempted})
          and (
            not ${managers}::boolean or e.due_date <= ${today}::date - (${rungs_max}::int + 1) * ${escalate_after_days}::int
            or ${isAway(tenant_id, part`above`, today)}
            or e.due_date <= ${today}::date - 2 * ${escalate_after_days}::int and ${isAway(tenant_id, part`above_that`, today)}
          )
      ) as escalated`);
  return row!;
}

const isHere = (today: string) =>
  part`p.state in ('invited', 'active') and coalesce(p.employment_end_date, 'infinity') >= ${today}::date`;

/** Condition: there is no manager at this level, or `listTeams` leaves that manager out. */
const isAway = (tenant_id: string, manager: Fragment, today: string) =>
  part`(${manager}.id is null or ${manager}.email is null or ${manager}.state not in ('invited', 'active')
    or coalesce(${manager}.employment_end_date, 'infinity') < ${today}::date
    or ${isBouncing(tenant_id, part`${manager}.email_norm`)} or ${isRefused(tenant_id, part`${manager}.id`, "digests")})`;

/** An administrator, with the language of their choice. */
export type Recipient = { id: string; name: string; email: string; language: string | null };

/** Administrators of the whole organisation who may sign in and have no digest of a week. */
export async function listAdministratorsWithoutDigest(db: Db, tenant_id: string, about_on: string): Promise<Recipient[]> {
  return db.rows(sql`
    select a.id, a.name, a.email, c.language
    from administrator a
    left join credential c on c.tenant_id = a.tenant_id and c.account_id = a.id
    where a.tenant_id = ${tenant_id} and a.disabled_at is null and not a.of_departments
      and not ${isRefused(tenant_id, part`a.id`, "digests")}
      and not exists (
        select from digest_mail d where d.tenant_id = a.tenant_id and d.receiver_id = a.id and d.about_on = ${about_on}::date
      )
    order by a.id`);
}

/** Those of the administrators who may still sign in and still look after the whole organisation. */
export async function listAdministratorsOf(db: Db, tenant_id: string, ids: readonly string[]): Promise<Recipient[]> {
  return db.rows(sql`
    select a.id, a.name, a.email, c.language
    from administrator a
    left join credential c on c.tenant_id = a.tenant_id and c.account_id = a.id
    where a.tenant_id = ${tenant_id} and a.id = any (${ids}::uuid[]) and a.disabled_at is null
      and not a.of_departments and not ${isRefused(tenant_id, part`a.id`, "digests")}`);
}
