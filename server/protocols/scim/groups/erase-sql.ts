import { sql } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import type { Erased, Eraser, Subject } from "../../../platform/jobs/erase.ts";

/**
 * Deletes waiting members that are named by an address or login of a person. A trigger deletes those named by the current id or
 * login.
 */
export const waiting_member_eraser: Eraser = { name: "waiting_members", erasePart: eraseWaiting };

async function eraseWaiting(db: Db, { tenant_id, addresses, numbers }: Subject): Promise<Erased> {
  const erased = await db.count(sql`
    delete from scim_waiting_member
    where tenant_id = ${tenant_id} and infra.case_norm(value) = any (${[...addresses, ...numbers]}::text[])`);
  return { erased, place: null };
}
