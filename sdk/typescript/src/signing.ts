// Signatures with the client's own keys, by WebCrypto: assertions in place of a secret (private_key_jwt, RFC 7523), and proofs of
// possession of the key that a token is bound to (DPoP, RFC 9449). Both are JWTs; each is used once.
import type { Clock } from "./clock.ts";

/** A private key: PKCS #8 in PEM (`-----BEGIN PRIVATE KEY-----`), a JWK, or a CryptoKey. RSA, EC on P-256, or Ed25519. */
export type PrivateKey = string | PrivateJwk | CryptoKey;

/** A private key as JWK (RFC 7517). Give `alg` if it is not the usual one for the key type, and `kid` as the panel shows it. */
export type PrivateJwk = {
  readonly kty?: string | undefined;
  readonly alg?: string | undefined;
  readonly kid?: string | undefined;
};

/** A key pair that proves requests; the public key must be exportable. */
export type KeyPair = { readonly privateKey: CryptoKey; readonly publicKey: CryptoKey };

/** The lifetime of an assertion: longer than a request takes. */
const assertion_lifetime_s = 60;

type AssertionOptions = {
  clientId: string;
  privateKey: PrivateKey;
  /** The `kid` that the panel shows. Default: that of the JWK, otherwise the thumbprint, which the panel uses too. */
  keyId?: string | undefined;
  clock: Clock;
};

/** Returns a function that signs a new assertion for an audience (RFC 7523 §3). */
export function createAsserter({ clientId, privateKey, keyId, clock }: AssertionOptions): (audience: string) => Promise<string> {
  let read: Promise<{ signer: Signer; kid: string }> | null = null;
  return async (audience) => {
    read ??= readKey(privateKey, keyId);
    const { signer, kid } = await read;
    const now = Math.floor(clock.now() / 1_000);
    const claims = {
      iss: clientId,
      sub: clientId,
      aud: audience,
      iat: now,
      exp: now + assertion_lifetime_s,
      jti: crypto.randomUUID(),
    };
    return sign(signer, { kid }, claims);
  };
}

/** A request to prove; `token` null: a token request. */
export type Provable = { method: string; url: string; token: string | null };

/**
 * Returns a function that proves a request (RFC 9449 §4.2). Without a key pair it generates one that never leaves the process.
 */
export function createProver(pair: KeyPair | null, clock: Clock): (request: Provable) => Promise<string> {
  let read: Promise<{ signer: Signer; jwk: object }> | null = null;
  return async ({ method, url, token }) => {
    read ??= readPair(pair);
    const { signer, jwk } = await read;
    const claims = { jti: crypto.randomUUID(), htm: method, htu: url, iat: Math.floor(clock.now() / 1_000) };
    const ath = token === null ? {} : { ath: base64url(await crypto.subtle.digest("SHA-256", encoder.encode(token))) };
    return sign(signer, { typ: "dpop+jwt", jwk }, { ...claims, ...ath });
  };
}

type Signer = { key: CryptoKey; alg: string };

async function sign({ key, alg }: Signer, header: object, claims: object): Promise<string> {
  const text = [{ alg, ...header }, claims].map((part) => base64url(encoder.encode(JSON.stringify(part)))).join(".");
  return `${text}.${base64url(await crypto.subtle.sign(ways[alg]!.sign as never, key, encoder.encode(text)))}`;
}

const rsa = (name: string) => ({ import: { name, hash: "SHA-256" }, sign: { name, saltLength: 32 } });
/** The WebCrypto parameters of each `alg` (RFC 7518 §3.1, RFC 9864 §2.2). */
const ways: Readonly<Record<string, { import: { name: string; hash?: string; namedCurve?: string }; sign: object }>> = {
  ES256: { import: { name: "ECDSA", namedCurve: "P-256" }, sign: { name: "ECDSA", hash: "SHA-256" } },
  EdDSA: { import: { name: "Ed25519" }, sign: { name: "Ed25519" } },
  RS256: rsa("RSASSA-PKCS1-v1_5"),
  PS256: rsa("RSA-PSS"),
};

