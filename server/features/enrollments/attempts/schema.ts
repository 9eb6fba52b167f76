import { Type } from "typebox";
import { Closed, Id, Instant, InstantInput, line, Nullable, OneOf, readOnly } from "../../../platform/http/schema.ts";
import { takingNulls } from "../../../platform/http/route.ts";
import { row_problem_example, rowProblem } from "../row-problem.ts";
import { Enrollment, EnrollmentCreate, EnrollmentStatus } from "../schema.ts";

/** Rows of one request at most; each has a transaction of its own. */
export const attempt_rows_max = 500;
/** How far the sender's clock may be ahead; a time within this limit counts as the present. */
export const clock_ahead_max_ms = 5 * 60_000;

const external_id = line(200, { example: "lms-attempt-88213" });
const result = OneOf(["passed", "failed"], { named: "AttemptResult" });
const score = Type.Integer({ minimum: 0, maximum: 100, example: 92 });

const status = OneOf(["recorded", "replayed"], {
  named: "AttemptReportStatus",
  description: "replayed: it had been reported before, and counts once.",
});

const derived = {
  status,
  enrollment_id: Id,
  number: Type.Integer({ minimum: 1, description: "Which attempt at the enrollment it is, in the order of the reports." }),
  reported_at: Instant,
  enrollment: Enrollment,
};

export const Attempt = Closed(
  {
    external_id,
    user_id: Id,
    employee_no: Nullable(Type.String({ maxLength: 64, example: "10042" })),
    course_id: Id,
    course_code: Type.String({ maxLength: 64, example: "FORKLIFT-01" }),
    cycle_year: Type.Integer({ example: 2026, description: "Of the enrollment that the attempt belongs to." }),
    result,
    score: Nullable(score),
    started_at: Instant,
    completed_at: Instant,
    ...derived,
  },
  { $id: "Attempt" },
);

export const AttemptCreate = Closed({
  external_id: { ...external_id, description: "The sender's own id of this attempt; it is counted once for each client." },
  employee_no: EnrollmentCreate.properties.employee_no,
  user_id: EnrollmentCreate.properties.user_id,
  course_code: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, example: "FORKLIFT-01", description: "Names the course; or send course_id." }),
  ),
  course_id: Type.Optional(Type.String({ format: "uuid", description: "Names the course; or send course_code." })),
  cycle_year: Type.Optional(
    Type.Integer({
      minimum: 1900,
      maximum: 9999,
      example: 2026,
      description: "Of the enrollment; default: the oldest one that is open.",
    }),
  ),
  result,
  score: Type.Optional(
    Nullable({
      ...score,
      description: "Percentage; of a passed attempt not below the course's pass_score. null: nothing is scored.",
    }),
  ),
  started_at: Type.Optional({
    ...InstantInput,
    description: "When the attempt began. Default: when the one before it had ended.",
  }),
  completed_at: {
    ...InstantInput,
    description: "When the attempt ended: not before the day of the assignment, and not in the future.",
  },
  ...readOnly(Object.keys(derived) as (keyof typeof derived)[]),
});

/** The schema by which each row is validated. */
export const AttemptRow = takingNulls(AttemptCreate);

export const AttemptBatch = Closed({
  attempts: Type.Array(
    // Rows are validated one by one, so that a faulty row is reported in its result and does not prevent the others.
    Type.Unsafe<unknown>({ contract: () => ({ ...AttemptRow, $id: "ReportAttemptRequest" }) }),
    { minItems: 1, maxItems: attempt_rows_max, description: "Rows, each with the members of `POST /api/v1/attempts`." },
  ),
});

const RowProblem = rowProblem("AttemptRowProblem", "POST /api/v1/attempts", {
  enrollment_id: Type.Optional(Nullable(Id)),
  enrollment_status: Type.Optional(Nullable(EnrollmentStatus)),
  attempts_allowed: Type.Optional(Type.Integer({ example: 3 })),
});

const RowResult = Closed(
  {
    index: Type.Integer({ minimum: 0, description: "Place of the row in the request, from 0 on." }),
    external_id: Nullable(Type.String(), { description: "Of the row; null where it has none." }),
    status: OneOf(["recorded", "replayed", "refused"], { named: "AttemptRowStatus" }),
    enrollment_id: Nullable(Id, { description: "To which the attempt counts; null where refused." }),
    number: Nullable(Type.Integer(), { description: "Which attempt at the enrollment it is; null where refused." }),
    enrollment_status: Nullable(EnrollmentStatus, { description: "As it stands now; null where refused." }),
    problem: Nullable(RowProblem, { description: "Why the row was refused; null otherwise." }),
  },
  { $id: "AttemptRowResult" },
);

export const AttemptBatchAnswer = Closed(
  {
    counts: Closed({
      rows: Type.Integer({ minimum: 0 }),
      recorded: Type.Integer({ minimum: 0 }),
      replayed: Type.Integer({ minimum: 0 }),
      refused: Type.Integer({ minimum: 0 }),
    }),
    results: Type.Array(RowResult, { description: "One for each row, in the order of the request." }),
  },
  {
    $id: "AttemptBatchAnswer",
    example: {
      counts: { rows: 2, recorded: 1, replayed: 0, refused: 1 },
      results: [
        {
          index: 0,
          external_id: "lms-attempt-88213",
          status: "recorded",
          enrollment_id: "019a4a01-1111-7222-8333-444455556666",
          number: 1,
          enrollment_status: "completed",
          problem: null,
        },
        {
          index: 1,
          external_id: "lms-attempt-88214",
          status: "refused",
          enrollment_id: null,
          number: null,
          enrollment_status: null,
          problem: row_problem_example,
        },
      ],
    },
  },
);
