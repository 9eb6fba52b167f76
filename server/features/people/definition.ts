// Defines a person's columns once: all columns that use cases write. The following are derived from it: the statements that write
// and read people (write-sql.ts, sql.ts, provisioned-sql.ts), the types of a person, the optional fields of REST, imports and the
// organisation file, the comparison for audit rows (differences.ts), and the place of each value in SCIM.
//
// A new optional text needs a migration with its column, an entry in `optional_texts`, and its labels in the panel.
import { Type, type TSchema } from "typebox";
import { DateOnly, line, Nullable } from "../../platform/http/schema.ts";

export const worker_types = ["internal_payroll", "b2b_contractor"] as const;
export type WorkerType = (typeof worker_types)[number];

export const person_states = ["invited", "active", "suspended", "deactivated", "anonymized"] as const;
export type PersonState = (typeof person_states)[number];

export type AttributeValue = string | number | boolean | string[] | null;

export const employee_no_max = 64;
export const name_max = 100;
export const reference_max = 200;
const language_max = 35;

type Column = {
  /** The column's type. */
  sql: "text" | "uuid" | "date" | "jsonb" | "timestamptz";
  /** The value of a new person; it also determines the TypeScript type. */
  initial: unknown;
  /** Where an audit row stores a change: with the personal values, which erasure blanks, with the others, or nowhere. */
  audit: "personal" | "other" | "none";
  /**
   * What writes the normal form (caseNorm) to `<column>_norm`: the writer, or the trigger infra.keep_person_norms. Left out:
   * there is no such column, and filters compute the normal form.
   */
  norm?: "writer" | "trigger";
  /** Where SCIM has the value, if an identity provider sets it unchanged. */
  scim?: ScimPlace;
};

type Columns = Readonly<Record<string, Column>>;

export type ScimPlace = (
  | { schema: "core"; path: readonly [string] | readonly [string, string] }
  | { schema: "enterprise"; path: readonly [string] }
) & {
  /** Maximum number of characters. */
  max?: number;
};

/** An optional field without rules: all sources may set it, and it is shown unchanged. */
type OptionalField = Column & {
  /** The schema of the value in requests and files. */
  given: TSchema;
  /** The schema of the value in answers. */
  shown: TSchema;
};

const none = valueOf<string | null>(null);

const optionalText = <S extends TSchema & { example?: unknown }>(given: S) => ({
  sql: "text" as const,
  initial: none,
  audit: "personal" as const,
  given,
  shown: Nullable(Type.String({ example: given.example })),
});
const optional_date = {
  sql: "date" as const,
  initial: none,
  audit: "personal" as const,
  given: DateOnly,
  shown: Nullable(DateOnly),
};

/** Optional single-line texts, in the order of the record. */
export const optional_texts = {
  job_title: {
    ...optionalText(line(reference_max, { example: "Forklift operator" })),
    norm: "trigger",
    scim: { schema: "core", path: ["title"], max: reference_max },
  },
} as const satisfies Readonly<Record<string, OptionalField>>;

/** Optional fields that come later in the record. */
export const later_fields = {
  language: {
    ...optionalText(
      Type.String({
        maxLength: language_max,
        pattern: "^[a-zA-Z]{2,8}(-[a-zA-Z0-9]{1,8})*$",
        description: "A BCP 47 language tag.",
        example: "pl",
      }),
    ),
    norm: "trigger",
    scim: { schema: "core", path: ["preferredLanguage"] },
  },
  employment_start_date: optional_date,
  employment_end_date: optional_date,
} as const satisfies Readonly<Record<string, OptionalField>>;

export const optional_fields = { ...optional_texts, ...later_fields };

/** The fields of a person that clients, files and identity providers set. */
export const fields = {
  employee_no: {
    sql: "text",
    initial: none,
    audit: "personal",
    norm: "writer",
    scim: { schema: "enterprise", path: ["employeeNumber"], max: employee_no_max },
  },
  first_name: {
    sql: "text",
    initial: none,
    audit: "personal",
    norm: "trigger",
    scim: { schema: "core", path: ["name", "givenName"], max: name_max },
  },
  last_name: {
    sql: "text",
    initial: none,
    audit: "personal",
    norm: "trigger",
    scim: { schema: "core", path: ["name", "familyName"], max: name_max },
  },
  email: { sql: "text", initial: none, audit: "personal", norm: "writer" },
  worker_type: { sql: "text", initial: valueOf<WorkerType>("internal_payroll"), audit: "other" },
  department_id: { sql: "uuid", initial: none, audit: "other" },
  contractor_id: { sql: "uuid", initial: none, audit: "other" },
  manager_id: { sql: "uuid", initial: none, audit: "other" },
  ...optional_fields,
  attributes: { sql: "jsonb", initial: valueOf<Record<string, AttributeValue>>({}), audit: "personal" },
} as const satisfies Columns;

/** The account: it follows from the fields, or is changed by operations of its own. */
const account = {
  login: { sql: "text", initial: valueOf<string>(""), audit: "personal", norm: "writer" },
  state: { sql: "text", initial: valueOf<PersonState>("invited"), audit: "other" },
  deactivated_at: { sql: "timestamptz", initial: none, audit: "none" },
} as const satisfies Columns;

/** Columns that only an identity provider sets. */
const provisioned = {
  external_id: { sql: "text", initial: none, audit: "personal" },
  managed_by: { sql: "text", initial: valueOf<"platform" | "scim">("platform"), audit: "other" },
} as const satisfies Columns;

/** The columns of people whom the platform manages. */
export const platform_columns = { ...fields, ...account };

/** The columns of people whom an identity provider manages. */
export const all_columns = { ...platform_columns, ...provisioned };

type ValuesOf<C extends Columns> = { -readonly [Name in keyof C]: C[Name]["initial"] };

/** Values that people of the platform always have, but an identity provider may leave out. */
type Named = { employee_no: string; first_name: string; last_name: string };

/** The fields of a person of the platform that clients may change. */
export type PersonFields = Omit<ValuesOf<typeof fields>, keyof Named> & Named;

/** A person of the platform, as written to the database. */
export type PersonRow = PersonFields & ValuesOf<typeof account> & { id: string };

/** The columns of any person; number and names may be missing. */
export type PersonColumns = ValuesOf<typeof all_columns>;

/** A person of an identity provider, as written to the database. */
export type ProvisionedRow = PersonColumns & { employee_no: string };

/** The columns of a new person before any value is set. */
export const initial_columns = Object.fromEntries(
  namesOf(all_columns).map((name) => [name, all_columns[name].initial]),
) as PersonColumns;

/** The names of the fields whose values SCIM shows unchanged. */
export type ScimField = {
  [Name in keyof typeof fields]: (typeof fields)[Name] extends { scim: ScimPlace } ? Name : never;
}[keyof typeof fields];

export const scim_fields: readonly (ScimPlace & { name: ScimField; norm: boolean })[] = namesOf(fields).flatMap((name) => {
  const { scim, norm }: Column = fields[name];
  return scim === undefined ? [] : [{ ...scim, name: name as ScimField, norm: norm !== undefined }];
});

/** The names of a part of the definition, in order. */
export function namesOf<Part extends object>(part: Part): (keyof Part & string)[] {
  return Object.keys(part) as (keyof Part & string)[];
}

/** A value typed as its column, for example as one member of a union. */
function valueOf<T>(value: T): T {
  return value;
}
