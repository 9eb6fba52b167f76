// A person, defined once: every column that use cases write. From here come the statements that write and read people
// (write-sql.ts, sql.ts, provisioned-sql.ts), the shapes of a person in TypeScript, the optional fields of REST, imports and the
// organisation file, what an audit row compares (differences.ts) and the places at which SCIM has each value.
//
// A further optional text takes a migration with the column, an entry of `optional_texts`, and its labels in the panel.
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
  /** What a new person has; its type is that of the column. */
  initial: unknown;
  /** Where an audit row keeps a change: among the personal values, which erasure blanks, among the others, or nowhere. */
  audit: "personal" | "other" | "none";
  /** Who keeps its normal form (caseNorm) in `<column>_norm`: the writer, or the trigger infra.keep_person_norms. Left out: filters compute it. */
  norm?: "writer" | "trigger";
  /** Where SCIM has the value, if an identity provider sets it as it is. */
  scim?: ScimPlace;
};

type Columns = Readonly<Record<string, Column>>;

export type ScimPlace = (
  | { schema: "core"; path: readonly [string] | readonly [string, string] }
  | { schema: "enterprise"; path: readonly [string] }
) & {
  /** Characters, at most. */
  max?: number;
};

/** A field that may be missing and that no rule of the platform asks for: every source may set it, and all show it as it is. */
type OptionalField = Column & {
  /** What requests and files may say. */
  given: TSchema;
  /** What answers show. */
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

/** Texts of one line, in the order in which the record shows them. */
export const optional_texts = {
  job_title: {
    ...optionalText(line(reference_max, { example: "Forklift operator" })),
    norm: "trigger",
    scim: { schema: "core", path: ["title"], max: reference_max },
  },
} as const satisfies Readonly<Record<string, OptionalField>>;

/** Optional fields that the record shows further down. */
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

/** What is known of a person: clients, files and identity providers say it. */
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

/** The account: it follows from the fields, or changes by operations of its own. */
const account = {
  login: { sql: "text", initial: valueOf<string>(""), audit: "personal", norm: "writer" },
  state: { sql: "text", initial: valueOf<PersonState>("invited"), audit: "other" },
  deactivated_at: { sql: "timestamptz", initial: none, audit: "none" },
} as const satisfies Columns;

/** What only an identity provider sets. */
const provisioned = {
  external_id: { sql: "text", initial: none, audit: "personal" },
  managed_by: { sql: "text", initial: valueOf<"platform" | "scim">("platform"), audit: "other" },
} as const satisfies Columns;

/** The columns that are written of people whom the platform manages. */
export const platform_columns = { ...fields, ...account };

/** The columns that are written of people whom an identity provider manages. */
export const all_columns = { ...platform_columns, ...provisioned };

type ValuesOf<C extends Columns> = { -readonly [Name in keyof C]: C[Name]["initial"] };

/** What people of the platform always have, and an identity provider may leave out. */
type Named = { employee_no: string; first_name: string; last_name: string };

/** What the record of a person of the platform keeps and clients may change. */
export type PersonFields = Omit<ValuesOf<typeof fields>, keyof Named> & Named;

/** A person of the platform, as they are written. */
export type PersonRow = PersonFields & ValuesOf<typeof account> & { id: string };

/** The columns of any person; an identity provider may leave out the number and the names. */
export type PersonColumns = ValuesOf<typeof all_columns>;

/** A person of an identity provider, as they are written. */
export type ProvisionedRow = PersonColumns & { employee_no: string };

/** A person of whom nothing has been said. */
export const initial_columns = Object.fromEntries(
  namesOf(all_columns).map((name) => [name, all_columns[name].initial]),
) as PersonColumns;

/** The fields of which SCIM has the value as it is. */
export type ScimField = {
  [Name in keyof typeof fields]: (typeof fields)[Name] extends { scim: ScimPlace } ? Name : never;
}[keyof typeof fields];

export const scim_fields: readonly (ScimPlace & { name: ScimField; norm: boolean })[] = namesOf(fields).flatMap((name) => {
  const { scim, norm }: Column = fields[name];
  return scim === undefined ? [] : [{ ...scim, name: name as ScimField, norm: norm !== undefined }];
});

/** The names of a part of the definition, in its order. */
export function namesOf<Part extends object>(part: Part): (keyof Part & string)[] {
  return Object.keys(part) as (keyof Part & string)[];
}

/** A value with the type of its column, of which it may be one of many. */
function valueOf<T>(value: T): T {
  return value;
}
