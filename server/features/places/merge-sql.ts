// Statements for merges whose people are moved in the background.
import { sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { Field } from "./rename.ts";

/** What was moved in the request, besides people. */
type MovedAtOnce = { departments: number; rules: number; groups: number; aliases: number };

export type MergeRow = {
  id: string;
  kind: Field;
  from_id: string;
  into_id: string;
  people_total: number;
  people_done: number;
  moved: MovedAtOnce;
};

export async function insertMerge(db: Db, tenant_id: string, row: Omit<MergeRow, "people_done">, at: string): Promise<void> {
  await db.count(sql`
    insert into place_merge (tenant_id, id, kind, from_id, into_id, people_total, moved, started_at)
    values (${tenant_id}, ${row.id}, ${row.kind}, ${row.from_id}, ${row.into_id}, ${row.people_total},
      ${JSON.stringify(row.moved)}::jsonb, ${at})`);
}

/** Unfinished merges from or into one of these departments or companies. */
export async function listOpenMerges(db: Db, tenant_id: string, ids: readonly string[]): Promise<MergeRow[]> {
  return db.rows(sql`
    select id, kind, from_id, into_id, people_total, people_done, moved
    from place_merge
    where tenant_id = ${tenant_id} and finished_at is null
      and (from_id = any (${ids}::uuid[]) or into_id = any (${ids}::uuid[]))
    order by id`);
}

/** Locks a merge until the transaction ends; undefined: it has finished or does not exist. */
export async function lockMerge(db: Db, tenant_id: string, id: string): Promise<MergeRow | undefined> {
  return db.row(sql`
    select id, kind, from_id, into_id, people_total, people_done, moved
    from place_merge
    where tenant_id = ${tenant_id} and id = ${id} and finished_at is null
    for update`);
}

/** Adds to the number of people moved. It never exceeds the total, although people may return to the duplicate meanwhile. */
export async function advanceMerge(db: Db, tenant_id: string, id: string, people: number): Promise<void> {
  await db.count(sql`
    update place_merge
    set people_done = people_done + ${people}, people_total = greatest(people_total, people_done + ${people}), updated_at = now()
    where tenant_id = ${tenant_id} and id = ${id}`);
}

/** Whether a merge has made no progress for so long. If so, its clock starts again, so that only one caller gets true. */
export async function reviveMerge(db: Db, tenant_id: string, id: string, still_max_s: number): Promise<boolean> {
  const revived = await db.count(sql`
    update place_merge
    set updated_at = now()
    where tenant_id = ${tenant_id} and id = ${id} and finished_at is null
      and updated_at < now() - ${still_max_s}::integer * interval '1 second'`);
  return revived === 1;
}

export async function finishMerge(db: Db, tenant_id: string, id: string, at: string): Promise<void> {
  await db.count(sql`
    update place_merge
    set finished_at = ${at}, updated_at = now()
    where tenant_id = ${tenant_id} and id = ${id}`);
}
