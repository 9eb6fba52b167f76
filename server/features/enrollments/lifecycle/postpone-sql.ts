import { part } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { changedBy, type ChangedRow } from "./change-sql.ts";

/** Moves the due dates of all open enrollments of a person by days. A due date on the last possible day stays. */
export async function updateOpenDueDates(db: Db, tenant_id: string, person_id: string, days: number): Promise<ChangedRow[]> {
  return db.rows(
    changedBy(part`
    update enrollment
    set due_date = least(due_date + ${days}::integer, date '9999-12-31'), updated_at = now()
    where tenant_id = ${tenant_id} and person_id = ${person_id} and state in ('assigned', 'in_progress', 'failed')
      and due_date < date '9999-12-31'`),
  );
}
