import { part, sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { mentions, type Erased, type Subject } from "../../platform/jobs/erase.ts";

/**
 * Deletes answers that were stored before the erasure and mention the person, with their keys. A repetition of such a request is
 * then carried out as a new one.
 */
export async function eraseAnswers(db: Db, { tenant_id, person_id, addresses, requested_us }: Subject): Promise<Erased> {
  const erased = await db.count(sql`
    delete from idempotency_key
    where tenant_id = ${tenant_id} and claimed_us <= ${requested_us}::bigint
      and (position(${person_id} in concat(response_body, result)) > 0
        or ${mentions(part`infra.case_norm(concat(response_body, result))`, addresses)})`);
  return { erased, place: null };
}
