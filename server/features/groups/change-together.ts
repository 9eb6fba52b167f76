// Changes the members of several groups of an identity provider in one transaction, so that the operations share the locks of the
// groups, the statements and the commit. One packet locks and reads groups and people. A second one writes the changes and
// commits, so a group is locked for little longer than the commit. Each operation is judged by itself and has its own version,
// audit row and events. No two operations may name the same person.
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
import { listProvisionedGroups, lockPeople, type LockedPerson, type VersionedGroup } from "./provisioned-sql.ts";
import { listMembershipsAmong, lockGroups, sendJoined, sendLeft, sendVersions } from "./together-sql.ts";
import type { Membership } from "./sql.ts";

/** People who join a group and people who leave it; the two lists have no person in common. */
export type MemberOperation = { context: Context; group_id: string; add: readonly string[]; remove: readonly string[] };

/** The group as it is after the operation. */
export type MembersChanged = Moved & { name: string; version: number };

/**
 * The operation was left out. `held`: another transaction has locked the group. `other`: it needs a transaction of its own,
 * because the group does not exist or does not belong to a provider yet, or because it names a person whom the provider cannot
 * see or another transaction has locked.
 */
export type NotDone = "held" | "other";

/**
 * Changes the members of groups. With `waits` it waits for locks of other transactions; otherwise it leaves out operations whose
 * groups or people are locked.
 */
export async function changeMembersTogether(
  db: Db,
  tenant_id: string,
  operations: readonly MemberOperation[],
  { waits }: { waits: boolean },
): Promise<(MembersChanged | NotDone)[]> {
  const group_ids = [...new Set(operations.map(({ group_id }) => group_id))].toSorted();
  const person_ids = operations.flatMap(({ add, remove }) => [...add, ...remove]).toSorted();
  const [locked, groups, people, memberships] = await Promise.all([
    lockGroups(db, tenant_id, group_ids, waits),
    listProvisionedGroups(db, tenant_id, group_ids),
    lockPeople(db, tenant_id, person_ids, waits),
    listMembershipsAmong(db, tenant_id, group_ids, person_ids),
  ]);
  const ours = new Set(locked.map(({ id }) => id));
  const known: Known = {
    groups: new Map(groups.filter(({ id }) => ours.has(id)).map((group) => [group.id, group])),
    people: new Map(people.map((person) => [person.id, person])),
    memberships: new Map(memberships.map((membership) => [placeOf(membership), membership])),
  };
  const moves = operations.map((operation) => moveOf(operation, known));
  const changes = moves.filter((move) => move !== null && isChange(move)) as Move[];
  if (changes.length > 0) await write(db, tenant_id, changes);
  const versions = new Map(groups.map(({ id, version }) => [id, version]));
  return moves.map((move, place) => {
    const { group_id } = operations[place]!;
    if (move === null) return ours.has(group_id) || waits ? "other" : "held";
    if (isChange(move)) versions.set(group_id, versions.get(group_id)! + 1);
    return { name: move.group.name, version: versions.get(group_id)!, ...movedOf(move) };
  });
}

type Known = {
  groups: ReadonlyMap<string, VersionedGroup>;
  people: ReadonlyMap<string, LockedPerson>;
  memberships: ReadonlyMap<string, Membership>;
};

type Leaving = { person: LockedPerson; membership: Membership };
type Move = {
  context: Context;
  group: VersionedGroup;
  joining: LockedPerson[];
  leaving: Leaving[];
  batch_id: string | null;
};

function placeOf({ group_id, person_id }: Pick<Membership, "group_id" | "person_id">): string {
  return `${group_id}/${person_id}`;
}

function moveOf({ context, group_id, add, remove }: MemberOperation, { groups, people, memberships }: Known): Move | null {
  const group = groups.get(group_id);
  if (group === undefined || group.kind !== "scim" || group.retired) return null;
  if (!add.every((id) => people.get(id)?.is_there) || !remove.every((id) => people.has(id))) return null;
  const membershipOf = (person_id: string) => memberships.get(placeOf({ group_id, person_id }));
  const joining = add.filter((id) => membershipOf(id) === undefined).map((id) => people.get(id)!);
  const leaving = remove.flatMap((id) => {
    const membership = membershipOf(id);
    return membership === undefined ? [] : [{ person: people.get(id)!, membership }];
  });
  return { context, group, joining, leaving, batch_id: add.length + remove.length > 1 ? newId() : null };
}

function isChange({ joining, leaving }: Move): boolean {
  return joining.length + leaving.length > 0;
}

async function write(db: Db, tenant_id: string, moves: readonly Move[]): Promise<void> {
  const joining = moves.flatMap(({ context, group, joining }) =>
    joining.map((person) => ({
      id: newId(),
      group_id: group.id,
      person_id: person.id,
      course_ids: coursesFor(group, person),
      at: context.now.toString(),
    })),
  );
  const leaving = moves.flatMap(({ context, leaving }) =>
    leaving.map(({ membership }) => ({ id: membership.id, at: context.now.toString() })),
  );
  if (joining.length > 0) sendJoined(db, tenant_id, joining);
  if (leaving.length > 0) sendLeft(db, tenant_id, leaving);
  emitEach(
    db,
    tenant_id,
    moves.map((move) => ({ context: move.context, events: eventsOf(move) })),
  );
  for (const move of moves) await askOf(db, move);
  const by_group = Map.groupBy(moves, ({ group }) => group.id);
  sendVersions(
    db,
    tenant_id,
    [...by_group].map(([id, changes]) => ({ id, changes: changes.length })),
  );
  recordEach(
    db,
    tenant_id,
    moves.map((move) => ({
      context: move.context,
      entry: { operation: "group.change", target_type: "group", target_id: move.group.id, changes: movesOf(movedOf(move)) },
    })),
  );
}

function coursesFor({ courses }: VersionedGroup, person: LockedPerson): string[] {
  return isInUse(person) ? courses.map(({ id }) => id) : [];
}

function eventsOf({ context: { actor }, group, joining, leaving, batch_id }: Move) {
  const joined = joining.map((user) => ({ user, group, reason: "added" as const, actor }));
  const left = leaving.map(({ person: user }) => ({ user, group, reason: "removed" as const, actor }));
  return membershipEvents({ joined, left }, batch_id);
}

/** Assigns and ends the group's courses for the people who join and leave. */
async function askOf(db: Db, { context, group, joining, leaving, batch_id }: Move): Promise<void> {
  const asking = { ...group, source: "group" as const };
  const changes = [
    ...joining.map((person) => ({ person, asking, added: coursesFor(group, person), removed: [] })),
    ...leaving.map(({ person, membership }) => ({ person, asking, added: [], removed: membership.course_ids })),
  ].filter(({ added, removed }) => added.length + removed.length > 0);
  await ask(db, context, changes, batch_id);
}

function movedOf({ joining, leaving }: Move): Moved {
  return { joined: joining.map(({ id }) => id), left: leaving.map(({ person }) => person.id) };
}
