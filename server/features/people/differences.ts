import { isDeepStrictEqual } from "node:util";
import { all_columns, namesOf, type PersonColumns } from "./definition.ts";

/** The changes of an audit row: `[before, after]` by name. Personal ones are separate, because erasure blanks them. */
export type Differences = { changes: Record<string, unknown>; personal: Record<string, unknown> };

const keptAs = (kind: "personal" | "other") => namesOf(all_columns).filter((name) => all_columns[name].audit === kind);
const [personal_fields, other_fields] = [keptAs("personal"), keptAs("other")];

/** A person for the comparison; members that the new state leaves out are not compared. */
type Compared = { readonly [Name in keyof PersonColumns]?: unknown };

/** The differences between two states of a person; null: none. For a new person, all values differ from null. */
export function differencesOf(before: Compared | null, after: Compared): Differences | null {
  const changes = pick(other_fields, before, after);
  const personal = pick(personal_fields, before, after);
  return Object.keys(changes).length + Object.keys(personal).length === 0 ? null : { changes, personal };
}

function pick(fields: readonly (keyof Compared)[], before: Compared | null, after: Compared): Record<string, unknown> {
  const compared = fields.filter((field) => after[field] !== undefined);
  const pairs = compared.map((field) => [field, [before?.[field] ?? null, after[field]]] as const);
  return Object.fromEntries(pairs.filter(([, [was, is]]) => !isDeepStrictEqual(was, is)));
}
