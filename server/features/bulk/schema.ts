import { Type } from "typebox";
import { Closed, DateOnly, Id, Instant, Nullable, OneOf } from "../../platform/http/schema.ts";
import { ListedPeopleQuery } from "../groups/asking-schema.ts";
import { PersonFilter } from "../people/schema.ts";

/** People of one order, however they are selected. */
export const people_max = 10_000;
/** People who are selected one by one. */
export const chosen_max = 500;

/** Whom an order is about: exactly one of the two. */
export const Selection = Closed({
  person_ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: chosen_max, description: "People chosen one by one." })),
  filter: Type.Optional(PersonFilter),
});

/** What an order says, and what its preview is asked for. */
export const BulkAssign = Closed(
  {
    selection: Selection,
    course_id: Id,
    due_date: Type.Optional(Nullable(DateOnly, { description: "The last day; null or left out: by the course." })),
  },
  { $id: "BulkAssign" },
);

export const person_outcomes = [
  "assigned",
  "has_it",
  "no_seat",
  "person_inactive",
  "inactive",
  "license_expired",
  "path_only",
  "unknown",
] as const;

const LeftOut = Closed({
  reason: OneOf(
    person_outcomes.slice(2) as ["no_seat", "person_inactive", "inactive", "license_expired", "path_only", "unknown"],
  ),
  count: Type.Integer({ minimum: 1 }),
});

const Seats = Closed({
  license_id: Id,
  name: Type.String(),
  seats_total: Nullable(Type.Integer(), { description: "null: as many as are asked for." }),
  free: Nullable(Type.Integer({ minimum: 0 })),
  taken: Type.Integer({ minimum: 0, description: "Seats that the order would take." }),
  short: Type.Integer({ minimum: 0, description: "People for whom there would be none." }),
});

/** What an order would do, as things stand. */
export const BulkPreview = Closed(
  {
    operation_id: { ...Id, description: "Under it the order is carried out, once." },
    people: Type.Integer({ minimum: 0 }),
    assigned: Type.Integer({ minimum: 0 }),
    has_it: Type.Integer({ minimum: 0, description: "Those who are enrolled in this cycle; they stay as they are." }),
    left_out: Type.Array(LeftOut),
    seats: Type.Array(Seats),
  },
  { $id: "BulkPreview" },
);

/** An order, how far it is, and what has become of it. */
export const BulkOperation = Closed(
  {
    id: Id,
    course: Closed({ id: Id, code: Type.String(), title: Type.String() }),
    due_date: Nullable(DateOnly),
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
