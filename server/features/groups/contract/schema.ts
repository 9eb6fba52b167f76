import { Type } from "typebox";
import { CursorPagination, walkParameters } from "../../../platform/http/cursor.ts";
import { Closed, Code, Id, Instant, Name, Nullable, OneOf, readOnly } from "../../../platform/http/schema.ts";
import { PersonStatus } from "../../people/schema.ts";
import { asked_input, asked_record, ConditionsInputOrNull, ConditionsRecord, CourseIds } from "../asking-schema.ts";
import { group_kinds, GroupKind } from "../events.ts";

/** The state of the background evaluation that a change of a rule or group has started. */
export const EvaluationState = Nullable(OneOf(["running", "failed", "stalled", "finished"], { named: "EvaluationState" }), {
  description:
    "State of the last evaluation of all people that a change of it has started; null: none has. A failed or stalled one is tried again in the panel.",
});

/** What a rule or group asks for, as API clients see it. */
export const asked_shown = {
  course_ids: Type.Array(Id, { description: "Courses and learning paths." }),
  due_days: asked_record.due_days,
  on_leave: asked_record.on_leave,
};

/** When a record was made, changed and ended. */
export const times_shown = {
  created_at: Instant,
  updated_at: Instant,
  retired_at: Nullable(Instant, { description: "When it ended; lists with `updated_since` alone show those that have." }),
};

export const Group = Closed(
  {
    id: Id,
    code: Type.String({ example: "WARDENS" }),
    name: Type.String({ example: "Fire wardens" }),
    kind: {
      ...GroupKind,
      description: "manual: clients and administrators move members; dynamic: conditions do; scim: the identity provider does.",
    },
    conditions: Nullable(ConditionsRecord, { description: "Of a dynamic group." }),
    ...asked_shown,
    people_count: Type.Integer({ minimum: 0, description: "Members." }),
    evaluation: EvaluationState,
    ...times_shown,
  },
  { $id: "Group" },
);

export const GroupList = Closed({ pagination: CursorPagination, groups: Type.Array(Group) }, { $id: "GroupList" });

export const GroupQuery = Type.Object({
  ...walkParameters(200, 50),
  q: Type.Optional(Type.String({ maxLength: 200, description: "Part of the name or code; case and diacritics do not count." })),
  kind: Type.Optional(OneOf(group_kinds, { named: "GroupKind" })),
});

const shown_only = readOnly(["id", "people_count", "evaluation", "created_at", "updated_at", "retired_at"]);

/** What an API client may set of a group. */
export const group_settings = ["code", "name", "conditions", "course_ids", "due_days", "on_leave"] as const;

const settable = {
  code: Code,
  name: Name,
  conditions: Type.Optional(ConditionsInputOrNull),
  course_ids: Type.Optional(CourseIds),
  ...asked_input,
};

export const GroupSent = Closed({
  ...settable,
  kind: OneOf(["manual", "dynamic"] as const, { named: "NewGroupKind", description: "Never changes." }),
  ...shown_only,
});
export const GroupPatch = Closed({
  ...settable,
  code: Type.Optional(Code),
  name: Type.Optional(Name),
  ...shown_only,
  ...readOnly(["kind"]),
});

export const GroupMember = Closed(
  {
    user_id: Id,
    employee_no: Nullable(Type.String({ example: "10042" })),
    full_name: Nullable(Type.String({ example: "Anna Kowalska" })),
    department_id: Nullable(Id),
    department_name: Nullable(Type.String({ example: "Logistyka Północ" })),
    status: PersonStatus,
    joined_at: Instant,
  },
  { $id: "GroupMember" },
);

export const GroupMemberList = Closed(
  { pagination: CursorPagination, members: Type.Array(GroupMember) },
  { $id: "GroupMemberList" },
);

const { updated_since: _, ...walk } = walkParameters(500, 100);

export const GroupMemberQuery = Type.Object(walk);
