import { part, plannedEachTime, sql, type Fragment } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { isBouncing } from "../mail/bounces/sql.ts";
import type { ReminderKind } from "../mail/facts.ts";
import { isRefused } from "../mail/choice/sql.ts";
import type { Reach, SettingRow } from "./settings-sql.ts";

/** The schedules by which reminders are found. `of_courses`: whether courses use their own schedules. */
export type Schedules = { setting: SettingRow; reach: Reach; of_courses: boolean };

/** A reason to remind a person. */
export type Reason = {
  person_id: string;
  name: string;
  first_name: string | null;
  /** Null: there is no address, so the reminder is not mailed. */
  email: string | null;
  language: string | null;
  /** The id of the enrollment, or of the certificate that ends. */
  subject_id: string;
  kind: ReminderKind;
  /** The due date, the day of the assignment, or the certificate's last day. */
  about_on: string;
  /** For repeated reminders: the number of the repetition, from 1. */
  step: number;
  title: string;
  /** Null: the enrollment has no due date. */
  due_date: string | null;
  /** Null: the reminder is not about a course session. */
  session: { location: string; starts_at: string; time_zone: string } | null;
  /** Why the reminder is not mailed and only shown in the panel; null: it is mailed. */
  unsent: Unsent | null;
};

type Unsent = "no_mails" | "no_address" | "bouncing" | "refused_by_receiver";

/** The most days after an assignment on which there is a reminder of it. */
const assigned_days_max = 7;

/** Some people whose reminders are looked for on a day. */
type Morning = { today: string; time_zone: string; person_ids: readonly string[] };

/** Condition on `person p`: reminders are possible on a day. */
export const isReminded = (today: string) =>
  part`p.state in ('invited', 'active') and coalesce(p.employment_end_date, 'infinity') >= ${today}::date`;

/** Condition on `person p`: reminders can be mailed on a day. */
export const isWrittenTo = (today: string) =>
  part`${isReminded(today)} and p.email is not null
    and not ${isBouncing(part`p.tenant_id`, part`p.email_norm`)}`;

/** The name by which a mail addresses a person. */
export const nameOf = (person: Fragment) =>
  part`coalesce(nullif(concat_ws(' ', ${person}.first_name, ${person}.last_name), ''), ${person}.login)`;

/**
 * An exemption from a course on a day. Written without `is null`, so that the index on person and course is used (`not_ended` of
 * compliance).
 */
export const exemptionOf = (
  tenant_id: string,
  { person_id, course_id }: Record<"person_id" | "course_id", Fragment>,
  today: string,
) => part`
  select from exemption x
  where x.tenant_id = ${tenant_id} and x.person_id = ${person_id} and x.course_id = ${course_id} and coalesce(x.ended_at, 'infinity') = 'infinity'
    and x.from_on <= ${today}::date and coalesce(x.until_on, 'infinity') >= ${today}::date`;

/** The next people for whom this morning may have reminders, after a person, in ascending order of ids. */
export async function listPeopleToTell(
  db: Db,
  tenant_id: string,
  schedules: Schedules,
  { today, time_zone, after, people_max }: { today: string; time_zone: string; after: string; people_max: number },
): Promise<string[]> {
  const found = union(reasonsOf(tenant_id, schedules, { today, time_zone, of: part`e.person_id > ${after}` }));
  if (found === null) return [];
  const rows = await db.rows<{ person_id: string }>(sql`
    select distinct r.person_id
    from (${found}) r
    join person p on p.tenant_id = ${tenant_id} and p.id = r.person_id
    cross join lateral (select ${unsentOf(tenant_id, schedules.setting)} as unsent) u
    where ${isReminded(today)} and not ${wasReminded(tenant_id)}
    order by r.person_id
    limit ${people_max}::int`);
  return rows.map(({ person_id }) => person_id);
}

/**
 * The reminders of a day for some people, in the order of people, except people who have been mailed on that day. They follow
 * from the enrollment, the person and exemptions as this transaction sees them.
 */
