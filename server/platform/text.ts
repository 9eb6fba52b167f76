/**
 * Letters that Unicode decomposition does not split, as people type them without the right keyboard. Those that become one
 * letter stand in infra.plain_letters (migration 0033), too.
 */
const unsplit: Readonly<Record<string, string>> = {
  ...{ ß: "ss", æ: "ae", œ: "oe", þ: "th" },
  ...{ ł: "l", đ: "d", ð: "d", ø: "o", ı: "i", ħ: "h", ŧ: "t", ŋ: "n", ĸ: "q", ə: "e", ς: "σ" },
  ...{ ƀ: "b", ȼ: "c", ɇ: "e", ǥ: "g", ɨ: "i", ɉ: "j", ƚ: "l", ɵ: "o", ɍ: "r", ʉ: "u", ɏ: "y", ƶ: "z" },
};
const unsplit_letters = new RegExp(`[${Object.keys(unsplit).join("")}]`, "g");

/**
 * The form in which names are compared and sorted: case, diacritics and repeated spaces do not count.
 * `nameNorm("  Logistyka  PÓŁNOC ") === "logistyka polnoc"`.
 */
export function nameNorm(name: string): string {
  return name
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(unsplit_letters, (letter) => unsplit[letter] ?? letter)
    .replace(/\s+/gu, " ")
    .trim();
}

/** The form in which codes, employee numbers, logins and e-mail addresses are compared: letter case does not count. */
export function caseNorm(value: string): string {
  return value.normalize("NFC").toLowerCase();
}

/** Whether a text has more than `max` characters, counted as JSON Schema counts them: one beyond U+FFFF is one. */
export function isLongerThan(text: string, max: number): boolean {
  return text.length > max && (text.length > 2 * max || Array.from(text).length > max);
}

/** How every string from outside is kept: NFC, without leading or trailing white space. */
export function tidy(value: string): string {
  return value.normalize("NFC").trim();
}
