import { createHash, createPrivateKey, createPublicKey, generateKeyPair, webcrypto } from "node:crypto";
import { promisify } from "node:util";

/** The public half of the key with which we authenticate at a provider. RS256, because every provider supports it. */
export type PublicJwk = { kty: string; n: string; e: string; kid: string; use: "sig"; alg: "RS256" };

const modulus_bits = 2048;

/** A new key pair: the private half as PKCS #8, and the public half for registration at the provider. */
export async function newKeyPair(): Promise<{ private_key: string; public_jwk: PublicJwk }> {
  const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: modulus_bits });
  const { n = "", e = "" } = createPublicKey(privateKey).export({ format: "jwk" });
  // RFC 7638 §3.2: the members in lexicographic order.
  const kid = createHash("sha256")
    .update(JSON.stringify({ e, kty: "RSA", n }))
    .digest("base64url");
  const private_key = privateKey.export({ format: "pem", type: "pkcs8" });
  return { private_key, public_jwk: { kty: "RSA", n, e, kid, use: "sig", alg: "RS256" } };
}

export async function importPrivateKey(pem: string): Promise<CryptoKey> {
  const der = createPrivateKey(pem).export({ format: "der", type: "pkcs8" });
  const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
  return webcrypto.subtle.importKey("pkcs8", der, algorithm, false, ["sign"]);
}
