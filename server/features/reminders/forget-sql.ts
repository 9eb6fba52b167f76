import { sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";

/** Deletes records of reminders from days before an instant, at most `rows_max`. Returns how many. */
export async function forgetRemindersBefore(db: Db, tenant_id: string, before_us: number, rows_max: number): Promise<number> {
  return db.count(sql`
    delete from reminder where tenant_id = ${tenant_id} and ctid = any (array(
      select ctid from reminder
      where tenant_id = ${tenant_id} and sent_on < to_timestamp(${before_us}::bigint / 1000000.0)
      order by sent_on
      limit ${rows_max}::int
    ))`);
}
