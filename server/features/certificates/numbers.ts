import { caseNorm } from "../../platform/text.ts";

/**
 * What is known of the numbers of certificates: the codes of courses, and the part that follows the code (`insertCertificates`).
 */
export type Numbered = {
  codes: readonly string[];
  /** The first and last year in a number, and the digits of the longest running number; null: not known. */
  behind: { first_year: number; last_year: number; digits: number } | null;
};

/** The most beginnings that are looked up. If a text could be in more of them, each number is searched instead. */
export const beginnings_max = 5_000;

/** The part after the code: a hyphen, the year, a hyphen, the running number; it may end anywhere. */
const behind_code = /^-(?:\d{0,4}|\d{4}-\d*)$/;
const in_year_and_number = /^(\d{0,4})-(\d*)$/;
const digits_only = /^\d+$/;

/**
 * The beginnings of all numbers that contain a text; null: more than `beginnings_max`, or not known. A number is
 * CODE-YEAR-NUMBER. So the text lies in the code, or begins there, or lies after it: in the year, in the running number, or
 * across the hyphen between them.
 */
export function beginningsOf(text: string, { codes, behind: known }: Numbered): string[] | null {
  const norm = caseNorm(text);
  const spelled = codes.flatMap((code) => [...new Set([code, code.toUpperCase(), code.toLowerCase()])]);
  // Found once for all codes: a text may have two hundred letters, and a catalogue ten thousand codes.
  const places = Array.from({ length: norm.length }, (_, place) => place).filter((place) => behind_code.test(norm.slice(place)));
  const with_code = spelled.flatMap((code) => beginningsWith(norm, code, places));
  const behind = beginningsBehind(norm, known);
  if (behind === null || with_code.length + spelled.length * behind.length > beginnings_max) return null;
  return [...new Set([...with_code, ...spelled.flatMap((code) => behind.map((one) => `${code}-${one}`))])];
}

/**
 * Beginnings for a text that lies in the code, or begins in it or at its hyphen. `places`: where in the text the code may end.
 */
function beginningsWith(norm: string, code: string, places: readonly number[]): string[] {
  const code_norm = caseNorm(code);
  if (code_norm.includes(norm)) return [`${code}-`];
  return places.filter((place) => code_norm.endsWith(norm.slice(0, place))).map((place) => code + norm.slice(place));
}

/** Beginnings for a text that lies after the code and its hyphen. */
function beginningsBehind(norm: string, known: Numbered["behind"]): string[] | null {
  const across = in_year_and_number.exec(norm);
  if (across === null && !digits_only.test(norm)) return [];
  if (known === null) return null;
  const { first_year, last_year, digits } = known;
  const years = Array.from({ length: Math.max(0, last_year - first_year + 1) }, (_, place) => String(first_year + place));
  if (across !== null) return years.filter((year) => year.endsWith(across[1]!)).map((year) => `${year}-${across[2]!}`);
  const numbers = numbersWith(norm, digits);
  if (numbers === null) return null;
  return years.flatMap((year) => (year.includes(norm) ? [year] : numbers.map((number) => `${year}-${number}`)));
}

/** For all running numbers that contain the text, the part up to its end. */
function numbersWith(text: string, digits: number): string[] | null {
  const before_max = digits - text.length;
  if (10 ** before_max > beginnings_max) return null;
  return Array.from({ length: Math.max(0, before_max + 1) }, (_, before) =>
    Array.from({ length: 10 ** before }, (_, number) => (before === 0 ? "" : String(number).padStart(before, "0")) + text),
  ).flat();
}

/** The first text after all texts that begin with `beginning`: the upper bound of a range. */
export function endOf(beginning: string): string {
  const last = beginning.length - 1;
  return beginning.slice(0, last) + String.fromCodePoint(beginning.codePointAt(last)! + 1);
}
