import { part, sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { mentionsPerson, type Erased, type Subject } from "../../platform/jobs/erase.ts";

/** Deletes saved filters that search for the person. */
export async function eraseViews(db: Db, subject: Subject): Promise<Erased> {
  const erased = await db.count(sql`
    delete from saved_view
    where tenant_id = ${subject.tenant_id} and ${mentionsPerson(part`infra.case_norm(concat_ws(' ', name, filters))`, subject)}`);
  return { erased, place: null };
}
