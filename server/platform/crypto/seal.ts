import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { Keyring, Purpose } from "./keyring.ts";

/**
 * Authenticated encryption with AES-256-GCM and the purpose's newest key. `about` identifies the record that the text belongs to,
 * so that a sealed text cannot be moved to another record.
 *
 *   version:2 | nonce:12 | tag:16 | ciphertext
 */
export function seal(keyring: Keyring, purpose: Purpose, about: string, text: string): Buffer {
  const version = keyring.versions[0]!;
  const nonce = randomBytes(nonce_bytes);
  const cipher = createCipheriv(algorithm, keyring.key(purpose, version), nonce, { authTagLength: tag_bytes });
  cipher.setAAD(Buffer.from(about));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  const head = Buffer.alloc(version_bytes);
  head.writeUInt16BE(version);
  return Buffer.concat([head, nonce, cipher.getAuthTag(), sealed]);
}

/** Decrypts. Throws when the bytes were changed, belong to another record, or the version of their key is missing. */
export function unseal(keyring: Keyring, purpose: Purpose, about: string, bytes: Buffer): string {
  if (bytes.length < head_bytes) throw new Error("too short to be sealed");
  const key = keyring.key(purpose, bytes.readUInt16BE(0));
  const nonce = bytes.subarray(version_bytes, version_bytes + nonce_bytes);
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tag_bytes });
  decipher.setAAD(Buffer.from(about));
  decipher.setAuthTag(bytes.subarray(version_bytes + nonce_bytes, head_bytes));
  return Buffer.concat([decipher.update(bytes.subarray(head_bytes)), decipher.final()]).toString("utf8");
}

/** Encrypts the same text with the newest key; throws as `unseal` does. */
export function reseal(keyring: Keyring, purpose: Purpose, about: string, bytes: Buffer): Buffer {
  return seal(keyring, purpose, about, unseal(keyring, purpose, about, bytes));
}

const algorithm = "aes-256-gcm";
const version_bytes = 2;
const nonce_bytes = 12;
const tag_bytes = 16;
const head_bytes = version_bytes + nonce_bytes + tag_bytes;
