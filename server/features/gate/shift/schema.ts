import { Type } from "typebox";
import { PlaceCursor } from "../../../platform/http/cursor.ts";
import { Closed, DateOnly, Id, Instant, InstantInput, Nullable, OneOf } from "../../../platform/http/schema.ts";

/** The most people of one list; a phone reads and encrypts them in a second or two. */
export const list_people_max = 5_000;
/** For how many hours a list is valid: one shift. */
export const list_hours = 12;
export const decisions_max = 500;
/** The most departments from which a guard can choose when a list is too long. */
export const departments_max = 2_000;

export const GateListRequest = Closed({
  course_code: Nullable(Type.String({ minLength: 1, maxLength: 64 }), {
    description: "The work of this gate; null: only whatever is required of people.",
  }),
  department_id: Nullable(Id, { description: "Only people of this department and of all below it; null: everybody." }),
});

export const GateDepartments = Closed(
  { departments: Type.Array(Closed({ id: Id, name: Type.String() })) },
  { $id: "GateDepartments" },
);

const last_day = Type.Union([DateOnly, Type.Null(), Type.Literal(false)], {
  description: "The last day of a yes; null: yes, and no end is known; false: no.",
});

export const GateList = Closed(
  {
    as_of: Instant,
    ends_at: Instant,
    course_code: Nullable(Type.String()),
    people: Type.Array(
      Closed({
        user_id: Id,
        number: Type.String({ description: "Employee number in small letters." }),
        name: Type.String(),
        any: last_day,
        work: last_day,
      }),
    ),
  },
  { $id: "GateList" },
);

const decision = {
  id: Type.String({ format: "uuid", description: "Made by the phone: what is sent again counts once." }),
  user_id: Id,
  course_code: Nullable(Type.String({ minLength: 1, maxLength: 64 })),
  allowed: Type.Boolean(),
  by_badge: Type.Boolean(),
  compared: Type.Boolean({ description: "The name was compared with a document, as the badge had been let in before." }),
};

export const GateDecisionsRequest = Closed({
  decisions: Type.Array(Closed({ ...decision, decided_at: InstantInput }), { minItems: 1, maxItems: decisions_max }),
});

export const GateDecisionsTaken = Closed(
  {
    recorded: Type.Integer({ minimum: 0 }),
    known: Type.Integer({ minimum: 0, description: "They had been sent before, or name nobody of this organisation." }),
  },
  { $id: "GateDecisionsTaken" },
);

export const GateDecisionQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50, description: "Decisions on one page." }),
  cursor: Type.Optional(PlaceCursor),
  employee_no: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  allowed: Type.Optional(OneOf(["true", "false"], { description: "Only yes, or only no." })),
  from: Type.Optional({ ...InstantInput, description: "Decided at or after it." }),
  until: Type.Optional({ ...InstantInput, description: "Decided before it." }),
});

export const GateDecisionList = Closed(
  {
    pagination: Closed({
      limit: Type.Integer({ minimum: 1 }),
      next_cursor: Nullable(Type.String({ description: "Send it as `cursor` to get the next page; null on the last one." })),
    }),
    decisions: Type.Array(
      Closed({
        ...decision,
        full_name: Type.String(),
        employee_no: Nullable(Type.String()),
        decided_at: Instant,
        received_at: Instant,
        decided_by_name: Nullable(Type.String(), { description: "null: the account is gone." }),
      }),
      { description: "The latest first." },
    ),
  },
  { $id: "GateDecisionList" },
);
