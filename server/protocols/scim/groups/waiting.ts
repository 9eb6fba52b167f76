// Members that are not users yet. A provider may send a group before its users, or name them by its own ids. Such a member waits,
// and joins when a user with this id or external id is created or changed. Until then it is no member, and only the panel and the
// sync log show it.
import { changeProvisionedGroup } from "../../../features/groups/provision.ts";
import { findProvisionedGroupForChange } from "../../../features/groups/provisioned-sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { isUuid } from "../../../platform/ids.ts";
import { isLongerThan } from "../../../platform/text.ts";
import type { Exchange } from "../exchange.ts";
import type { Note } from "../normalise/request.ts";
import { asKept } from "./membership.ts";
import {
  countOtherWaiting,
  deleteOtherWaiting,
  deleteWaiting,
  insertWaiting,
  listGroupsAmong,
  takeWaiting,
} from "./waiting-sql.ts";

/** Maximum number of members that wait for one group. Further ones are dropped, and the sync log notes it. */
export const waiting_members_max = 10_000;
/** Longest name of a waiting member: an external id is no longer. */
const value_max = 255;
/** Maximum number of ids that one note lists. */
const named_max = 10;

/** The part of a change that may concern waiting members. */
export type WaitingChange = { unknown: readonly string[]; remove: readonly string[]; is_replaced: boolean };

/**
 * Stores unknown members as waiting for a locked group, and deletes waiting members that were removed. Returns a note about each.
 */
export async function keepWaiting(
  db: Db,
  { site: { tenant_id }, caller }: Exchange,
  group_id: string,
  { unknown, remove, is_replaced }: WaitingChange,
): Promise<Note[]> {
  const nested = new Set(await nestedAmong(db, tenant_id, unknown));
  const [fitting, too_long] = parted(
    unknown.filter((id) => !nested.has(id)),
    (id) => id !== "" && !isLongerThan(id, value_max),
  );
  if (is_replaced) await deleteOtherWaiting(db, tenant_id, group_id, fitting);
  if (remove.length > 0) await deleteWaiting(db, tenant_id, group_id, remove);
  const others = fitting.length === 0 ? 0 : await countOtherWaiting(db, tenant_id, group_id, fitting);
  const room = Math.max(0, waiting_members_max - others);
  const [kept, left] = [fitting.slice(0, room), [...too_long, ...fitting.slice(room)]];
  if (kept.length > 0) await insertWaiting(db, tenant_id, group_id, kept, caller.now.toString());
  return [
    ...noteOf("Waiting for", kept, "there is no user with the id", "They join when the users come."),
    ...noteOf("Left out", left, "more wait for this group than can, or no user can have the id", ""),
    ...noteOf("Left out", [...nested], "groups cannot be members; these are groups:", ""),
  ];
}

async function nestedAmong(db: Db, tenant_id: string, unknown: readonly string[]): Promise<string[]> {
  const ids = unknown.filter(isUuid);
  return ids.length === 0 ? [] : listGroupsAmong(db, tenant_id, ids);
}

function noteOf(verb: string, ids: readonly string[], reason: string, end: string): Note[] {
  return ids.length === 0
    ? []
    : [{ place: "members", detail: `${verb} ${ids.length} members: ${reason} ${namesOf(ids)}. ${end}`.trim() }];
}

/** The first of some ids, for a sentence. */
export function namesOf(ids: readonly string[]): string {
  const named = ids.slice(0, named_max).map((id) => `"${id.slice(0, 100)}"`);
  return `${named.join(", ")}${ids.length > named_max ? ` and ${ids.length - named_max} more` : ""}`;
}

function parted<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

/** Adds a user who is new, or has a new external id, to the groups for which they were waiting. Returns how many groups. */
export async function joinWaiting(
  db: Db,
  { site: { tenant_id }, caller }: Exchange,
  { id, external_id }: { id: string; external_id: string | null },
): Promise<number> {
  const waiting = await takeWaiting(db, tenant_id, external_id === null ? [id] : [id, asKept(external_id)]);
  for (const group_id of waiting) {
    const group = await findProvisionedGroupForChange(db, tenant_id, group_id);
    if (group?.kind !== "scim") continue;
    await changeProvisionedGroup(db, caller, group, group, { add: [id], remove: [], replace: null }, null);
  }
  return waiting.length;
}
