import { withTenant, type About, type Db } from "../../platform/db/transaction.ts";
import { retryWhenTaken } from "../../platform/db/unique.ts";
import type { Exchange } from "./exchange.ts";

/**
 * Runs a transaction again when a concurrent request has taken a name or number. The next try finds it and reports the conflict.
 */
export async function inTransaction<Result>(
  { pool, site }: Pick<Exchange, "pool" | "site">,
  work: (db: Db) => Promise<Result>,
  about?: About,
): Promise<Result> {
  return retryWhenTaken(() => withTenant(pool, site.tenant_id, work, about));
}
