import { Type, type Static } from "typebox";
import { languages } from "../../../platform/languages.ts";
import { looks } from "../looks-schema.ts";
import { Closed, Code, DateOnly, Name, OneOf, line } from "../../../platform/http/schema.ts";
import { client_settings } from "../../clients/schema.ts";
import { Content, Instructions, Languages } from "../../courses/schema.ts";
import { ChangeRetentionRequest } from "../../retention/schema.ts";
import { later_fields, optional_texts } from "../../people/definition.ts";
import { optionalMembers } from "../../people/schema.ts";
import { attribute_key, days_max, Email, list_entries_max, Nullable, people_max, Reference } from "./schema-parts.ts";
import { Group, Rule } from "./schema-rules.ts";

/** Entries of one section of the file, at most. */
const records_max = 10_000;
const clients_max = 1_000;
const rate_max = 1_000_000;
const per_day_max = 2_000_000_000;

const Rate = Closed({
  per_minute: Type.Optional(Type.Integer({ minimum: 1, maximum: rate_max, default: 20 })),
  burst: Type.Optional(Type.Integer({ minimum: 1, maximum: rate_max, default: 30 })),
  per_day: Type.Optional(Type.Integer({ minimum: 1, maximum: per_day_max, default: 5_000 })),
});

const Organisation = Closed({
  code: Type.String({ pattern: "^[A-Z0-9][A-Z0-9-]{1,31}$", description: "2 to 32 capital letters, digits and hyphens." }),
  name: Type.Optional(line(200, { description: "Default: the code." })),
  kind: Type.Optional(OneOf(["live", "sandbox"], { default: "live" })),
  time_zone: Type.Optional(
    Type.String({ maxLength: 64, default: "UTC", description: "IANA name; dates are dates of this zone." }),
  ),
  language: Type.Optional(
    OneOf(languages, { default: "en", description: "Of mails to whom no language of their own is known." }),
  ),
});

const Contract = Closed({
  rate: Type.Optional(Rate),
  webhook_subscriptions: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000, default: 10 })),
});

const Settings = Closed({
  email_required: Type.Optional(Type.Boolean({ default: true, description: "Whether every person needs an e-mail address." })),
  create_departments_from_scim: Type.Optional(Type.Boolean({ default: false })),
  fiscal_month: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 12, default: 1, description: "First month of the cycle year." }),
  ),
  retention: Type.Optional(ChangeRetentionRequest),
});

const Looks = Closed({
  color: Type.Optional(looks.color),
  certificate_title: Type.Optional(looks.certificate_title),
  certificate_text: Type.Optional(looks.certificate_text),
  certificate_signatory: Type.Optional(looks.certificate_signatory),
  certificate_signatory_title: Type.Optional(looks.certificate_signatory_title),
  certificate_orientation: Type.Optional(looks.certificate_orientation),
});

const Attribute = Closed({
  key: Type.String({
    pattern: attribute_key,
    description: "A small letter, then up to 63 small letters, digits and underscores.",
  }),
  type: Type.Optional(OneOf(["string", "number", "boolean", "string_array"], { default: "string" })),
  label: Type.Optional(Nullable(Name, { default: null, description: "How people read its name. Default: the key." })),
});

const Department = Closed({
  name: Name,
  code: Code,
  parent: Type.Optional(Nullable(Code, { default: null, description: "Code of the department above." })),
  active: Type.Optional(Type.Boolean({ default: true })),
});

const Contractor = Closed({
  name: Name,
  code: Code,
  tax_id: Type.Optional(Nullable(line(32), { default: null })),
  country: Type.Optional(
    Nullable(Type.String({ pattern: "^[A-Z]{2}$", description: "Two capital letters, ISO 3166-1." }), { default: null }),
  ),
  active: Type.Optional(Type.Boolean({ default: true })),
  contract_valid_until: Type.Optional(Nullable(DateOnly, { default: null })),
});

const catalogue = {
  code: Code,
  title: line(255),
  languages: Type.Optional(Languages),
  active: Type.Optional(Type.Boolean({ default: true })),
  mandatory: Type.Optional(Type.Boolean({ default: true })),
  estimated_minutes: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 1_000_000 }), { default: null })),
  default_due_days: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: days_max }), { default: null })),
};

const Course = Closed({
  ...catalogue,
  recurrence: Type.Optional(
    OneOf(["none", "validity", "cycle"], { description: "Default: validity for a course with a validity, else none." }),
  ),
  validity: Type.Optional(
    Nullable(Closed({ value: Type.Integer({ minimum: 1, maximum: 1_200 }), unit: OneOf(["day", "week", "month", "year"]) }), {
      default: null,
    }),
  ),
  renewal: Type.Optional(
    Closed({
      enabled: Type.Optional(Type.Boolean({ default: false })),
      lead_days: Type.Optional(
        Nullable(Type.Integer({ minimum: 0, maximum: days_max }), { description: "Default: 60 where renewal is enabled." }),
      ),
      basis: Type.Optional(
        Nullable(OneOf(["completion", "expiry", "fixed"]), { description: "Default: expiry where renewal is enabled." }),
      ),
      fixed_on: Type.Optional(
        Nullable(
          Type.String({ pattern: "^[0-9]{2}-[0-9]{2}$", description: "A day of the calendar, MM-DD. With basis fixed." }),
          {
            default: null,
          },
        ),
      ),
      min_days: Type.Optional(
        Nullable(Type.Integer({ minimum: 0, maximum: 366 }), {
          default: null,
          description: "With basis fixed: a certificate that would be valid for less runs to the day of the year after.",
        }),
      ),
    }),
  ),
  issues_certificates: Type.Optional(
    Nullable(Type.Boolean(), { default: null, description: "Default, also null: where the course has a validity." }),
  ),
  expiring_soon_days: Type.Optional(Type.Integer({ minimum: 0, maximum: days_max, default: 60 })),
  grace_days: Type.Optional(Type.Integer({ minimum: 0, maximum: days_max, default: 0 })),
  attempts_allowed: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 3 })),
  pass_score: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 100 }), { default: null })),
  content: Type.Optional(Nullable(Content, { default: null })),
  instructions: Type.Optional(Nullable(Instructions, { default: null })),
  results_by_managers: Type.Optional(
    Type.Boolean({ default: false, description: "Managers may record results of their people." }),
  ),
});

