import { part, sql, type Fragment } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { ReminderSettings } from "./schema.ts";

/** Settings as they are stored. `done_on`: the last day whose mails are all written. */
export type SettingRow = ReminderSettings & { assigned_since: string | null; done_on: string };

/**
 * For each kind of reminder the widest range of days over the schedules of an organisation and its courses; null: no schedule has
 * this kind.
 */
export type Reach = {
  assigned_since: string | null;
  due_soon_days: number | null;
  overdue_days: number | null;
  expiring_days: number | null;
};

/** The reminder settings of an organisation; undefined: it has never set anything. */
export async function findSettings(db: Db, tenant_id: string): Promise<ReminderSettings | undefined> {
  return db.row(sql`
    select assigned, due_soon_days, due_soon_also, overdue_every_days, overdue_times, expiring_days, expiring_also, sessions, by_mail,
      from_hour, until_hour
    from reminder_setting where tenant_id = ${tenant_id}`);
}

/** The settings, locked until the transaction ends, so that one worker at a time writes the mails of an organisation. */
export async function lockSettings(db: Db, tenant_id: string): Promise<SettingRow | undefined> {
  return db.row(kept(tenant_id, part`for update`));
}

/** The settings as they are stored, without a lock. */
export async function findStanding(db: Db, tenant_id: string): Promise<SettingRow | undefined> {
  return db.row(kept(tenant_id, part``));
}

const kept = (tenant_id: string, held: Fragment) => sql`
    select assigned, due_soon_days, due_soon_also, overdue_every_days, overdue_times, expiring_days, expiring_also, sessions, by_mail,
      from_hour, until_hour, infra.iso(assigned_since) as assigned_since, done_on::text as done_on
    from reminder_setting where tenant_id = ${tenant_id}
    ${held}`;

/** For each kind of reminder the widest range of days over the organisation's schedule and those of its courses. */
export async function findReach(db: Db, tenant_id: string, setting: SettingRow): Promise<Reach> {
  const { assigned_since, due_soon_days, overdue_every_days, overdue_times, expiring_days } = setting;
  const row = await db.row<Reach>(sql`
    select infra.iso(least(min(o.assigned_since), ${assigned_since}::timestamptz)) as assigned_since,
      greatest(max(o.due_soon_days), ${due_soon_days}::integer) as due_soon_days,
      greatest(max(o.overdue_every_days * (o.overdue_times + 1)), ${overdue_every_days}::integer * (${overdue_times}::integer + 1)) as overdue_days,
      greatest(max(o.expiring_days), ${expiring_days}::integer) as expiring_days
    from reminder_course o
    where o.tenant_id = ${tenant_id}`);
  return row!;
}

export async function insertSettings(db: Db, tenant_id: string, row: SettingRow): Promise<void> {
  await db.count(sql`
    insert into reminder_setting (tenant_id, assigned, assigned_since, due_soon_days, due_soon_also, overdue_every_days, overdue_times,
      expiring_days, expiring_also, sessions, by_mail, from_hour, until_hour, done_on)
    values (${tenant_id}, ${row.assigned}, ${row.assigned_since}, ${row.due_soon_days}, ${row.due_soon_also},
      ${row.overdue_every_days}, ${row.overdue_times}, ${row.expiring_days}, ${row.expiring_also}, ${row.sessions}, ${row.by_mail}, ${row.from_hour}, ${row.until_hour}, ${row.done_on})
    on conflict (tenant_id) do nothing`);
}

export async function updateSettings(db: Db, tenant_id: string, row: SettingRow): Promise<void> {
  await db.count(sql`
    update reminder_setting
    set assigned = ${row.assigned}, assigned_since = ${row.assigned_since}, due_soon_days = ${row.due_soon_days}, due_soon_also = ${row.due_soon_also},
      overdue_every_days = ${row.overdue_every_days}, overdue_times = ${row.overdue_times}, expiring_days = ${row.expiring_days},
      expiring_also = ${row.expiring_also}, sessions = ${row.sessions}, by_mail = ${row.by_mail}, from_hour = ${row.from_hour}, until_hour = ${row.until_hour}, done_on = greatest(done_on, ${row.done_on}::date)
    where tenant_id = ${tenant_id}`);
}

/** Stores that all mails of a day are written. */
export async function updateDone(db: Db, tenant_id: string, day: string): Promise<void> {
  await db.count(sql`update reminder_setting set done_on = ${day} where tenant_id = ${tenant_id}`);
}

/** The language that an account has chosen; null: none. */
export async function findLanguage(db: Db, tenant_id: string, account_id: string): Promise<string | null> {
  const row = await db.row<{ language: string | null }>(sql`
    select language from credential where tenant_id = ${tenant_id} and account_id = ${account_id}`);
  return row?.language ?? null;
}

/** How far the organisation's clock is ahead of the infrastructure's, in µs. */
export async function findOffset(db: Db, tenant_id: string): Promise<number> {
  const row = await db.row<{ clock_offset_us: number }>(sql`select clock_offset_us from tenant where id = ${tenant_id}`);
  return row!.clock_offset_us;
}
