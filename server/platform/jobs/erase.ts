// What erases a person from the logs: each table's owner offers an eraser, and features/erasure/ runs them one after the other.
import type { Keyring } from "../crypto/keyring.ts";
import { part, type Fragment } from "../db/sql.ts";
import type { Db } from "../db/transaction.ts";
import { caseNorm } from "../text.ts";

/** By what a person was ever known; texts in the form of `caseNorm`. */
export type Terms = {
  numbers: readonly string[];
  /** E-mail addresses, logins, telephone numbers and ids that others have for the person. */
  addresses: readonly string[];
  /** First and last name, in either order, and what else others may share with the person. */
  names: readonly string[];
};

/** A person who is being erased. */
export type Subject = Terms & {
  tenant_id: string;
  person_id: string;
  /** What stands in the place of the number, the login and the name. */
  token: string;
  /** When the erasure was asked for, on the infrastructure's clock. */
  requested_us: number;
  keyring: Keyring;
};

/** What a part has done: `place` is where the next one begins, null: nothing is left. `wait_s`: come again then. */
export type Erased = { erased: number; place: string | null; wait_s?: number };

export type Eraser = {
  /** What it erases: the name of its count. */
  name: string;
  /** One part, in a transaction of its own. */
  erasePart: (db: Db, subject: Subject, place: string | null) => Promise<Erased>;
};

/** Shorter texts are in too many sentences to be looked for within them. */
const text_min = 4;
type Sought = { word: string; pattern: string };

/**
 * Whether a text says one of the terms as words of their own, also as paths write them. `said`: a text that went through
 * infra.case_norm. A regular expression is slow to compile and to match, so it is asked for only where the term's longest
 * word stands.
 */
export function mentions(said: Fragment, terms: readonly string[]): Fragment {
  return saysOneOf(said, wholeWords(terms));
}

/** The same for all that the person was known by; a number also where it is the whole of a JSON text. */
export function mentionsPerson(said: Fragment, { numbers, addresses, names }: Terms): Fragment {
  const quoted = numbers.map((number) => ({ word: longestWord(`"${number}"`), pattern: `"${escaped(number)}"` }));
  return saysOneOf(said, [...wholeWords([...addresses, ...names, ...numbers]), ...quoted]);
}

function saysOneOf(said: Fragment, sought: readonly Sought[]): Fragment {
  // `offset 0`: the text is made once, and not again for each term.
  return part`exists (
    select
    from (select ${said} as said offset 0) s
    cross join unnest(${sought.map(({ word }) => word)}::text[], ${sought.map(({ pattern }) => pattern)}::text[]) as t(word, pattern)
    where case when position(t.word in s.said) > 0 then s.said ~ t.pattern end)`;
}

function wholeWords(terms: readonly string[]): Sought[] {
  const texts = terms.filter((term) => term.length >= text_min);
  const all = new Set(texts.flatMap((text) => [text, caseNorm(encodeURIComponent(text))]));
  return [...all].map((text) => ({
    word: longestWord(text),
    pattern: `(?<![[:alnum:]])${escaped(text)}(?![[:alnum:]])`,
  }));
}

function longestWord(text: string): string {
  return text.split(/\s+/u).reduce((longest, word) => (word.length > longest.length ? word : longest));
}

function escaped(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}\s]/gu, String.raw`\$&`).replaceAll(/\s+/g, "[[:space:]]+");
}
