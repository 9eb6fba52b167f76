// How old records are deleted (docs/decisions/0043).
//
// Each organisation has, for each kind of record, an instant before which nothing can be due. An hourly job of the kind's owner
// takes the organisations whose instant has come, and deletes in parts what is older than the days set. Then it moves the instant
// to when the oldest remaining record will be due; at most a day ahead, so that a lowered minimum, a wrong clock and restored
// rows are noticed. A run that is cut off does not move the instant, and the next run continues.
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { day_us } from "../../platform/instants.ts";
import { drain } from "../../platform/jobs/drain.ts";
import { forEach } from "../../platform/jobs/each.ts";
import { daysKept, type LegalMinimums, type RetentionName } from "../../platform/retention.ts";
import { findDue, findOldest, listTenantsToCleanUp, updateLook } from "./sql.ts";

/** The most organisations of one run; the next run begins with the others. */
const tenants_max = 20_000;
const look_ahead_max_us = day_us;
/** The next instant for a kind that is kept for ever, until days are set. */
const never_us = Number.MAX_SAFE_INTEGER;

export type CleanUp = {
  kind: RetentionName;
  /** Deletes records of one organisation that are older than an instant in µs, at most `records_max`. Returns how many. */
  removePart: (tenant_id: string, before_us: number, records_max: number) => Promise<number>;
  records_max: number;
  /** The most parts of one organisation in one run; left out: no limit. */
  parts_max?: number;
};

export type CleanUpOptions = { pool: Pool; minimums: LegalMinimums };

/** Deletes records of a kind that are due, one organisation after the other. */
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

type Due = { tenant_id: string; before_us: number; /** Called before each further part. */ stillDue: () => Promise<boolean> };

/** Checks the setting again before each part, so that an organisation can prolong the time while records are being deleted. */
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

/**
 * The clock for the age of records. Accounts end on the organisation's clock, which differs in a sandbox; all other records have
 * the infrastructure's time.
 */
export function clockOf(kind: RetentionName, { now_us, tenant_now_us }: { now_us: number; tenant_now_us: number }): number {
  return kind === "people_who_left" ? tenant_now_us : now_us;
}
