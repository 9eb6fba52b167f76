import { randomBytes } from "node:crypto";

/** Crockford's base 32: without letters that look like digits, and without U. */
const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** 60 bits: at a million tries a second it takes tens of thousands of years to hit an existing code. */
const letters_total = 12;
const group_letters = 4;
const code_pattern = new RegExp(`^[${letters}]{${letters_total}}$`);

/**
 * A new code for checking a certificate, for example `7KQ2-9FXM-41TZ`. It contains no data of the person; the page that it opens
 * does.
 */
export function newVerificationCode(): string {
  return inGroups(Array.from(randomBytes(letters_total), (byte) => letters[byte % letters.length]).join(""));
}

/** Normalises a code typed from paper to its stored form; null: it is not a code. */
export function readVerificationCode(text: string): string | null {
  const typed = text.toUpperCase().replace(/[\s-]/g, "").replaceAll("O", "0").replace(/[IL]/g, "1");
  return code_pattern.test(typed) ? inGroups(typed) : null;
}

function inGroups(text: string): string {
  return text.match(new RegExp(`.{${group_letters}}`, "g"))!.join("-");
}
