import { Type, type TNull, type TOptional, type TSchema, type TUnion } from "typebox";
import { CursorPagination, walkParameters } from "../../platform/http/cursor.ts";
import { Closed, Id, Instant, Nullable, OneOf, readOnly, line } from "../../platform/http/schema.ts";
import {
  employee_no_max,
  later_fields,
  name_max,
  optional_fields,
  optional_texts,
  person_states,
  reference_max,
  worker_types,
  type AttributeValue,
} from "./definition.ts";

export const WorkerType = OneOf(worker_types, { named: "WorkerType" });
export const PersonStatus = OneOf(person_states, { named: "PersonStatus" });

export const attributes_max = 50;
/** Keys in one PATCH at most; enough to replace all of them. */
const attribute_changes_max = 2 * attributes_max;
const attribute_text_max = 1_000;
const attribute_entries_max = 20;
const email_max = 254;

const EmployeeNo = line(employee_no_max, {
  description: "One line. Unique in the organisation; letter case does not count.",
  example: "10042",
});
const PersonName = line(name_max);
const Email = Type.String({
  format: "email",
  maxLength: email_max,
  description: "Kept as sent; unique in the organisation, where letter case does not count.",
  example: "anna.kowalska@example.com",
});
const Reference = line(reference_max);
// One schema with several types: with a union, each of its branches would report a fault for a wrong value. Code generators get a
// union.
const AttributeText = Type.String({ maxLength: attribute_text_max });
const Attribute = Type.Unsafe<AttributeValue>({
  type: ["string", "number", "boolean", "array", "null"],
  maxLength: attribute_text_max,
  maxItems: attribute_entries_max,
  items: AttributeText,
  contract: () =>
    Type.Union(
      [AttributeText, Type.Number(), Type.Boolean(), Type.Array(AttributeText, { maxItems: attribute_entries_max }), Type.Null()],
      { $id: "AttributeValue" },
    ),
});

const attributesOf = (name: string, keys_max: number, description: string) => {
  const attributes = { maxProperties: keys_max, additionalProperties: Attribute };
  const said = { description, example: { cost_center: "PL-4410", shift: "B" } };
  const contract = () => ({ anyOf: [{ $id: name, type: "object", ...attributes }, { type: "null" }], ...said });
  return Type.Optional(
    Type.Unsafe<Record<string, AttributeValue> | null>({ type: ["object", "null"], ...attributes, ...said, contract }),
  );
};

export const Person = Closed(
  {
    id: Id,
    employee_no: Nullable(Type.String({ description: "Null only where an identity provider has given none.", example: "10042" })),
    first_name: Nullable(Type.String({ example: "Anna" })),
    last_name: Nullable(Type.String({ example: "Kowalska" })),
    full_name: Nullable(Type.String({ example: "Anna Kowalska" })),
    email: Nullable(Type.String({ example: "anna.kowalska@example.com" })),
    login: Type.String({
      description: "The e-mail address in small letters, or else the employee number.",
      example: "anna.kowalska@example.com",
    }),
    worker_type: WorkerType,
    department_id: Nullable(Id),
    department_name: Nullable(Type.String({ example: "Logistyka Północ" })),
    contractor_id: Nullable(Id),
    contractor_name: Nullable(Type.String()),
    manager_id: Nullable(Id, { description: "The person's manager: another person." }),
    manager_employee_no: Nullable(Type.String({ example: "10007" })),
    ...shownOf(optional_texts),
    attributes: Type.Unsafe<Record<string, AttributeValue>>({
      $id: "PersonAttributes",
      type: "object",
      maxProperties: attributes_max,
      additionalProperties: Attribute,
    }),
    status: {
      ...PersonStatus,
      description:
        "invited: has not signed in yet; active: has; suspended: blocked or on leave; deactivated: has left; anonymized: erased, the record is kept for statistics.",
    },
    active: Type.Boolean({ description: "Whether the status is invited or active." }),
    managed_by: OneOf(["platform", "scim"] as const, {
      named: "PersonManager",
      description: "Who changes the record; one managed by SCIM is read-only here.",
    }),
    external_id: Nullable(Type.String({ description: "The identity provider's id." })),
    ...shownOf(later_fields),
    last_sign_in_at: Nullable(Instant),
    deactivated_at: Nullable(Instant),
    created_at: Instant,
    updated_at: Instant,
  },
  {
    $id: "Person",
    example: {
      id: "019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f",
      employee_no: "10042",
      first_name: "Anna",
      last_name: "Kowalska",
      full_name: "Anna Kowalska",
      email: "anna.kowalska@example.com",
      login: "anna.kowalska@example.com",
      worker_type: "internal_payroll",
      department_id: "019a2b10-4c5d-7e6f-8a7b-1c2d3e4f5a6b",
      department_name: "Logistyka Północ",
      contractor_id: null,
      contractor_name: null,
      manager_id: "019a2c44-1d2e-7f30-8a41-5b6c7d8e9f01",
      manager_employee_no: "10007",
      ...examplesOf(optional_texts),
      attributes: { cost_center: "PL-4410", shift: "B" },
      status: "invited",
      active: true,
      managed_by: "platform",
      external_id: null,
      language: "pl",
      employment_start_date: "2026-02-02",
      employment_end_date: null,
      last_sign_in_at: null,
      deactivated_at: null,
      created_at: "2026-01-28T08:15:30.120Z",
      updated_at: "2026-01-28T08:15:30.120Z",
    },
  },
);

