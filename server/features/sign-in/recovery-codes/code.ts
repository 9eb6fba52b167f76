import { createHash, randomInt } from "node:crypto";

/** Codes in one set. */
export const recovery_codes_made = 10;
export const recovery_code_digits = 24;
const group_digits = 4;

/** A new code such as `1234-5678-…`, with 79 random bits. It has only digits, which every keyboard has. */
export function newRecoveryCode(): string {
  const digits = Array.from({ length: recovery_code_digits }, () => randomInt(10)).join("");
  return digits.match(new RegExp(`.{${group_digits}}`, "g"))!.join("-");
}

/** The hash to store for a code of an account; null: the text cannot be a code. */
export function hashOfCode(account_id: string, text: string): Buffer | null {
  const digits = text.replace(/[\s-]/g, "");
  if (digits.length !== recovery_code_digits || /\D/.test(digits)) return null;
  return createHash("sha256").update(`${account_id}.${digits}`).digest();
}
