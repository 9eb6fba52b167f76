import { Type } from "typebox";
import { Closed, DateOnly, Id, Instant, Nullable, OneOf } from "../../platform/http/schema.ts";

const states = ["assigned", "in_progress", "completed", "failed", "cancelled", "withdrawn"] as const;

const summary = {
  id: Id,
  course_code: Type.String(),
  course_title: Type.String(),
  is_path: Type.Boolean({ description: "A learning path: it follows its courses." }),
  status: OneOf(states),
  mandatory: Type.Boolean(),
  due_date: Nullable(DateOnly),
  overdue: Type.Boolean(),
  estimated_minutes: Nullable(Type.Integer()),
  attempts_used: Type.Integer(),
  attempts_allowed: Type.Integer(),
  score: Nullable(Type.Integer()),
  completed_at: Nullable(Instant),
  kind: Nullable(OneOf(["link", "document", "quiz", "package", "items"]), {
    description: "null: it is held elsewhere, and its result is recorded for you.",
  }),
};
const certificate = {
  id: Id,
  number: Type.String(),
  course_title: Type.String(),
  valid_from: DateOnly,
  valid_until: Nullable(DateOnly),
  status: OneOf(["valid", "expired", "revoked"]),
  verification_url: Type.String(),
};

export const MyTraining = Closed(
  {
    courses: Type.Array(Closed(summary), { description: "What is open first, the soonest due first; then what has ended." }),
    certificates: Type.Array(Closed(certificate), { description: "The latest first." }),
    teaches: Type.Boolean({ description: "Whether the learner holds course sessions: then there are lists of attendance." }),
    has_reports: Type.Boolean({ description: "Whether anybody reports to the learner: then there is a team to be seen." }),
  },
  { $id: "MyTraining" },
);

export const MyCourse = Closed(
  {
    ...summary,
    pass_score: Nullable(Type.Integer(), { description: "Percentage of right answers from which on a quiz is passed." }),
    instructions: Nullable(Type.String(), { description: "How, where and when it is held, and whom to ask." }),
    contacts: Type.Array(Closed({ name: Type.String(), email: Type.String() }), {
      description: "Training administrators to ask, where the course has no content here.",
    }),
    url: Nullable(Type.String({ description: "Of a link." })),
    text: Nullable(Type.String({ description: "Of a document." })),
    questions: Nullable(
      Type.Array(
        Closed({
          text: Type.String(),
          options: Type.Array(Type.String()),
          several: Type.Boolean({ description: "More than one option is right." }),
        }),
      ),
      { description: "Of a quiz." },
    ),
  },
  { $id: "MyCourse" },
);

export const MyCourseParams = Type.Object({ id: Type.String() });

export const AnswersRequest = Closed({
  answers: Type.Array(Type.Array(Type.Integer({ minimum: 0, maximum: 19 }), { maxItems: 20 }), {
    minItems: 1,
    maxItems: 10_000,
    description: "Of each question the places of the chosen options, from 0.",
  }),
});

export const AttemptOutcome = Closed(
  { passed: Type.Boolean(), score: Nullable(Type.Integer()), status: OneOf(states), attempts_left: Type.Integer() },
  { $id: "MyAttemptOutcome" },
);
