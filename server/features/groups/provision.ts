// Groups that an identity provider creates, changes and deletes. Members join and leave as in any group: events for those
// who have come and gone, the group's courses assigned and ended, one audit row for each operation. A group that people kept
// until then is the provider's from its first change on; one with conditions decides itself who belongs to it.
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { newId } from "../../platform/ids.ts";
import { record } from "../audit/record.ts";
import { ask, type Asking } from "./ask.ts";
import { emitMemberships } from "./events.ts";
import {
  findDeletedGroup,
  insertMembers,
  insertProvisionedGroup,
  isCodeTaken,
  updateMembersLeft,
  updateProvisionedGroup,
  type MovedMember,
  type ProvisionedGroup,
  type SaidGroup,
} from "./provisioned-sql.ts";

/** What becomes of the members: some join and leave, or all are replaced. Ids of people that the provider can see. */
export type MemberChange = { add: readonly string[]; remove: readonly string[]; replace: readonly string[] | null };

/** Ids of those who came and went. */
export type Moved = { joined: readonly string[]; left: readonly string[] };

/** So many join by one statement, and are told of by one: a statement has 5 seconds. */
const joining_max = 20_000;
const told_max = 10_000;
/** Courses are assigned and ended for so many members at a time. */
const asked_max = 1_000;
/** Ids that an audit row names, at most; the memberships themselves tell of all. */
const audited_max = 1_000;
const code_max = 64;

/** Creates a group, or brings back the one that the provider has deleted, with its courses. Returns its id. */
export async function provisionGroup(
  db: Db,
  context: Context,
  said: SaidGroup,
  members: readonly string[],
): Promise<Moved & { id: string }> {
  const tenant_id = context.tenant.id;
  const deleted = await findDeletedGroup(db, tenant_id, said);
  const group = deleted ?? (await insertGroup(db, tenant_id, said));
  if (deleted) await updateProvisionedGroup(db, tenant_id, deleted.id, said, null);
  const moved = await moveMembers(db, context, { ...group, ...said, kind: "scim" }, { add: members, remove: [], replace: null });
  await record(db, context, {
    operation: "group.create",
    target_type: "group",
    target_id: group.id,
    changes: { name: [null, said.name], external_id: [null, said.external_id], ...movesOf(moved) },
  });
  return { id: group.id, ...moved };
}

/** The group's name serves as its code, too, where it is free. */
async function insertGroup(db: Db, tenant_id: string, said: SaidGroup): Promise<ProvisionedGroup> {
  const id = newId();
  const is_free = said.name.length <= code_max && !(await isCodeTaken(db, tenant_id, said.name));
  const code = is_free ? said.name : id;
  await insertProvisionedGroup(db, tenant_id, { id, code, ...said });
  return { id, code, ...said, kind: "scim", conditions: null, due_days: null, on_leave: "cancel", courses: [], retired: false };
}

/**
 * Brings a group, which is locked, to what the provider says; `further` names what is kept beside the group's record and
 * changes, too. What changes nothing is no operation.
 */
export async function changeProvisionedGroup(
  db: Db,
  context: Context,
  before: ProvisionedGroup,
  said: SaidGroup,
  members: MemberChange,
  further: Readonly<Record<string, unknown>> | null,
): Promise<Moved & { is_changed: boolean }> {
  const after: ProvisionedGroup = { ...before, ...said, kind: "scim" };
  const moved = await moveMembers(db, context, after, members);
  const changes = {
    ...(before.name === said.name ? {} : { name: [before.name, said.name] }),
    ...(before.external_id === said.external_id ? {} : { external_id: [before.external_id, said.external_id] }),
    ...movesOf(moved),
    ...further,
  };
  if (Object.keys(changes).length === 0) return { ...moved, is_changed: false };
  await updateProvisionedGroup(db, context.tenant.id, before.id, said, null);
  await record(db, context, {
    operation: "group.change",
    target_type: "group",
    target_id: before.id,
    changes: { ...changes, ...(before.kind === "scim" ? {} : { kind: [before.kind, "scim"] }) },
  });
  return { ...moved, is_changed: true };
}

/** The provider has done with a group: everybody leaves it. Its courses stay with it, in case it comes back. */
export async function releaseGroup(db: Db, context: Context, group: ProvisionedGroup): Promise<Moved> {
  const moved = await moveMembers(db, context, { ...group, kind: "scim" }, { add: [], remove: [], replace: [] });
  await updateProvisionedGroup(db, context.tenant.id, group.id, group, context.now.toString());
  await record(db, context, {
    operation: "group.delete",
    target_type: "group",
    target_id: group.id,
    changes: { name: [group.name, null], ...movesOf(moved) },
  });
  return moved;
}

async function moveMembers(db: Db, context: Context, group: ProvisionedGroup, change: MemberChange): Promise<Moved> {
  const tenant_id = context.tenant.id;
  const at = context.now.toString();
  const { add, remove, replace } = change;
  const leaving = replace !== null ? { all_but: replace } : { only: remove };
  const joining = replace ?? add;
  const left = replace !== null || remove.length > 0 ? await updateMembersLeft(db, tenant_id, group.id, leaving, at) : [];
  const slices: (readonly string[])[] = [];
  for (let first = 0; first < joining.length; first += joining_max) slices.push(joining.slice(first, first + joining_max));
  // The database goes on with the next ones while those before them are read.
  const joined = (await Promise.all(slices.map((ids) => insertMembers(db, tenant_id, group, ids, at)))).flat();
  await tell(db, context, group, joined, left);
  return { joined: joined.map(({ id }) => id), left: left.map(({ id }) => id) };
}

async function tell(
  db: Db,
  context: Context,
  group: ProvisionedGroup,
  joined: readonly MovedMember[],
  left: readonly MovedMember[],
): Promise<void> {
  const count = joined.length + left.length;
  if (count === 0) return;
  const batch_id = count > 1 ? newId() : null;
  const { actor } = context;
  const told = {
    joined: joined.map((user) => ({ user, group, reason: "added" as const, actor })),
    left: left.map((user) => ({ user, group, reason: "removed" as const, actor })),
  };
  // The next ones are written out while the database takes those before them.
  let before: Promise<void> = Promise.resolve();
  for (let first = 0; first < count; first += told_max) {
    const some = { joined: told.joined.slice(first, first + told_max), left: told.left.slice(first, first + told_max) };
    const sent = emitMemberships(db, context, some, batch_id);
    // When the one before fails, so does this one, and one of them is thrown.
    sent.catch(() => undefined);
    await before;
    before = sent;
  }
  await before;
  const asking: Asking = { ...group, source: "group" };
  const changes = [
    ...joined.map((person) => ({ person, asking, added: person.course_ids, removed: [] })),
    ...left.map((person) => ({ person, asking, added: [], removed: person.course_ids })),
  ].filter(({ added, removed }) => added.length + removed.length > 0);
  for (let first = 0; first < changes.length; first += asked_max) {
    await ask(db, context, changes.slice(first, first + asked_max), batch_id);
  }
}

function movesOf({ joined, left }: Moved): Record<string, unknown> {
  if (joined.length + left.length === 0) return {};
  const named = (ids: readonly string[]) => (ids.length === 0 ? null : ids.slice(0, audited_max));
  const all_named = Math.max(joined.length, left.length) <= audited_max;
  return {
    person_ids: [named(left), named(joined)],
    ...(all_named ? {} : { moved: { left: left.length, joined: joined.length } }),
  };
}
