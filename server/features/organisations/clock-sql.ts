import { sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";

/** What the clock of a sandbox organisation shows; held to the end of the transaction. */
export async function lockClock(db: Db, tenant_id: string): Promise<Temporal.Instant> {
  const row = await db.row<{ now_us: number }>(sql`
    select infra.now_us() + clock_offset_us as now_us
    from tenant
    where id = ${tenant_id}
    for no key update`);
  return instantOf(row!);
}

/** What a clock shows, and how far it has been moved for that. */
export type MovedClock = { now: Temporal.Instant; by_us: number };

/** Moves the clock of a sandbox organisation on to an instant, if it is not there yet. */
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
