import type { Tenant } from "../../platform/context.ts";
import type { Keyring } from "../../platform/crypto/keyring.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { digestOf, newSecret, type Secret } from "./secret.ts";
import { insertSecret } from "./secrets-sql.ts";

/** Draws of a public id before something is wrong: two alike are one chance in 10^21. */
const draws_max = 5;

/** Gives a client a secret; its text is stored nowhere. */
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

/** What is drawn and stored under a public id; null: the id is taken, and another one is drawn. */
export async function drawUntilFree<T>(draw: () => Promise<T | null>): Promise<T> {
  for (let drawn = 1; drawn <= draws_max; drawn += 1) {
    const stored = await draw();
    if (stored !== null) return stored;
  }
  throw new Error(`${draws_max} new public ids were taken already`);
}
