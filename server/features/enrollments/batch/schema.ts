import { Type } from "typebox";
import { Closed, Id, Nullable, OneOf } from "../../../platform/http/schema.ts";
import { takingNulls } from "../../../platform/http/route.ts";
import { UnassignableReason } from "../../courses/schema.ts";
import { row_problem_example, rowProblem } from "../row-problem.ts";
import { EnrollmentCreate, EnrollmentStatus } from "../schema.ts";

/** Rows of one request at most. */
export const batch_rows_max = 1_000;
/** Enrollments that one request may make at most; a learning path counts with each of its active courses. */
export const batch_enrollments_max = 5_000;

/** The schema by which each row is validated. */
export const BatchRow = takingNulls(EnrollmentCreate);

export const EnrollmentBatch = Closed({
  enrollments: Type.Array(
    // Rows are validated one by one, so that a faulty row is reported in its result and does not prevent the others.
    Type.Unsafe<unknown>({ contract: () => ({ ...BatchRow, $id: "AssignCourseRequest" }) }),
    {
      minItems: 1,
      maxItems: batch_rows_max,
      description: "Rows, each with the members of `POST /api/v1/enrollments`.",
    },
  ),
});

const RowProblem = rowProblem("EnrollmentRowProblem", "POST /api/v1/enrollments", {
  unassignable_reason: Type.Optional(UnassignableReason),
  path_codes: Type.Optional(Type.Array(Type.String())),
  license: Type.Optional(
    Type.Object({ id: Id, seats_total: Type.Integer({ example: 50 }), seats_used: Type.Integer({ example: 50 }) }),
  ),
});

const RowResult = Closed(
  {
    index: Type.Integer({ minimum: 0, description: "Place of the row in the request, from 0 on." }),
    status: OneOf(["created", "exists", "refused"], { named: "EnrollmentRowStatus" }),
    enrollment_id: Nullable(Id, { description: "The new enrollment, or the one that is there already; null where refused." }),
    enrollment_status: Nullable(EnrollmentStatus, { description: "Of one that is there already; null otherwise." }),
    problem: Nullable(RowProblem, { description: "Why the row was refused; null otherwise." }),
  },
  { $id: "EnrollmentRowResult" },
);

export const EnrollmentBatchAnswer = Closed(
  {
    batch_id: Nullable(Id, {
      description: "Stands in the events and audit rows of all that was created; null where nothing was.",
    }),
    counts: Closed({
      rows: Type.Integer({ minimum: 0 }),
      created: Type.Integer({ minimum: 0 }),
      exists: Type.Integer({ minimum: 0 }),
      refused: Type.Integer({ minimum: 0 }),
    }),
    results: Type.Array(RowResult, { description: "One for each row, in the order of the request." }),
  },
  {
    $id: "EnrollmentBatchAnswer",
    example: {
      batch_id: "019a5001-bbbb-7bbb-8ccc-000000000001",
      counts: { rows: 3, created: 1, exists: 1, refused: 1 },
      results: [
        {
          index: 0,
          status: "created",
          enrollment_id: "019a4a01-1111-7222-8333-444455556666",
          enrollment_status: null,
          problem: null,
        },
        {
          index: 1,
          status: "exists",
          enrollment_id: "019a4a01-1111-7222-8333-444455557777",
          enrollment_status: "in_progress",
          problem: null,
        },
        {
          index: 2,
          status: "refused",
          enrollment_id: null,
          enrollment_status: null,
          problem: row_problem_example,
        },
      ],
    },
  },
);
