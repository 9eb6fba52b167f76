// The key with which an organisation signs launches (RS256: every tool knows it). It is made when the first launch needs it, and sealed with
// the newest version of SECRET_KEY. Another version in front, or one that is gone, lets the next launch make another key: tools read our keys
// by `kid`, so that nothing else has to follow, nothing is sealed again, and retiring a version waits for none of these keys.
import { createPrivateKey, sign } from "node:crypto";
import type { Keyring } from "../../../platform/crypto/keyring.ts";
import { seal, unseal } from "../../../platform/crypto/seal.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { newKeyPair } from "../../identity/key-pair.ts";
import { insertOwnKey, listOwnKeys, type OwnKeyRow } from "./sql.ts";

/** A replaced key is published for so long: tools keep what they have read. */
const replaced_kept_us = 86_400_000_000;

export type OwnKey = { kid: string; private_key: string };

/** The key that signs now; makes one where there is none. Not within a transaction: it takes a while. */
export async function ownKeyOf({ pool, keyring }: { pool: Pool; keyring: Keyring }, tenant_id: string): Promise<OwnKey> {
  const rows = await withTenant(pool, tenant_id, (db) => listOwnKeys(db, tenant_id));
  for (const row of rows) {
    const opened = open(keyring, row);
    if (opened !== null) return opened;
  }
  const { private_key, public_jwk } = await newKeyPair();
  const { kid } = public_jwk;
  const row = { kid, private_key: seal(keyring, "lti-key", kid, private_key), public_jwk };
  await withTenant(pool, tenant_id, (db) => insertOwnKey(db, tenant_id, row, replaced_kept_us));
  return { kid, private_key };
}

/** null: it was sealed with another version than the one that seals now. */
function open(keyring: Keyring, { kid, private_key }: OwnKeyRow): OwnKey | null {
  if (private_key.length < 2 || private_key.readUInt16BE(0) !== keyring.versions[0]) return null;
  try {
    return { kid, private_key: unseal(keyring, "lti-key", kid, private_key) };
  } catch {
    // It came from an installation whose version of this number is another one.
    return null;
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
