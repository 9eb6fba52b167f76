import { equalBytes, hmac, type Keyring } from "../../../platform/crypto/keyring.ts";

// Each letter has its own envelope sender (VERP), bounces+TOKEN@…, so that a report identifies its letter, whatever address it
// names. A local part has at most 64 octets (RFC 5321 §4.5.3.1.1) and some servers convert it to lower case. So the token is base
// 32 with 52 characters and contains only the first half of the letter's id.

const tenant_bytes = 16;
const mail_bytes = 8;
const signature_bytes = 8;
const token_bytes = tenant_bytes + mail_bytes + signature_bytes;
const alphabet = "abcdefghijklmnopqrstuvwxyz234567";
/** Addresses with a token in a text; at most `tokens_max` are read. */
const token = /\+([a-z2-7]{52})@/gi;
const tokens_max = 20;

/** The envelope sender of a letter, to which reports about it are sent. */
export function returnPathOf(keyring: Keyring, bounce_address: string, tenant_id: string, mail_id: string): string {
  const at = bounce_address.lastIndexOf("@");
  const head = Buffer.concat([bytesOf(tenant_id), bytesOf(mail_id).subarray(0, mail_bytes)]);
  const signature = signatureOf(keyring, keyring.versions[0]!, tenant_id, mail_id);
  return `${bounce_address.slice(0, at)}+${base32(Buffer.concat([head, signature]))}${bounce_address.slice(at)}`;
}

/** The content of a token: the organisation, and the range that contains the letter's id. */
export type Pointed = {
  tenant_id: string;
  first_id: string;
  last_id: string;
  isOf: (keyring: Keyring, mail_id: string) => boolean;
};

/** The tokens in the given texts; their signatures are not verified yet. */
export function tokensIn(texts: readonly string[]): Pointed[] {
  const found = new Set<string>();
  for (const text of texts)
    for (const [, one] of text.matchAll(token)) if (found.size < tokens_max) found.add(one!.toLowerCase());
  return [...found].map(pointedBy);
}

function pointedBy(text: string): Pointed {
  const bytes = fromBase32(text);
  const tenant_id = idOf(bytes.subarray(0, tenant_bytes));
  const half = bytes.subarray(tenant_bytes, tenant_bytes + mail_bytes);
  const signature = bytes.subarray(tenant_bytes + mail_bytes, token_bytes);
  return {
    tenant_id,
    first_id: idOf(Buffer.concat([half, Buffer.alloc(8, 0x00)])),
    last_id: idOf(Buffer.concat([half, Buffer.alloc(8, 0xff)])),
    isOf: (keyring, mail_id) =>
      keyring.versions.some((version) => equalBytes(signatureOf(keyring, version, tenant_id, mail_id), signature)),
  };
}

function signatureOf(keyring: Keyring, version: number, tenant_id: string, mail_id: string): Buffer {
  const about = Buffer.concat([bytesOf(tenant_id), bytesOf(mail_id)]);
  return hmac(keyring.key("mail-bounce", version), about).subarray(0, signature_bytes);
}

function base32(bytes: Buffer): string {
  let text = "";
  let value = 0;
  let bits = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet[(value >>> bits) & 31];
      value &= (1 << bits) - 1;
    }
  }
  return bits === 0 ? text : text + alphabet[(value << (5 - bits)) & 31];
}

function fromBase32(text: string): Buffer {
  const bytes: number[] = [];
  let value = 0;
  let bits = 0;
  for (const letter of text) {
    value = (value << 5) | alphabet.indexOf(letter);
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push(value >>> bits);
    value &= (1 << bits) - 1;
  }
  return Buffer.from(bytes);
}

const bytesOf = (id: string) => Buffer.from(id.replaceAll("-", ""), "hex");

function idOf(bytes: Buffer): string {
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
