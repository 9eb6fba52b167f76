import type { Context } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { record } from "../audit/record.ts";
import { loadClient } from "./change.ts";
import { noSuchSecret } from "./errors.ts";
import { revokeClient as endClient } from "./manage-sql.ts";
import { revokeSecrets } from "./secrets-sql.ts";

/** Revokes a client permanently: the next request with its secrets or tokens is refused. */
export async function revokeClient(pool: Pool, context: Context, id: string): Promise<void> {
  const tenant_id = context.tenant.id;
  await withTenant(pool, tenant_id, async (db) => {
    await loadClient(db, tenant_id, id);
    await endClient(db, tenant_id, id);
    const changes = { revoked: [false, true] };
    await record(db, context, { operation: "client.revoke", target_type: "client", target_id: id, changes });
  });
}

/** Revokes one secret of a client, found by its public id, and its tokens. The client's other secret stays valid. */
export async function revokeSecret(pool: Pool, context: Context, id: string, key_id: string): Promise<void> {
  const tenant_id = context.tenant.id;
  await withTenant(pool, tenant_id, async (db) => {
    await loadClient(db, tenant_id, id);
    if ((await revokeSecrets(db, tenant_id, id, [key_id])) === 0) throw noSuchSecret();
    const changes = { key_id: [key_id, null] };
    await record(db, context, { operation: "client.revoke_secret", target_type: "client", target_id: id, changes });
  });
}
