import { Type } from "typebox";
import { CursorPagination, walkParameters } from "../../platform/http/cursor.ts";
import { Closed, Id, Instant, Nullable, OneOf } from "../../platform/http/schema.ts";
import { employee_no_max } from "../people/definition.ts";
import { asked_record, ConditionsRecord, LastBatch, Names } from "./asking-schema.ts";
import { group_kinds } from "./events.ts";

/** The most people who join or leave by one request. */
const moved_max = 1_000;

export const GroupRecord = Closed(
  {
    id: Id,
    code: Type.String(),
    name: Type.String(),
    kind: OneOf(group_kinds, {
      description: "manual: people are added by hand; dynamic: by conditions; scim: the identity provider keeps it.",
    }),
    conditions: Nullable(ConditionsRecord, { description: "Of a dynamic group." }),
    names: Names,
    ...asked_record,
    members: Type.Integer({ minimum: 0 }),
    last_batch: LastBatch,
    version: Type.Integer(),
    created_at: Instant,
    updated_at: Instant,
    retired_at: Nullable(Instant),
  },
  { $id: "Group" },
);

export const GroupList = Closed({ pagination: CursorPagination, groups: Type.Array(GroupRecord) }, { $id: "GroupList" });

const { updated_since: _, ...walk } = walkParameters(200, 50);

export const GroupQuery = Type.Object({
  ...walk,
  q: Type.Optional(Type.String({ maxLength: 200, description: "Part of the name or code; case and diacritics do not count." })),
  kind: Type.Optional(OneOf(group_kinds)),
});

export const GroupParams = Type.Object({ id: Type.String() });

/** The people to move: by id, or by employee numbers as pasted. */
export const Members = Closed({
  person_ids: Type.Optional(Type.Array(Id, { maxItems: moved_max })),
  employee_nos: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: employee_no_max }), { maxItems: moved_max })),
});

export const Moved = Closed(
  {
    moved: Type.Integer({ minimum: 0, description: "People who have joined, or left." }),
    unchanged: Type.Integer({ minimum: 0, description: "People who belonged to the group already, or did not." }),
  },
  { $id: "MovedMembers" },
);
