import { sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";

/** The time of a sandbox organisation's clock, which is locked until the transaction ends. */
export async function lockClock(db: Db, tenant_id: string): Promise<Temporal.Instant> {
  const row = await db.row<{ now_us: number }>(sql`
    select infra.now_us() + clock_offset_us as now_us
    from tenant
    where id = ${tenant_id}
    for no key update`);
  return instantOf(row!);
}

/** The time of a clock, and by how much it was moved. */
export type MovedClock = { now: Temporal.Instant; by_us: number };

/** Moves the clock of a sandbox organisation forward to an instant; a clock that is there already stays. */
export async function updateClock(db: Db, tenant_id: string, to: Temporal.Instant): Promise<MovedClock> {
  const row = await db.row<{ now_us: number; by_us: number }>(sql`
    with n as materialized (
      select infra.now_us() as us, clock_offset_us as before_us
      from tenant
      where id = ${tenant_id}
      for no key update
    )
    update tenant
    set clock_offset_us = greatest(clock_offset_us, ${Number(to.epochNanoseconds / 1_000n)}::bigint - n.us), updated_at = now()
    from n
    where id = ${tenant_id} and kind = 'sandbox'
    returning n.us + clock_offset_us as now_us, clock_offset_us - n.before_us as by_us`);
  return { now: instantOf(row!), by_us: row!.by_us };
}

function instantOf({ now_us }: { now_us: number }): Temporal.Instant {
  return Temporal.Instant.fromEpochNanoseconds(BigInt(now_us) * 1_000n);
}
