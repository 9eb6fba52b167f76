import { sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { DigestSettings } from "./schema.ts";

/** Settings as they are stored. `done_on`: the last day of a week whose digests are all written. */
type DigestRow = DigestSettings & { done_on: string };

/** Undefined: the organisation has never set anything. */
export async function findDigestSettings(db: Db, tenant_id: string): Promise<DigestSettings | undefined> {
  return db.row(sql`
    select managers, administrators, weekday, hour, escalate_after_days from digest_setting where tenant_id = ${tenant_id}`);
}

/** The settings, locked until the transaction ends, so that one worker at a time writes the digests of an organisation. */
export async function lockDigestSettings(db: Db, tenant_id: string): Promise<DigestRow | undefined> {
  return db.row(sql`
    select managers, administrators, weekday, hour, escalate_after_days, done_on::text as done_on
    from digest_setting where tenant_id = ${tenant_id}
    for update`);
}

export async function insertDigestSettings(db: Db, tenant_id: string, row: DigestRow): Promise<void> {
  await db.count(sql`
    insert into digest_setting (tenant_id, managers, administrators, weekday, hour, escalate_after_days, done_on)
    values (${tenant_id}, ${row.managers}, ${row.administrators}, ${row.weekday}, ${row.hour}, ${row.escalate_after_days}, ${row.done_on})
    on conflict (tenant_id) do nothing`);
}

export async function updateDigestSettings(db: Db, tenant_id: string, row: DigestRow): Promise<void> {
  await db.count(sql`
    update digest_setting
    set managers = ${row.managers}, administrators = ${row.administrators}, weekday = ${row.weekday}, hour = ${row.hour},
      escalate_after_days = ${row.escalate_after_days},
      done_on = greatest(done_on, ${row.done_on}::date)
    where tenant_id = ${tenant_id}`);
}

/** Stores that all digests of a week are written. */
export async function updateWeekDone(db: Db, tenant_id: string, day: string): Promise<void> {
  await db.count(sql`update digest_setting set done_on = ${day} where tenant_id = ${tenant_id}`);
}
