import { Type } from "typebox";
import { Closed, DateOnly, Id, Instant, Nullable, offset_max, OneOf, pageParameters } from "../../platform/http/schema.ts";
import { WorkerType } from "../people/schema.ts";
import { Flag } from "./flag/status-schema.ts";
import { severity_order } from "./flag/status.ts";

const date_or_instant =
  "^(19|[2-9][0-9])[0-9]{2}-[0-9]{2}-[0-9]{2}([Tt ][0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2}))?$";
/** For an example. */
const none_counted = Object.fromEntries(severity_order.map((flag) => [flag, 0]));
const course_code = Type.String({ minLength: 1, maxLength: 64, example: "FORKLIFT-01" });

/** The filters that the matrix and the forecast share. */
export const scope_parameters = {
  department_id: Type.Optional({ ...Id, description: "People of this department itself." }),
  course_code: Type.Optional({ ...course_code, description: "Only this course, and only people who must be trained in it." }),
};

export const MatrixQuery = Type.Object({
  ...scope_parameters,
  department_query: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        "Departments whose name contains this; if none does, those whose name is like it: one typo in each word is overlooked. Case, diacritics and extra spaces do not count. Beside `department_id` both must hold.",
      example: "logistyka",
    }),
  ),
  compliance_flag: Type.Optional({
    ...Flag,
    description: "Only people whose worst flag in scope is this one. The summary does not heed it.",
  }),
  worker_type: Type.Optional(WorkerType),
  contractor_id: Type.Optional({ ...Id, description: "People of this company." }),
  as_of: Type.Optional(
    Type.String({
      maxLength: 40,
      pattern: date_or_instant,
      description:
        "A date or a timestamp from 1900 on, not in the future: the matrix as it stood at the end of a date in the organisation's time zone, or at an instant. Names, and the departments that `department_query` finds, are those of today.",
      example: "2026-01-31",
    }),
  ),
  ...pageParameters(200, 50),
});

/** The panel's matrix has the same search as its list of people. */
export const PanelMatrixQuery = Type.Object({
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: "People whose name, number, login or address contains this; the summary counts them alone.",
      example: "kowalska",
    }),
  ),
  ...MatrixQuery.properties,
});

const { limit: _limit, offset: _offset, ...filter_parameters } = PanelMatrixQuery.properties;

export const MatrixExportQuery = Type.Object({
  ...filter_parameters,
  format: OneOf(["csv", "xlsx"], { default: "csv" }),
});

const Choice = Closed({ id: Id, name: Type.String() });

export const MatrixChoices = Closed(
  {
    courses: Type.Array(Closed({ code: Type.String(), title: Type.String() }), {
      description: "Courses that at least one person must take.",
    }),
    departments: Type.Array(Choice),
    contractors: Type.Array(Choice),
    paths: Type.Array(
      Closed({
        code: Type.String(),
        title: Type.String(),
        courses: Type.Array(Type.String(), { description: "Codes, in the path's order." }),
      }),
      { description: "Learning paths in use with courses that at least one person must take: groups of the matrix's columns." },
    ),
  },
  { $id: "ComplianceMatrixChoices" },
);

export const Basis = OneOf(["enrollment", "certificate", "completion", "exemption"], { named: "ComplianceBasis" });

// Repeated here because compliance must not import enrollments. If it differs from their schema of the same name, the start
// fails.
const EnrollmentStatus = OneOf(["assigned", "in_progress", "completed", "failed", "cancelled", "withdrawn"], {
  named: "EnrollmentStatus",
});

/** The members of an entry in a row of the matrix, in their order. */
const entry = {
  status: Flag,
  basis: { ...Basis, description: "What decides the flag." },
  enrollment_id: Nullable(Id),
  enrollment_status: Nullable(EnrollmentStatus),
  cycle_year: Nullable(Type.Integer()),
  due_date: Nullable(DateOnly),
  completed_at: Nullable(Instant),
  certificate_id: Nullable(Id),
  valid_until: Nullable(DateOnly, { description: "The last day that certificates cover." }),
  renewal_enrollment_id: Nullable(Id, { description: "The open renewal." }),
  in_grace: Type.Boolean({ description: "Past a date, but within the course's days of grace." }),
  next_status: Nullable(Flag, { description: "What time alone will make of it; null: the entry will be gone." }),
  next_change_on: Nullable(DateOnly, { description: "The day on which it will; null: time alone changes nothing." }),
};

const MatrixEntry = Closed(entry, { $id: "MatrixEntry" });

export const MatrixRow = Closed(
  {
    user_id: Id,
    employee_no: Nullable(Type.String()),
    full_name: Nullable(Type.String()),
    department_id: Nullable(Id),
    department_name: Nullable(Type.String()),
    worker_type: WorkerType,
    contractor_id: Nullable(Id),
    status: Nullable(Flag, { description: "The worst flag in scope; null: nothing is required." }),
    courses: Type.Record(Type.String(), MatrixEntry, { description: "Entries in scope by the code of the course." }),
  },
  { $id: "MatrixRow" },
);

export const Matrix = Closed(
  {
    refreshed_at: { ...Instant, description: "The instant up to which every change is included, those by time alone too." },
    pagination: Closed({
      total: Type.Integer({ minimum: 0 }),
      limit: Type.Integer({ minimum: 1 }),
      offset: Type.Integer({ minimum: 0, maximum: offset_max }),
    }),
    summary: Closed({
      people: Type.Integer({ minimum: 0, description: "People in scope: the sum of `counts` and `no_requirements`." }),
      counts: Closed(
        Object.fromEntries(severity_order.map((flag) => [flag, Type.Integer({ minimum: 0 })])) as Record<
          (typeof severity_order)[number],
          ReturnType<typeof Type.Integer>
        >,
        { description: "People by their worst flag in scope." },
      ),
      no_requirements: Type.Integer({ minimum: 0, description: "People without any entry." }),
      severity_order: Type.Array(Flag, { description: "Flags, the worst first." }),
    }),
    rows: Type.Array(MatrixRow, { description: "One row a person, in the order of their names." }),
  },
  {
    $id: "ComplianceMatrix",
    example: {
      refreshed_at: "2026-02-02T07:05:00.000Z",
      pagination: { total: 412, limit: 50, offset: 0 },
      summary: {
        people: 412,
        counts: { ...none_counted, OVERDUE: 9, PENDING: 31, IN_PROGRESS: 22, EXPIRING_SOON: 40, COMPLIANT: 298 },
        no_requirements: 12,
        severity_order: [...severity_order],
      },
      rows: [
        {
          user_id: "019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f",
          employee_no: "10042",
          full_name: "Anna Kowalska",
          department_id: "019a2b10-4c5d-7e6f-8a7b-1c2d3e4f5a6b",
          department_name: "Logistyka Północ",
          worker_type: "internal_payroll",
          contractor_id: null,
          status: "PENDING",
          courses: {
            "FORKLIFT-01": {
              status: "PENDING",
              basis: "enrollment",
              enrollment_id: "019a4a01-1111-7222-8333-444455556666",
              enrollment_status: "assigned",
              cycle_year: 2026,
              due_date: "2026-03-31",
              completed_at: null,
              certificate_id: null,
              valid_until: null,
              renewal_enrollment_id: null,
              in_grace: false,
              next_status: "OVERDUE",
              next_change_on: "2026-04-01",
            },
          },
        },
      ],
    },
  },
);
