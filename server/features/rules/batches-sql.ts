import { part, sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { batchRecord, stoppedBatch } from "../groups/read-sql.ts";
import { peopleCounted } from "../people/count/count-sql.ts";
import type { Evaluation } from "./evaluate.ts";

export type BatchFailure = "too_long" | "database" | "other";

/** The most stopped batches that are shown. */
const stopped_max = 20;

/** Inserts a batch that begins, with the number of people to evaluate. */
export async function insertBatch(
  db: Db,
  tenant_id: string,
  { id, done, at }: { id: string; done: Evaluation; at: string },
): Promise<void> {
  await db.count(sql`
    insert into rule_batch (tenant_id, id, people_total, done, started_at)
    values (${tenant_id}, ${id}, ${peopleCounted(tenant_id, [part`k.state in ('invited', 'active')`])}, ${JSON.stringify(done)}::jsonb, ${at})`);
}

/**
 * Locks a batch. Returns what it has changed so far, including tries that were cut off, and whether it has finished; undefined
 * when there is no such batch.
 */
export async function lockBatch(
  db: Db,
  tenant_id: string,
  id: string,
): Promise<{ done: Evaluation; is_finished: boolean } | undefined> {
  return db.row(sql`
    select done, finished_at is not null as is_finished from rule_batch
    where tenant_id = ${tenant_id} and id = ${id}
    for no key update`);
}

/** Stores the progress of a batch and what it has changed. `finished_at` is set when it is done. */
export async function updateBatch(
  db: Db,
  tenant_id: string,
  { id, people, done, finished_at }: { id: string; people: number; done: Evaluation; finished_at: string | null },
): Promise<void> {
  await db.count(sql`
    update rule_batch
    set people_done = ${people}, people_total = greatest(people_total, ${people}), done = ${JSON.stringify(done)}::jsonb,
      finished_at = ${finished_at}, failed_at = null, failure = null, updated_at = now()
    where tenant_id = ${tenant_id} and id = ${id}`);
}

/** Stores that a try has failed. */
export async function failBatch(
  db: Db,
  tenant_id: string,
  { id, failure, at }: { id: string; failure: BatchFailure; at: string },
): Promise<void> {
  await db.count(sql`
    update rule_batch
    set failed_at = ${at}, failure = ${failure}, updated_at = now()
    where tenant_id = ${tenant_id} and id = ${id} and finished_at is null`);
}

/** Marks a stopped batch as running again, from its first person. Undefined when it has not stopped. */
export async function reviveBatch(db: Db, tenant_id: string, id: string): Promise<{ done: Evaluation } | undefined> {
  return db.row(sql`
    update rule_batch b
    set failed_at = null, failure = null, people_done = 0, updated_at = now()
    where b.tenant_id = ${tenant_id} and b.id = ${id} and ${stoppedBatch}
    returning b.done`);
}

/** A batch as JSON text. */
export async function findBatchRecord(db: Db, tenant_id: string, id: string): Promise<string | undefined> {
  const row = await db.row<{ record: string }>(sql`
    select ${batchRecord}::text as record
    from rule_batch b
    where b.tenant_id = ${tenant_id} and b.id = ${id}`);
  return row?.record;
}

/** Batches that have stopped, the latest first, as JSON text. */
export async function listStoppedBatches(db: Db, tenant_id: string): Promise<string> {
  const row = await db.row<{ batches: string }>(sql`
    select coalesce(json_agg(s.record order by s.started_at desc, s.id desc), '[]')::text as batches
    from (
      select b.id, b.started_at, ${batchRecord} as record
      from rule_batch b
      where b.tenant_id = ${tenant_id} and ${stoppedBatch}
      order by b.started_at desc, b.id desc
      limit ${stopped_max}::int
    ) s`);
  return row!.batches;
}