async function readKey(given: PrivateKey, key_id: string | undefined): Promise<{ signer: Signer; kid: string }> {
  const signer = typeof given === "string" ? await readPem(given) : isCryptoKey(given) ? signerOf(given) : await readJwk(given);
  const named = typeof given === "string" || isCryptoKey(given) ? undefined : given.kid;
  return { signer, kid: key_id ?? named ?? (await thumbprintOf(signer.key)) };
}

function isCryptoKey(given: PrivateKey): given is CryptoKey {
  return typeof given === "object" && "algorithm" in given && "usages" in given;
}

function signerOf(key: CryptoKey): Signer {
  const [alg] = Object.entries(ways).find(([, way]) => way.import.name === key.algorithm.name) ?? [];
  if (alg === undefined) throw new TypeError(`A key of ${key.algorithm.name} cannot sign here: RSA, EC on P-256 or Ed25519 can.`);
  return { key, alg };
}

/** PEM does not name the signature algorithm, so the key's type determines it. */
async function readPem(pem: string): Promise<Signer> {
  const [, body] = /-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----/.exec(pem) ?? [];
  if (body === undefined) throw new TypeError("The private key must be PKCS #8 in PEM: -----BEGIN PRIVATE KEY-----.");
  const bytes = Uint8Array.from(atob(body.replace(/\s/g, "")), (letter) => letter.charCodeAt(0));
  for (const alg of ["ES256", "EdDSA", "RS256"]) {
    const key = await crypto.subtle.importKey("pkcs8", bytes, ways[alg]!.import as never, true, ["sign"]).catch(() => null);
    if (key) return { key, alg };
  }
  throw new TypeError("The private key must be of RSA, EC on P-256, or Ed25519.");
}

async function readJwk(given: PrivateJwk): Promise<Signer> {
  // The JWK's `use` and `key_ops` need not allow signing, and WebCrypto takes the algorithm as a parameter, so these members are
  // removed.
  const { use: _, key_ops: __, alg: ___, ...jwk } = given as Jwk;
  const usual: Record<string, string> = { EC: "ES256", OKP: "EdDSA", RSA: "RS256" };
  const alg = given.alg === "Ed25519" ? "EdDSA" : (given.alg ?? usual[given.kty ?? ""] ?? "");
  const way = ways[alg];
  if (!way || !("d" in jwk)) throw new TypeError("The private key must be a private JWK of RSA, EC on P-256, or Ed25519.");
  return { key: await crypto.subtle.importKey("jwk", jwk, way.import, true, ["sign"]), alg };
}

async function readPair(given: KeyPair | null): Promise<{ signer: Signer; jwk: object }> {
  const { privateKey, publicKey } = given ?? (await newPair());
  return { signer: signerOf(privateKey), jwk: publicOf((await crypto.subtle.exportKey("jwk", publicKey)) as Jwk) };
}

async function newPair(): Promise<KeyPair> {
  const pair: unknown = await crypto.subtle.generateKey(ways["ES256"]!.import as never, false, ["sign", "verify"]);
  return pair as KeyPair;
}

type Jwk = Record<string, unknown>;

/** The members of a public key (RFC 7638 §3.2), in the order in which they are hashed. */
function publicOf(jwk: Jwk): Jwk {
  const names = { EC: ["crv", "kty", "x", "y"], OKP: ["crv", "kty", "x"], RSA: ["e", "kty", "n"] }[String(jwk["kty"])] ?? [];
  return Object.fromEntries(names.map((name) => [name, jwk[name]]));
}

async function thumbprintOf(key: CryptoKey): Promise<string> {
  if (!key.extractable)
    throw new TypeError("Give keyId, as the panel shows it: of a key that cannot be exported it is not known.");
  const jwk = publicOf((await crypto.subtle.exportKey("jwk", key)) as Jwk);
  return base64url(await crypto.subtle.digest("SHA-256", encoder.encode(JSON.stringify(jwk))));
}

const encoder = new TextEncoder();

function base64url(bytes: ArrayBuffer | Uint8Array): string {
  const letters = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
