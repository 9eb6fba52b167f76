import type { Logger } from "pino";
import type { Pool } from "../../platform/db/pool.ts";
import { day_us } from "../../platform/instants.ts";
import type { DueWork } from "../../platform/jobs/due/due.ts";
import { listChainEnds } from "./seal-sql.ts";
import { checkpointOf } from "./verify.ts";

/** How often the checkpoint of an unchanged audit log is logged again, because process logs are deleted after some time. */
const idle_checkpoint_us = 7 * day_us;

/**
 * Writes the end of each chain that has grown to the process log, within the next hour. That log lies outside the database: when
 * the end of an audit log is cut off, or the whole log is rewritten, verification against the logged checkpoint fails.
 */
export function checkpoints({ pool, log }: { pool: Pool; log: Pick<Logger, "info"> }): DueWork {
  return {
    kind: "audit.checkpoint",
    rows_max: 200,
    async act(rows, _signal, outcome) {
      // Only closed rows. A transaction that seals may still rely on an open row, and would add no row of its own.
      const closed = rows.filter(({ is_closed }) => is_closed);
      const tenant_ids = [...new Set(closed.map(({ tenant_id }) => tenant_id))];
      const ends = tenant_ids.length === 0 ? [] : await listChainEnds(pool, tenant_ids);
      for (const { tenant_id, ...end } of ends) log.info({ tenant_id, checkpoint: checkpointOf(end) }, "audit checkpoint");
      const ended = new Set(ends.map(({ tenant_id }) => tenant_id));
      for (const { id, tenant_id, due_us } of rows) outcome.set(id, ended.has(tenant_id) ? due_us + idle_checkpoint_us : null);
    },
  };
}
