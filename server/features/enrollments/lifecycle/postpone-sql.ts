import { sql } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";

/** Moves the due dates of everything open of a person by days. */
export async function postponeDueDates(db: Db, tenant_id: string, person_id: string, days: number): Promise<void> {
  await db.count(sql`
    update enrollment
    set due_date = least(due_date + ${days}::integer, date '9999-12-31'), updated_at = now()
    where tenant_id = ${tenant_id} and person_id = ${person_id} and state in ('assigned', 'in_progress', 'failed')
      and due_date is not null`);
}
