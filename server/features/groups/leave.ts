import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { record } from "../audit/record.ts";
import { ask } from "./ask.ts";
import { emitMemberships } from "./events.ts";
import type { ManualGroup } from "./join.ts";
import { listMemberships, lockCandidates, updateLeft } from "./sql.ts";

/**
 * Removes people from a manual group and ends what it had assigned, as its `on_leave` says. People who are not members are
 * skipped. It is one operation, with one audit row. Returns how many left.
 */
export async function leaveGroup(
  db: Db,
  context: Context,
  group: ManualGroup,
  person_ids: readonly string[],
  batch_id: string,
): Promise<number> {
  const leaving = await takeFromGroup(db, context, group, person_ids, batch_id);
  if (leaving.length === 0) return 0;
  await record(db, context, {
    operation: "group.leave",
    target_type: "group",
    target_id: group.id,
    changes: { person_ids: [leaving, null] },
    batch_id,
  });
  return leaving.length;
}

/** Does what leaveGroup does within a larger operation, which writes the audit row. Returns the ids of those who left. */
export async function takeFromGroup(
  db: Db,
  context: Context,
  group: ManualGroup,
  person_ids: readonly string[],
  batch_id: string,
): Promise<string[]> {
  const { id: tenant_id } = context.tenant;
  const [people, all] = await Promise.all([
    lockCandidates(db, tenant_id, person_ids),
    listMemberships(db, tenant_id, person_ids),
  ]);
  const memberships = new Map(all.filter(({ group_id }) => group_id === group.id).map((one) => [one.person_id, one]));
  const leaving = people.filter(({ id }) => memberships.has(id));
  if (leaving.length === 0) return [];
  const { actor } = context;
  const asking = { ...group, source: "group" as const };
  await updateLeft(
    db,
    tenant_id,
    context.now.toString(),
    leaving.map(({ id }) => memberships.get(id)!.id),
  );
  await emitMemberships(
    db,
    context,
    { joined: [], left: leaving.map((user) => ({ user, group, reason: "removed" as const, actor })) },
    batch_id,
  );
  await ask(
    db,
    context,
    leaving.map((person) => ({ person, asking, added: [], removed: memberships.get(person.id)!.course_ids })),
    batch_id,
  );
  return leaving.map(({ id }) => id);
}
