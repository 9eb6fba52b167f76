import { sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { Evaluation } from "./evaluate.ts";

/** A batch that begins, with the people whom it will go through. */
export async function insertBatch(
  db: Db,
  tenant_id: string,
  { id, done, at }: { id: string; done: Evaluation; at: string },
): Promise<void> {
  await db.count(sql`
    insert into rule_batch (tenant_id, id, people_total, done, started_at)
    select ${tenant_id}, ${id}, count(*), ${JSON.stringify(done)}::jsonb, ${at}
    from person
    where tenant_id = ${tenant_id} and state in ('invited', 'active')`);
}

/** How far a batch is, and what it has changed; `finished_at`: it is done. */
export async function updateBatch(
  db: Db,
  tenant_id: string,
  { id, people, done, finished_at }: { id: string; people: number; done: Evaluation; finished_at: string | null },
): Promise<void> {
  await db.count(sql`
    update rule_batch
    set people_done = ${people}, people_total = greatest(people_total, ${people}), done = ${JSON.stringify(done)}::jsonb,
      finished_at = ${finished_at}, updated_at = now()
    where tenant_id = ${tenant_id} and id = ${id}`);
}
