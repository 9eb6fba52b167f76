// Several operations on the members of one group of an identity provider share a transaction: the lock of the group, the
// statements and the commit. The group and the people are locked and read in one packet, and what follows is written in another, which
// the commit goes with; so the group is held for little more than the commit. Each operation is judged by itself and has its
// own version, audit row and events. No two of them may name the same person.
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { newId } from "../../platform/ids.ts";
import { recordEach } from "../audit/record.ts";
import { emitEach } from "../events/emit.ts";
import { ask } from "./ask.ts";
import { membershipEvents } from "./events.ts";
import { isInUse } from "./join.ts";
import { movesOf } from "./provision.ts";
import type { Moved } from "./provision-members.ts";
import { findProvisionedGroupForChange, lockPeople, type LockedPerson, type ProvisionedGroup } from "./provisioned-sql.ts";
import { listMembershipsAmong, sendJoined, sendLeft, sendVersion } from "./together-sql.ts";
import type { Membership } from "./sql.ts";

/** People who join and leave; nobody does both. */
export type MemberOperation = { context: Context; add: readonly string[]; remove: readonly string[] };

/** The group as it is after the operation. */
export type MembersChanged = Moved & { name: string; version: number };

/**
 * Changes the members of a group. Null: not done here, and to be judged by itself, because there is no such group, it is not a
 * provider's yet, or somebody is named whom the provider cannot see.
 */
export async function changeMembersTogether(
  db: Db,
  tenant_id: string,
  group_id: string,
  operations: readonly MemberOperation[],
): Promise<(MembersChanged | null)[]> {
  const person_ids = operations.flatMap(({ add, remove }) => [...add, ...remove]).toSorted();
  const [group, people, memberships] = await Promise.all([
    findProvisionedGroupForChange(db, tenant_id, group_id),
    lockPeople(db, tenant_id, person_ids),
    listMembershipsAmong(db, tenant_id, group_id, person_ids),
  ]);
  if (group === undefined || group.kind !== "scim" || group.retired) return operations.map(() => null);
  const known = {
    people: new Map(people.map((person) => [person.id, person])),
    memberships: new Map(memberships.map((membership) => [membership.person_id, membership])),
  };
  const moves = operations.map((operation) => moveOf(operation, known));
  const done = moves.filter((move) => move !== null && move.joining.length + move.leaving.length > 0) as Move[];
  if (done.length > 0) await write(db, tenant_id, group, done);
  let { version } = group;
  return moves.map((move) => {
    if (move === null) return null;
    if (done.includes(move)) version += 1;
    return { name: group.name, version, ...movedOf(move) };
  });
}

type Known = { people: ReadonlyMap<string, LockedPerson>; memberships: ReadonlyMap<string, Membership> };

type Move = { context: Context; joining: LockedPerson[]; leaving: Leaving[]; batch_id: string | null };
type Leaving = { person: LockedPerson; membership: Membership };

function moveOf({ context, add, remove }: MemberOperation, { people, memberships }: Known): Move | null {
  if (!add.every((id) => people.get(id)?.is_there)) return null;
  const joining = add.filter((id) => !memberships.has(id)).map((id) => people.get(id)!);
  const leaving = remove.flatMap((id) => {
    const [person, membership] = [people.get(id), memberships.get(id)];
    return person && membership ? [{ person, membership }] : [];
  });
  return { context, joining, leaving, batch_id: add.length + remove.length > 1 ? newId() : null };
}

async function write(db: Db, tenant_id: string, group: ProvisionedGroup, moves: readonly Move[]): Promise<void> {
  const course_ids = group.courses.map(({ id }) => id);
  const joining = moves.flatMap(({ context, joining }) =>
    joining.map((person) => ({ id: newId(), person_id: person.id, gets_courses: isInUse(person), at: context.now.toString() })),
  );
  const leaving = moves.flatMap(({ context, leaving }) =>
    leaving.map(({ membership }) => ({ id: membership.id, at: context.now.toString() })),
  );
  if (joining.length > 0) sendJoined(db, tenant_id, { id: group.id, course_ids }, joining);
  if (leaving.length > 0) sendLeft(db, tenant_id, leaving);
  emitEach(
    db,
    tenant_id,
    moves.map((move) => ({ context: move.context, events: eventsOf(group, move) })),
  );
  for (const move of moves) await askOf(db, group, course_ids, move);
  sendVersion(db, tenant_id, group.id, moves.length);
  recordEach(
    db,
    tenant_id,
    moves.map((move) => ({
      context: move.context,
      entry: { operation: "group.change", target_type: "group", target_id: group.id, changes: movesOf(movedOf(move)) },
    })),
  );
}

function eventsOf(group: ProvisionedGroup, { context: { actor }, joining, leaving, batch_id }: Move) {
  const joined = joining.map((user) => ({ user, group, reason: "added" as const, actor }));
  const left = leaving.map(({ person: user }) => ({ user, group, reason: "removed" as const, actor }));
  return membershipEvents({ joined, left }, batch_id);
}

/** Assigns and ends the group's courses. */
async function askOf(
  db: Db,
  group: ProvisionedGroup,
  course_ids: readonly string[],
  { context, joining, leaving, batch_id }: Move,
): Promise<void> {
  const asking = { ...group, source: "group" as const };
  const changes = [
    ...joining.filter(isInUse).map((person) => ({ person, asking, added: course_ids, removed: [] })),
    ...leaving.map(({ person, membership }) => ({ person, asking, added: [], removed: membership.course_ids })),
  ].filter(({ added, removed }) => added.length + removed.length > 0);
  await ask(db, context, changes, batch_id);
}

function movedOf({ joining, leaving }: Move): Moved {
  return { joined: joining.map(({ id }) => id), left: leaving.map(({ person }) => person.id) };
}
