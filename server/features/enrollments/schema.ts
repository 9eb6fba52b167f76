import { Type } from "typebox";
import { CursorPagination, walkParameters } from "../../platform/http/cursor.ts";
import { Closed, DateOnly, Id, Instant, Nullable, OneOf, readOnly } from "../../platform/http/schema.ts";
import { CertificateStatus } from "../certificates/schema.ts";
import { Flag } from "../compliance/flag/status-schema.ts";
import { CourseType } from "../courses/schema.ts";

export const enrollment_states = ["assigned", "in_progress", "completed", "failed", "cancelled", "withdrawn"] as const;
export type EnrollmentState = (typeof enrollment_states)[number];
export const EnrollmentStatus = OneOf(enrollment_states, { named: "EnrollmentStatus" });

export const enrollment_sources = ["api", "rule", "group", "admin", "path", "renewal", "import"] as const;
export type EnrollmentSource = (typeof enrollment_sources)[number];
export const EnrollmentSource = OneOf(enrollment_sources, { named: "EnrollmentSource" });

export const cancel_reasons = [
  "admin",
  "department_changed",
  "group_left",
  "person_deactivated",
  "course_retired",
  "superseded",
  "api",
] as const;
export type CancelReason = (typeof cancel_reasons)[number];
export const CancelReason = OneOf(cancel_reasons, { named: "CancelReason" });

const Reference = Closed(
  { type: Type.String({ example: "client" }), id: Nullable(Id), name: Type.String({ example: "HR sync" }) },
  { $id: "EnrollmentOrigin", description: "Who or what assigned it." },
);

const CertificateOfEnrollment = Closed(
  {
    id: Id,
    number: Type.String(),
    valid_from: DateOnly,
    valid_until: Nullable(DateOnly),
    status: CertificateStatus,
  },
  { $id: "EnrollmentCertificate" },
);

const employee_no_max = 64;
const course_code_max = 64;

/** Members that a client sets; all others are derived. */
const cycle_year = Type.Integer({ minimum: 1900, maximum: 9999, example: 2026 });

const derived = {
  id: Id,
  course_title: Type.String({ maxLength: 255, example: "Forklift operation and load safety" }),
  type: CourseType,
  status: EnrollmentStatus,
  overdue: Type.Boolean({ description: "Still open, and the due date with the course's days of grace has passed." }),
  source: EnrollmentSource,
  source_ref: Nullable(Reference),
  mandatory: Type.Boolean({ description: "Whether it is a requirement, with a compliance flag." }),
  assigned_at: Instant,
  started_at: Nullable(Instant),
  completed_at: Nullable(Instant),
  failed_at: Nullable(Instant),
  cancelled_at: Nullable(Instant),
  cancel_reason: Nullable(CancelReason),
  progress_percent: Type.Integer({ minimum: 0, maximum: 100 }),
  score: Nullable(Type.Integer({ minimum: 0, maximum: 100 })),
  passed: Nullable(Type.Boolean()),
  attempts_used: Type.Integer({ minimum: 0 }),
  attempts_allowed: Type.Integer({ minimum: 1, example: 3 }),
  renewal_of: Nullable(Id),
  parent_enrollment_id: Nullable(Id),
  certificate: Nullable(CertificateOfEnrollment),
  license_id: Nullable(Id),
  compliance_status: Nullable(Flag, {
    description: "The flag of this person for this course today; null where nothing is required.",
  }),
  created_at: Instant,
  updated_at: Instant,
};

export const Enrollment = Closed(
  {
    user_id: Id,
    employee_no: Nullable(Type.String({ maxLength: employee_no_max, example: "10042" })),
    course_id: Id,
    course_code: Type.String({ maxLength: course_code_max, example: "FORKLIFT-01" }),
    cycle_year: Type.Integer({
      example: 2026,
      description: "The period of obligation: a calendar year, or the year in which the organisation's fiscal cycle begins.",
    }),
    due_date: Nullable(DateOnly),
    ...derived,
  },
  {
    $id: "Enrollment",
    example: {
      id: "019a4a01-1111-7222-8333-444455556666",
      user_id: "019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f",
      employee_no: "10042",
      course_id: "019a2b20-9f8e-7d6c-8b5a-4f3e2d1c0b9a",
      course_code: "FORKLIFT-01",
      course_title: "Forklift operation and load safety",
      type: "course",
      cycle_year: 2026,
      status: "assigned",
      overdue: false,
      source: "api",
      source_ref: { type: "client", id: "019a1000-0000-7000-8000-00000000c11e", name: "HR sync" },
      mandatory: true,
      due_date: "2026-03-31",
      assigned_at: "2026-02-02T07:00:00.000Z",
      started_at: null,
      completed_at: null,
      failed_at: null,
      cancelled_at: null,
      cancel_reason: null,
      progress_percent: 0,
      score: null,
      passed: null,
      attempts_used: 0,
      attempts_allowed: 3,
      renewal_of: null,
      parent_enrollment_id: null,
      certificate: null,
      license_id: "019a2b21-3333-7aaa-8bbb-cccccccccccc",
      compliance_status: "PENDING",
      created_at: "2026-02-02T07:00:00.000Z",
      updated_at: "2026-02-02T07:00:00.000Z",
    },
  },
);

export const EnrollmentList = Closed(
  { pagination: CursorPagination, enrollments: Type.Array(Enrollment) },
  { $id: "EnrollmentList" },
);

const derived_names = Object.keys(derived) as (keyof typeof derived)[];

/**
 * Exactly one of employee_no and user_id, and one of course_code and course_id, is required; read-assignment.ts reports a missing
 * one.
 */
export const EnrollmentCreate = Closed({
  employee_no: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: employee_no_max,
      example: "10042",
      description: "Names the person; or send user_id.",
    }),
  ),
  user_id: Type.Optional(Type.String({ format: "uuid", description: "Names the person; or send employee_no." })),
  course_code: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: course_code_max,
      example: "FORKLIFT-01",
      description: "Names the course or learning path; or send course_id.",
    }),
  ),
  course_id: Type.Optional(
    Type.String({ format: "uuid", description: "Names the course or learning path; or send course_code." }),
  ),
  cycle_year: Type.Optional({
    ...cycle_year,
    // The range depends on the present year, so the schema has none.
    contract: () =>
      Type.Integer({
        example: 2026,
        description:
          "From the cycle before the current one to the second one after it; any other is refused with OUT_OF_RANGE. Default: the current cycle, in the organisation's time zone.",
      }),
  }),
  due_date: Type.Optional(
    Nullable({
      ...DateOnly,
      description: "Last day on time, today or later. Default: today and the course's default_due_days; null: none.",
    }),
  ),
  ...readOnly(derived_names),
});

export const EnrollmentPatch = Closed({
  due_date: Type.Optional(Nullable({ ...DateOnly, description: "Last day on time, today or later; null: none." })),
  ...readOnly([...derived_names, "user_id", "employee_no", "course_id", "course_code", "cycle_year"]),
});

export const CancelBody = Closed({}, { optional: true });

export const EnrollmentParams = Type.Object({ id: Type.String() });

export const EnrollmentQuery = Type.Object({
  ...walkParameters(500, 100),
  employee_no: Type.Optional(
    Type.String({ maxLength: employee_no_max, description: "Only of the person with this employee number." }),
  ),
  user_id: Type.Optional(Type.String({ format: "uuid", description: "Only of this person." })),
  course_code: Type.Optional(Type.String({ maxLength: course_code_max, description: "Only of the course with this code." })),
  status: Type.Optional(EnrollmentStatus),
  source: Type.Optional(EnrollmentSource),
});
