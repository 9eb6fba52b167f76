import { Type, type Static } from "typebox";
import { Closed, DateOnly, Id, Instant, Nullable, OneOf } from "../../platform/http/schema.ts";
import { ListedPeopleQuery } from "../groups/asking-schema.ts";
import { ChosenPeople, PersonFilter } from "../people/schema.ts";

/** The most people of one order, however they are selected. */
export const people_max = 10_000;

/** The people of an order: exactly one of the two members. */
export const Selection = Closed({
  person_ids: Type.Optional(ChosenPeople.properties.person_ids),
  filter: Type.Optional(PersonFilter),
});

/** The kinds of work. */
export const work_kinds = ["assign", "extend", "exempt", "join", "remind", "complete", "invite"] as const;
export type WorkKind = (typeof work_kinds)[number];
export const order_kinds = [...work_kinds, "undo"] as const;

const reason_chars_max = 500;

/** Members that only some kinds have; each description names them. */
const asked = {
  course_id: Type.Optional({
    ...Id,
    description: "assign, extend, exempt, complete; of remind: left out, it is about everything that is open.",
  }),
  group_id: Type.Optional({ ...Id, description: "join: a group whose members are kept by people." }),
  due_date: Type.Optional(
    Nullable(DateOnly, { description: "assign: the last day; null or left out: by the course. extend: the later day." }),
  ),
  from: Type.Optional({ ...DateOnly, description: "exempt: the first day." }),
  until: Type.Optional(Nullable(DateOnly, { description: "exempt: the last day; null or left out: until it is ended." })),
  reason: Type.Optional(Type.String({ minLength: 1, maxLength: reason_chars_max, description: "exempt." })),
  completed_on: Type.Optional({ ...DateOnly, description: "complete: the day on which the course was passed." }),
  score: Type.Optional(
    Nullable(Type.Integer({ minimum: 0, maximum: 100 }), {
      description: "complete: of each of them, in percent; null or left out: nothing was scored.",
    }),
  ),
};

export type Asked = {
  course_id?: string;
  group_id?: string;
  /** join: the group's name at the time of the order, because administrators of some departments cannot read groups. */
  group_name?: string;
  due_date?: string | null;
  from?: string;
  until?: string | null;
  reason?: string;
  completed_on?: string;
  score?: number | null;
  /** undo: the order to undo. */
  order_id?: string;
};

/** The members of an order, which are also those of its preview. */
export const BulkOrder = Closed(
  {
    selection: Selection,
    kind: Type.Optional(OneOf(work_kinds, { description: "Left out: assign." })),
    ...asked,
  },
  { $id: "BulkOrder" },
);
export type BulkOrder = Static<typeof BulkOrder>;

const reasons = [
  "no_seat",
  "person_inactive",
  "inactive",
  "license_expired",
  "path_only",
  "unknown",
  "nothing_open",
  "no_attempts_left",
  "assigned_later",
  "score_too_low",
  "reminded_today",
  "no_address",
  "bouncing",
  "no_mails",
  "refused_by_receiver",
  "changed_since",
  "has_login",
  "invited_lately",
] as const;

/** `assigned`: got the course, for kind `assign`; `done`: the work of another kind was done; `has_it`: nothing was to do. */
export const person_outcomes = ["assigned", "done", "has_it", ...reasons] as const;
export type Outcome = (typeof person_outcomes)[number];

const LeftOut = Closed({ reason: OneOf(reasons), count: Type.Integer({ minimum: 1 }) });

const Seats = Closed({
  license_id: Id,
  name: Type.String(),
  seats_total: Nullable(Type.Integer(), { description: "null: as many as are asked for." }),
  free: Nullable(Type.Integer({ minimum: 0 })),
  taken: Type.Integer({ minimum: 0, description: "Seats that the order would take." }),
  short: Type.Integer({ minimum: 0, description: "People for whom there would be none." }),
});

/** What an order would do now. */
export const BulkPreview = Closed(
  {
    operation_id: { ...Id, description: "Under it the order is carried out, once." },
    people: Type.Integer({ minimum: 0 }),
    assigned: Type.Integer({ minimum: 0, description: "Those for whom it would be done." }),
    has_it: Type.Integer({ minimum: 0, description: "Those for whom there is nothing to do; they stay as they are." }),
    left_out: Type.Array(LeftOut),
    seats: Type.Array(Seats),
  },
  { $id: "BulkPreview" },
);

/** An order, its progress and its results. */
export const BulkOperation = Closed(
  {
    id: Id,
    kind: OneOf(order_kinds),
    course: Nullable(Closed({ id: Id, code: Type.String(), title: Type.String() })),
    group: Nullable(Closed({ id: Id, name: Type.String() })),
    due_date: Nullable(DateOnly),
    undoes: Nullable(Id, { description: "The order that it undoes." }),
    undone_by: Nullable(Id, { description: "The order that undoes it." }),
    can_undo: Type.Boolean({ description: "It is finished, can be undone, and was not." }),
    ordered_by: Type.String({ description: "The administrator's name." }),
    ordered_at: Instant,
    people_total: Type.Integer({ minimum: 0 }),
    people_done: Type.Integer({ minimum: 0 }),
    counts: Type.Record(Type.String(), Type.Integer({ minimum: 1 }), { description: "People by what became of them." }),
    stopped: Type.Boolean({
      description: "Nothing has moved for a minute; the same order, sent again, goes on where it stands.",
    }),
    finished_at: Nullable(Instant),
    updated_at: Instant,
  },
  { $id: "BulkOperation" },
);

export const BulkParams = Type.Object({ id: Type.String() });

export const BulkPeopleQuery = Type.Object({ ...ListedPeopleQuery.properties, outcome: OneOf(person_outcomes) });
