import type { PanelCaller } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { notFound } from "../../platform/http/problem.ts";
import { isUuid } from "../../platform/ids.ts";
import { record } from "../audit/record.ts";
import { deleteOtherSessions, deleteSession } from "./sessions-sql.ts";

/** Ends one session of the caller's account, possibly the present one. */
export async function endSession(pool: Pool, caller: PanelCaller, id: string): Promise<void> {
  const { tenant, account } = caller;
  await withTenant(pool, tenant.id, async (db) => {
    const ended = isUuid(id) && (await deleteSession(db, tenant.id, account.id, id));
    if (!ended) throw notFound("No such session.");
    await record(db, caller, { operation: "session.end", target_type: "session", target_id: id });
  });
}

/** Ends all other sessions of the caller's account; returns how many there were. */
export async function endOtherSessions(pool: Pool, caller: PanelCaller): Promise<number> {
  const { tenant, account, session } = caller;
  return withTenant(pool, tenant.id, async (db) => {
    const ended = await deleteOtherSessions(db, tenant.id, account.id, session.id);
    await record(db, caller, {
      operation: "session.end-others",
      target_type: account.kind,
      target_id: account.id,
      changes: { ended },
    });
    return ended;
  });
}
