import { equalBytes, hmac, type Keyring } from "../../../platform/crypto/keyring.ts";
import { scopes as all_scopes, type Scope } from "../../../platform/context.ts";

/**
 * Access tokens carry their own claims under an HMAC: the secret for which they were issued, their expiry, their scopes and, if
 * they are bound to a key, its thumbprint (DPoP, docs/decisions/0060). A token alone is not enough: every request reads the row
 * of that secret and its client, so revoking either ends its tokens at once.
 *
 *   mt_ base64url( version:2 | expires_us:8 | scopes:2 | key_id:12 | hmac:32 )
 *   mt_ base64url( version:2 | expires_us:8 | scopes:2 | key_id:12 | jkt:32 | hmac:32 )
 *
 * The length distinguishes the two forms, so neither can be read as the other.
 */
export type Claims = {
  key_id: string;
  expires_us: number;
  scopes: Scope[];
  /** `cnf.jkt` of RFC 9449 §6.1: the thumbprint of the key to which the token is bound; null: a bearer token. */
  jkt: string | null;
};

/** Validity of a token, in seconds (RFC 6749 §5.1 `expires_in`). */
export const token_lifetime_s = 900;

const prefix = "mt_";
const head_bytes = 2 + 8 + 2 + 12;
const hash_bytes = 32;
/** The lengths of a bearer token and of a token that is bound to a key. */
const token_bytes = [head_bytes + hash_bytes, head_bytes + 2 * hash_bytes];

export function issueToken(keyring: Keyring, claims: Claims): string {
  const version = keyring.versions[0]!;
  const head = Buffer.alloc(head_bytes);
  head.writeUInt16BE(version, 0);
  head.writeBigUInt64BE(BigInt(claims.expires_us), 2);
  head.writeUInt16BE(maskOf(claims.scopes), 10);
  head.write(claims.key_id, 12, "latin1");
  const said = claims.jkt === null ? head : Buffer.concat([head, Buffer.from(claims.jkt, "base64url")]);
  return prefix + Buffer.concat([said, hmac(keyring.key("access-token", version), said)]).toString("base64url");
}

/**
 * The claims of a token with a valid signature; null otherwise. The database judges the expiry by its own clock. Every text costs
 * one decoding and one signature, so that nonsense takes as long as a forgery.
 */
export function readToken(keyring: Keyring, text: string): Claims | null {
  const presented = bytesOf(text);
  const bytes = presented ?? bytesOf(decoy)!;
  const head = bytes.subarray(0, -hash_bytes);
  const version = head.readUInt16BE(0);
  const is_known = keyring.versions.includes(version);
  const signature = hmac(keyring.key("access-token", is_known ? version : undefined), head);
  if (!equalBytes(signature, bytes.subarray(-hash_bytes)) || !is_known || presented === null) return null;
  return {
    key_id: head.toString("latin1", 12, 24),
    expires_us: Number(head.readBigUInt64BE(2)),
    scopes: scopesOf(head.readUInt16BE(10)),
    jkt: head.length === head_bytes ? null : head.toString("base64url", head_bytes),
  };
}

const decoy = prefix + Buffer.alloc(token_bytes[0]!).toString("base64url");

/**
 * The bytes of a text in the form of a token; null otherwise. The bytes are encoded again and compared, so that each token has
 * exactly one spelling.
 */
function bytesOf(text: string): Buffer | null {
  if (!text.startsWith(prefix)) return null;
  const bytes = Buffer.from(text.slice(prefix.length), "base64url");
  return token_bytes.includes(bytes.length) && bytes.toString("base64url") === text.slice(prefix.length) ? bytes : null;
}

// A scope's bit is its place in the list of scopes: new scopes are appended there, never inserted.
function maskOf(scopes: readonly Scope[]): number {
  return scopes.reduce((mask, scope) => mask | (1 << all_scopes.indexOf(scope)), 0);
}

function scopesOf(mask: number): Scope[] {
  return all_scopes.filter((_, index) => (mask & (1 << index)) !== 0);
}
