import { Type } from "typebox";
import { CursorPagination, walkParameters } from "../../platform/http/cursor.ts";
import { Closed, DateOnly, Id, Instant, Nullable, OneOf, not_blank_pattern } from "../../platform/http/schema.ts";

export const course_types = ["course", "learning_path"] as const;
export const CourseType = OneOf(course_types, { named: "CourseType" });
export const unassignable_reasons = ["inactive", "path_only", "license_expired"] as const;
export const UnassignableReason = OneOf(unassignable_reasons, { named: "UnassignableReason" });
export const Recurrence = OneOf(["none", "validity", "cycle"], { named: "CourseRecurrence" });
export const ValidityUnit = OneOf(["day", "week", "month", "year"], { named: "ValidityUnit" });
export const RenewalBasis = OneOf(["completion", "expiry", "fixed"], { named: "RenewalBasis" });
export const SeatUnit = OneOf(["person", "enrollment"], { named: "SeatUnit" });

const languages_max = 100;
const questions_max = 100;
const options_max = 20;

export const Languages = Type.Array(
  Type.String({ pattern: "^[a-zA-Z]{2,8}(-[a-zA-Z0-9]{1,8})*$", maxLength: 35, description: "A BCP 47 language tag." }),
  { maxItems: languages_max, uniqueItems: true },
);

const instructions_letters_max = 2_000;

export const Instructions = Type.String({
  minLength: 1,
  maxLength: instructions_letters_max,
  pattern: not_blank_pattern,
  description: "For learners: how, where and when it is held, and whom to ask. Plain text.",
  example: "Every Tuesday at 9:00, hall B. Register with Jan Nowak, extension 214.",
});

export const Question = Closed({
  text: Type.String({ minLength: 1, maxLength: 2_000 }),
  options: Type.Array(Type.String({ minLength: 1, maxLength: 1_000 }), {
    minItems: 2,
    maxItems: options_max,
    example: ["Shut", "Open"],
  }),
  correct: Type.Array(Type.Integer({ minimum: 0, maximum: options_max - 1 }), {
    minItems: 1,
    maxItems: options_max,
    uniqueItems: true,
    description: "Places of the right options, from 0.",
  }),
});

/** A host without user and password. In the rest, no characters that browsers rewrite or that change the direction of text. */
const link_pattern = "^https://[^\\s/?#@\\\\]+([/?#][^\\s\\\\\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*)?$";

/** The members of content beside `kind`, by kind. */
export const content_members = {
  link: {
    url: Type.String({
      pattern: link_pattern,
      maxLength: 2_048,
      description: "An https:// address without blanks, user or password.",
    }),
  },
  document: { text: Type.String({ minLength: 1, maxLength: 100_000 }) },
  quiz: { questions: Type.Array(Question, { minItems: 1, maxItems: questions_max }) },
  package: { package_id: Type.String({ format: "uuid", description: "A content package of the organisation." }) },
};

/** Content in the organisation file. */
export const Content = Type.Union([
  Closed({ kind: Type.Literal("link"), ...content_members.link }),
  Closed({ kind: Type.Literal("document"), ...content_members.document }),
  Closed({ kind: Type.Literal("quiz"), ...content_members.quiz }),
]);

/** Content of all kinds. Packages and items are only edited in the panel, because an organisation file cannot contain them. */
export const AnyContent = Type.Union([
  ...Content.anyOf,
  Closed({ kind: Type.Literal("package"), ...content_members.package }),
  Closed({ kind: Type.Literal("items"), version: Type.Integer({ description: "Of its list of items." }) }),
]);

const Validity = Closed({ value: Type.Integer({ minimum: 1 }), unit: ValidityUnit }, { $id: "CourseValidity" });

const Renewal = Closed({
  enabled: Type.Boolean(),
  lead_days: Nullable(
    Type.Integer({ minimum: 0, description: "Days before the certificate's end at which the renewal is assigned." }),
  ),
  basis: Nullable(RenewalBasis, { description: "From what the renewed validity is counted." }),
});

