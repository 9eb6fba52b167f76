// How a person is erased from logs: the owner of each table provides an eraser, and features/erasure/ runs the erasers one after
// the other.
import type { Keyring } from "../crypto/keyring.ts";
import { part, type Fragment } from "../db/sql.ts";
import type { Db } from "../db/transaction.ts";
import { caseNorm } from "../text.ts";

/** Everything that a person was ever known by; texts in the form of `caseNorm`. */
export type Terms = {
  numbers: readonly string[];
  /** E-mail addresses, logins, telephone numbers, and ids that other systems have for the person. */
  addresses: readonly string[];
  /** First and last name, in either order, and other terms that several people may share. */
  names: readonly string[];
};

/** A person who is being erased. */
export type Subject = Terms & {
  tenant_id: string;
  person_id: string;
  /** The text that replaces the number, the login and the name. */
  token: string;
  /** When the erasure was requested, by the infrastructure's clock. */
  requested_us: number;
  keyring: Keyring;
};

/**
 * The result of one part. `place`: where the next part begins, null: nothing is left. `wait_s`: how long to wait before the next
 * part.
 */
export type Erased = { erased: number; place: string | null; wait_s?: number };

export type Eraser = {
  /** The name of its count. */
  name: string;
  /** Erases one part, in a transaction of its own. */
  erasePart: (db: Db, subject: Subject, place: string | null) => Promise<Erased>;
};

/** Shorter terms occur in too many sentences to be searched for within texts. */
const text_min = 4;
type Sought = { word: string; pattern: string };

/**
 * Whether a text contains one of the terms as whole words, also in the notation of paths. `said`: the text after infra.case_norm.
 * A regular expression is slow to compile and to match, so it is used only for texts that contain the term's longest word.
 */
export function mentions(said: Fragment, terms: readonly string[]): Fragment {
  return saysOneOf(said, wholeWords(terms));
}

/** Whether a text contains anything that the person was known by; a number also counts if it is a whole JSON string. */
export function mentionsPerson(said: Fragment, { numbers, addresses, names }: Terms): Fragment {
  const quoted = numbers.map((number) => ({ word: longestWord(`"${number}"`), pattern: `"${escaped(number)}"` }));
  return saysOneOf(said, [...wholeWords([...addresses, ...names, ...numbers]), ...quoted]);
}

function saysOneOf(said: Fragment, sought: readonly Sought[]): Fragment {
  // `offset 0`: the normalised text is computed once, not for each term.
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
