// Key pairs of clients that sign, made by WebCrypto.
import type { webcrypto } from "node:crypto";

export const key_algorithms = {
  RS256: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256", modulusLength: 2_048, publicExponent: new Uint8Array([1, 0, 1]) },
  PS256: { name: "RSA-PSS", hash: "SHA-256", modulusLength: 2_048, publicExponent: new Uint8Array([1, 0, 1]) },
  ES256: { name: "ECDSA", namedCurve: "P-256" },
  Ed25519: { name: "Ed25519" },
} as const;

export type KeyAlgorithm = keyof typeof key_algorithms;

/** A new pair whose halves can be exported. */
export async function newPair(algorithm: KeyAlgorithm = "ES256"): Promise<webcrypto.CryptoKeyPair> {
  const pair: unknown = await crypto.subtle.generateKey(key_algorithms[algorithm] as never, true, ["sign", "verify"]);
  return pair as webcrypto.CryptoKeyPair;
}
