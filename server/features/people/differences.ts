import { isDeepStrictEqual } from "node:util";

/** The fields of an audit row: `[before, after]` by name, apart from the personal ones, which erasure blanks. */
export type Differences = { changes: Record<string, unknown>; personal: Record<string, unknown> };

const personal_fields = [
  "employee_no",
  "external_id",
  "first_name",
  "last_name",
  "email",
  "login",
  "job_title",
  "attributes",
  "language",
  "employment_start_date",
  "employment_end_date",
] as const;
const other_fields = ["worker_type", "department_id", "contractor_id", "state", "managed_by"] as const;

/** A person, as far as it is compared: what the later state leaves out is not. */
type Compared = { readonly [field in (typeof personal_fields)[number] | (typeof other_fields)[number]]?: unknown };

/** What differs between two states of a person; null when nothing does. A new person differs from null in all it has. */
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
