import { Type } from "typebox";
import { Closed, DateOnly, Id } from "../../../platform/http/schema.ts";
import { scope_parameters } from "../schema.ts";
import { severity_order } from "../flag/status.ts";

export const TrendQuery = Type.Object({
  course_code: scope_parameters.course_code,
  department_id: Type.Optional({
    ...Id,
    description: "People who are in this department itself today, and what their flags were.",
  }),
  contractor_id: Type.Optional({ ...Id, description: "The same of a company." }),
  manager_id: Type.Optional({ ...Id, description: "The same of the people whose manager is this person, directly." }),
  weeks: Type.Integer({ minimum: 1, maximum: 52, default: 12, description: "Weeks to look back." }),
});

const Counts = Closed(
  Object.fromEntries(severity_order.map((flag) => [flag, Type.Integer({ minimum: 0 })])) as Record<
    (typeof severity_order)[number],
    ReturnType<typeof Type.Integer>
  >,
);

export const ComplianceTrend = Closed(
  {
    as_of: DateOnly,
    complete: Type.Boolean({ description: "false: more has changed than one answer looks at; the days begin later." }),
    days: Type.Array(
      Closed({ day: DateOnly, counts: Counts }, { description: "Entries of the matrix by flag at the end of the day." }),
      { description: "Every seventh day up to today, the oldest first." },
    ),
  },
  { $id: "ComplianceTrend" },
);
