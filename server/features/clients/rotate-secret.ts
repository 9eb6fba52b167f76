import type { Context } from "../../platform/context.ts";
import type { Keyring } from "../../platform/crypto/keyring.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { invalid } from "../../platform/http/problem.ts";
import { record } from "../audit/record.ts";
import { addSecret } from "./add-secret.ts";
import { loadClient } from "./change.ts";
import { listLiveSecrets, revokeSecrets, updateSecretEnd } from "./secrets-sql.ts";

/** The longest time for which an old secret works beside the new one: 30 days. */
export const overlap_max_s = 2_592_000;

export type Rotated = {
  secret: string;
  key_id: string;
  /** When the previous secret ends; null: it has ended, or there was none. */
  previous_expires_at: string | null;
};

/**
 * Gives a client a new secret, whose text is returned only here. The previous secret works for `overlap_seconds` more. At most
 * two secrets work at a time: one that was replaced earlier ends now.
 */
export async function rotateSecret(
  pool: Pool,
  keyring: Keyring,
  context: Context,
  id: string,
  { overlap_seconds }: { overlap_seconds: number },
): Promise<Rotated> {
  if (!Number.isInteger(overlap_seconds) || overlap_seconds < 0 || overlap_seconds > overlap_max_s) {
    throw invalid([{ pointer: "#/overlap_seconds", code: "OUT_OF_RANGE", detail: `must be between 0 and ${overlap_max_s}` }]);
  }
  const { tenant } = context;
  return withTenant(pool, tenant.id, async (db) => {
    await loadClient(db, tenant.id, id);
    const [previous, ...older] = await listLiveSecrets(db, tenant.id, id);
    const kept = overlap_seconds > 0 ? previous : undefined;
    const ended = [...(previous && !kept ? [previous] : []), ...older].map(({ key_id }) => key_id);
    if (ended.length > 0) await revokeSecrets(db, tenant.id, id, ended);
    const previous_expires_at = kept ? await updateSecretEnd(db, tenant.id, kept.key_id, overlap_seconds) : null;
    const { text, key_id } = await addSecret(db, keyring, tenant, id);
    const changes = { key_id: [previous?.key_id ?? null, key_id], previous_expires_at: [null, previous_expires_at] };
    await record(db, context, { operation: "client.rotate_secret", target_type: "client", target_id: id, changes });
    return { secret: text, key_id, previous_expires_at };
  });
}
