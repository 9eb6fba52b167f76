import { createPrivateKey, createPublicKey, randomBytes, sign } from "node:crypto";

/**
 * Long, because providers pin the certificate and its end has no other effect than a reminder. The key changes when the provider
 * is set up again.
 */
const lasts_years = 10;
const serial_bytes = 16;

/**
 * A self-signed certificate of our key (RFC 5280 §4.1), as DER in base64, the form in which SAML publishes public keys. `name`:
 * the common name, in ASCII.
 */
export function certificateOf(private_key: string, name: string, now_ms: number): string {
  const key = createPrivateKey(private_key);
  const until = new Date(now_ms);
  until.setUTCFullYear(until.getUTCFullYear() + lasts_years);
  // sha256WithRSAEncryption, 1.2.840.113549.1.1.11, and commonName, 2.5.4.3
  const algorithm = der(0x30, Buffer.from("06092a864886f70d01010b0500", "hex"));
  const common_name = der(
    0x30,
    der(0x31, der(0x30, Buffer.from("0603550403", "hex"), der(0x0c, Buffer.from(name.slice(0, 64))))),
  );
  const serial = randomBytes(serial_bytes);
  // The serial number must be positive and have no leading zeros.
  serial[0] = (serial[0]! & 0x3f) | 0x40;
  const content = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    algorithm,
    common_name,
    der(0x30, time(new Date(now_ms)), time(until)),
    common_name,
    createPublicKey(key).export({ format: "der", type: "spki" }),
  );
  const signature = sign("sha256", content, key);
  return der(0x30, content, algorithm, der(0x03, Buffer.from([0]), signature)).toString("base64");
}

/** RFC 5280 §4.1.2.5: years before 2050 have two digits. */
function time(at: Date): Buffer {
  const digits = `${at.toISOString().replace(/[-:T]/g, "").slice(0, 14)}Z`;
  return at.getUTCFullYear() < 2050 ? der(0x17, Buffer.from(digits.slice(2))) : der(0x18, Buffer.from(digits));
}

/** ITU-T X.690 §8.1: a tag, the length and the content. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const long = length < 0x80 ? [] : length < 0x100 ? [0x81] : [0x82, length >> 8];
  return Buffer.concat([Buffer.from([tag, ...long, length & 0xff]), content]);
}
