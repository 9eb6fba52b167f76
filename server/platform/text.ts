/** Letters that Unicode decomposition does not split, as people type them without the right keyboard. */
const unsplit: Readonly<Record<string, string>> = { ł: "l", đ: "d", ø: "o", ß: "ss", æ: "ae", œ: "oe", ı: "i", þ: "th" };

/**
 * The form in which names are compared and sorted: case, diacritics and repeated spaces do not count.
 * `nameNorm("  Logistyka  PÓŁNOC ") === "logistyka polnoc"`.
 */
export function nameNorm(name: string): string {
  return name
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[łđøßæœıþ]/g, (letter) => unsplit[letter] ?? letter)
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
