import { todayOf, type Context } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { notFound } from "../../platform/http/problem.ts";
import { record } from "../audit/record.ts";
import { refreshPeople } from "../compliance/flag/refresh.ts";
import { personNotInUse } from "../people/errors.ts";
import { findAccountForChange } from "../people/history/lives-sql.ts";
import { saveAccount } from "../people/writing/writer.ts";

/**
 * Suspends an account, for a leave or a block. Until `resumePerson`, due dates stop, seats stay taken, certificates run on, and
 * the person is not in the matrix. Suspending a suspended account changes nothing.
 */
export async function suspendPerson(pool: Pool, context: Context, id: string): Promise<void> {
  const { id: tenant_id } = context.tenant;
  await withTenant(pool, tenant_id, async (db) => {
    const account = await findAccountForChange(db, tenant_id, id);
    if (account === undefined) throw notFound("No such user.");
    if (account.state === "suspended") return;
    if (account.state !== "invited" && account.state !== "active") {
      throw personNotInUse(`This account is ${account.state}; only one in use can be suspended.`);
    }
    await saveAccount(db, context, id, account.state, { state: "suspended", suspended_at: context.now.toString() });
    await refreshPeople(db, context, [id]);
    await record(db, context, {
      operation: "person.suspend",
      target_type: "person",
      target_id: id,
      changes: { state: [account.state, "suspended"], suspended_on: [null, todayOf(context)] },
    });
  });
}
