// Merges a duplicate department or company into another one, the survivor.
//
// One transaction moves all that belongs to the duplicate and deactivates it, with one audit row. If it has many people, a
// background job moves them in parts (merge.job.ts). Afterwards rules and groups are evaluated for all people, as after every
// change that concerns all. The duplicate's name becomes an alias of the survivor, so an identity provider may go on sending it.
import type { Static } from "typebox";
import type { Context } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import type { FaultCode } from "../../platform/http/fault-codes.ts";
import { invalid, notFound } from "../../platform/http/problem.ts";
import { newId } from "../../platform/ids.ts";
import { send } from "../../platform/jobs/queue.ts";
import { record } from "../audit/record.ts";
import { lockContractorRows, updateContractors } from "../contractors/apply-sql.ts";
import { findContractorsByName } from "../contractors/sql.ts";
import { lockDepartment, lockDepartmentRows, updateDepartments, type DepartmentRow } from "../departments/apply-sql.ts";
import { isBelowItself } from "../departments/below.ts";
import { findDepartmentsByName } from "../departments/sql.ts";
import { countEverybodyIn, moveMeanings } from "../people/merge-sql.ts";
import { upsertMeaning } from "../people/unmatched-sql.ts";
import { movePeople } from "../people/writing/writer.ts";
import { queueEvaluation } from "../rules/queue-batch.ts";
import { placeStateBlocked } from "./errors.ts";
import { merge_queue, part_max } from "./merge.job.ts";
import { insertMerge, listOpenMerges, reviveMerge, type MergeRow } from "./merge-sql.ts";
import { nameSurvivor, type Duplicate } from "./rename.ts";
import type { Merged, Merging } from "./schema.ts";

/** With more people than this, the request moves none: the job moves all of them. */
export const at_once_max = part_max;

/** A merge without progress for this time is continued when it is requested again. Two jobs of one merge do no harm. */
const still_max_s = 60;

type Named = Duplicate & { name: string };
/** What was moved or, while the job moves people, the progress. */
type Outcome = Static<typeof Merged> | Static<typeof Merging>;

export async function mergeDepartment(pool: Pool, context: Context, id: string, into_id: string): Promise<Outcome> {
  const { id: tenant_id } = context.tenant;
  return withTenant(pool, tenant_id, async (db) => {
    const all = await lockDepartmentRows(db, tenant_id);
    const from = all.find((row) => row.id === id);
    if (from === undefined) throw notFound("No such department.");
    const under_way = await findUnderWay(db, tenant_id, id, into_id);
    if (under_way !== undefined) return under_way;
    const into = survivorOf(all, id, into_id);
    if (isBelow(all, into, from)) throw refused("BELOW_ITSELF", "lies below the department that would be merged into it");
    await lockDepartment(db, tenant_id, id);
    const children = all.filter((row) => row.parent_id === id).map((row) => ({ ...row, parent_id: into_id }));
    await updateDepartments(db, tenant_id, [...children, { ...from, active: false }]);
    return moveBelongings(db, context, { field: "department", id, name: from.name, into_id }, children.length);
  });
}

export async function mergeContractor(pool: Pool, context: Context, id: string, into_id: string): Promise<Outcome> {
  const { id: tenant_id } = context.tenant;
  return withTenant(pool, tenant_id, async (db) => {
    const both = await lockContractorRows(db, tenant_id, [id, into_id]);
    const from = both.find((row) => row.id === id);
    if (from === undefined) throw notFound("No such contractor.");
    const under_way = await findUnderWay(db, tenant_id, id, into_id);
    if (under_way !== undefined) return under_way;
    survivorOf(both, id, into_id);
    await updateContractors(db, tenant_id, [{ ...from, active: false }]);
    return moveBelongings(db, context, { field: "contractor", id, name: from.name, into_id }, 0);
  });
}

function survivorOf<Row extends { id: string; active: boolean }>(rows: readonly Row[], id: string, into_id: string): Row {
  const into = rows.find((row) => row.id === into_id);
  if (into === undefined) throw refused("UNKNOWN_TARGET", "is not known here");
  if (!into.active) throw refused("OUT_OF_USE", "is out of use");
  if (into.id === id) throw refused("SAME", "is the same");
  return into;
}