const PathItem = Type.Union([Code, Closed({ course: Code, mandatory: Type.Optional(Type.Boolean({ default: true })) })]);
const LearningPath = Closed({
  ...catalogue,
  courses: Type.Array(PathItem, { minItems: 1, maxItems: list_entries_max, description: "Course codes in their order." }),
});

const License = Closed({
  name: Name,
  courses: Type.Optional(Type.Array(Code, { maxItems: records_max, default: [] })),
  paths: Type.Optional(
    Type.Array(Code, { maxItems: records_max, default: [], description: "Learning paths; their courses are then path_only." }),
  ),
  seats_total: Type.Optional(
    Nullable(Type.Integer({ minimum: 0, maximum: 2_000_000_000 }), { default: null, description: "null: without a limit." }),
  ),
  seat_unit: Type.Optional(OneOf(["person", "enrollment"], { default: "person" })),
  release: Type.Optional(OneOf(["unstarted", "always", "never"], { default: "unstarted" })),
  valid_from: Type.Optional(Nullable(DateOnly, { default: null })),
  valid_until: Type.Optional(Nullable(DateOnly, { default: null })),
});

const AttributeValue = Type.Union([
  Type.String({ maxLength: 1_000 }),
  Type.Number(),
  Type.Boolean(),
  Type.Array(Type.String({ maxLength: 1_000 }), { maxItems: 20 }),
  Type.Null(),
]);

const Person = Closed({
  employee_no: Code,
  first_name: line(100),
  last_name: line(100),
  email: Type.Optional(Nullable(Email, { default: null })),
  login: Type.Optional(line(254, { description: "Default: the e-mail address, else the employee number." })),
  worker_type: Type.Optional(OneOf(["internal_payroll", "b2b_contractor"], { default: "internal_payroll" })),
  department: Type.Optional(Nullable(Reference, { default: null, description: "Code or name of a department." })),
  contractor: Type.Optional(Nullable(Reference, { default: null, description: "Code or name of a contractor company." })),
  manager: Type.Optional(
    Nullable(Code, {
      default: null,
      description: "Employee number of the person's manager, who stands in the file or is there.",
    }),
  ),
  ...optionalMembers(optional_texts, { default: null }),
  attributes: Type.Optional(
    Type.Record(Type.String({ pattern: attribute_key }), AttributeValue, {
      additionalProperties: false,
      maxProperties: 50,
      default: {},
    }),
  ),
  ...optionalMembers(later_fields, { default: null }),
});

const Admin = Closed({
  email: Email,
  name: Type.Optional(line(200, { description: "Default: the e-mail address." })),
  role: Type.Optional(OneOf(["it_admin", "training_admin", "compliance_officer", "guard"], { default: "it_admin" })),
});

const Client = Closed({
  name: line(100),
  ...client_settings,
  scim_profile: Type.Optional(OneOf(["generic", "entra", "okta", "strict"], { default: "generic" })),
  disabled: Type.Optional(Type.Boolean({ default: false })),
});

/** Members that are single objects. */
export const heads = { organisation: Organisation, contract: Contract, settings: Settings, looks: Looks };

/** Members that are lists, in the order in which they are applied. */
export const sections = {
  attributes: { item: Attribute, entries_max: records_max },
  departments: { item: Department, entries_max: records_max },
  contractors: { item: Contractor, entries_max: records_max },
  courses: { item: Course, entries_max: records_max },
  learning_paths: { item: LearningPath, entries_max: records_max },
  licenses: { item: License, entries_max: records_max },
  groups: { item: Group, entries_max: records_max },
  rules: { item: Rule, entries_max: records_max },
  people: { item: Person, entries_max: people_max },
  admins: { item: Admin, entries_max: records_max },
  clients: { item: Client, entries_max: clients_max },
} as const;

export type Section = keyof typeof sections;

function list<S extends Section>(section: S) {
  const { item, entries_max } = sections[section];
  return Type.Optional(Type.Array(item as (typeof sections)[S]["item"], { maxItems: entries_max, default: [] }));
}

/** The organisation file. A member that it leaves out gets its default in a new record and does not change in an existing one. */
export const OrganisationFile = Closed(
  {
    organisation: Organisation,
    contract: Type.Optional(Contract),
    settings: Type.Optional(Settings),
    looks: Type.Optional(Looks),
    attributes: list("attributes"),
    departments: list("departments"),
    contractors: list("contractors"),
    courses: list("courses"),
    learning_paths: list("learning_paths"),
    licenses: list("licenses"),
    groups: list("groups"),
    rules: list("rules"),
    people: list("people"),
    admins: list("admins"),
    clients: list("clients"),
  },
  { title: "Muster organisation file" },
);

export type OrganisationFile = Static<typeof OrganisationFile>;
export type Entry<S extends Section> = NonNullable<OrganisationFile[S]>[number];
