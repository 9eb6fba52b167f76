import { Type } from "typebox";
import { Closed, DateOnly, Id, Instant, Nullable } from "../../../platform/http/schema.ts";

const last_day = Nullable(DateOnly, { description: "The last day on which it holds; null: no end is known." });

const BadgeWork = Closed(
  { course_code: Type.String({ example: "CRANE-01" }), course_title: Type.String({ example: "Crane operation" }), last_day },
  { $id: "BadgeWork" },
);

export const Badge = Closed(
  {
    token: Type.String({
      description: "What the QR code says: a JWS in its compact form, signed with ES256 by the organisation's key.",
      example: "eyJhbGciOiJFUzI1NiIsInR5cCI6ImJhZGdlIiwia2lkIjoi…",
    }),
    issued_at: Instant,
    valid_until: Instant,
    full_name: Type.String({ example: "Anna Kowalska" }),
    employee_no: Nullable(Type.String({ example: "10042" })),
    contractor_name: Nullable(Type.String()),
    organisation: Type.String(),
    nothing_overdue: Type.Boolean({ description: "Whether nothing that is required of the person is overdue." }),
    works: Type.Array(BadgeWork, { description: "Works that the person may do: learning paths, then courses." }),
    left_out: Type.Integer({ minimum: 0, description: "Works that the code has no room for: the gate asks by number for them." }),
  },
  { $id: "GateBadge" },
);

export const badge_hours_min = 1;
export const badge_hours_max = 168;
/** Valid while the organisation has set nothing. */
export const badge_hours_default = 24;

const badge_hours = Type.Integer({
  minimum: badge_hours_min,
  maximum: badge_hours_max,
  description: "For how many hours a badge is valid after it was issued.",
});
export const GateSettings = Closed({ badge_hours }, { $id: "GateSettings" });
export const ChangeGateSettings = Closed({ badge_hours });

const SigningKey = Closed({ kid: Type.String(), x: Type.String(), y: Type.String() }, { $id: "GateKey" });

export const GateCheck = Closed(
  {
    organisation: Type.String({ description: "Its code." }),
    time_zone: Type.String({ description: "In which days are counted." }),
    now: Instant,
    keys: Type.Array(SigningKey, { description: "Public keys on P-256 by which badges are verified." }),
    ended: Type.Array(
      Closed({
        sub: Type.String({ description: "The person, as badges name them." }),
        before: Nullable(Instant, { description: "Badges issued until then count no more; null: none does." }),
      }),
      { description: "Badges that ended before their time." },
    ),
    works: Type.Array(
      Closed({
        course_code: Type.String(),
        course_title: Type.String(),
        courses: Type.Array(Type.String(), { description: "Codes of the courses that it needs." }),
      }),
    ),
  },
  { $id: "GateCheck" },
);

export const BadgeParams = Type.Object({ id: Id });
