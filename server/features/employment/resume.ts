import { todayOf, type Context } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { notFound } from "../../platform/http/problem.ts";
import { record } from "../audit/record.ts";
import { refreshPeople } from "../compliance/flag/refresh.ts";
import { postponeDueDates } from "../enrollments/lifecycle/postpone.ts";
import { personNotInUse } from "../people/errors.ts";
import { findAccountForChange } from "../people/history/lives-sql.ts";
import { saveAccount } from "../people/writing/writer.ts";
import { evaluatePeople } from "../rules/evaluate.ts";

/**
 * Ends a suspension. Due dates of open enrollments move by its days, and rules and groups that have changed meanwhile are
 * evaluated. An account that is not suspended stays as it is; one that has ended is refused.
 */
export async function resumePerson(pool: Pool, context: Context, id: string): Promise<void> {
  const { id: tenant_id } = context.tenant;
  await withTenant(pool, tenant_id, async (db) => {
    const account = await findAccountForChange(db, tenant_id, id);
    if (account === undefined) throw notFound("No such user.");
    if (account.state === "invited" || account.state === "active") return;
    if (account.state !== "suspended") throw personNotInUse(`This account is ${account.state}; it has no suspension to end.`);
    const state = account.last_sign_in_at === null ? "invited" : "active";
    const days = daysSince(context, account.suspended_at);
    await saveAccount(db, context, id, account.state, { state, suspended_at: null });
    if (days > 0) await postponeDueDates(db, context, id, days);
    await refreshPeople(db, context, [id]);
    await evaluatePeople(db, context, [id], { batch_id: null });
    await record(db, context, {
      operation: "person.resume",
      target_type: "person",
      target_id: id,
      changes: { state: ["suspended", state], paused_days: [null, days] },
    });
  });
}

/** Calendar days from the day of the suspension to today. */
function daysSince(context: Context, suspended_at: string | null): number {
  if (suspended_at === null) return 0;
  const since = todayOf({ tenant: context.tenant, now: Temporal.Instant.from(suspended_at) });
  return Temporal.PlainDate.from(since).until(todayOf(context), { largestUnit: "day" }).days;
}
