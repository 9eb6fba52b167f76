import { isDeepStrictEqual } from "node:util";
import type { ChangedPerson } from "./sql.ts";

/** The fields of an audit row: `[before, after]` by name, apart from the personal ones, which erasure blanks. */
export type Differences = { changes: Record<string, unknown>; personal: Record<string, unknown> };

const personal_fields = [
  "employee_no",
  "first_name",
  "last_name",
  "email",
  "login",
  "job_title",
  "attributes",
  "language",
  "employment_start_date",
  "employment_end_date",
] as const satisfies readonly (keyof ChangedPerson)[];
const other_fields = [
  "worker_type",
  "department_id",
  "contractor_id",
  "state",
] as const satisfies readonly (keyof ChangedPerson)[];

/** What differs between two states of a person; null when nothing does. A new person differs from null in all it has. */
export function differencesOf(before: ChangedPerson | null, after: ChangedPerson): Differences | null {
  const changes = pick(other_fields, before, after);
  const personal = pick(personal_fields, before, after);
  return Object.keys(changes).length + Object.keys(personal).length === 0 ? null : { changes, personal };
}

function pick(
  fields: readonly (keyof ChangedPerson)[],
  before: ChangedPerson | null,
  after: ChangedPerson,
): Record<string, unknown> {
  const pairs = fields.map((field) => [field, [before?.[field] ?? null, after[field]]] as const);
  return Object.fromEntries(pairs.filter(([, [was, is]]) => !isDeepStrictEqual(was, is)));
}
