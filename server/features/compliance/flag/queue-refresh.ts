import type { Db } from "../../../platform/db/transaction.ts";
import { queue, send } from "../../../platform/jobs/queue.ts";

/** A recomputation of flags, as far as it has come: of one course, or of all. */
export type Refresh = { tenant_id: string; course_id: string | null; after: string | null };

export const refresh_queue = queue<Refresh>("compliance.refresh", { run_max_s: 300 });

/** Recomputes the flags of a course, or all of them, after the caller's transaction has committed. */
export async function queueRefresh(db: Db, tenant_id: string, course_id: string | null): Promise<void> {
  await send(db, refresh_queue, { tenant_id, course_id, after: null });
}
