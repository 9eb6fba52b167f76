// Reads and checks a logout token (OpenID Connect Back-Channel Logout 1.0 §2.4 and §2.6), without database and clock.
import { createHash } from "node:crypto";
import { algorithm_names, holds, type PublicJwk } from "../../../platform/crypto/jws/algorithms.ts";
import { isInstant, type Jws } from "../../../platform/crypto/jws/jws.ts";
import { skew_max_s, type PublishedKey } from "../providers.ts";

/** The sessions that end: all of a subject, or those that began with one session at the provider. */
export type LoggedOut = { subject: string | null; sid: string | null; jti: string; expires_us: number };

/** Why a token was refused; sent in the answer to the provider. */
export class LogoutFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = "LogoutFault";
  }
}

const event = "http://schemas.openid.net/event/backchannel-logout";
const text_max = 255;
/** A token is sent at once, so an older one is a replay. */
export const lifetime_max_s = 600;

export type Expected = { issuer: string; client_id: string; now_us: number };

/**
 * Reads the claims before the signature is checked, so that keys are fetched only for a logout token of this provider. Throws
 * LogoutFault.
 */
export function readLogout({ header, claims }: Jws, { issuer, client_id, now_us }: Expected): LoggedOut {
  const { typ, crit } = header;
  // §2.4 recommends the type `logout+jwt`; a token with a different type is not a logout token.
  if (crit !== undefined || (typ !== undefined && !(typeof typ === "string" && types.has(typ.toLowerCase()))))
    throw new LogoutFault("it is no logout token");
  const { iss, aud, iat, exp, jti, sub, sid, nonce, events } = claims;
  if (iss !== issuer) throw new LogoutFault("iss is another issuer");
  if (!(Array.isArray(aud) ? aud : [aud]).includes(client_id)) throw new LogoutFault("aud is another client");
  const now_s = now_us / 1_000_000;
  if (!isInstant(iat) || iat > now_s + skew_max_s) throw new LogoutFault("iat is missing or in the future");
  if (iat + lifetime_max_s + skew_max_s <= now_s) throw new LogoutFault("iat is too long ago");
  // Earlier versions of the specification have no `exp`; `iat` limits the age as well.
  if (exp !== undefined && (!isInstant(exp) || exp + skew_max_s <= now_s)) throw new LogoutFault("it has expired");
  if (!isText(jti)) throw new LogoutFault("jti is missing");
  if (nonce !== undefined) throw new LogoutFault("nonce is not allowed");
  const said = typeof events === "object" && events !== null ? (events as Record<string, unknown>)[event] : undefined;
  if (typeof said !== "object" || said === null || Array.isArray(said)) throw new LogoutFault("events does not tell of a logout");
  if ([sub, sid].some((name) => name !== undefined && !isText(name))) throw new LogoutFault("sub or sid is not usable");
  if (sub === undefined && sid === undefined) throw new LogoutFault("neither sub nor sid is there");
  const expires_us = Math.ceil((iat + lifetime_max_s + skew_max_s) * 1_000_000);
  return { subject: isText(sub) ? sub : null, sid: isText(sid) ? sid : null, jti, expires_us };
}

const types = new Set(["logout+jwt", "application/logout+jwt", "jwt"]);

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= text_max;
}

/** Whether one of the provider's keys has signed the token with an asymmetric algorithm. */
export function isSignedBy({ header, signed, signature }: Jws, keys: readonly PublishedKey[]): boolean {
  const algorithm = typeof header["alg"] === "string" ? algorithm_names.get(header["alg"]) : undefined;
  if (algorithm === undefined) return false;
  const { kty, crv } = kinds[algorithm];
  const fit = keys.filter(
    (key) =>
      key["kty"] === kty &&
      (crv === null || key["crv"] === crv) &&
      (header["kid"] === undefined || key["kid"] === header["kid"]) &&
      (key["alg"] === undefined || algorithm_names.get(key["alg"] as string) === algorithm) &&
      (key["use"] === undefined || key["use"] === "sig"),
  );
  return fit.slice(0, keys_tried_max).some((key) => {
    try {
      return holds(algorithm, key as PublicJwk, signed, signature);
    } catch {
      // Unusable keys are skipped, because the provider decides what it publishes.
      return false;
    }
  });
}

const kinds = {
  RS256: { kty: "RSA", crv: null },
  PS256: { kty: "RSA", crv: null },
  ES256: { kty: "EC", crv: "P-256" },
  EdDSA: { kty: "OKP", crv: "Ed25519" },
} as const;
/** How many keys are tried if the token has no `kid`. */
const keys_tried_max = 4;

/** The digest under which a session stores the provider's session id, so that the id itself is not stored. */
export function digestOfSid(issuer: string, sid: unknown): Buffer | null {
  return isText(sid)
    ? createHash("sha256")
        .update(JSON.stringify([issuer, sid]))
        .digest()
    : null;
}
