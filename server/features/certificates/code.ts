import { randomBytes } from "node:crypto";

/** Crockford's base 32: no letter that could be taken for a digit, nor U. */
const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** 60 bits: whoever tries a million codes a second needs tens of thousands of years for one that exists. */
const letters_total = 12;
const group_letters = 4;
const code_pattern = new RegExp(`^[${letters}]{${letters_total}}$`);

/** A new code by which anybody can check a certificate, for example `7KQ2-9FXM-41TZ`. It says nothing of the person; the page behind it does. */
export function newVerificationCode(): string {
  return inGroups(Array.from(randomBytes(letters_total), (byte) => letters[byte % letters.length]).join(""));
}

/** A code as somebody typed it from paper, in the form in which it is kept; null: it is none. */
export function readVerificationCode(text: string): string | null {
  const typed = text.toUpperCase().replace(/[\s-]/g, "").replaceAll("O", "0").replace(/[IL]/g, "1");
  return code_pattern.test(typed) ? inGroups(typed) : null;
}

function inGroups(text: string): string {
  return text.match(new RegExp(`.{${group_letters}}`, "g"))!.join("-");
}