export const PersonList = Closed({ pagination: CursorPagination, users: Type.Array(Person) }, { $id: "PersonList" });

export const PersonParams = Type.Object({ id: Type.String({ description: "The person's id." }) });

const person_filters = {
  employee_no: Type.Optional(
    Type.String({ maxLength: employee_no_max, description: "Exactly this one; letter case does not count." }),
  ),
  department_id: Type.Optional(Id),
  include_subdepartments: Type.Optional(
    Type.Boolean({ default: false, description: "With `department_id`: also the people of all departments below it." }),
  ),
  worker_type: Type.Optional(WorkerType),
  contractor_id: Type.Optional(Id),
  manager_id: Type.Optional({ ...Id, description: "The people of this manager." }),
  include_indirect_reports: Type.Optional(
    Type.Boolean({ default: false, description: "With `manager_id`: also the people of these people, down to the last." }),
  ),
  status: Type.Optional(PersonStatus),
  email: Type.Optional(Type.String({ maxLength: email_max, description: "Exactly this address; letter case does not count." })),
  q: Type.Optional(
    Type.String({
      maxLength: reference_max,
      description: "Part of the name, employee number, login or e-mail address; case and diacritics do not count.",
    }),
  ),
};

export const PersonQuery = Type.Object({ ...walkParameters(500, 100), ...person_filters });

/** The filters of the list without paging. Operations on many people store them. */
export const PersonFilter = Closed(person_filters);

/** People who are selected individually. */
export const chosen_max = 500;

export const ChosenPeople = Closed({
  person_ids: Type.Array(Id, { minItems: 1, maxItems: chosen_max, description: "People chosen one by one." }),
});

const references = {
  department_name: Type.Optional(
    Nullable(Reference, {
      description: "Case, diacritics and extra spaces do not count. The department must exist.",
      example: "logistyka  północ",
    }),
  ),
  department_id: Type.Optional(
    Nullable(Id, { description: "Instead of the name, or beside it when both mean the same department." }),
  ),
  contractor_name: Type.Optional(Nullable(Reference, { description: "The company of a b2b_contractor, which must exist." })),
  contractor_id: Type.Optional(Nullable(Id, { description: "Instead of the name; needed where two companies share one." })),
  manager_employee_no: Type.Optional(
    Nullable(EmployeeNo, { description: "The manager's employee number: of any other person who is not below this one." }),
  ),
  manager_id: Type.Optional(Nullable(Id, { description: "Instead of the number, or beside it when both mean the same person." })),
};

// Read-only members of a record. They are accepted in a body, so that a record that was read can be written back.
const shown_only = [
  "id",
  "full_name",
  "login",
  "managed_by",
  "external_id",
  "last_sign_in_at",
  "deactivated_at",
  "created_at",
  "updated_at",
] as const;

export const PersonCreate = Closed({
  employee_no: EmployeeNo,
  first_name: PersonName,
  last_name: PersonName,
  email: Type.Optional(
    Nullable(Email, {
      description: "Required, unless the organisation has people without mailboxes and says so in its settings.",
    }),
  ),
  worker_type: Type.Optional({ ...WorkerType, default: "internal_payroll" }),
  ...references,
  ...optionalMembers(optional_fields),
  attributes: attributesOf(
    "PersonAttributes",
    attributes_max,
    "Values by key; null is no value. The organisation's administrators define the keys and the type of each.",
  ),
  ...readOnly([...shown_only, "status", "active"]),
});

export const PersonChange = Closed({
  employee_no: Type.Optional(EmployeeNo),
  first_name: Type.Optional(PersonName),
  last_name: Type.Optional(PersonName),
  email: Type.Optional(Nullable(Email, { description: "Null only where the organisation does not require addresses." })),
  worker_type: Type.Optional(WorkerType),
  ...references,
  ...optionalMembers(optional_fields),
  attributes: attributesOf(
    "PersonAttributeChanges",
    attribute_changes_max,
    "Merged key by key: null removes a key, other keys stay. Null for the whole removes all.",
  ),
  active: Type.Optional(Type.Boolean({ description: "False deactivates the account, true reactivates a deactivated one." })),
  ...readOnly([...shown_only, "status"]),
});

function shownOf(fields: Readonly<Record<string, { shown: TSchema }>>) {
  return Object.fromEntries(Object.entries(fields).map(([name, { shown }]) => [name, shown]));
}

function examplesOf(fields: Readonly<Record<string, { given: TSchema & { example?: unknown } }>>) {
  return Object.fromEntries(Object.entries(fields).map(([name, { given }]) => [name, given.example]));
}

/** Optional members of a body that null clears; `options` are added to each schema. */
export function optionalMembers<Fields extends Readonly<Record<string, { given: TSchema }>>>(
  fields: Fields,
  options: Record<string, unknown> = {},
) {
  const members = Object.entries(fields).map(([name, { given }]) => [name, Type.Optional(Nullable(given, options))]);
  return Object.fromEntries(members) as { [Name in keyof Fields]: TOptional<TUnion<[Fields[Name]["given"], TNull]>> };
}
