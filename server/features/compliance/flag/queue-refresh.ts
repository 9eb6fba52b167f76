import type { Db } from "../../../platform/db/transaction.ts";
import { queue, send } from "../../../platform/jobs/queue.ts";

/** A recomputation of the flags of one course, or of all courses; `after` is the last person that is done. */
export type Refresh = { tenant_id: string; course_id: string | null; after: string | null };

export const refresh_queue = queue<Refresh>("compliance.refresh", { run_max_s: 300 });

/** Queues a recomputation of the flags of one course, or of all, for after the commit of the caller's transaction. */
export async function queueRefresh(db: Db, tenant_id: string, course_id: string | null): Promise<void> {
  await send(db, refresh_queue, { tenant_id, course_id, after: null });
}
