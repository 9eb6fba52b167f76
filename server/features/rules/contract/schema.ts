import { Type } from "typebox";
import { CursorPagination, walkParameters } from "../../../platform/http/cursor.ts";
import { Closed, Id, Name, Nullable, readOnly } from "../../../platform/http/schema.ts";
import { ConditionsRecord, CourseIds, NamedConditionsInput } from "../../groups/asking-schema.ts";
import { asked_shown, EvaluationState, times_shown } from "../../groups/contract/schema.ts";
import { rule_options, RuleDraft } from "../schema.ts";

export const Rule = Closed(
  {
    id: Id,
    name: Type.String({ example: "Onboarding: Logistyka" }),
    active: Type.Boolean(),
    conditions: ConditionsRecord,
    ...asked_shown,
    count_valid_certificates: Type.Boolean(),
    look_back_days: Nullable(Type.Integer()),
    people_count: Type.Integer({ minimum: 0, description: "People to whom it applies." }),
    evaluation: EvaluationState,
    ...times_shown,
  },
  { $id: "Rule" },
);

export const RuleList = Closed({ pagination: CursorPagination, rules: Type.Array(Rule) }, { $id: "RuleList" });

export const RuleQuery = Type.Object({
  ...walkParameters(200, 50),
  q: Type.Optional(Type.String({ maxLength: 200, description: "Part of the name; case and diacritics do not count." })),
  active: Type.Optional(Type.Boolean({ description: "Only rules that are, or are not, switched on; without it, both." })),
});

const shown_only = readOnly(["id", "people_count", "evaluation", "created_at", "updated_at", "retired_at"]);

/** What an API client may set of a rule. */
export const rule_settings = [
  "name",
  "active",
  "conditions",
  "course_ids",
  "due_days",
  "on_leave",
  "count_valid_certificates",
  "look_back_days",
] as const;

export const RuleSent = Closed({
  name: Name,
  conditions: NamedConditionsInput,
  course_ids: CourseIds,
  ...rule_options,
  ...shown_only,
});
export const RulePatch = Closed({
  name: Type.Optional(Name),
  conditions: Type.Optional(NamedConditionsInput),
  course_ids: Type.Optional(CourseIds),
  ...rule_options,
  ...shown_only,
});
export const RulePreview = Closed({ ...RuleDraft.properties, conditions: NamedConditionsInput });
