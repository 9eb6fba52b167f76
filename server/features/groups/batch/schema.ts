import { Type } from "typebox";
import { takingNulls } from "../../../platform/http/route.ts";
import { Closed, Id, Nullable, OneOf } from "../../../platform/http/schema.ts";
import { employee_no_max } from "../../people/definition.ts";

/** The most rows of one request. */
export const member_rows_max = 1_000;
/** The most enrollments that one request may begin or end. Each person who moves counts once for each course of the group. */
export const member_enrollments_max = 5_000;

/** The schema by which each row is validated on its own. */
export const MemberRow = takingNulls(
  Closed({
    action: OneOf(["join", "leave"] as const, { named: "MembershipAction" }),
    employee_no: Type.Optional(Type.String({ minLength: 1, maxLength: employee_no_max, example: "10042" })),
    user_id: Type.Optional({ ...Id, description: "Instead of the employee number." }),
  }),
);

export const MembersMove = Closed({
  members: Type.Array(
    // The request's schema accepts any row, because a fault in one row must not refuse the others: its result reports the fault.
    Type.Unsafe<unknown>({ contract: () => ({ ...MemberRow, $id: "GroupMemberRow" }) }),
    { minItems: 1, maxItems: member_rows_max, description: "Who joins, and who leaves." },
  ),
});

const RowProblem = Type.Object(
  {
    type: Type.String({ format: "uri" }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    code: Type.String({ example: "VALIDATION_FAILED" }),
    errors: Type.Array(
      Type.Object({
        pointer: Type.String({ description: "JSON Pointer into the row, as a URI fragment: `#/employee_no`." }),
        code: Type.String({ example: "UNKNOWN_PERSON" }),
        detail: Type.String(),
      }),
    ),
  },
  { $id: "GroupMemberRowProblem" },
);

const count = Type.Integer({ minimum: 0 });

const RowResult = Closed(
  {
    index: Type.Integer({ minimum: 0, description: "Place of the row in the request, from 0 on." }),
    status: OneOf(["joined", "left", "unchanged", "refused"], {
      named: "GroupMemberRowStatus",
      description: "unchanged: the person belonged to the group already, or did not.",
    }),
    user_id: Nullable(Id, { description: "Null where refused." }),
    problem: Nullable(RowProblem, { description: "Why the row was refused; null otherwise." }),
  },
  { $id: "GroupMemberRowResult" },
);

export const MembersMoved = Closed(
  {
    batch_id: Nullable(Id, { description: "Stands in the events and audit rows of all who moved; null where nobody did." }),
    counts: Closed({ rows: count, joined: count, left: count, unchanged: count, refused: count }),
    results: Type.Array(RowResult, { description: "One for each row, in the order of the request." }),
  },
  {
    $id: "GroupMembersMoved",
    example: {
      batch_id: "019a5001-bbbb-7bbb-8ccc-000000000001",
      counts: { rows: 1, joined: 1, left: 0, unchanged: 0, refused: 0 },
      results: [{ index: 0, status: "joined", user_id: "019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f", problem: null }],
    },
  },
);
