import { part, sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { mentionsPerson, type Erased, type Subject } from "../../platform/jobs/erase.ts";

/** Ends orders under way whose filter searches for a person, or whose reason names one. Finished orders no longer hold what was searched for. */
export async function eraseSearches(db: Db, subject: Subject): Promise<Erased> {
  const erased = await db.count(sql`
    update bulk_operation
    set selection = '{"person_ids": []}', asked = asked - 'reason'
    where tenant_id = ${subject.tenant_id} and finished_at is null
      and ${mentionsPerson(part`infra.case_norm(concat(selection -> 'filter', asked -> 'reason'))`, subject)}`);
  return { erased, place: null };
}
