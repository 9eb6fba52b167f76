import { Type } from "typebox";
import { CursorPagination, walkParameters } from "../../platform/http/cursor.ts";
import { Closed, Code, Id, Instant, Name, Nullable, OneOf } from "../../platform/http/schema.ts";
import {
  asked_input,
  asked_record,
  Batch,
  ConditionsInput,
  ConditionsInputOrNull,
  ConditionsRecord,
  CourseIds,
  LastBatch,
  Names,
  Version,
} from "../groups/asking-schema.ts";

const Count = Type.Integer({ minimum: 0 });

export const RuleRecord = Closed(
  {
    id: Id,
    name: Type.String(),
    active: Type.Boolean(),
    conditions: ConditionsRecord,
    names: Names,
    ...asked_record,
    count_valid_certificates: Type.Boolean(),
    look_back_days: Nullable(Type.Integer()),
    people_matched: Count,
    last_batch: LastBatch,
    version: Type.Integer(),
    created_at: Instant,
    updated_at: Instant,
    retired_at: Nullable(Instant),
  },
  { $id: "Rule" },
);

export const RuleList = Closed({ pagination: CursorPagination, rules: Type.Array(RuleRecord) }, { $id: "RuleList" });

const { updated_since: _, ...walk } = walkParameters(200, 50);

export const RuleQuery = Type.Object({
  ...walk,
  q: Type.Optional(Type.String({ maxLength: 200, description: "Part of the name; case and diacritics do not count." })),
  active: Type.Optional(Type.Boolean()),
});

export const RuleParams = Type.Object({ id: Type.String() });

/** Settings of a rule, besides its conditions and courses. */
export const rule_options = {
  ...asked_input,
  count_valid_certificates: Type.Optional(
    Type.Boolean({ description: "Whether a valid certificate serves instead of an enrollment. Default: true." }),
  ),
  look_back_days: Type.Optional(
    Nullable(Type.Integer({ minimum: 0, maximum: 36_500 }), {
      description: "How old such a certificate may be; null: as long as it is valid.",
    }),
  ),
  active: Type.Optional(Type.Boolean({ description: "Default: true." })),
};

export const RuleCreate = Closed({ name: Name, conditions: ConditionsInput, course_ids: CourseIds, ...rule_options });

export const RuleChange = Closed({
  name: Type.Optional(Name),
  conditions: Type.Optional(ConditionsInput),
  course_ids: Type.Optional(CourseIds),
  ...rule_options,
  version: Version,
});

/** A rule that is being edited; `id` names the rule that it will replace. */
export const RuleDraft = Closed({ id: Type.Optional(Id), conditions: ConditionsInput, course_ids: CourseIds, ...rule_options });

export const GroupCreate = Closed({
  code: Code,
  name: Name,
  kind: OneOf(["manual", "dynamic"] as const),
  conditions: Type.Optional(ConditionsInput),
  course_ids: Type.Optional(CourseIds),
  ...asked_input,
});

export const GroupChange = Closed({
  code: Type.Optional(Code),
  name: Type.Optional(Name),
  conditions: Type.Optional(ConditionsInputOrNull),
  course_ids: Type.Optional(CourseIds),
  ...asked_input,
  version: Version,
});

export const GroupDraft = Closed({
  id: Type.Optional(Id),
  conditions: Type.Optional(ConditionsInput),
  course_ids: Type.Optional(CourseIds),
  ...asked_input,
});

const PreviewedPerson = Closed(
  { id: Id, full_name: Nullable(Type.String()), employee_no: Nullable(Type.String()), department_name: Nullable(Type.String()) },
  { $id: "PreviewedPerson" },
);

export const Preview = Closed(
  {
    people: Closed({
      looked_at: Type.Integer({ minimum: 0, description: "All people whose account is in use." }),
      in: Type.Integer({ minimum: 0, description: "To whom it would newly apply." }),
      out: Type.Integer({ minimum: 0, description: "To whom it would no longer apply." }),
      stay: Type.Integer({ minimum: 0, description: "To whom it applies and would go on applying." }),
    }),
    joining: Type.Array(PreviewedPerson, { description: "The first of those to whom it would newly apply." }),
    leaving: Type.Array(PreviewedPerson, { description: "The first of those to whom it would no longer apply." }),
    enrollments: Closed({
      people_concerned: Type.Integer({ minimum: 0, description: "People of whom more or less would be asked than now." }),
      people_considered: Type.Integer({
        minimum: 0,
        description: "Those of them whose enrollments were worked out, in the order in which the change would reach them.",
      }),
      assigned: Count,
      served: Type.Integer({ minimum: 0, description: "Asked for, and there already: an enrollment or a certificate serves." }),
      cancelled: Type.Integer({ minimum: 0, description: "Not started, and cancelled." }),
      kept: Type.Integer({ minimum: 0, description: "No longer asked for, but started, completed or kept by `on_leave`." }),
      blocked: Type.Array(
        Closed({ course_id: Id, code: Type.String(), title: Type.String(), reason: Type.String(), count: Count }),
        { description: "What could not be assigned, and why." },
      ),
    }),
    seats: Type.Array(
      Closed({
        license_id: Id,
        name: Type.String(),
        seats_total: Nullable(Type.Integer()),
        free: Nullable(Count, { description: "Before the change; null: without a limit." }),
        taken: Type.Integer({ minimum: 0, description: "Seats that the change would take." }),
        short: Type.Integer({ minimum: 0, description: "Seats that it would lack." }),
      }),
      { description: "Licences under which something would be assigned. Seats that leavers give back are not counted." },
    ),
    truncated: Type.Boolean({
      description: "The enrollments of some people were not worked out: the numbers are of the considered people alone.",
    }),
  },
  { $id: "ChangePreview" },
);

export const BatchList = Closed({ batches: Type.Array(Batch) }, { $id: "RuleBatchList" });

export const AttributeList = Closed(
  {
    attributes: Type.Array(
      Closed({
        key: Type.String(),
        type: OneOf(["string", "number", "boolean", "string_array"] as const),
        label: Nullable(Type.String(), { description: "How people read its name; null: as its key." }),
      }),
    ),
  },
  { $id: "ConditionAttributes" },
);
