import { Type } from "typebox";
import { PlaceCursor } from "../../platform/http/cursor.ts";
import { Closed, Id, Instant, InstantInput, Nullable, OneOf } from "../../platform/http/schema.ts";
import { iri_max_letters } from "./limits.ts";

const page_max = 200;

/** The outcome of the registration to which a statement belongs; `record`: it belongs to none and has no effect. */
export const outcomes = ["record", "under_way", "passed", "failed", "not_counted"] as const;

const ShownStatement = Closed(
  {
    id: Id,
    stored_at: Instant,
    person: Nullable(Closed({ id: Id, full_name: Nullable(Type.String()) }), { description: "Whom it is about; null: a group." }),
    verb: Closed({
      id: Type.String(),
      name: Type.String({ description: "As the statement calls it in the reader's language." }),
    }),
    activity: Nullable(Closed({ id: Type.String(), name: Type.String() }), {
      description: "null: it is about no activity, but a person or another statement.",
    }),
    score_percent: Nullable(Type.Integer(), { description: "`result.score.scaled`, in per cent." }),
    said_by: Type.String({ description: "The client, or the service itself for packages that run here." }),
    voided: Type.Boolean(),
    outcome: OneOf(outcomes, {
      description:
        "What the learner's try at the package has come to; `not_counted`: it has come to nothing, as the course was closed or had its result from elsewhere; `record`: the statement is of no such try, and makes no attempt.",
    }),
    course: Nullable(Closed({ enrollment_id: Id, title: Type.String() })),
  },
  { $id: "ShownStatement" },
);

export const ShownStatementList = Closed(
  {
    pagination: Closed({
      limit: Type.Integer({ minimum: 1 }),
      next_cursor: Nullable(Type.String({ description: "Send it as `cursor` to get the next page; null on the last one." })),
    }),
    statements: Type.Array(ShownStatement, { description: "The newest first." }),
  },
  { $id: "ShownStatementList" },
);

export const StatementDetail = Closed(
  { statement: Type.Record(Type.String(), Type.Unknown(), { description: "As it is stored, by xAPI 1.0.3." }) },
  { $id: "StatementDetail" },
);

const Iri = Type.String({ minLength: 1, maxLength: iri_max_letters });

export const ShownStatementQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: page_max, default: 50, description: "Statements on one page." }),
  cursor: Type.Optional(PlaceCursor),
  user_id: Type.Optional(Id),
  employee_no: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  verb: Type.Optional({ ...Iri, description: "The verb's id." }),
  activity: Type.Optional({ ...Iri, description: "The id of the activity that a statement is about." }),
  from: Type.Optional({ ...InstantInput, description: "Stored at or after it." }),
  until: Type.Optional({ ...InstantInput, description: "Stored before it." }),
});

export const StatementParams = Type.Object({ id: Type.String() });
