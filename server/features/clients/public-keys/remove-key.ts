import type { Context } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { record } from "../../audit/record.ts";
import { loadClient } from "../change.ts";
import { noSuchKey } from "../errors.ts";
import { revokeKeyLogin } from "../secrets-sql.ts";
import { deleteKey, listKeys } from "./sql.ts";

/** Removes a public key of a client and ends the tokens issued for it at once. Other keys and secrets stay valid. */
export async function removeKey(pool: Pool, context: Context, id: string, key_id: string): Promise<void> {
  const tenant_id = context.tenant.id;
  await withTenant(pool, tenant_id, async (db) => {
    await loadClient(db, tenant_id, id);
    const standing = await listKeys(db, tenant_id, id);
    const left = standing.filter((key) => key.key_id !== key_id);
    if (left.length === standing.length) throw noSuchKey();
    await revokeKeyLogin(db, tenant_id, id, key_id);
    await deleteKey(db, tenant_id, id, key_id);
    const changes = { public_keys: [standing.map(({ kid }) => kid), left.map(({ kid }) => kid)] };
    await record(db, context, { operation: "client.remove_key", target_type: "client", target_id: id, changes });
  });
}