const License = Closed(
  {
    id: Id,
    model: OneOf(["seats", "unlimited"], { named: "LicenseModel" }),
    seats_total: Nullable(Type.Integer({ minimum: 0 })),
    seats_used: Type.Integer({ minimum: 0 }),
    seats_free: Nullable(
      Type.Integer({
        minimum: 0,
        description: "Null: unlimited. 0: the next assignment that needs a seat is answered with 409.",
      }),
    ),
    valid_until: Nullable(DateOnly),
  },
  {
    $id: "CourseLicense",
    description:
      "The licence that an assignment would use now; where the reason is path_only, the path's. Null: none, or none in force.",
  },
);

export const Course = Closed(
  {
    id: Id,
    code: Type.String({ maxLength: 64, example: "FORKLIFT-01" }),
    title: Type.String({ maxLength: 255, example: "Forklift operation and load safety" }),
    type: { ...CourseType, description: "A learning path is assigned like a course; its items follow." },
    languages: Type.Array(Type.String(), { example: ["pl", "en"] }),
    assignable: Type.Boolean(),
    unassignable_reason: Nullable({
      ...UnassignableReason,
      description:
        "inactive: archived; license_expired: no licence that covers it is in force today, or, of a learning path without a licence, none that covers one of its courses; path_only: licensed only as part of a learning path.",
    }),
    mandatory: Type.Boolean({ description: "Whether assigning it makes a requirement, with a compliance flag." }),
    estimated_minutes: Nullable(Type.Integer({ minimum: 0 })),
    recurrence: Recurrence,
    validity: Nullable(Validity),
    renewal: Renewal,
    expiring_soon_days: Type.Integer({
      minimum: 0,
      description: "Days before its end from which a certificate counts as expiring soon.",
    }),
    grace_days: Type.Integer({
      minimum: 0,
      description: "Days after the due date, or a certificate's end, until the flag is OVERDUE.",
    }),
    default_due_days: Nullable(
      Type.Integer({ minimum: 0, description: "Due date of an assignment that names none, in days from today." }),
    ),
    path_codes: Type.Array(Type.String(), { description: "Codes of the learning paths in use that contain this course." }),
    license: Nullable(License),
    updated_at: Instant,
  },
  {
    $id: "Course",
    example: {
      id: "019a2b20-9f8e-7d6c-8b5a-4f3e2d1c0b9a",
      code: "FORKLIFT-01",
      title: "Forklift operation and load safety",
      type: "course",
      languages: ["pl", "en"],
      assignable: true,
      unassignable_reason: null,
      mandatory: true,
      estimated_minutes: 90,
      recurrence: "validity",
      validity: { value: 24, unit: "month" },
      renewal: { enabled: true, lead_days: 60, basis: "expiry" },
      expiring_soon_days: 60,
      grace_days: 0,
      default_due_days: 30,
      path_codes: [],
      license: {
        id: "019a2b21-3333-7aaa-8bbb-cccccccccccc",
        model: "seats",
        seats_total: 50,
        seats_used: 37,
        seats_free: 13,
        valid_until: "2026-12-31",
      },
      updated_at: "2026-01-12T09:00:00.000Z",
    },
  },
);

export const CourseList = Closed({ pagination: CursorPagination, courses: Type.Array(Course) }, { $id: "CourseList" });

export const CourseQuery = Type.Object({
  ...walkParameters(500, 100),
  assignable: Type.Optional(Type.Boolean({ description: "Only courses that can, or cannot, be assigned today." })),
  q: Type.Optional(Type.String({ maxLength: 255, description: "Part of the title or code; case and diacritics do not count." })),
  active: Type.Optional(Type.Boolean({ description: "Only courses that are, or are not, in use." })),
});

/** Further filters of the catalogue in the panel. */
export const PanelCourseQuery = Type.Object({
  ...CourseQuery.properties,
  type: Type.Optional(CourseType),
  unassignable_reason: Type.Optional(UnassignableReason),
  license_id: Type.Optional({ ...Id, description: "Only what this licence covers, the courses of its paths too." }),
});
