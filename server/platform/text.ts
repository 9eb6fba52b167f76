/**
 * Letters that Unicode decomposition does not split, replaced as people type them without the right keyboard. Replacements by a
 * single letter are also in infra.plain_letters (migration 0033).
 */
const unsplit: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Array.from("łl đd ðd øo ıi ħh ŧt ŋn ĸq əe ςσ ƀb ȼc ɇe ǥg ɨi ɉj ƚl ɵo ɍr ʉu ɏy ƶz".split(" "), (pair) => [pair[0]!, pair[1]!]),
  ),
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "th",
};
const unsplit_letters = new RegExp(`[${Object.keys(unsplit).join("")}]`, "g");

/**
 * The form in which names are compared and sorted: case, diacritics and repeated spaces do not count.
 * `nameNorm("  Logistyka  PÓŁNOC ") === "logistyka polnoc"`.
 */
export function nameNorm(name: string): string {
  const lower = name.toLowerCase();
  return (isPlain(lower) ? lower : lettersOf(lower)).replace(/\s+/gu, " ").trim();
}

function lettersOf(lower: string): string {
  return lower
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(unsplit_letters, (letter) => unsplit[letter] ?? letter);
}

/** The form in which codes, employee numbers, logins and e-mail addresses are compared: letter case does not count. */
export function caseNorm(value: string): string {
  return (isPlain(value) ? value : value.normalize("NFC")).toLowerCase();
}

/** Whether a text has more than `max` characters, counted as JSON Schema counts: a character beyond U+FFFF is one. */
export function isLongerThan(text: string, max: number): boolean {
  return text.length > max && (text.length > 2 * max || Array.from(text).length > max);
}

/** The form in which every text from outside is stored: NFC, without leading or trailing white space. */
export function tidy(value: string): string {
  return (isPlain(value) ? value : value.normalize("NFC")).trim();
}

/** Whether a text is printable ASCII only, and so needs no Unicode normalisation. */
export function isPlain(text: string): boolean {
  return printable_ascii.test(text);
}

const printable_ascii = /^[ -~]*$/;

/** A text without its trailing slashes. A regular expression would take quadratic time for a text with many slashes. */
export function withoutEndingSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === "/") end -= 1;
  return text.slice(0, end);
}
