// What erases a person from the logs: each table's owner offers an eraser, and features/erasure/ runs them one after the other.
import type { Keyring } from "../crypto/keyring.ts";
import type { Db } from "../db/transaction.ts";
import { caseNorm } from "../text.ts";

/** By what a person was ever known; texts in the form of `caseNorm`. */
export type Terms = {
  numbers: readonly string[];
  /** E-mail addresses, logins, telephone numbers and ids that others have for the person. */
  addresses: readonly string[];
  /** First and last name, in either order. */
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
const never = "(?!)";

/**
 * A regular expression of PostgreSQL that finds any of the terms as words of their own, in a text that went through
 * infra.case_norm; also as paths write them.
 */
export function patternOf(terms: readonly string[]): string {
  const texts = terms.filter((term) => term.length >= text_min);
  const all = new Set(texts.flatMap((text) => [text, caseNorm(encodeURIComponent(text))]));
  if (all.size === 0) return never;
  return `(?<![[:alnum:]])(?:${[...all].map(escaped).join("|")})(?![[:alnum:]])`;
}

/** The same for all that the person was known by; a number also where it is the whole of a JSON text. */
export function patternOfAll({ numbers, addresses, names }: Terms): string {
  const quoted = numbers.map((number) => `"${escaped(number)}"`);
  return [patternOf([...addresses, ...names, ...numbers]), ...quoted].join("|");
}

function escaped(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}\s]/gu, String.raw`\$&`).replaceAll(/\s+/g, "[[:space:]]+");
}
