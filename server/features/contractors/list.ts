import type { Static } from "typebox";
import type { Pool } from "../../platform/db/pool.ts";
import { readWalk, walkPage } from "../../platform/http/cursor.ts";
import type { ContractorQuery } from "./schema.ts";
import { listContractorPage } from "./sql.ts";

/** One page of contractor companies as JSON text. */
export async function listContractors(
  pool: Pool,
  tenant_id: string,
  query: Static<typeof ContractorQuery>,
): Promise<string | Buffer> {
  const walk = readWalk(tenant_id, "contractors", query, { q: query.q, active: query.active }, "name");
  return walkPage(pool, walk, () => listContractorPage(pool, tenant_id, query, walk));
}
