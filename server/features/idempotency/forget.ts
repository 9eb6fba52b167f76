import type { Db } from "../../platform/db/transaction.ts";
import { key_lifetime_us } from "./remember.ts";
import { deleteKeysBefore } from "./sql.ts";

/** Deletes expired keys of an organisation, at most one batch; `now_us` is on the infrastructure's clock. Returns how many. */
export async function deleteExpiredKeys(db: Db, tenant_id: string, now_us: number, batch_max: number): Promise<number> {
  return deleteKeysBefore(db, tenant_id, now_us - key_lifetime_us, batch_max);
}
