import { Type } from "typebox";
import { Closed, DateOnly, Id, Instant, Nullable, OneOf } from "../../../platform/http/schema.ts";
import { block_reasons, reason_codes, renewal_states } from "./reasons.ts";
import { Basis } from "../schema.ts";
import { Flag } from "../flag/status-schema.ts";

export const ExplainQuery = Type.Object({
  employee_no: Type.Optional(Type.String({ maxLength: 64, description: "The person; or send `user_id`.", example: "10042" })),
  user_id: Type.Optional(Id),
  course_code: Type.Optional(Type.String({ maxLength: 64, description: "The course; or send `course_id`.", example: "BHP-00" })),
  course_id: Type.Optional(Id),
  as_of: Type.Optional({
    ...DateOnly,
    description: "A date, not after today: what was known at its end. Without it, or for today: what the facts say now.",
  }),
});

const ReasonFacts = Closed(
  {
    certificate: Type.Optional(Type.String({ description: "Its number." })),
    valid_from: Type.Optional(DateOnly),
    until: Type.Optional(
      Nullable(DateOnly, { description: "The last day of a certificate or exemption; null: without an end." }),
    ),
    assigned_on: Type.Optional(DateOnly),
    due_date: Type.Optional(Nullable(DateOnly)),
    days_left: Type.Optional(Type.Integer()),
    days: Type.Optional(Type.Integer({ description: "Of the course's window, or of its grace." })),
    state: Type.Optional(OneOf(renewal_states, { named: "RenewalProgress", description: "How far a renewal is." })),
    blocked: Type.Optional(
      OneOf(block_reasons, { named: "WaitingReason", description: "Why an assignment or a renewal waits." }),
    ),
  },
  { description: "What the sentence says, for programs that write it in another language: those members that the code has." },
);

export const ExplanationCode = OneOf(reason_codes, { named: "ExplanationCode" });

const Reason = Closed({
  code: ExplanationCode,
  detail: Type.String({ description: "One sentence in English." }),
  facts: ReasonFacts,
});

export const ExplanationRecord = Closed(
  {
    employee_no: Nullable(Type.String()),
    user_id: Id,
    course_code: Type.String(),
    as_of: DateOnly,
    timezone: Type.String({ description: "The organisation's, in which days begin and end.", example: "Europe/Warsaw" }),
    status: Nullable(Flag, { description: "null: nothing is required; `reasons` says why." }),
    basis: Nullable(Basis),
    reasons: Type.Array(Reason, { description: "What decides, first." }),
    next_status: Nullable(Flag),
    next_change_on: Nullable(DateOnly),
    evidence: Closed({
      enrollment_ids: Type.Array(Id),
      certificate_ids: Type.Array(Id),
      rule_ids: Type.Array(Id, { description: "Rules that ask for the course." }),
    }),
    paused: Type.Boolean({ description: "The person is suspended: the flag is that of the day on which that began." }),
    known_since: Nullable(Instant, { description: "For a past date: when this had become known; else null." }),
  },
  {
    $id: "ComplianceExplanation",
    example: {
      employee_no: "10042",
      user_id: "019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f",
      course_code: "BHP-00",
      as_of: "2026-02-02",
      timezone: "Europe/Warsaw",
      status: "EXPIRING_SOON",
      basis: "certificate",
      reasons: [
        {
          code: "CERT_VALID",
          detail: "Certificate BHP-00-2025-000102 is valid until 2026-02-27.",
          facts: { certificate: "BHP-00-2025-000102", until: "2026-02-27" },
        },
        {
          code: "WITHIN_EXPIRING_WINDOW",
          detail: "25 days left; the window of BHP-00 is 60 days.",
          facts: { days_left: 25, days: 60 },
        },
        {
          code: "RENEWAL_OPEN",
          detail: "Renewal enrollment assigned on 2025-12-29 by renewal, due 2026-02-27, not started.",
          facts: { assigned_on: "2025-12-29", due_date: "2026-02-27", state: "not_started" },
        },
      ],
      next_status: "OVERDUE",
      next_change_on: "2026-02-28",
      evidence: {
        enrollment_ids: ["01950a01-1111-7222-8333-444455556666", "019c9001-1111-7222-8333-444455556666"],
        certificate_ids: ["01950a02-aaaa-7bbb-8ccc-ddddeeeeffff"],
        rule_ids: [],
      },
      paused: false,
      known_since: null,
    },
  },
);
