// Judges client assertions (RFC 7523 §2.2 and §3, RFC 7521 §4.2): JWTs by which a client asks for a token, signed with its own
// key. The rules are those of docs/decisions/0055; they use neither database nor clock.
import { isUuid } from "../../../platform/ids.ts";
import { algorithm_names, decoys, holds, type Algorithm, type PublicJwk } from "../../../platform/crypto/jws/algorithms.ts";
import { isInstant, type Jws } from "../../../platform/crypto/jws/jws.ts";

/** The only accepted value of `client_assertion_type`. */
export const jwt_bearer = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/** How far a client's clock may be from ours, in seconds. */
export const clock_skew_s = 30;
/** How far ahead `exp` may be, in seconds. */
export const lifetime_max_s = 300;
const jti_length_max = 255;

/** The characters of a `kid`; see the table client_key. */
export const kid_pattern = /^[!-~]{1,128}$/;

// An assertion that names no client or key goes through the same look-up with these, so that it takes the same time.
const no_client_id = "00000000-0000-0000-0000-000000000000";
const no_kid = "";

/** The client and key that an assertion names as its signer. */
export function signerOf(assertion: Jws | null): { client_id: string; kid: string } {
  const sub = assertion?.claims["sub"];
  const kid = assertion?.header["kid"];
  return {
    client_id: typeof sub === "string" && isUuid(sub) ? sub : no_client_id,
    kid: typeof kid === "string" && kid_pattern.test(kid) ? kid : no_kid,
  };
}

/** The values that an assertion must match. */
export type Expected = {
  /** From the form; undefined: the form has none. */
  client_id: string | undefined;
  /** The names of this service that `aud` may contain. */
  audiences: readonly string[];
  /** µs on the infrastructure's clock. */
  now_us: number;
};

/** The cause of a refusal, for log and panel only; or the `jti`, and until when the assertion may be used, in µs. */
export type Judged = { cause: string } | { cause: null; jti: string; expires_us: number };

/**
 * Judges an assertion with the key that its `kid` names, if the client has it. Each case imports one key and verifies one
 * signature, so that all take the same time.
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

/**
 * RFC 7515 §4.1.11: every extension in `crit` must be understood, and we understand none. A JWT made for another purpose says so
 * by `typ` (RFC 8725 §3.11).
 */
function isReadable({ typ, crit }: Jws["header"]): boolean {
  return crit === undefined && types.has(typeof typ === "string" ? typ.toLowerCase().replace(/^application\//, "") : typ);
}

/** The rules of RFC 7523 §3, in their order. */
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
