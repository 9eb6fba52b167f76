import type { Context } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { notFound } from "../../platform/http/problem.ts";
import { send } from "../../platform/jobs/queue.ts";
import { record } from "../audit/record.ts";
import { findBatchRecord, reviveBatch } from "./batches-sql.ts";
import { batchNotStopped } from "./errors.ts";
import { rules_queue } from "./queue-batch.ts";

/** Restarts a stopped evaluation from the first person; people who were evaluated already do not change. */
export async function retryBatch(pool: Pool, context: Context, id: string): Promise<string> {
  const { id: tenant_id } = context.tenant;
  return withTenant(pool, tenant_id, async (db) => {
    const revived = await reviveBatch(db, tenant_id, id);
    const batch = await findBatchRecord(db, tenant_id, id);
    if (batch === undefined) throw notFound("No such evaluation.");
    if (revived === undefined) throw batchNotStopped("The evaluation is done, or goes on.");
    await send(db, rules_queue, { tenant_id, batch_id: id, after: null, people: 0, done: revived.done });
    const target = { target_type: "organisation", target_id: tenant_id } as const;
    await record(db, context, { operation: "rules.retry", ...target, changes: {}, batch_id: id });
    return batch;
  });
}