export async function listReasons(db: Db, tenant_id: string, schedules: Schedules, morning: Morning): Promise<Reason[]> {
  const { today, time_zone, person_ids } = morning;
  const found = union(reasonsOf(tenant_id, schedules, { today, time_zone, of: part`e.person_id = any (${person_ids}::uuid[])` }));
  if (found === null) return [];
  return db.rows(
    plannedEachTime(sql`
    with pending as materialized (
      select r.person_id, ${nameOf(part`p`)} as name, p.first_name, p.email, p.language, r.subject_id, r.course_id, r.kind, r.about_on, r.step,
        r.due_date, r.session, u.unsent
      from (${found}) r
      join person p on p.tenant_id = ${tenant_id} and p.id = r.person_id
      cross join lateral (select ${unsentOf(tenant_id, schedules.setting)} as unsent) u
      where ${isReminded(today)} and not ${wasReminded(tenant_id)}
        and not exists (
          select from reminder s where s.tenant_id = ${tenant_id} and s.person_id = r.person_id and s.sent_on = ${today}::date
            and s.unsent is null
        )
        and not exists (${exemptionOf(tenant_id, { person_id: part`r.person_id`, course_id: part`r.course_id` }, today)})
    )
    select n.person_id, n.name, n.first_name, n.email, coalesce(l.language, n.language) as language, n.subject_id, n.kind,
      n.about_on::text as about_on, n.step::int as step, c.title, n.due_date::text as due_date, n.session, n.unsent
    from pending n
    join course c on c.tenant_id = ${tenant_id} and c.id = n.course_id
    left join credential l on l.tenant_id = ${tenant_id} and l.account_id = n.person_id
    order by n.person_id, coalesce(n.due_date, n.about_on), c.title, n.subject_id, n.step`),
  );
}

/** Why a reason `r` is not mailed to `person p`; null: it is mailed. */
export const unsentOf = (tenant_id: string, { by_mail }: SettingRow) => part`case
  when not ${by_mail}::boolean then 'no_mails'
  when p.email is null then 'no_address'
  when ${isBouncing(tenant_id, part`p.email_norm`)} then 'bouncing'
  when r.kind = 'due_soon' and ${isRefused(tenant_id, part`p.id`, "due_soon")} then 'refused_by_receiver' end`;

/**
 * Whether there was a reminder of a reason `r`. A reminder that could not be mailed then, but can be now, is sent once more. A
 * renewal also counts as reminded when it was reminded of as an assignment.
 */
export const wasReminded = (tenant_id: string) => part`exists (
  select from reminder s
  where s.tenant_id = ${tenant_id} and s.subject_id = r.subject_id and s.about_on = r.about_on and s.step = r.step
    and s.kind in (r.kind, case r.kind when 'renewed' then 'assigned' else r.kind end)
    and (s.unsent is null or u.unsent is not null)
)`;

/**
 * Condition on `enrollment e`: it can be due soon or overdue. It is still open and is not part of a learning path; later cycles
 * replace it.
 */
export const fallsDue = (tenant_id: string) => part`e.tenant_id = ${tenant_id} and e.state in ('assigned', 'in_progress')
    and e.requirement_active and e.due_date is not null and e.mandatory and e.parent_enrollment_id is null
    and not exists (
      select from enrollment l
      where l.tenant_id = e.tenant_id and l.person_id = e.person_id and l.course_id = e.course_id and l.state = 'completed'
        and (l.cycle_year, l.cycle_seq) > (e.cycle_year, e.cycle_seq)
    )`;

/** Condition on `certificate e`: it ends, and no later certificate follows it. */
export const ends = (tenant_id: string) => part`e.tenant_id = ${tenant_id} and e.revoked_at is null and e.expired_at is null
    and not exists (
      select from certificate l
      where l.tenant_id = e.tenant_id and l.person_id = e.person_id and l.course_id = e.course_id and l.revoked_at is null
        and l.id <> e.id and (l.valid_until is null or (l.valid_until, l.id) > (e.valid_until, e.id))
    )`;

const sessionOf = part`jsonb_build_object('location', i.location, 'starts_at', infra.iso(i.starts_at), 'time_zone', i.time_zone)`;

/** Joins the schedule of the course, if it has one; otherwise the organisation's applies. */
const own_schedule = (tenant_id: string, schedules: Schedules) =>
  part`left join reminder_course o on o.tenant_id = ${tenant_id} and o.course_id = e.course_id and ${schedules.of_courses}::boolean`;

const either = (general: Fragment, own: Fragment) => part`case when o.course_id is null then ${general} else ${own} end`;

