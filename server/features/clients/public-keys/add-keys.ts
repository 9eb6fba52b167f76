import type { Context } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant, type Db } from "../../../platform/db/transaction.ts";
import { invalid } from "../../../platform/http/problem.ts";
import { record } from "../../audit/record.ts";
import { drawUntilFree } from "../add-secret.ts";
import { loadClient } from "../change.ts";
import { newKeyId } from "../secret.ts";
import { insertSecret } from "../secrets-sql.ts";
import { endOfDay } from "../settings.ts";
import { keys_max, readKeys, UnfitKey, type PublicKey } from "./read-keys.ts";
import { insertKey, listKeys } from "./sql.ts";

/**
 * `keys`: a JWK set, a JWK or PEM. `expires_on`: the last day on which they work, in the organisation's time zone; null: no end.
 */
export type NewKeys = { keys: string; expires_on?: string | null };

/** Adds public keys to a client: all of them or, if one is not accepted, none. */
export async function addKeys(pool: Pool, context: Context, id: string, { keys, expires_on = null }: NewKeys): Promise<void> {
  const { tenant } = context;
  await withTenant(pool, tenant.id, async (db) => {
    await loadClient(db, tenant.id, id);
    const standing = await listKeys(db, tenant.id, id);
    const added = fitting(keys, standing);
    const expires_at = expires_on && endOfDay(expires_on, tenant.time_zone);
    for (const key of added) await addKey(db, tenant.id, id, key, expires_at);
    const kids = standing.map(({ kid }) => kid);
    const changes = {
      public_keys: [kids, [...kids, ...added.map(({ kid }) => kid)]],
      ...(expires_at === null ? {} : { expires_at: [null, expires_at] }),
    };
    await record(db, context, { operation: "client.add_keys", target_type: "client", target_id: id, changes });
  });
}

/** The given keys, if they fit beside the existing ones. Throws a 422 that quotes no part of a key. */
function fitting(text: string, standing: readonly Pick<PublicKey, "kid" | "thumbprint">[]): PublicKey[] {
  try {
    const given = readKeys(text);
    const all = [...standing, ...given];
    if (all.length > keys_max)
      throw new UnfitKey(`must be at most ${keys_max - standing.length} more: a client may have ${keys_max} keys`);
    for (const name of ["thumbprint", "kid"] as const) {
      if (new Set(all.map((key) => key[name])).size < all.length)
        throw new UnfitKey(
          name === "kid"
            ? "must each have a `kid` of its own within the client"
            : "must each be another key, and none that the client has already",
        );
    }
    return given;
  } catch (error) {
    if (!(error instanceof UnfitKey)) throw error;
    throw invalid([{ pointer: "#/keys", code: "INVALID_FORMAT", detail: error.message }]);
  }
}

/** Stores the key, and the login to which tokens are tied. The login has no pepper, since nothing secret is stored. */
async function addKey(db: Db, tenant_id: string, client_id: string, key: PublicKey, expires_at: string | null): Promise<void> {
  const digest = Buffer.from(key.thumbprint, "base64url");
  const key_id = await drawUntilFree(async () => {
    const drawn = newKeyId();
    return (await insertSecret(db, tenant_id, { client_id, key_id: drawn, pepper_version: 0, digest, expires_at }))
      ? drawn
      : null;
  });
  await insertKey(db, tenant_id, { ...key, client_id, key_id });
}
