import { part, sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { mentionsPerson, type Erased, type Subject } from "../../platform/jobs/erase.ts";

/** Ends unfinished orders whose filter or reason may name a person. Finished orders hold neither any more. */
export async function eraseSearches(db: Db, subject: Subject): Promise<Erased> {
  const erased = await db.count(sql`
    update bulk_operation
    set selection = '{"person_ids": []}', asked = asked - 'reason'
    where tenant_id = ${subject.tenant_id} and finished_at is null
      and ${mentionsPerson(part`infra.case_norm(concat(selection -> 'filter', asked -> 'reason'))`, subject)}`);
  return { erased, place: null };
}