/** The selects of all reasons, one for each kind. Each looks only at the dates of its own days, and at some people. */
export function reasonsOf(
  tenant_id: string,
  schedules: Schedules,
  { today, time_zone, of }: { today: string; time_zone: string; of: Fragment },
): Fragment[] {
  const { setting, reach } = schedules;
  const { assigned_since, due_soon_days, due_soon_also, overdue_every_days, overdue_times, expiring_days, expiring_also } =
    setting;
  const no_session = part`null::jsonb as session`;
  const own = own_schedule(tenant_id, schedules);
  const reasons: Fragment[] = [];
  if (reach.assigned_since !== null)
    reasons.push(part`
      select e.person_id, e.id as subject_id, e.course_id, case e.source when 'renewal' then 'renewed' else 'assigned' end as kind, (e.assigned_at at time zone ${time_zone}::text)::date as about_on,
        1 as step, e.due_date, ${no_session}
      from enrollment e
      ${own}
      where e.tenant_id = ${tenant_id} and e.state = 'assigned' and e.requirement_active and e.parent_enrollment_id is null and ${of}
        and e.assigned_at >= ${reach.assigned_since}::timestamptz
        and e.assigned_at >= ${either(part`${assigned_since}::timestamptz`, part`o.assigned_since`)}
        and e.assigned_at >= (${today}::date - ${assigned_days_max}::int)::timestamp at time zone ${time_zone}::text`);
  if (reach.due_soon_days !== null)
    reasons.push(part`
      select e.person_id, e.id as subject_id, e.course_id, 'due_soon' as kind, e.due_date as about_on,
        ${stepOf(part`s.also`, part`e.due_date - ${today}::date`)} as step, e.due_date, ${no_session}
      from enrollment e
      ${own}
      cross join lateral (select ${either(part`${due_soon_days}::integer`, part`o.due_soon_days`)} as days,
        ${either(part`${due_soon_also}::integer[]`, part`o.due_soon_also`)} as also) s
      where ${fallsDue(tenant_id)} and ${of} and e.due_date between ${today}::date and ${today}::date + ${reach.due_soon_days}::int
        and e.due_date <= ${today}::date + s.days`);
  if (reach.overdue_days !== null)
    reasons.push(part`
      select e.person_id, e.id as subject_id, e.course_id, 'overdue' as kind, e.due_date as about_on,
        (${today}::date - e.due_date) / s.days as step, e.due_date, ${no_session}
      from enrollment e
      ${own}
      cross join lateral (select ${either(part`${overdue_every_days}::integer`, part`o.overdue_every_days`)} as days,
        ${either(part`${overdue_times}::integer`, part`o.overdue_times`)} as times) s
      where ${fallsDue(tenant_id)} and ${of} and e.due_date > ${today}::date - ${reach.overdue_days}::int and e.due_date < ${today}::date
        and e.due_date > ${today}::date - (s.times + 1) * s.days and e.due_date <= ${today}::date - s.days`);
  if (reach.expiring_days !== null)
    reasons.push(part`
      select e.person_id, e.id as subject_id, e.course_id, 'expiring' as kind, e.valid_until as about_on,
        ${stepOf(part`s.also`, part`e.valid_until - ${today}::date`)} as step, null::date as due_date, ${no_session}
      from certificate e
      ${own}
      cross join lateral (select ${either(part`${expiring_days}::integer`, part`o.expiring_days`)} as days,
        ${either(part`${expiring_also}::integer[]`, part`o.expiring_also`)} as also) s
      where ${ends(tenant_id)} and ${of} and e.valid_until between ${today}::date and ${today}::date + ${reach.expiring_days}::int
        and e.valid_until <= ${today}::date + s.days`);
  // Two days more than today include tomorrow in every time zone.
  if (setting.sessions)
    reasons.push(part`
      select e.person_id, e.enrollment_id as subject_id, i.course_id, 'session' as kind, (i.starts_at at time zone i.time_zone)::date as about_on,
        1 as step, null::date as due_date, ${sessionOf} as session
      from course_session i
      join course_booking e on e.tenant_id = i.tenant_id and e.session_id = i.id
      where i.tenant_id = ${tenant_id} and i.cancelled_at is null and e.state = 'booked' and ${of}
        and i.starts_at >= ${today}::date::timestamp at time zone 'UTC' and i.starts_at < (${today}::date + 3)::timestamp at time zone 'UTC'
        and (i.starts_at at time zone i.time_zone)::date = ${today}::date + 1`);
  return reasons;
}

/** The number of the step: 1 for the first day before a date, and one more for each further day that has come. */
const stepOf = (also: Fragment, days_left: Fragment) =>
  part`1 + (select count(*)::integer from unnest(${also}) d(days) where d.days >= ${days_left})`;

export function union(reasons: readonly Fragment[]): Fragment | null {
  const [first, ...others] = reasons;
  return first === undefined ? null : others.reduce((all, one) => part`${all} union all ${one}`, first);
}

type Reminder = Pick<Reason, "person_id" | "subject_id" | "kind" | "about_on" | "step" | "unsent">;

/**
 * Stores reminders in the transaction of their mails. Those that were mailed before are being sent again manually; those that
 * could not be mailed are shown in the panel from now on.
 */
