import type { Actor, Context, Tenant } from "../context.ts";
import { sql } from "./sql.ts";
import type { Db } from "./transaction.ts";

/** The context for background work: the transaction's organisation, and the time on its clock. */
export async function contextWithin(db: Db, tenant_id: string, actor: Actor): Promise<Context | undefined> {
  const row = await db.row<Tenant & { now_us: number }>(sql`
    select id, code, kind, time_zone, fiscal_month, infra.now_us() + clock_offset_us as now_us
    from tenant
    where id = ${tenant_id}`);
  if (row === undefined) return undefined;
  const { now_us, ...tenant } = row;
  return { tenant, actor, now: Temporal.Instant.fromEpochNanoseconds(BigInt(now_us) * 1_000n), request_id: null };
}
