// The key with which an organisation signs launches (RS256, which every tool supports).
//
// It is made before the first tool is registered, and encrypted with the newest version of SECRET_KEY. When another version is
// first, or the version is gone, the next launch makes a new key. Tools cache our published keys, so a new key is published for
// the time of that cache before it signs, as long as the previous one can still be decrypted. These keys are never encrypted
// again, and retiring a version does not wait for them.
import { createPrivateKey, sign } from "node:crypto";
import type { Keyring } from "../../../platform/crypto/keyring.ts";
import { seal, unseal } from "../../../platform/crypto/seal.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { day_us } from "../../../platform/instants.ts";
import { newKeyPair } from "../../identity/key-pair.ts";
import { insertOwnKey, listOwnKeys, type StoredOwnKey } from "./sql.ts";

/** How long a replaced key stays published, because tools may still have tokens signed with it. */
const replaced_kept_us = day_us;
/** How long tools may cache our set of keys. */
export const jwks_kept_s = 300;

export type OwnKey = { kid: string; private_key: string };

/**
 * The key that signs now: the newest one that tools may have read. Do not call it within a transaction, because making a key
 * takes some time.
 */
export async function ownKeyOf({ pool, keyring }: { pool: Pool; keyring: Keyring }, tenant_id: string): Promise<OwnKey> {
  const rows = await withTenant(pool, tenant_id, (db) => listOwnKeys(db, tenant_id));
  const opened = rows.flatMap((row) => open(keyring, row));
  const known = opened.find(({ age_us }) => age_us > jwks_kept_s * 1_000_000);
  if (opened.some(({ version }) => version === keyring.versions[0])) return known ?? opened[0]!;
  const { private_key, public_jwk } = await newKeyPair();
  const { kid } = public_jwk;
  const row = { kid, private_key: seal(keyring, "lti-key", kid, private_key), public_jwk };
  await withTenant(pool, tenant_id, (db) => insertOwnKey(db, tenant_id, row, replaced_kept_us));
  return known ?? { kid, private_key };
}

/** An empty list: the version that encrypted the key is gone. */
function open(keyring: Keyring, { kid, private_key, age_us }: StoredOwnKey) {
  const version = private_key.length < 2 ? undefined : private_key.readUInt16BE(0);
  if (version === undefined || !keyring.versions.includes(version)) return [];
  try {
    return [{ kid, private_key: unseal(keyring, "lti-key", kid, private_key), version, age_us }];
  } catch {
    // The key comes from another installation, whose version with this number is different.
    return [];
  }
}

/** A signed JWT (RFC 7515 §7.1). */
export function signJwt({ kid, private_key }: OwnKey, claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const signed = `${part({ alg: "RS256", typ: "JWT", kid })}.${part(claims)}`;
  return `${signed}.${sign("sha256", Buffer.from(signed), createPrivateKey(private_key)).toString("base64url")}`;
}

/** The public keys as tools read them (RFC 7517 §5). */
export async function readOwnKeys(pool: Pool, tenant_id: string) {
  const rows = await withTenant(pool, tenant_id, (db) => listOwnKeys(db, tenant_id));
  return { keys: rows.map(({ public_jwk }) => public_jwk) };
}
