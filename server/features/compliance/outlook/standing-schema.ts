import { Type } from "typebox";
import { Closed, DateOnly, Id, Nullable, OneOf } from "../../../platform/http/schema.ts";

export const standing_by = ["department", "course", "company", "manager"] as const;
export type StandingBy = (typeof standing_by)[number];

const By = OneOf([...standing_by], { named: "StandingBy" });

export const StandingQuery = Type.Object({ by: { ...By, default: "department", description: "What a line is about." } });

const count = (description: string) => Type.Integer({ minimum: 0, description });
const due = (weeks: number) =>
  count(
    `Entries whose certificate has its last valid day, or whose enrollment has its due date, within ${weeks} weeks from today on.`,
  );

const counts = {
  entries: count("Entries of the matrix: a person and a course that the person needs."),
  covered: count("Those with the flag COMPLIANT or EXPIRING_SOON."),
  due_4: due(4),
  due_8: due(8),
  due_12: due(12),
};

export const Standing = Closed(
  {
    as_of: DateOnly,
    by: By,
    total: Closed(counts),
    lines: Type.Array(
      Closed({
        id: Nullable(Id, { description: "null: people without one." }),
        code: Nullable(Type.String(), { description: "Of a course." }),
        name: Nullable(Type.String(), { description: "null: people without one, or a manager of another department." }),
        ...counts,
      }),
      { description: "Those with most entries that are not covered first." },
    ),
    left_out: count("Lines beyond those that are shown."),
  },
  { $id: "ComplianceStanding" },
);