export async function insertReminders(db: Db, tenant_id: string, reminders: readonly Reminder[], today: string): Promise<void> {
  const rows = reminders.map(({ person_id, subject_id, kind, about_on, step, unsent }) => ({
    person_id,
    subject_id,
    kind,
    about_on,
    step,
    unsent,
  }));
  await db.count(sql`
    insert into reminder (tenant_id, subject_id, kind, about_on, step, person_id, sent_on, unsent)
    select ${tenant_id}, r.subject_id, r.kind, r.about_on, r.step, r.person_id, ${today}::date, r.unsent
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(person_id uuid, subject_id uuid, kind text, about_on date, step integer, unsent text)
    on conflict (tenant_id, subject_id, kind, about_on, step) do update
    set sent_on = excluded.sent_on, unsent = excluded.unsent,
      told_at = case when reminder.unsent is null then now() else reminder.told_at end`);
}

/** A mail that waits to be sent: its recipient, and the day of its reminders. */
export type Waiting = { id: string; receiver_id: string; told_on: string };

/** A reason of a mail that still holds. `reasons`: how many reasons the mail had. */
export type Standing = Reason & { mail_id: string; reasons: number };

/** The reasons of waiting mails that still hold, judged as `listReasons` did, but for the present day. */
export async function listStanding(db: Db, tenant_id: string, mails: readonly Waiting[], today: string): Promise<Standing[]> {
  const rows = mails.map(({ id, receiver_id, told_on }) => ({ id, receiver_id, told_on }));
  return db.rows(sql`
    with told as materialized (
      select w.id as mail_id, r.person_id, r.subject_id, r.kind, r.about_on, r.step, count(*) over (partition by w.id)::int as reasons
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w(id uuid, receiver_id uuid, told_on date)
      join reminder r on r.tenant_id = ${tenant_id} and r.person_id = w.receiver_id and r.sent_on = w.told_on
        and r.unsent is null
    ),
    standing as materialized (
      select t.*, e.course_id, e.due_date, null::jsonb as session
      from told t
      join enrollment e on e.tenant_id = ${tenant_id} and e.id = t.subject_id
      where t.kind in ('assigned', 'renewed') and e.state = 'assigned' and e.requirement_active
        or t.kind = 'due_soon' and ${fallsDue(tenant_id)} and e.due_date = t.about_on and e.due_date >= ${today}::date
          and not ${isRefused(tenant_id, part`e.person_id`, "due_soon")}
        or t.kind = 'overdue' and ${fallsDue(tenant_id)} and e.due_date = t.about_on
      union all
      select t.*, e.course_id, null, null
      from told t
      join certificate e on e.tenant_id = ${tenant_id} and e.id = t.subject_id
      where t.kind = 'expiring' and ${ends(tenant_id)} and e.valid_until = t.about_on and e.valid_until >= ${today}::date
      union all
      select t.*, i.course_id, null, ${sessionOf}
      from told t
      join course_booking b on b.tenant_id = ${tenant_id} and b.person_id = t.person_id and b.enrollment_id = t.subject_id and b.state = 'booked'
      join course_session i on i.tenant_id = ${tenant_id} and i.id = b.session_id and i.cancelled_at is null
      where t.kind = 'session' and (i.starts_at at time zone i.time_zone)::date = t.about_on and t.about_on >= ${today}::date
    )
    select s.mail_id, s.reasons, s.person_id, ${nameOf(part`p`)} as name, p.first_name, p.email, coalesce(l.language, p.language) as language, s.subject_id, s.kind,
      s.about_on::text as about_on, s.step::int as step, c.title, s.due_date::text as due_date, s.session, null as unsent
    from standing s
    join person p on p.tenant_id = ${tenant_id} and p.id = s.person_id
    join course c on c.tenant_id = ${tenant_id} and c.id = s.course_id
    left join credential l on l.tenant_id = ${tenant_id} and l.account_id = s.person_id
    where ${isWrittenTo(today)}
      and not exists (${exemptionOf(tenant_id, { person_id: part`s.person_id`, course_id: part`s.course_id` }, today)})
    order by s.mail_id, coalesce(s.due_date, s.about_on), c.title, s.subject_id, s.step`);
}

/** Those of the mails that contain something that is due soon. */
export async function listWithDueSoon(db: Db, tenant_id: string, mails: readonly Waiting[]): Promise<string[]> {
  const rows = mails.map(({ id, receiver_id, told_on }) => ({ id, receiver_id, told_on }));
  const found = await db.rows<{ id: string }>(sql`
    select w.id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w(id uuid, receiver_id uuid, told_on date)
    where exists (
      select from reminder r
      where r.tenant_id = ${tenant_id} and r.person_id = w.receiver_id and r.sent_on = w.told_on and r.kind = 'due_soon' and r.unsent is null
    )`);
  return found.map(({ id }) => id);
}
