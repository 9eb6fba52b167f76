// Client assertions (RFC 7523 §2.2 and §3, RFC 7521 §4.2): a JWT by which a client says that it is asking for a token, signed with
// a key of its own. These are the rules of docs/decisions/0055, without database and clock.
import { isUuid } from "../../../platform/ids.ts";
import { algorithm_names, decoys, holds, type Algorithm, type PublicJwk } from "../../../platform/crypto/jws/algorithms.ts";
import { isInstant, type Jws } from "../../../platform/crypto/jws/jws.ts";

/** The one value of `client_assertion_type`. */
export const jwt_bearer = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/** How far a client's clock may be from ours, in seconds. */
export const clock_skew_s = 30;
/** How far ahead `exp` may be, in seconds. */
export const lifetime_max_s = 300;
const jti_length_max = 255;

/** What a `kid` is written with; see the table client_key. */
export const kid_pattern = /^[!-~]{1,128}$/;

// What names no client and no key goes through the same look-up as any other, so that it takes the same time.
const no_client_id = "00000000-0000-0000-0000-000000000000";
const no_kid = "";

/** By which client and key an assertion says it was signed. */
export function signerOf(assertion: Jws | null): { client_id: string; kid: string } {
  const sub = assertion?.claims["sub"];
  const kid = assertion?.header["kid"];
  return {
    client_id: typeof sub === "string" && isUuid(sub) ? sub : no_client_id,
    kid: typeof kid === "string" && kid_pattern.test(kid) ? kid : no_kid,
  };
}

/** What an assertion is held against. */
export type Expected = {
  /** Of the form; left out: it says nothing. */
  client_id: string | undefined;
  /** What we are called. */
  audiences: readonly string[];
  /** µs on the infrastructure's clock. */
  now_us: number;
};

/** Why an assertion is refused, for log and panel only; or its `jti`, and until when it may be used, in µs. */
export type Judged = { cause: string } | { cause: null; jti: string; expires_us: number };

/**
 * Judges an assertion by the key that its `kid` names, if the client has one. Whatever is wrong, one key is imported and one
 * signature verified.
 */
export function judgeAssertion(
  assertion: Jws | null,
  key: { algorithm: Algorithm; jwk: PublicJwk } | null,
  expected: Expected,
): Judged {
  const alg = assertion?.header["alg"];
  const algorithm = typeof alg === "string" ? algorithm_names.get(alg) : undefined;
  const is_fit = key !== null && key.algorithm === algorithm;
  const [by, jwk] = is_fit ? [key.algorithm, key.jwk] : [algorithm ?? "ES256", decoys[algorithm ?? "ES256"]];
  const is_signed = holds(by, jwk, assertion?.signed ?? nothing, assertion?.signature ?? nothing);
  if (assertion === null || !isReadable(assertion.header)) return { cause: "assertion_malformed" };
  if (algorithm === undefined) return { cause: "assertion_algorithm" };
  if (key === null) return { cause: "assertion_unknown_key" };
  if (!is_fit) return { cause: "assertion_algorithm" };
  if (!is_signed) return { cause: "assertion_signature" };
  return judgeClaims(assertion.claims, expected);
}

const nothing = Buffer.alloc(0);
const types: ReadonlySet<unknown> = new Set([undefined, "jwt", "client-authentication+jwt"]);

/** RFC 7515 §4.1.11: what `crit` names must be understood, and we understand nothing beyond. A JWT made for something else says so by `typ` (RFC 8725 §3.11). */
function isReadable({ typ, crit }: Jws["header"]): boolean {
  return crit === undefined && types.has(typeof typ === "string" ? typ.toLowerCase().replace(/^application\//, "") : typ);
}

/** RFC 7523 §3, in the order of its list. */
function judgeClaims({ iss, sub, aud, exp, nbf, iat, jti }: Jws["claims"], expected: Expected): Judged {
  const now_s = expected.now_us / 1_000_000;
  const early_s = now_s + clock_skew_s;
  if (iss !== sub || (expected.client_id !== undefined && expected.client_id !== sub)) return { cause: "assertion_issuer" };
  const audiences: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  const is_for_us = audiences.length > 0 && audiences.every((one) => typeof one === "string" && expected.audiences.includes(one));
  if (!is_for_us) return { cause: "assertion_audience" };
  if (!isInstant(exp) || ![nbf, iat].every((at) => at === undefined || isInstant(at))) return { cause: "assertion_claims" };
  if (typeof jti !== "string" || jti === "" || jti.length > jti_length_max) return { cause: "assertion_claims" };
  if (exp + clock_skew_s <= now_s) return { cause: "assertion_expired" };
  if (exp > early_s + lifetime_max_s) return { cause: "assertion_too_long" };
  if ([nbf, iat].some((at) => isInstant(at) && at > early_s)) return { cause: "assertion_early" };
  return { cause: null, jti, expires_us: Math.floor((exp + clock_skew_s) * 1_000_000) };
}
