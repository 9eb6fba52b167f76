// Groups that an identity provider creates, changes and deletes. Members join and leave as in any group: events for those
// who have come and gone, the group's courses assigned and ended, one audit row for each operation. A group that people kept
// until then is the provider's from its first change on; one with conditions decides itself who belongs to it.
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

/** The provider has done with a group: everybody leaves it. Its courses stay with it, in case it comes back. */
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

/** What an audit row tells of members who came and went. */
export function movesOf({ joined, left }: Moved): Record<string, unknown> {
  if (joined.length + left.length === 0) return {};
  const named = (ids: readonly string[]) => (ids.length === 0 ? null : ids.slice(0, audited_max));
  const all_named = Math.max(joined.length, left.length) <= audited_max;
  return {
    person_ids: [named(left), named(joined)],
    ...(all_named ? {} : { moved: { left: left.length, joined: joined.length } }),
  };
}
