import type { Tenant } from "../../platform/context.ts";
import type { Keyring } from "../../platform/crypto/keyring.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { insertSecret } from "./manage-sql.ts";
import { digestOf, newSecret } from "./secret.ts";

/** Draws of a public id before something is wrong: two alike are one chance in 10^21. */
const draws_max = 5;

/** Gives a client a secret and returns its text, which is stored nowhere. */
export async function addSecret(db: Db, keyring: Keyring, tenant: Tenant, client_id: string): Promise<string> {
  const pepper_version = keyring.versions[0]!;
  for (let drawn = 1; drawn <= draws_max; drawn += 1) {
    const { text, key_id } = newSecret(tenant.kind);
    if (await insertSecret(db, tenant.id, { client_id, key_id, pepper_version, digest: digestOf(keyring, text, pepper_version) }))
      return text;
  }
  throw new Error(`${draws_max} new public ids of secrets were taken already`);
}
