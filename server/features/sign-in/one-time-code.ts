import { Secret, TOTP } from "otpauth";
import type { Keyring } from "../../platform/crypto/keyring.ts";
import { seal, unseal } from "../../platform/crypto/seal.ts";

// The parameters of RFC 6238 that all authenticators support.
const form = { issuer: "Muster", algorithm: "SHA1", digits: 6, period: 30 } as const;
/** Clocks may differ by one time step in either direction. */
const window = 1;
const secret_bytes = 20;

export function newSecret(label: string): { secret: string; otpauth_url: string } {
  const secret = new Secret({ size: secret_bytes });
  return { secret: secret.base32, otpauth_url: new TOTP({ ...form, label, secret }).toString() };
}

export function sealSecret(keyring: Keyring, account_id: string, secret: string): Buffer {
  return seal(keyring, "second-factor", account_id, secret);
}

/** The time step of a code, if it is later than the last one that was used; otherwise null. */
export function stepOfCode(
  keyring: Keyring,
  account: { id: string; totp_secret: Buffer; totp_step: number },
  code: string,
  now_us: number,
): number | null {
  const secret = Secret.fromBase32(unseal(keyring, "second-factor", account.id, account.totp_secret));
  const timestamp = Math.floor(now_us / 1000);
  const token = code.replace(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return null;
  const delta = new TOTP({ ...form, secret }).validate({ token, timestamp, window });
  if (delta === null) return null;
  const step = Math.floor(timestamp / 1000 / form.period) + delta;
  return step > account.totp_step ? step : null;
}
