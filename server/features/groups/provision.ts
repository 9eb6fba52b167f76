// Creates, changes and deletes groups for an identity provider. Members join and leave as in any group: each has an event, the
// group's courses are assigned or ended, and each operation has one audit row. A manual group belongs to the provider from its
// first change of it on. A group with conditions stays dynamic: its conditions decide about its members.
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { newId } from "../../platform/ids.ts";
import { record } from "../audit/record.ts";
import { provisionMembers, type MemberChange, type Moved, type Provisioned } from "./provision-members.ts";
import {
  findDeletedGroup,
  insertProvisionedGroup,
  isCodeTaken,
  updateProvisionedGroup,
  type ProvisionedGroup,
  type SaidGroup,
} from "./provisioned-sql.ts";

/** The most ids that an audit row names; the memberships tell about all people. */
const audited_max = 1_000;
const code_max = 64;

/** Creates a group, or restores the one that the provider has deleted, with its courses. Returns its id and who has joined. */
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
  const moved = await provisionMembers(
    db,
    context,
    { ...group, ...said, kind: "scim" },
    { add: members, remove: [], replace: null },
  );
  await record(db, context, {
    operation: "group.create",
    target_type: "group",
    target_id: group.id,
    changes: { name: [null, said.name], external_id: [null, said.external_id], ...movesOf(moved) },
  });
  return { id: group.id, ...moved };
}

/** The group's name also becomes its code, unless another group has that code. */
async function insertGroup(db: Db, tenant_id: string, said: SaidGroup): Promise<ProvisionedGroup> {
  const id = newId();
  const is_free = said.name.length <= code_max && !(await isCodeTaken(db, tenant_id, said.name));
  const code = is_free ? said.name : id;
  await insertProvisionedGroup(db, tenant_id, { id, code, ...said });
  return { id, code, ...said, kind: "scim", conditions: null, due_days: null, on_leave: "cancel", courses: [], retired: false };
}

/**
 * Changes a locked group to what the provider sends. `further` names changes of data that are kept beside the group's record.
 * Without any change, nothing is recorded.
 */
export async function changeProvisionedGroup(
  db: Db,
  context: Context,
  before: ProvisionedGroup,
  said: SaidGroup,
  members: MemberChange,
  further: Readonly<Record<string, unknown>> | null,
): Promise<Provisioned & { is_changed: boolean }> {
  const after: ProvisionedGroup = { ...before, ...said, kind: "scim" };
  const moved = await provisionMembers(db, context, after, members);
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

/** Deletes a group for the provider: all members leave it. Its courses stay stored, in case the provider restores the group. */
export async function releaseGroup(db: Db, context: Context, group: ProvisionedGroup): Promise<Moved> {
  const moved = await provisionMembers(db, context, { ...group, kind: "scim" }, { add: [], remove: [], replace: [] });
  await updateProvisionedGroup(db, context.tenant.id, group.id, group, context.now.toString());
  await record(db, context, {
    operation: "group.delete",
    target_type: "group",
    target_id: group.id,
    changes: { name: [group.name, null], ...movesOf(moved) },
  });
  return moved;
}

/** The part of an audit row that tells which members joined and left. */
export function movesOf({ joined, left }: Moved): Record<string, unknown> {
  if (joined.length + left.length === 0) return {};
  const named = (ids: readonly string[]) => (ids.length === 0 ? null : ids.slice(0, audited_max));
  const all_named = Math.max(joined.length, left.length) <= audited_max;
  return {
    person_ids: [named(left), named(joined)],
    ...(all_named ? {} : { moved: { left: left.length, joined: joined.length } }),
  };
}
