import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { hmac, type Keyring } from "../../platform/crypto/keyring.ts";

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const key_id_length = 12;
const random_length = 26;
const checksum_length = 6;

const secret_pattern = /^lms_(live|test)_([0-9A-Za-z]{12})_[0-9A-Za-z]{32}$/;

/** A client's secret. `key_id` is public: it serves for look-up, log and panel. `text` is shown once and not stored. */
export type Secret = { text: string; key_id: string };

/**
 * Creates a secret `lms_live_<12>_<32>`. The 12 characters are its public id. The 32 are 26 random characters (about 155 bits)
 * and the CRC-32 of all that comes before, in base 62; scanners for leaked secrets recognise it by the checksum. Sandbox
 * organisations get `lms_test_`.
 */
export function newSecret(kind: "live" | "sandbox"): Secret {
  const key_id = newKeyId();
  const body = `lms_${kind === "live" ? "live" : "test"}_${key_id}_${randomText(random_length)}`;
  return { text: body + checksumOf(body), key_id };
}

/** A public id, of a secret or of a public key: about 71 bits. */
export function newKeyId(): string {
  return randomText(key_id_length);
}

/** The public id in a presented secret, or null when it does not have the form of one. */
export function keyIdOf(text: string): string | null {
  return secret_pattern.exec(text)?.[2] ?? null;
}

/** Whether the last six characters are the checksum of the rest. It is meant for scanners; the server looks up every secret. */
export function hasChecksum(text: string): boolean {
  return secret_pattern.test(text) && text.slice(-checksum_length) === checksumOf(text.slice(0, -checksum_length));
}

/** The stored digest: HMAC-SHA-256 with the pepper of a version. With this much entropy no slow hash is needed. */
export function digestOf(keyring: Keyring, text: string, version?: number): Buffer {
  return hmac(keyring.key("client-secret", version), text);
}

function checksumOf(text: string): string {
  let rest = crc32(text);
  let out = "";
  for (let place = 0; place < checksum_length; place += 1, rest = Math.floor(rest / 62)) out = base62[rest % 62] + out;
  return out;
}

/** Uniform over 62 characters: bytes from 248 on are drawn again, because 256 is not a multiple of 62. */
function randomText(length: number): string {
  let out = "";
  while (out.length < length) {
    for (const byte of randomBytes(length * 2)) {
      if (byte < 248 && out.length < length) out += base62[byte % 62];
    }
  }
  return out;
}
