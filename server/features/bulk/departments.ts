// Checks orders of administrators who are limited to departments. It runs within their limit (platform/db/limit/limit.ts), so it
// sees only their people and their orders.
import type { PanelCaller } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { isUuid } from "../../platform/ids.ts";
import type { BulkOrder } from "./schema.ts";
import { listKnownIds } from "./selected-sql.ts";
import { isOrderSeen } from "./sql.ts";

export async function isOwnOrder(pool: Pool, { tenant }: PanelCaller, id: string): Promise<boolean> {
  return isUuid(id) && withTenant(pool, tenant.id, (db) => isOrderSeen(db, tenant.id, id));
}

/**
 * A filter is not checked here: the order applies it within the departments. Groups belong to the whole organisation, so such
 * administrators cannot add to them.
 */
export async function mayOrder(pool: Pool, { tenant }: PanelCaller, { selection, kind }: BulkOrder): Promise<boolean> {
  if (kind === "join") return false;
  const ids = [...new Set((selection.person_ids ?? []).map((id) => id.toLowerCase()))];
  const known = await withTenant(pool, tenant.id, (db) => listKnownIds(db, tenant.id, ids));
  return known.length === ids.length;
}
