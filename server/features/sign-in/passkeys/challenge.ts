// A challenge is not stored when it is created, so that strangers who ask for many of them fill no table. It proves itself that
// we created it: it consists of random bytes, its expiry, and an HMAC over these, over its purpose, and over who was asked (a
// browser's cookie or a session, and the account if it is known). When it is answered, its digest is stored until it expires, so
// that it is answered only once (`spendChallenge`).
import { createHash, randomBytes } from "node:crypto";
import { equalBytes, hmac, type Keyring } from "../../../platform/crypto/keyring.ts";

/** How long an authenticator may take; browsers get the same limit. */
export const challenge_us = 300_000_000;

/** The purpose of a challenge: an answer to one ceremony is not accepted in another. */
export type Ceremony = {
  purpose: "register" | "second_factor" | "alone" | "step_up";
  /** Who was asked: the digest of a browser's cookie, or the id of a session. */
  asked_by: string;
  /** The account whose passkey must answer; null: the answer names the account. */
  account_id: string | null;
};

const random_bytes = 16;
const end_bytes = 8;
const mac_bytes = 32;

/** A new challenge, as base64url. */
export function newChallenge(keyring: Keyring, ceremony: Ceremony, now_us: number): string {
  const head = Buffer.concat([randomBytes(random_bytes), Buffer.alloc(end_bytes)]);
  head.writeBigUInt64BE(BigInt(Math.floor(now_us) + challenge_us), random_bytes);
  return Buffer.concat([head, macOf(keyring, keyring.versions[0]!, head, ceremony)]).toString("base64url");
}

/** The digest and the expiry of a challenge; null: it is not ours, has another purpose, or has expired. */
export function readChallenge(
  keyring: Keyring,
  challenge: string,
  ceremony: Ceremony,
  now_us: number,
): { hash: Buffer; expires_us: number } | null {
  const bytes = Buffer.from(challenge, "base64url");
  if (bytes.length !== random_bytes + end_bytes + mac_bytes) return null;
  const head = bytes.subarray(0, random_bytes + end_bytes);
  const mac = bytes.subarray(random_bytes + end_bytes);
  if (!keyring.versions.some((version) => equalBytes(macOf(keyring, version, head, ceremony), mac))) return null;
  const expires_us = Number(head.readBigUInt64BE(random_bytes));
  return expires_us > now_us ? { hash: createHash("sha256").update(bytes).digest(), expires_us } : null;
}

function macOf(keyring: Keyring, version: number, head: Buffer, { purpose, asked_by, account_id }: Ceremony): Buffer {
  return hmac(
    keyring.key("passkey-challenge", version),
    JSON.stringify([head.toString("base64url"), purpose, asked_by, account_id]),
  );
}
