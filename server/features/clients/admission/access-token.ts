import { equalBytes, hmac, type Keyring } from "../../../platform/crypto/keyring.ts";
import { scopes as all_scopes, type Scope } from "../../../platform/context.ts";

/**
 * Access tokens carry their own claims under an HMAC: which secret they were issued for, until when, with which scopes, and by
 * which key their sender has to prove itself, if they are bound to one (DPoP, docs/decisions/0060). They are never enough by themselves: the row of that secret and its client is read on every request, so revoking either
 * ends the tokens at once.
 *
 *   mt_ base64url( version:2 | expires_us:8 | scopes:2 | key_id:12 | hmac:32 )
 *   mt_ base64url( version:2 | expires_us:8 | scopes:2 | key_id:12 | jkt:32 | hmac:32 )
 *
 * The length tells which of the two it is, so that neither can be read as the other.
 */
export type Claims = {
  key_id: string;
  expires_us: number;
  scopes: Scope[];
  /** `cnf.jkt` of RFC 9449 §6.1: the thumbprint of the key that the token is bound to; null: everybody who has it may use it. */
  jkt: string | null;
};

/** Validity of a token, in seconds (RFC 6749 §5.1 `expires_in`). */
export const token_lifetime_s = 900;

const prefix = "mt_";
const head_bytes = 2 + 8 + 2 + 12;
const hash_bytes = 32;
/** Of a token for everybody, and of one that is bound to a key. */
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
 * The claims of a token whose signature holds; null otherwise. Expiry is judged by the database's clock, not here.
 * Whatever is presented, one token is decoded and one signature computed and compared, so that nonsense takes as long as a
 * forgery.
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

/** The bytes of a text that has the form of a token; null otherwise. Re-encoding refuses texts that decode alike: one token has one spelling. */
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
