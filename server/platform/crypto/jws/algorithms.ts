import { constants, createPublicKey, verify, type SigningOptions } from "node:crypto";

/** Signature algorithms for clients and identity providers (RFC 7518 §3.1, RFC 8037 §3.1). */
export const algorithms = ["RS256", "PS256", "ES256", "EdDSA"] as const;
export type Algorithm = (typeof algorithms)[number];

/** Accepted values of `alg`. EdDSA means Ed25519 only, which RFC 9864 §2.2 gives a name of its own. */
export const algorithm_names: ReadonlyMap<string, Algorithm> = new Map<string, Algorithm>([
  ...algorithms.map((algorithm) => [algorithm, algorithm] as const),
  ["Ed25519", "EdDSA"],
]);

/** The public members of a key (RFC 7517 §4), and no others. */
export type PublicJwk =
  | { kty: "RSA"; n: string; e: string }
  | { kty: "EC"; crv: "P-256"; x: string; y: string }
  | { kty: "OKP"; crv: "Ed25519"; x: string };

/** Verifies a signature over some bytes. The key must fit the algorithm: keys are checked when they are added. */
export function holds(algorithm: Algorithm, jwk: PublicJwk, signed: Buffer, signature: Buffer): boolean {
  const key = createPublicKey({ key: jwk, format: "jwk" });
  const { hash, ...how } = ways[algorithm];
  return verify(hash, signed, { key, ...how }, signature);
}

const ways: Readonly<Record<Algorithm, { hash: string | null } & SigningOptions>> = {
  RS256: { hash: "sha256", padding: constants.RSA_PKCS1_PADDING },
  // RFC 7518 §3.5: the salt is as long as the hash.
  PS256: { hash: "sha256", padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 },
  // RFC 7518 §3.4: the two numbers are concatenated, not encoded as ASN.1.
  ES256: { hash: "sha256", dsaEncoding: "ieee-p1363" },
  EdDSA: { hash: null },
};

const decoy_rsa: PublicJwk = {
  kty: "RSA",
  n: "xUoRs3lGJFJ_xZ03U1P_Iz0tZrBzqVEClFRVv-7dYKOwaa2FoPJXVlCiQ9g3Zqh1hHKmXci--OLnvweeONHVUxAMKZCsa-WlZmcXLgZH0ZdTIxQcBFI77x2IGlqsba5ZMQ1000efhjjrRso7AbUGLrsl35BjiR2AoRm6uhjbdBTx8PnOnrhSlAtdCVtWhpwmZwsmYjK067oxmT_au4-A49yhNwxpQ0WZO19pRKUD6xNy4cPihN5nLHICebYmngbRbgQIu0XWw8JfN9zgvGgELG53Rt_GtnWPMklQRTuyymSGcQQQMebzKqdLE2ZAuvFV-6at99OJiM9rsxeNIAzQEw",
  e: "AQAB",
};

/**
 * Keys whose private halves were discarded. If no key of a client fits, the signature is verified with one of these, so that the
 * refusal takes the same time.
 */
export const decoys: Readonly<Record<Algorithm, PublicJwk>> = {
  RS256: decoy_rsa,
  PS256: decoy_rsa,
  ES256: {
    kty: "EC",
    crv: "P-256",
    x: "J0-gCxA7YG__gNjWHWs5P4JY4R4Bv5hrXQ_wifd_k9I",
    y: "1oWMoaNFJq5ydvG7Xl0hp4av6PuRaE-9ve4EjvMWvrk",
  },
  EdDSA: { kty: "OKP", crv: "Ed25519", x: "thYuDjBy9s9HUPM6Fo_A4rBvDfiRocoY-NJyt9Ve8hA" },
};
