import { sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { notice_days_max, notices_max } from "./schema.ts";

/**
 * The notifications of an account, as JSON text: for a person their reminders, mailed or not; for managers and administrators
 * their weekly digests. They are read from the records of these mails, for the account and its last days.
 */
export async function findNotices(db: Db, tenant_id: string, account_id: string, today: string): Promise<string> {
  const row = await db.row<{ record: string }>(sql`
    with seen as (
      select (select read_through from notice_read where tenant_id = ${tenant_id} and account_id = ${account_id}) as through
    ),
    told as (
      (
        select concat_ws(' ', r.subject_id, r.kind, r.about_on, r.step) as id, r.kind, coalesce(e.course_id, c.course_id) as course_id,
          r.about_on as day, null::jsonb as numbers, r.told_at
        from reminder r
        left join enrollment e on e.tenant_id = r.tenant_id and e.id = r.subject_id
        left join certificate c on c.tenant_id = r.tenant_id and c.id = r.subject_id
        where r.tenant_id = ${tenant_id} and r.person_id = ${account_id} and r.sent_on > ${today}::date - ${notice_days_max}::int
          and r.told_at is not null
        order by r.told_at desc, r.about_on
        limit ${notices_max}::int
      )
      union all
      (
        select concat_ws(' ', 'week', d.about_on), 'digest_' || d.kind, null, d.about_on, d.numbers, d.told_at
        from digest_mail d
        where d.tenant_id = ${tenant_id} and d.receiver_id = ${account_id} and d.about_on > ${today}::date - ${notice_days_max}::int
          and d.told_at is not null
        order by d.about_on desc
        limit ${notices_max}::int
      )
    ),
    shown as (
      select t.*, c.title, coalesce(t.told_at > s.through, true) as is_unread
      from told t
      cross join seen s
      left join course c on c.tenant_id = ${tenant_id} and c.id = t.course_id
      order by t.told_at desc, t.day, t.id
      limit ${notices_max}::int
    )
    select jsonb_build_object(
      'unread', (select count(*) from shown where is_unread),
      'read_through', (select infra.iso(through) from seen),
      'notices', coalesce((
        select jsonb_agg(jsonb_build_object('id', id, 'kind', kind, 'title', title, 'course_id', course_id, 'day', day, 'numbers', numbers,
          'told_at', infra.iso(told_at), 'is_unread', is_unread) order by told_at desc, day, id)
        from shown), '[]')
    )::text as record`);
  return row!.record;
}

/** Stores up to which instant the account has read; never later than now, and never earlier than before. */
export async function upsertRead(db: Db, tenant_id: string, account_id: string, through: string): Promise<void> {
  await db.count(sql`
    insert into notice_read (tenant_id, account_id, read_through)
    values (${tenant_id}, ${account_id}, least(${through}::timestamptz + interval '1 millisecond', now()))
    on conflict (tenant_id, account_id)
    do update set read_through = greatest(notice_read.read_through, excluded.read_through)`);
}
