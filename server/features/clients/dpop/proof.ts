// Judges DPoP proofs (RFC 9449 §4): JWTs by which a request shows that its sender has the key to which a token is, or will be,
// bound. The rules are those of docs/decisions/0060; they use neither database nor clock.
import { createHash } from "node:crypto";
import { algorithm_names, holds } from "../../../platform/crypto/jws/algorithms.ts";
import { isInstant, readJws, type Jws } from "../../../platform/crypto/jws/jws.ts";
import { readJwk, UnfitKey, type PublicKey } from "../public-keys/read-keys.ts";

/** How long after `iat` a proof may be used, in seconds. */
export const proof_age_max_s = 60;
/** How far ahead of ours a client's clock may be, in seconds. */
export const proof_ahead_max_s = 30;
const jti_length_max = 255;
/** In seconds; a greater `iat` is not a time. */
const iat_max_s = 10_000_000_000;

/** The values that a proof must match. */
export type Expected = {
  method: string;
  /** The request's URL as clients write it: base URL and path. */
  url: string;
  /** The request's access token; null at the token endpoint. */
  access_token: string | null;
};

/**
 * A proof that holds, apart from time and repetition. `jkt`: the key's thumbprint (RFC 7638). The proof can be used from
 * `from_us` until before `until_us`, in µs on the infrastructure's clock, and only once; `digest` identifies it by key and `jti`.
 */
export type Proof = { cause: null; jkt: string; from_us: number; until_us: number; digest: Buffer };

/** A proof, or the cause of its refusal. */
export type JudgedProof = Proof | { cause: ProofFlaw };

/** The faults of a proof, with the text that the token endpoint answers. */
export const proof_flaws = {
  proof_missing: "This client has to send a DPoP proof in the header DPoP.",
  proof_repeated: "The header DPoP must stand once.",
  proof_malformed: "The DPoP proof must be a JWT in compact form, with typ dpop+jwt and without crit.",
  proof_algorithm: `The alg of the DPoP proof must be one of ${[...algorithm_names.keys()].join(", ")}.`,
  proof_key: "The jwk of the DPoP proof must be a public key that fits its alg, without private members.",
  proof_signature: "The signature of the DPoP proof does not fit its jwk.",
  proof_claims: "The DPoP proof must have htm, htu, iat (a number) and jti (1 to 255 characters).",
  proof_method: "The htm of the DPoP proof is not the method of the request.",
  proof_url: "The htu of the DPoP proof is not the URL of the request, as the base URL begins it.",
  proof_token: "The ath of the DPoP proof is not the hash of the access token.",
  proof_old: `The iat of the DPoP proof is more than ${proof_age_max_s} seconds ago.`,
  proof_early: `The iat of the DPoP proof is more than ${proof_ahead_max_s} seconds ahead.`,
  proof_used: "The DPoP proof was used before: each request needs one with a jti of its own.",
} as const;
export type ProofFlaw = keyof typeof proof_flaws;

/** Judges the values of the header DPoP in the order of RFC 9449 §4.3, except for time and repetition. */
export function judgeProof(proofs: readonly string[], expected: Expected): JudgedProof {
  const [text] = proofs;
  if (text === undefined) return { cause: "proof_missing" };
  if (proofs.length > 1) return { cause: "proof_repeated" };
  const proof = readJws(text);
  if (proof === null || proof.header["typ"] !== "dpop+jwt" || proof.header["crit"] !== undefined)
    return { cause: "proof_malformed" };
  const { alg } = proof.header;
  const algorithm = typeof alg === "string" ? algorithm_names.get(alg) : undefined;
  if (algorithm === undefined) return { cause: "proof_algorithm" };
  const key = keyOf(proof.header);
  if (key === null || key.algorithm !== algorithm) return { cause: "proof_key" };
  if (!holds(algorithm, key.jwk, proof.signed, proof.signature)) return { cause: "proof_signature" };
  return judgeClaims(proof.claims, key.thumbprint, expected);
}

/** The public key in a proof's header; null if it is not a key, or one that must not be in a header. */
function keyOf({ jwk, alg }: Jws["header"]): PublicKey | null {
  if (typeof jwk !== "object" || jwk === null || Array.isArray(jwk)) return null;
  try {
    return readJwk({ alg, ...jwk });
  } catch (error) {
    if (error instanceof UnfitKey) return null;
    throw error;
  }
}

function judgeClaims({ htm, htu, iat, jti, ath }: Jws["claims"], jkt: string, expected: Expected): JudgedProof {
  if (typeof htm !== "string" || typeof htu !== "string" || !isInstant(iat) || Math.abs(iat) > iat_max_s)
    return { cause: "proof_claims" };
  if (typeof jti !== "string" || jti === "" || jti.length > jti_length_max) return { cause: "proof_claims" };
  if (htm !== expected.method) return { cause: "proof_method" };
  const url = normalUrl(htu);
  if (url === null || url !== normalUrl(expected.url)) return { cause: "proof_url" };
  if (expected.access_token !== null && ath !== sha256(expected.access_token).toString("base64url"))
    return { cause: "proof_token" };
  return {
    cause: null,
    jkt,
    from_us: Math.floor((iat - proof_ahead_max_s) * 1_000_000),
    until_us: Math.floor((iat + proof_age_max_s) * 1_000_000),
    // All thumbprints have the same length, so different pairs never give the same text.
    digest: sha256(jkt + jti),
  };
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/**
 * RFC 9449 §4.3: the URL without query and fragment, in the normal form of RFC 3986 §6.2.2 and §6.2.3; null: it is not an http or
 * https URL.
 */
function normalUrl(text: string): string | null {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return null;
  const path = url.pathname.replace(/%[0-9a-f]{2}/gi, (octet) => {
    const letter = String.fromCharCode(Number.parseInt(octet.slice(1), 16));
    return /[A-Za-z0-9._~-]/.test(letter) ? letter : octet.toUpperCase();
  });
  return url.origin + path;
}
