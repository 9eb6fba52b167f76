import { sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { ReminderSettings } from "./schema.ts";

/** Settings as they are kept. `done_on`: the last day whose mails are all written. */
export type SettingRow = ReminderSettings & { assigned_since: string | null; done_on: string };

/** What an organisation reminds of; undefined: it has never set anything. */
export async function findSettings(db: Db, tenant_id: string): Promise<ReminderSettings | undefined> {
  return db.row(sql`
    select assigned, due_soon_days, overdue_every_days, overdue_times, expiring_days, sessions, by_mail, from_hour, until_hour
    from reminder_setting where tenant_id = ${tenant_id}`);
}

/** The same, held until the transaction ends: one worker at a time writes the mails of an organisation. */
export async function lockSettings(db: Db, tenant_id: string): Promise<SettingRow | undefined> {
  return db.row(sql`
    select assigned, due_soon_days, overdue_every_days, overdue_times, expiring_days, sessions, by_mail, from_hour, until_hour,
      infra.iso(assigned_since) as assigned_since, done_on::text as done_on
    from reminder_setting where tenant_id = ${tenant_id}
    for update`);
}

export async function insertSettings(db: Db, tenant_id: string, row: SettingRow): Promise<void> {
  await db.count(sql`
    insert into reminder_setting (tenant_id, assigned, assigned_since, due_soon_days, overdue_every_days, overdue_times,
      expiring_days, sessions, by_mail, from_hour, until_hour, done_on)
    values (${tenant_id}, ${row.assigned}, ${row.assigned_since}, ${row.due_soon_days}, ${row.overdue_every_days},
      ${row.overdue_times}, ${row.expiring_days}, ${row.sessions}, ${row.by_mail}, ${row.from_hour}, ${row.until_hour}, ${row.done_on})
    on conflict (tenant_id) do nothing`);
}

export async function updateSettings(db: Db, tenant_id: string, row: SettingRow): Promise<void> {
  await db.count(sql`
    update reminder_setting
    set assigned = ${row.assigned}, assigned_since = ${row.assigned_since}, due_soon_days = ${row.due_soon_days},
      overdue_every_days = ${row.overdue_every_days}, overdue_times = ${row.overdue_times}, expiring_days = ${row.expiring_days},
      sessions = ${row.sessions}, by_mail = ${row.by_mail}, from_hour = ${row.from_hour}, until_hour = ${row.until_hour}, done_on = greatest(done_on, ${row.done_on}::date)
    where tenant_id = ${tenant_id}`);
}

/** All mails of a day are written. */
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
