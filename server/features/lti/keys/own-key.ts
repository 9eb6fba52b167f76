// The key with which an organisation signs launches (RS256: every tool knows it). It is made before the first tool is registered, and sealed
// with the newest version of SECRET_KEY. Another version in front, or one that is gone, lets the next launch make another key. Tools keep what
// they have read of our keys for a while, so that a new key is published for as long before it signs, where the one before can still be opened.
// Nothing is sealed again, and retiring a version waits for none of these keys.
import { createPrivateKey, sign } from "node:crypto";
import type { Keyring } from "../../../platform/crypto/keyring.ts";
import { seal, unseal } from "../../../platform/crypto/seal.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { day_us } from "../../../platform/instants.ts";
import { newKeyPair } from "../../identity/key-pair.ts";
import { insertOwnKey, listOwnKeys, type StoredOwnKey } from "./sql.ts";

/** A replaced key is published for so long: tools keep what they have read. */
const replaced_kept_us = day_us;
/** For so long tools may keep the set of our keys. */
export const jwks_kept_s = 300;

export type OwnKey = { kid: string; private_key: string };

/** The key that signs now: the newest that tools may have read. Not within a transaction: making one takes a while. */
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

/** None: the version by which it was sealed is gone. */
function open(keyring: Keyring, { kid, private_key, age_us }: StoredOwnKey) {
  const version = private_key.length < 2 ? undefined : private_key.readUInt16BE(0);
  if (version === undefined || !keyring.versions.includes(version)) return [];
  try {
    return [{ kid, private_key: unseal(keyring, "lti-key", kid, private_key), version, age_us }];
  } catch {
    // It came from an installation whose version of this number is another one.
    return [];
  }
}

/** A JWT, signed (RFC 7515 §7.1). */
export function signJwt({ kid, private_key }: OwnKey, claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const signed = `${part({ alg: "RS256", typ: "JWT", kid })}.${part(claims)}`;
  return `${signed}.${sign("sha256", Buffer.from(signed), createPrivateKey(private_key)).toString("base64url")}`;
}

/** The public halves, as tools read them (RFC 7517 §5). */
export async function readOwnKeys(pool: Pool, tenant_id: string) {
  const rows = await withTenant(pool, tenant_id, (db) => listOwnKeys(db, tenant_id));
  return { keys: rows.map(({ public_jwk }) => public_jwk) };
}
