import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { newId } from "../../platform/ids.ts";
import { record } from "../audit/record.ts";
import { ask } from "./ask.ts";
import { emitMemberships } from "./events.ts";
import { insertMemberships, listMemberships, lockCandidates, type Candidate, type Group } from "./sql.ts";

/** A group whose members administrators add and remove. */
export type ManualGroup = Group & { kind: "manual" };

/**
 * Adds people to a manual group and assigns its courses to those whose accounts are in use. Members stay as they are. It is one
 * operation, with one audit row. Returns how many joined.
 */
export async function joinGroup(
  db: Db,
  context: Context,
  group: ManualGroup,
  person_ids: readonly string[],
  batch_id: string,
): Promise<number> {
  const joining = await addToGroup(db, context, group, person_ids, batch_id);
  if (joining.length === 0) return 0;
  await record(db, context, {
    operation: "group.join",
    target_type: "group",
    target_id: group.id,
    changes: { person_ids: [null, joining] },
    batch_id,
  });
  return joining.length;
}

/** Does what joinGroup does within a larger operation, which writes the audit row. Returns the ids of those who joined. */
export async function addToGroup(
  db: Db,
  context: Context,
  group: ManualGroup,
  person_ids: readonly string[],
  batch_id: string,
): Promise<string[]> {
  const { id: tenant_id } = context.tenant;
  const [people, memberships] = await Promise.all([
    lockCandidates(db, tenant_id, person_ids),
    listMemberships(db, tenant_id, person_ids),
  ]);
  const members = new Set(memberships.filter(({ group_id }) => group_id === group.id).map(({ person_id }) => person_id));
  const joining = people.filter(({ id, state }) => !members.has(id) && state !== "anonymized");
  if (joining.length > 0) await addMembers(db, context, group, joining, batch_id);
  return joining.map(({ id }) => id);
}

async function addMembers(db: Db, context: Context, group: ManualGroup, joining: readonly Candidate[], batch_id: string) {
  const course_ids = group.courses.map(({ id }) => id);
  const joins = joining.map((person) => ({
    person,
    membership: { id: newId(), group_id: group.id, person_id: person.id, course_ids: isInUse(person) ? course_ids : [] },
  }));
  await insertMemberships(
    db,
    context.tenant.id,
    context.now.toString(),
    joins.map(({ membership }) => membership),
  );
  const { actor } = context;
  const joined = joining.map((user) => ({ user, group, reason: "added" as const, actor }));
  await emitMemberships(db, context, { joined, left: [] }, batch_id);
  const asking = { ...group, source: "group" as const };
  await ask(
    db,
    context,
    joins.map(({ person, membership }) => ({ person, asking, added: membership.course_ids, removed: [] })),
    batch_id,
  );
}

/** Whether a person gets courses now. Other people get them when their account is in use again. */
export function isInUse({ state }: Pick<Candidate, "state">): boolean {
  return state === "invited" || state === "active";
}