function refused(code: FaultCode, detail: string) {
  return invalid([{ pointer: "#/into_id", code, detail }]);
}

/** Whether `into` would be below itself once it gets the children of `from`. */
function isBelow(all: readonly DepartmentRow[], into: DepartmentRow, from: DepartmentRow): boolean {
  const by_id = new Map(all.map((row) => [row.id, row]));
  return isBelowItself({ ...from, parent_id: into.id }, (id) => by_id.get(id));
}

async function moveBelongings(db: Db, context: Context, duplicate: Named, departments: number): Promise<Outcome> {
  const { id: tenant_id } = context.tenant;
  const { field, id, into_id } = duplicate;
  const batch_id = newId();
  const people_total = await countEverybodyIn(db, tenant_id, field, id);
  const in_parts = people_total > at_once_max;
  const named = await nameSurvivor(db, context, duplicate, in_parts ? "beside" : "instead");
  const people = in_parts
    ? people_total
    : await movePeople(db, context, field, { from_id: id, into_id, people_max: at_once_max }, batch_id);
  const aliases = (await moveMeanings(db, tenant_id, id, into_id)) + (await keepName(db, context, duplicate));
  const beside = { departments, ...named, aliases };
  const counts = Object.fromEntries(Object.entries({ people, ...beside }).map(([name, count]) => [name, [null, count]]));
  const changes = { merged_into: [null, into_id], ...counts };
  await record(db, context, { operation: `${field}.merge`, target_type: field, target_id: id, changes, batch_id });
  if (!in_parts) {
    await queueEvaluation(db, context, batch_id);
    return { into_id, people, ...beside };
  }
  const merge = { id: batch_id, kind: field, from_id: id, into_id, people_total, moved: beside };
  await insertMerge(db, tenant_id, merge, context.now.toString());
  await send(db, merge_queue, { tenant_id, merge_id: batch_id });
  return mergingOf({ ...merge, people_done: 0 });
}

function mergingOf({ into_id, people_done, people_total, moved }: MergeRow): Static<typeof Merging> {
  return { into_id, people: people_done, people_total, ...moved };
}

/**
 * Finds a merge of this department or company that must finish first. Throws when it is being merged into another one, or when
 * people are still being moved into it. The same merge requested again returns its progress, and continues if its job has given
 * up.
 */
async function findUnderWay(db: Db, tenant_id: string, id: string, into_id: string): Promise<Static<typeof Merging> | undefined> {
  const open = await listOpenMerges(db, tenant_id, [id]);
  const own = open.find((merge) => merge.from_id === id);
  if (own === undefined) {
    if (open.length > 0) throw stillMerging("People of another one are still going over to it.");
    return undefined;
  }
  if (own.into_id !== into_id) throw stillMerging("Its people are still going over to another one.");
  const merge = { tenant_id, merge_id: own.id };
  if (await reviveMerge(db, tenant_id, own.id, still_max_s)) await send(db, merge_queue, merge);
  return mergingOf(own);
}

/** Refuses to deactivate or reactivate either end of a merge until all people have been moved. */
export async function refuseWhileMerging(db: Db, tenant_id: string, id: string): Promise<void> {
  if ((await listOpenMerges(db, tenant_id, [id])).length > 0)
    throw stillMerging("A merge is under way: people are still going over.");
}

function stillMerging(detail: string) {
  return placeStateBlocked(detail, { members: { people: 0, departments: 0 } });
}

/** Stores the duplicate's name as an alias, unless an active department or company has the name. */
async function keepName(db: Db, context: Context, { field, name, into_id }: Named): Promise<number> {
  const { id: tenant_id } = context.tenant;
  const find = field === "department" ? findDepartmentsByName : findContractorsByName;
  if ((await find(db, tenant_id, name)).length > 0) return 0;
  await upsertMeaning(db, tenant_id, { field, value: name }, into_id, context.now.toString());
  return 1;
}
