import { part, sql, type Fragment } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { SettingRow } from "./settings-sql.ts";

type ReminderKind = "assigned" | "due_soon" | "overdue" | "expiring";

/** A reason to remind somebody, and whom. */
export type Reason = {
  person_id: string;
  name: string;
  email: string;
  language: string | null;
  /** The enrollment, or the certificate that ends. */
  subject_id: string;
  kind: ReminderKind;
  /** The due date, the day of the assignment, or the certificate's last day. */
  about_on: string;
  /** Of reminders that are repeated: which one it is, from 1. */
  step: number;
  title: string;
  /** null: the enrollment has none. */
  due_date: string | null;
};

/** An assignment is told of within so many days. */
const assigned_days_max = 7;

type Morning = { today: string; time_zone: string; people_max: number };

/**
 * What is to be said on a day to people who have not been written to on it, in the order of people, so many people at most. What stands
 * decides: the state of the enrollment, of the person and of exemptions as this transaction sees them.
 */
export async function listReasons(db: Db, tenant_id: string, setting: SettingRow, morning: Morning): Promise<Reason[]> {
  const { today, people_max } = morning;
  const found = union(reasonsOf(tenant_id, setting, morning));
  if (found === null) return [];
  return db.rows(sql`
    with pending as materialized (
      select r.person_id, coalesce(nullif(concat_ws(' ', p.first_name, p.last_name), ''), p.login) as name, p.email, p.language,
        r.subject_id, r.course_id, r.kind, r.about_on, r.step, r.due_date
      from (${found}) r
      join person p on p.tenant_id = ${tenant_id} and p.id = r.person_id
      where p.state in ('invited', 'active') and p.email is not null
        and coalesce(p.employment_end_date, 'infinity') >= ${today}::date
        and not exists (
          select from reminder s
          where s.tenant_id = ${tenant_id} and s.subject_id = r.subject_id and s.kind = r.kind and s.about_on = r.about_on
            and s.step = r.step
        )
        and not exists (
          select from reminder s where s.tenant_id = ${tenant_id} and s.person_id = r.person_id and s.sent_on = ${today}::date
        )
        and not exists (
          select from exemption x
          where x.tenant_id = ${tenant_id} and x.person_id = r.person_id and x.course_id = r.course_id and x.ended_at is null
            and x.from_on <= ${today}::date and coalesce(x.until_on, 'infinity') >= ${today}::date
        )
    ),
    chosen as materialized (select distinct person_id from pending order by person_id limit ${people_max}::int)
    select n.person_id, n.name, n.email, coalesce(l.language, n.language) as language, n.subject_id, n.kind,
      n.about_on::text as about_on, n.step::int as step, c.title, n.due_date::text as due_date
    from chosen o
    join pending n on n.person_id = o.person_id
    join course c on c.tenant_id = ${tenant_id} and c.id = n.course_id
    left join credential l on l.tenant_id = ${tenant_id} and l.account_id = n.person_id
    order by n.person_id, coalesce(n.due_date, n.about_on), c.title, n.subject_id, n.step`);
}

/**
 * Each kind looks only at the dates of its own days. A part of a learning path is not told of by itself, nor is a cycle that a later one has
 * made up for.
 */
function reasonsOf(tenant_id: string, setting: SettingRow, { today, time_zone }: Morning): Fragment[] {
  const { assigned_since, due_soon_days, overdue_every_days, overdue_times, expiring_days } = setting;
  const falls_due = part`e.tenant_id = ${tenant_id} and e.state in ('assigned', 'in_progress') and e.requirement_active
    and e.due_date is not null and e.mandatory and e.parent_enrollment_id is null
    and not exists (
      select from enrollment l
      where l.tenant_id = e.tenant_id and l.person_id = e.person_id and l.course_id = e.course_id and l.state = 'completed'
        and (l.cycle_year, l.cycle_seq) > (e.cycle_year, e.cycle_seq)
    )`;
  const reasons: Fragment[] = [];
  if (assigned_since !== null)
    reasons.push(part`
      select e.person_id, e.id as subject_id, e.course_id, 'assigned' as kind, (e.assigned_at at time zone ${time_zone}::text)::date as about_on,
        1 as step, e.due_date
      from enrollment e
      where e.tenant_id = ${tenant_id} and e.state = 'assigned' and e.requirement_active and e.parent_enrollment_id is null
        and e.assigned_at >= ${assigned_since}::timestamptz
        and e.assigned_at >= (${today}::date - ${assigned_days_max}::int)::timestamp at time zone ${time_zone}::text`);
  if (due_soon_days !== null)
    reasons.push(part`
      select e.person_id, e.id as subject_id, e.course_id, 'due_soon' as kind, e.due_date as about_on, 1 as step, e.due_date
      from enrollment e
      where ${falls_due} and e.due_date between ${today}::date and ${today}::date + ${due_soon_days}::int`);
  if (overdue_every_days !== null)
    reasons.push(part`
      select e.person_id, e.id as subject_id, e.course_id, 'overdue' as kind, e.due_date as about_on,
        (${today}::date - e.due_date) / ${overdue_every_days}::int as step, e.due_date
      from enrollment e
      where ${falls_due} and e.due_date > ${today}::date - (${overdue_times}::int + 1) * ${overdue_every_days}::int
        and e.due_date <= ${today}::date - ${overdue_every_days}::int`);
  if (expiring_days !== null)
    reasons.push(part`
      select t.person_id, t.id as subject_id, t.course_id, 'expiring' as kind, t.valid_until as about_on, 1 as step, null::date as due_date
      from certificate t
      where t.tenant_id = ${tenant_id} and t.revoked_at is null and t.expired_at is null
        and t.valid_until between ${today}::date and ${today}::date + ${expiring_days}::int
        and not exists (
          select from certificate l
          where l.tenant_id = t.tenant_id and l.person_id = t.person_id and l.course_id = t.course_id and l.revoked_at is null
            and l.id <> t.id and (l.valid_until is null or (l.valid_until, l.id) > (t.valid_until, t.id))
        )`);
  return reasons;
}

function union(reasons: readonly Fragment[]): Fragment | null {
  const [first, ...others] = reasons;
  return first === undefined ? null : others.reduce((all, one) => part`${all} union all ${one}`, first);
}

type Told = Pick<Reason, "person_id" | "subject_id" | "kind" | "about_on" | "step">;

/** Writes down what people are told of, in the transaction of the mails. */
export async function insertReminders(db: Db, tenant_id: string, told: readonly Told[], today: string): Promise<void> {
  const rows = told.map(({ person_id, subject_id, kind, about_on, step }) => ({ person_id, subject_id, kind, about_on, step }));
  await db.count(sql`
    insert into reminder (tenant_id, subject_id, kind, about_on, step, person_id, sent_on)
    select ${tenant_id}, r.subject_id, r.kind, r.about_on, r.step, r.person_id, ${today}::date
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(person_id uuid, subject_id uuid, kind text, about_on date, step integer)`);
}
