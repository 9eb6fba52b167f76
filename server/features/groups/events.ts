import { Type, type Static } from "typebox";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { Closed, Id, Nullable, OneOf } from "../../platform/http/schema.ts";
import { EventReference } from "../enrollments/events.ts";
import { EventUser } from "../people/events.ts";
import { emitAll, eventsOfPeople, type NewEvent } from "../events/emit.ts";
import type { EventsOfPeople } from "../events/emit-sql.ts";

export const group_kinds = ["manual", "dynamic", "scim"] as const;
export const GroupKind = OneOf(group_kinds, { named: "GroupKind" });

const EventGroup = Closed({ id: Id, code: Type.String(), name: Type.String(), kind: GroupKind });
const common = { user: EventUser, group: EventGroup, actor: EventReference, batch_id: Nullable(Id) };

export const MemberJoined = Closed({ ...common, reason: OneOf(["rule_matched", "added"], { named: "JoinReason" }) });
export const MemberLeft = Closed({ ...common, reason: OneOf(["rule_unmatched", "removed"], { named: "LeaveReason" }) });

/** A person who has joined or left a group; for a dynamic one, `actor` names the conditions. */
export type Joined = Omit<Static<typeof MemberJoined>, "batch_id">;
export type Left = Omit<Static<typeof MemberLeft>, "batch_id">;

export async function emitMemberships(
  db: Db,
  context: Context,
  { joined, left }: { joined: readonly Joined[]; left: readonly Left[] },
  batch_id: string | null,
): Promise<void> {
  await emitAll(db, context, membershipEvents({ joined, left }, batch_id));
}

/**
 * The membership events of up to `count` people who all join, or all leave, for the same reason. The statement that moves the
 * people fills in each person's data.
 */
export function membershipEventsOf(
  context: Context,
  people_max: number,
  moving: { to: "joined" | "left"; group: Joined["group"] },
  batch_id: string | null,
): EventsOfPeople {
  const { actor } = context;
  const { to, group } = moving;
  return eventsOfPeople(context, people_max, (marked) => {
    // Placeholders that the statement replaces by each person's data.
    const user = marked as Joined["user"];
    const [event] = membershipEvents(
      to === "joined"
        ? { joined: [{ user, group, reason: "added", actor }], left: [] }
        : { joined: [], left: [{ user, group, reason: "removed", actor }] },
      batch_id,
    );
    return event!;
  });
}

export function membershipEvents(
  { joined, left }: { joined: readonly Joined[]; left: readonly Left[] },
  batch_id: string | null,
): NewEvent[] {
  return [
    ...joined.map((one) => ({ type: "group.member_joined" as const, data: { ...bodyOf(one), batch_id } })),
    ...left.map((one) => ({ type: "group.member_left" as const, data: { ...bodyOf(one), batch_id } })),
  ];
}

function bodyOf({ user, group, reason, actor }: Joined | Left) {
  return { user: namesOf(user), group: { id: group.id, code: group.code, name: group.name, kind: group.kind }, reason, actor };
}

/** Leaves out members of the record that an event does not show. */
function namesOf({ id, employee_no, department_id, department_name, worker_type, contractor_id }: Joined["user"]) {
  return { id, employee_no, department_id, department_name, worker_type, contractor_id };
}
