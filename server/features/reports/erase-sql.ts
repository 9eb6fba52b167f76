import { part, sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { mentionsPerson, type Erased, type Subject } from "../../platform/jobs/erase.ts";

/** Deletes saved reports whose filters search for the person. */
export async function eraseSavedReports(db: Db, subject: Subject): Promise<Erased> {
  const erased = await db.count(sql`
    delete from report
    where tenant_id = ${subject.tenant_id} and ${mentionsPerson(part`infra.case_norm(concat_ws(' ', name, definition))`, subject)}`);
  return { erased, place: null };
}
