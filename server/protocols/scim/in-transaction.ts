import { withTenant, type About, type Db } from "../../platform/db/transaction.ts";
import { retryWhenTaken } from "../../platform/db/unique.ts";
import type { Exchange } from "./exchange.ts";

/** Another request may take a name or a number at the same moment; the next try finds that one and reports the conflict. */
export async function inTransaction<Result>(
  { pool, site }: Pick<Exchange, "pool" | "site">,
  work: (db: Db) => Promise<Result>,
  about?: About,
): Promise<Result> {
  return retryWhenTaken(() => withTenant(pool, site.tenant_id, work, about));
}
