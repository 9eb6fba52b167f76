import { createHash, createPublicKey, type KeyObject, type webcrypto } from "node:crypto";
import { algorithms, algorithm_names, type Algorithm, type PublicJwk } from "../../../platform/crypto/jws/algorithms.ts";
import { kid_pattern } from "./assertion.ts";

/** A public key as it is stored. `thumbprint`: RFC 7638, SHA-256, base64url. */
export type PublicKey = { kid: string; algorithm: Algorithm; thumbprint: string; jwk: PublicJwk };

/** The most keys of a client: two applications with two keys each while they rotate, and one to spare. */
export const keys_max = 5;

const rsa_bits_min = 2_048;
const rsa_bits_max = 4_096;
const rsa_exponent = 65_537n;

/** The text is not a public key, or not one with which a client may sign. The message says why and quotes no part of it. */
export class UnfitKey extends Error {
  constructor(message: string) {
    super(message);
    this.name = "UnfitKey";
  }
}

/** Reads public keys: a JWK set, one JWK (RFC 7517), or PEM. Throws UnfitKey. */
export function readKeys(text: string): PublicKey[] {
  if (/-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/.test(text)) throw isPrivate();
  const blocks = text.match(/-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g);
  const given = blocks ?? jwksOf(text);
  if (given.length === 0) throw new UnfitKey("must hold a key");
  if (given.length > keys_max) throw new UnfitKey(`must hold at most ${keys_max} keys`);
  return given.map((one) => (typeof one === "string" ? readPem(one) : readJwk(one)));
}

function jwksOf(text: string): Record<string, unknown>[] {
  const value = objectOf(parsed(text));
  const keys: readonly unknown[] = value !== null && Array.isArray(value["keys"]) ? value["keys"] : [value];
  return keys.map((key) => {
    const jwk = objectOf(key);
    if (jwk === null || typeof jwk["kty"] !== "string") throw unreadable();
    return jwk;
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw unreadable();
  }
}

function objectOf(value: unknown): Record<string, unknown> | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
}

function readPem(pem: string): PublicKey {
  return keyOf(
    importedBy(() => createPublicKey(pem)),
    undefined,
    undefined,
  );
}

/** Members that make a JWK private or symmetric. A client that sends such a key has disclosed it. */
const private_members = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];

/** Reads one public JWK. Throws UnfitKey. */
export function readJwk(jwk: Record<string, unknown>): PublicKey {
  if (private_members.some((name) => name in jwk)) throw isPrivate();
  const { use = "sig", key_ops = ["verify"], alg, kid } = jwk;
  if (use !== "sig" || !Array.isArray(key_ops) || !key_ops.includes("verify"))
    throw new UnfitKey("must be for signatures: `use` is sig, `key_ops` has verify, where they are there");
  if (kid !== undefined && (typeof kid !== "string" || !kid_pattern.test(kid)))
    throw new UnfitKey("must have a `kid` of 1 to 128 printable letters of ASCII without blanks, or none");
  const { kty, n, e, crv, x, y } = jwk;
  const texts = Object.entries({ kty, n, e, crv, x, y }).filter(([, value]) => typeof value === "string");
  const members = Object.fromEntries(texts) as webcrypto.JsonWebKey;
  return keyOf(
    importedBy(() => createPublicKey({ key: members, format: "jwk" })),
    alg,
    kid,
  );
}

function importedBy(read: () => KeyObject): KeyObject {
  try {
    return read();
  } catch {
    // OpenSSL's message would not help the person who pasted the text.
    throw unreadable();
  }
}

/** The key, if a client may sign with it, and its algorithm: the one that it names, or the usual one of its type. */
function keyOf(key: KeyObject, alg: unknown, kid: string | undefined): PublicKey {
  const possible = algorithmsOf(key);
  const named = typeof alg === "string" ? algorithm_names.get(alg) : undefined;
  if (alg !== undefined && (named === undefined || !possible.includes(named)))
    throw new UnfitKey(`must have an \`alg\` of its type, or none; ${algorithms.join(", ")} are known`);
  const jwk = key.export({ format: "jwk" }) as PublicJwk;
  const thumbprint = thumbprintOf(jwk);
  return { kid: kid ?? thumbprint, algorithm: named ?? possible[0]!, thumbprint, jwk };
}

/** The algorithms for which a key can be used, the usual one first. */
function algorithmsOf({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): readonly Algorithm[] {
  if (type === "ed25519") return ["EdDSA"];
  if (type === "ec" && details?.namedCurve === "prime256v1") return ["ES256"];
  if (type !== "rsa") throw new UnfitKey("must be an RSA key, an EC key of the curve P-256, or an Ed25519 key");
  const bits = details?.modulusLength ?? 0;
  if (bits < rsa_bits_min || bits > rsa_bits_max || details?.publicExponent !== rsa_exponent)
    throw new UnfitKey(`must, as an RSA key, have ${rsa_bits_min} to ${rsa_bits_max} bits and the exponent ${rsa_exponent}`);
  return ["RS256", "PS256"];
}

/** RFC 7638 §3: the required members in alphabetical order, without white space. */
function thumbprintOf(jwk: PublicJwk): string {
  const members = Object.fromEntries(Object.entries(jwk).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  return createHash("sha256").update(JSON.stringify(members)).digest("base64url");
}

function isPrivate(): UnfitKey {
  return new UnfitKey(
    "holds a private or shared key, which must not leave where it signs: make another pair, and give its public key",
  );
}

function unreadable(): UnfitKey {
  return new UnfitKey("must be a JWK set, a JWK, or public keys in PEM (-----BEGIN PUBLIC KEY-----)");
}
