import type { Tenant } from "../../platform/context.ts";
import type { Keyring } from "../../platform/crypto/keyring.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { digestOf, newSecret, type Secret } from "./secret.ts";
import { insertSecret } from "./secrets-sql.ts";

/** Attempts to draw a free public id. Two equal ids have a chance of one in 10^21, so more attempts mean an error. */
const draws_max = 5;

/** Adds a secret to a client; its text is not stored. */
export async function addSecret(db: Db, keyring: Keyring, tenant: Tenant, client_id: string): Promise<Secret> {
  const pepper_version = keyring.versions[0]!;
  return drawUntilFree(async () => {
    const secret = newSecret(tenant.kind);
    const { text, key_id } = secret;
    const digest = digestOf(keyring, text, pepper_version);
    const is_free = await insertSecret(db, tenant.id, { client_id, key_id, pepper_version, digest, expires_at: null });
    return is_free ? secret : null;
  });
}

/** Draws until `draw` succeeds. `draw` stores a value under a new public id, and returns null when the id is taken. */
export async function drawUntilFree<T>(draw: () => Promise<T | null>): Promise<T> {
  for (let drawn = 1; drawn <= draws_max; drawn += 1) {
    const stored = await draw();
    if (stored !== null) return stored;
  }
  throw new Error(`${draws_max} new public ids were taken already`);
}
