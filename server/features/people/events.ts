import { Type, type Static } from "typebox";
import type { Context } from "../../platform/context.ts";
import { Closed, Id, Instant, Nullable } from "../../platform/http/schema.ts";
import type { EventType } from "../events/emit.ts";
import type { PersonState } from "./definition.ts";
import { WorkerType } from "./schema.ts";

// Events contain a person's id and employee number, but no name or address; receivers read these through the API.
export const EventUser = Closed({
  id: Id,
  employee_no: Nullable(Type.String()),
  department_id: Nullable(Id),
  department_name: Nullable(Type.String()),
  worker_type: WorkerType,
  contractor_id: Nullable(Id),
});
export type EventUser = Static<typeof EventUser>;

/** A person in the form of events. */
export function userOf(
  { id, employee_no, department_id, worker_type, contractor_id }: Omit<EventUser, "department_name">,
  department_name: string | null,
): EventUser {
  return { id, employee_no, department_id, department_name, worker_type, contractor_id };
}

/** The data of a person were erased; receivers that keep a copy must erase it, too. */
export const UserAnonymized = Closed({
  user: { ...EventUser, description: "By its `id`: the number is no longer the person's." },
  anonymized_at: Instant,
});

/** The actor; `type` says which kind of thing `id` is. */
export const EventActor = Closed({ type: Type.String(), id: Nullable(Id), name: Type.String() });

const common = { user: EventUser, actor: EventActor, batch_id: Nullable(Id) };

const changed_fields = Type.Array(Type.String({ example: "department_id" }), {
  description: "Names of the record's members that have changed, sorted; of attributes `attributes.KEY`. Values are read by API.",
});

export const UserCreated = Closed(common);
/** The data of a changed record, and of an account that ended or was reactivated. */
export const UserChanged = Closed({ user: common.user, changed_fields, actor: common.actor, batch_id: common.batch_id });

/** The event type of a person's change; null: none. `was` is undefined for a new person. */
export function typeOfChange(was: PersonState | undefined, is: PersonState): EventType | null {
  if (is === "anonymized") return null;
  if (was === undefined) return "user.created";
  if (was !== is && is === "deactivated") return "user.deactivated";
  return was === "deactivated" && is !== was ? "user.reactivated" : "user.updated";
}

/**
 * The actor of a change of a person. Events contain no names of people, so a person who changes their own record is named by
 * their number.
 */
export function actorOn(user: EventUser, { actor }: Pick<Context, "actor">): Static<typeof EventActor> {
  const { type, id, name } = actor;
  return { type, id, name: id === user.id ? (user.employee_no ?? user.id) : name };
}
