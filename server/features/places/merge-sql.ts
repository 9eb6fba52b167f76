// Merges whose people are moved in the background.
import { sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { Field } from "./rename.ts";

/** What was moved at once, besides the people. */
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

/** Merges that have not finished, of which one of these departments or companies is an end. */
export async function listOpenMerges(db: Db, tenant_id: string, ids: readonly string[]): Promise<MergeRow[]> {
  return db.rows(sql`
    select id, kind, from_id, into_id, people_total, people_done, moved
    from place_merge
    where tenant_id = ${tenant_id} and finished_at is null
      and (from_id = any (${ids}::uuid[]) or into_id = any (${ids}::uuid[]))
    order by id`);
}

/** Holds a merge to the end of the transaction; undefined: it has finished, or there is none. */
export async function lockMerge(db: Db, tenant_id: string, id: string): Promise<MergeRow | undefined> {
  return db.row(sql`
    select id, kind, from_id, into_id, people_total, people_done, moved
    from place_merge
    where tenant_id = ${tenant_id} and id = ${id} and finished_at is null
    for update`);
}

/** Adds to how many have gone over; who comes back from elsewhere meanwhile is no more than all. */
export async function advanceMerge(db: Db, tenant_id: string, id: string, people: number): Promise<void> {
  await db.count(sql`
    update place_merge
    set people_done = people_done + ${people}, people_total = greatest(people_total, people_done + ${people}), updated_at = now()
    where tenant_id = ${tenant_id} and id = ${id}`);
}

/** Whether a merge has stood still for so long; who asks next is told that it has not. */
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
