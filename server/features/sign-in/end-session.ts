import type { PanelCaller } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { notFound } from "../../platform/http/problem.ts";
import { isUuid } from "../../platform/ids.ts";
import { record } from "../audit/record.ts";
import { deleteSession } from "./sessions-sql.ts";

/** Ends a session of the caller's own account, the present one or another. */
export async function endSession(pool: Pool, caller: PanelCaller, id: string): Promise<void> {
  const { tenant, account } = caller;
  await withTenant(pool, tenant.id, async (db) => {
    const ended = isUuid(id) && (await deleteSession(db, tenant.id, account.id, id));
    if (!ended) throw notFound("No such session.");
    await record(db, caller, { operation: "session.end", target_type: "session", target_id: id });
  });
}
