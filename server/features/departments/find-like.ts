import type { Pool } from "../../platform/db/pool.ts";
import { nameNorm } from "../../platform/text.ts";
import { listNamesLike } from "./sql.ts";

// Finds departments for a text that a person types into a filter: a name, a part of a name, or a name with a typo. Typos are only
// considered when no name contains the text.

/** The shortest typed word in which a typo is allowed; shorter words resemble too many others. */
const typed_letters_min = 4;
/** The shortest word that is found in spite of a typo. */
const found_letters_min = 5;
/** The shortest word that may be a part of another one. */
const part_letters_min = 3;

/** Ids of the departments whose name contains a text; if none does, of those whose name is like it. */
export async function findDepartmentsLike(pool: Pool, tenant_id: string, text: string): Promise<string[]> {
  const wanted = nameNorm(text);
  if (wanted === "") return [];
  const rows = await listNamesLike(pool, tenant_id, wanted);
  const words = wordsOf(wanted);
  return rows.filter(({ name_norm, is_like }) => is_like || hasWords(name_norm, words)).map(({ id }) => id);
}

/** Whether a name has each of the words, as a word or a part of one, or with one typo. Both in their normal form (nameNorm). */
export function hasWords(name_norm: string, words: readonly string[]): boolean {
  const own = wordsOf(name_norm);
  return words.length > 0 && words.every((word) => own.some((one) => isMeant(word, one)));
}

export function wordsOf(norm: string): string[] {
  return norm.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
}

function isMeant(typed: string, word: string): boolean {
  if (typed === word || (typed.length >= part_letters_min && word.includes(typed))) return true;
  return typed.length >= typed_letters_min && word.length >= found_letters_min && isOneTypoAway(typed, word);
}

/** Whether two different words differ by one typo: a missing, extra or wrong letter, or two neighbours exchanged. */
function isOneTypoAway(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  const at = firstDifference(one, other);
  if (one.length !== other.length) {
    const [shorter, longer] = one.length < other.length ? [one, other] : [other, one];
    return shorter.slice(at) === longer.slice(at + 1);
  }
  const is_exchanged = one[at] === other[at + 1] && one[at + 1] === other[at];
  return one.slice(at + 1) === other.slice(at + 1) || (is_exchanged && one.slice(at + 2) === other.slice(at + 2));
}

function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}
