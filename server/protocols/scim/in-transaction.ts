import { isUniqueViolation } from "../../platform/db/failures.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import type { Exchange } from "./exchange.ts";

const tries_max = 3;

/** Another request may take a name or a number at the same moment; the next try finds that one and reports the conflict. */
export async function inTransaction<Result>(
  { pool, site }: Pick<Exchange, "pool" | "site">,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await withTenant(pool, site.tenant_id, work);
    } catch (error) {
      if (!isUniqueViolation(error) || tried === tries_max) throw error;
    }
  }
}
