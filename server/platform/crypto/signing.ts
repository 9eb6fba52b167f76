// The key of an organisation's signatures, which others verify without this service (docs/decisions/0076). It is derived from
// SECRET_KEY and the organisation's id and is not stored: the same version of SECRET_KEY always gives the same key.
import { createECDH, createHash, createPrivateKey, createPublicKey, hkdfSync, sign, type KeyObject } from "node:crypto";
import type { Keyring } from "./keyring.ts";

/** The public half (RFC 7517 §4, RFC 7518 §6.2). */
export type SigningJwk = { kty: "EC"; crv: "P-256"; x: string; y: string };

export type SigningKey = {
  /** The value of `kid`: the shortened thumbprint of the public key (RFC 7638). */
  id: string;
  jwk: SigningJwk;
  /** SubjectPublicKeyInfo as PEM. */
  pem: string;
  /** SHA-256 of the SubjectPublicKeyInfo as DER, in hexadecimal. */
  fingerprint: string;
  /** Signs bytes with ES256. `der`: the encoding for openssl; `ieee-p1363`: the encoding for JWS (RFC 7518 §3.4). */
  sign: (bytes: Buffer, encoding: "der" | "ieee-p1363") => Buffer;
};

/** The order of the group of P-256 (FIPS 186-5, SP 800-186 §3.2.1.3). */
const group_order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
/** 64 bits more than the order, so that the remainder is evenly distributed (FIPS 186-5 A.2.1). */
const random_bytes = 40;
const id_letters = 16;

/** The key of an organisation for a version of SECRET_KEY; default: the newest, which signs. */
export function signingKeyOf(keyring: Keyring, tenant_id: string, version = keyring.versions[0]!): SigningKey {
  const secret = keyring.key("signature", version);
  const bits = Buffer.from(hkdfSync("sha256", secret, "muster", `es256 ${tenant_id}`, random_bytes));
  const scalar = (BigInt(`0x${bits.toString("hex")}`) % (group_order - 1n)) + 1n;
  const d = Buffer.from(scalar.toString(16).padStart(64, "0"), "hex");
  const ecdh = createECDH("prime256v1");
  ecdh.setPrivateKey(d);
  const point = ecdh.getPublicKey();
  const jwk: SigningJwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33, 65).toString("base64url"),
  };
  const private_key = createPrivateKey({ key: { ...jwk, d: d.toString("base64url") }, format: "jwk" });
  const public_key = createPublicKey(private_key);
  return {
    id: thumbprintOf(jwk).slice(0, id_letters),
    jwk,
    pem: public_key.export({ type: "spki", format: "pem" }),
    fingerprint: fingerprintOf(public_key),
    sign: (bytes, dsaEncoding) => sign("sha256", bytes, { key: private_key, dsaEncoding }),
  };
}

function fingerprintOf(key: KeyObject): string {
  return createHash("sha256")
    .update(key.export({ type: "spki", format: "der" }))
    .digest("hex");
}

/** RFC 7638 §3: the required members, sorted by name, without spaces. */
function thumbprintOf({ crv, kty, x, y }: SigningJwk): string {
  return createHash("sha256").update(JSON.stringify({ crv, kty, x, y })).digest("base64url");
}
