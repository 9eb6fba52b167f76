// How what is too old goes (docs/decisions/0043). Each organisation has, for each kind of record, an instant before which nothing can
// be due. An hourly job of the kind's owner takes the organisations whose instant has come, removes what is older than their days in
// parts, and puts the instant to when the oldest of what is left will be due: a day ahead at most, so that a minimum that was lowered,
// a clock that was wrong and rows that were restored are noticed. A run that is cut off leaves the instant; the next one goes on.
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { day_us } from "../../platform/instants.ts";
import { drain } from "../../platform/jobs/drain.ts";
import { forEach } from "../../platform/jobs/each.ts";
import { daysKept, type LegalMinimums, type RetentionName } from "../../platform/retention.ts";
import { findDue, findOldest, listTenantsToCleanUp, updateLook } from "./sql.ts";

/** Organisations that one run looks at; the next run takes the others first. */
const tenants_max = 20_000;
const look_ahead_max_us = day_us;
/** For a kind that is kept for ever: until somebody sets days. */
const never_us = Number.MAX_SAFE_INTEGER;

export type CleanUp = {
  kind: RetentionName;
  /** Removes what is older than an instant, in µs, of one organisation: so many records at most. Returns how many. */
  removePart: (tenant_id: string, before_us: number, records_max: number) => Promise<number>;
  records_max: number;
  /** How many parts of one organisation one run removes; left out: all. */
  parts_max?: number;
};

export type CleanUpOptions = { pool: Pool; minimums: LegalMinimums };

/** Removes what is due of a kind, organisation by organisation. */
export async function cleanUp({ pool, minimums }: CleanUpOptions, what: CleanUp, signal: AbortSignal): Promise<void> {
  const { kind } = what;
  await forEach(await listTenantsToCleanUp(pool, kind, tenants_max), signal, async (tenant_id) => {
    const due = await withTenant(pool, tenant_id, (db) => findDue(db, tenant_id, kind));
    if (due === undefined) return;
    const days = daysKept(kind, due.days, minimums);
    const put = (look_us: number) =>
      withTenant(pool, tenant_id, (db) => updateLook(db, tenant_id, { kind, days: due.days, look_us }));
    if (days === null) return put(never_us);
    const now_us = clockOf(kind, due);
    const stillDue = async () => (await withTenant(pool, tenant_id, (db) => findDue(db, tenant_id, kind)))?.days === due.days;
    await removeBefore(what, { tenant_id, before_us: now_us - days * day_us, stillDue }, signal);
    if (signal.aborted) return;
    const oldest_us = await withTenant(pool, tenant_id, (db) => findOldest(db, tenant_id, kind));
    const due_in_us = oldest_us === null ? look_ahead_max_us : oldest_us + days * day_us - now_us;
    await put(due.now_us + Math.min(due_in_us, look_ahead_max_us));
  });
}

type Due = { tenant_id: string; before_us: number; /** Asked between parts. */ stillDue: () => Promise<boolean> };

/** An organisation that wants to keep records for longer while they go is heard before the next part. */
async function removeBefore(
  { removePart, records_max, parts_max = Infinity }: CleanUp,
  { tenant_id, before_us, stillDue }: Due,
  signal: AbortSignal,
): Promise<void> {
  let parts = 0;
  await drain(signal, records_max, async () => {
    if (parts === parts_max || (parts > 0 && !(await stillDue()))) return 0;
    parts += 1;
    return removePart(tenant_id, before_us, records_max);
  });
}

/** Accounts end on the organisation's clock, which differs in a sandbox; all else is as old as the service says. */
export function clockOf(kind: RetentionName, { now_us, tenant_now_us }: { now_us: number; tenant_now_us: number }): number {
  return kind === "people_who_left" ? tenant_now_us : now_us;
}
