import type { Context } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { record } from "../audit/record.ts";
import { loadClient } from "./change.ts";
import { noSuchSecret } from "./errors.ts";
import { revokeClient as endClient } from "./manage-sql.ts";
import { revokeSecrets } from "./secrets-sql.ts";

/** Ends a client for good: its secrets and the tokens issued for them are refused from the next request on. */
export async function revokeClient(pool: Pool, context: Context, id: string): Promise<void> {
  const tenant_id = context.tenant.id;
  await withTenant(pool, tenant_id, async (db) => {
    await loadClient(db, tenant_id, id);
    await endClient(db, tenant_id, id);
    const changes = { revoked: [false, true] };
    await record(db, context, { operation: "client.revoke", target_type: "client", target_id: id, changes });
  });
}

/** Ends one secret of a client, by its public id, and the tokens issued for it; the client's other secret stays valid. */
export async function revokeSecret(pool: Pool, context: Context, id: string, key_id: string): Promise<void> {
  const tenant_id = context.tenant.id;
  await withTenant(pool, tenant_id, async (db) => {
    await loadClient(db, tenant_id, id);
    if ((await revokeSecrets(db, tenant_id, id, [key_id])) === 0) throw noSuchSecret();
    const changes = { key_id: [key_id, null] };
    await record(db, context, { operation: "client.revoke_secret", target_type: "client", target_id: id, changes });
  });
}
