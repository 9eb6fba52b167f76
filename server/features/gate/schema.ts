import { Type } from "typebox";
import { Closed, DateOnly, Id, Nullable, OneOf } from "../../platform/http/schema.ts";
import { Flag } from "../compliance/flag/status-schema.ts";

export const unmet_reasons = ["NOT_HELD", "NOT_COMPLETED", "OVERDUE", "EXPIRED", "REVOKED"] as const;
export const refusal_reasons = ["PERSON_INACTIVE", "EMPLOYMENT_NOT_BEGUN", "EMPLOYMENT_ENDED", "CONTRACT_ENDED"] as const;

const course = { course_code: Type.String({ example: "CRANE-01" }), course_title: Type.String({ example: "Crane operation" }) };
const holds_until = Nullable(DateOnly, {
  description: "Last day on which this stays so if nobody does anything; null: it does not hold, or no end is known.",
});

const Requirement = Closed(
  {
    ...course,
    met: Type.Boolean(),
    reason: Nullable(OneOf(unmet_reasons, { named: "UnmetReason" }), { description: "Why it is not met; null: it is." }),
    status: Nullable(Flag, { description: "The person's flag for the course today; null where nothing is required." }),
    valid_until: Nullable(DateOnly, { description: "Last day of the certificate that reaches furthest." }),
    due_date: Nullable(DateOnly, { description: "The earliest one of what is open." }),
    holds_until,
  },
  { $id: "GateRequirement" },
);

export const GateAnswer = Closed(
  {
    allowed: Type.Boolean({ description: "Whether the person may do the work on this day." }),
    on: DateOnly,
    holds_until,
    person: Closed(
      {
        user_id: Id,
        employee_no: Nullable(Type.String({ example: "10042" })),
        full_name: Type.String({ example: "Anna Kowalska" }),
        contractor_name: Nullable(Type.String()),
      },
      { $id: "GatePerson" },
    ),
    work: Nullable(Closed(course, { $id: "GateWork" }), { description: "What was asked about; null: whatever is required." }),
    reasons: Type.Array(OneOf(refusal_reasons, { named: "GateRefusal" }), {
      description: "What refuses the person, whatever their training.",
    }),
    requirements: Type.Array(Requirement, { description: "What is not met first, then by code." }),
  },
  {
    $id: "GateAnswer",
    example: {
      allowed: false,
      on: "2026-03-21",
      holds_until: null,
      person: {
        user_id: "019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f",
        employee_no: "10042",
        full_name: "Anna Kowalska",
        contractor_name: null,
      },
      work: { course_code: "PATH-CRANE", course_title: "Crane work" },
      reasons: [],
      requirements: [
        {
          course_code: "CRANE-01",
          course_title: "Crane operation",
          met: false,
          reason: "EXPIRED",
          status: "OVERDUE",
          valid_until: "2026-02-28",
          due_date: "2026-02-28",
          holds_until: null,
        },
      ],
    },
  },
);

export const GateWorks = Closed({ works: Type.Array(Closed({ ...course, is_path: Type.Boolean() })) }, { $id: "GateWorks" });

export const GateQuery = Type.Object({
  employee_no: Type.Optional(Type.String({ maxLength: 64, description: "Names the person; or send user_id.", example: "10042" })),
  user_id: Type.Optional(Type.String({ format: "uuid", description: "Names the person; or send employee_no." })),
  course_code: Type.Optional(
    Type.String({
      maxLength: 64,
      example: "FORKLIFT-01",
      description:
        "The work: a course, or a learning path, of which each mandatory course is needed. Default: what is required of the person.",
    }),
  ),
});
