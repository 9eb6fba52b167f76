import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { queue, send } from "../../platform/jobs/queue.ts";
import { insertBatch } from "./batches-sql.ts";
import type { Evaluation } from "./evaluate.ts";

/** The data of the job: an evaluation of all people, with its progress. */
export type Batch = {
  tenant_id: string;
  /** The id that joins all events and audit rows of the evaluation. */
  batch_id: string;
  /** The id of the last person who was evaluated. */
  after: string | null;
  people: number;
  done: Evaluation;
};

export const rules_queue = queue<Batch>("rules.evaluate", { run_max_s: 300 });

/** Queues an evaluation of all people, which starts after the caller's transaction has committed. */
export async function queueEvaluation(db: Db, { tenant, now }: Context, batch_id: string): Promise<void> {
  const done = { matched: 0, unmatched: 0, joined: 0, left: 0, assigned: 0, cancelled: 0 };
  await insertBatch(db, tenant.id, { id: batch_id, done, at: now.toString() });
  await send(db, rules_queue, { tenant_id: tenant.id, batch_id, after: null, people: 0, done });
}
