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
  for (let drawn = 1; drawn <= draws_max; drawn += 1) {
    const secret = newSecret(tenant.kind);
    const { text, key_id } = secret;
    const digest = digestOf(keyring, text, pepper_version);
    if (await insertSecret(db, tenant.id, { client_id, key_id, pepper_version, digest })) return secret;
  }
  throw new Error(`${draws_max} new public ids of secrets were taken already`);
}
