import type { Context } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { isUuid } from "../../platform/ids.ts";
import { record } from "../audit/record.ts";
import { noSuchClient } from "./errors.ts";
import { findClientForChange, updateClients } from "./manage-sql.ts";

/**
 * Disables several clients, each with an audit row of its own. Clients that are disabled or revoked already stay as they are and
 * cause no error: when secrets have leaked, the rest must be disabled in any case. Returns how many were disabled.
 */
export async function disableClients(pool: Pool, context: Context, ids: readonly string[]): Promise<number> {
  const { tenant } = context;
  return withTenant(pool, tenant.id, async (db) => {
    let count = 0;
    // Locks in the order of ids, so that two callers with the same clients do not deadlock.
    for (const id of [...new Set(ids)].sort()) {
      const client = isUuid(id) ? await findClientForChange(db, tenant.id, id) : undefined;
      if (!client) throw noSuchClient();
      const { revoked_at, ...before } = client;
      if (revoked_at !== null || before.disabled) continue;
      await updateClients(db, tenant.id, [{ ...before, disabled: true }]);
      const changes = { disabled: [false, true] };
      await record(db, context, { operation: "client.disable", target_type: "client", target_id: id, changes });
      count += 1;
    }
    return count;
  });
}
