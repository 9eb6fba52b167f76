import { Type } from "typebox";
import { Closed, Code, Name, OneOf } from "../../../platform/http/schema.ts";
import { attribute_key, days_max, list_entries_max, Nullable, people_max, Reference } from "./schema-parts.ts";

const When = Closed(
  {
    department: Type.Optional(Reference),
    departments: Type.Optional(
      Type.Array(Reference, { minItems: 1, maxItems: list_entries_max, description: "Codes or names; one of them is enough." }),
    ),
    include_subdepartments: Type.Optional(Type.Boolean({ default: true })),
    worker_type: Type.Optional(OneOf(["internal_payroll", "b2b_contractor"])),
    contractor: Type.Optional(Reference),
    job_title: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: "Part of the job title; case and diacritics do not count." }),
    ),
    attributes: Type.Optional(
      Type.Record(
        Type.String({ pattern: attribute_key }),
        Type.Union([Type.String({ maxLength: 1_000 }), Type.Number(), Type.Boolean()]),
        {
          additionalProperties: false,
          maxProperties: 50,
          description: "Values by key; of an attribute that is a list, one of its entries.",
        },
      ),
    ),
  },
  { description: "Whom it is for: all conditions that are given must hold, and one is given at least." },
);

const asked = {
  due_days: Type.Optional(
    Nullable(Type.Integer({ minimum: 0, maximum: days_max }), {
      default: null,
      description: "Days from the assignment, or from the first day of employment when that is later. Default: the course's.",
    }),
  ),
  on_leave: Type.Optional(
    OneOf(["cancel", "keep"], {
      default: "cancel",
      description: "What becomes of unstarted enrollments when it no longer applies.",
    }),
  ),
};

export const Group = Closed({
  code: Code,
  name: Name,
  kind: Type.Optional(OneOf(["manual", "dynamic"], { description: "Default: dynamic with `when`, else manual." })),
  courses: Type.Optional(
    Type.Array(Code, { maxItems: list_entries_max, default: [], description: "Courses and learning paths of the members." }),
  ),
  when: Type.Optional(When),
  members: Type.Optional(
    Type.Array(Code, {
      maxItems: people_max,
      default: [],
      description: "Employee numbers that join a manual group; no one leaves it by not being listed here.",
    }),
  ),
  ...asked,
});

export const Rule = Closed({
  name: Name,
  when: Type.Optional(When),
  assign: Type.Optional(
    Type.Array(Code, { minItems: 1, maxItems: list_entries_max, description: "Codes of courses and learning paths." }),
  ),
  ...asked,
  count_valid_certificates: Type.Optional(
    Type.Boolean({ default: true, description: "Whether a valid certificate serves instead of an enrollment." }),
  ),
  look_back_days: Type.Optional(
    Nullable(Type.Integer({ minimum: 0, maximum: 36_500 }), {
      default: null,
      description: "How old such a certificate may be; null: as long as it is valid.",
    }),
  ),
  active: Type.Optional(Type.Boolean({ default: true })),
});
