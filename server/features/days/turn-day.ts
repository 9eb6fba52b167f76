// The work of one local midnight, in this order:
//
//   1. deactivate accounts whose employment, or whose company's contract, has ended
//   2. recompute flags that time alone changes, and those of certificates and exemptions that begin
//   3. emit one event for each certificate that has ended
//   4. make renewals
//   5. retry blocked assignments
//
// Each step runs in batches, one transaction each, with the tenant's clock at the beginning of the day. A batch first claims the
// day's row, so that two workers take turns, and a late one finds the day done. A batch looks for what is still to do, so the work
// may stop at any point, also by a crash, and start again without repeating an event. At the end `tenant_day` records the day.
import type { Context, Tenant } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { restAfter } from "../../platform/jobs/load/rest.ts";
import { newId } from "../../platform/ids.ts";
import { expireCertificates } from "../certificates/expire.ts";
import { refreshPairs } from "../compliance/flag/refresh.ts";
import type { Pair } from "../compliance/sql.ts";
import { deactivatePeople } from "../employment/deactivate.ts";
import { lockPeople } from "../people/apply-sql.ts";
import { renewDue } from "../renewals/renew.ts";
import type { Candidate } from "../renewals/sql.ts";
import { midnightOf, timeIn } from "./calendar.ts";
import { retryBlocked } from "./retry-blocked.ts";
import {
  claimDay,
  listBeginningCertificates,
  listBeginningExemptions,
  listDuePairs,
  listEndedPeople,
  updateLastDay,
  type Beginning,
} from "./sql.ts";

const people_max = 500;
const pairs_max = 2_000;
const renewals_max = 1_000;

/** Does the next batch after a place. Returns the place after the batch, or null at the end. */
type Step<Place> = (db: Db, context: Context, day: string, after: Place | null) => Promise<Place | null>;

/**
 * Processes one day of an organisation; the days before it are done. `stop` is asked between batches. Returns whether the day is
 * done, by this call or another one.
 */
export async function turnDay(pool: Pool, tenant: Tenant, day: string, stop: () => boolean = () => false): Promise<boolean> {
  const context = timeIn(tenant, midnightOf(tenant, day));
  const run = { pool, context, day, stop };
  return (
    (await carryOut(run, endEmployments)) &&
    (await carryOut(run, refreshDue)) &&
    (await carryOut(run, beginCertificates)) &&
    (await carryOut(run, beginExemptions)) &&
    (await carryOut(run, expire)) &&
    (await carryOut(run, renew)) &&
    (await carryOut(run, retry)) &&
    (await carryOut(run, finish))
  );
}

type Run = { pool: Pool; context: Context; day: string; stop: () => boolean };

/** Runs a step to its end; false: it was stopped before. */
async function carryOut<Place>({ pool, context, day, stop }: Run, step: Step<Place>): Promise<boolean> {
  const { id: tenant_id } = context.tenant;
  for (let after: Place | null = null; ;) {
    if (stop()) return false;
    const began_ms = performance.now();
    const behind: Place | null = await withTenant(pool, tenant_id, async (db) => {
      const claimed = await claimDay(db, tenant_id, day, context.now.toString());
      return claimed ? step(db, context, day, after) : null;
    });
    if (behind === null) return true;
    after = behind;
    await restAfter(pool, performance.now() - began_ms);
  }
}

const endEmployments: Step<true> = async (db, context, day) => {
  const { id: tenant_id } = context.tenant;
  const found = await listEndedPeople(db, tenant_id, day, people_max);
  if (found.length === 0) return null;
  await lockPeople(db, tenant_id, found);
  // Read again under the lock: another transaction may have moved the end of the employment meanwhile.
  const ended = new Set(await listEndedPeople(db, tenant_id, day, people_max));
  await deactivatePeople(
    db,
    context,
    found.filter((id) => ended.has(id)),
    { batch_id: newId() },
  );
  return found.length === people_max ? true : null;
};

/** Refreshes flags that are due, including those of requests that committed after the midnight's work of the day before. */
export const refreshDue: Step<true> = async (db, context, day) => {
  const pairs = await listDuePairs(db, context.tenant.id, day, pairs_max);
  await refresh(db, context, pairs);
  return pairs.length === pairs_max ? true : null;
};

const beginCertificates: Step<string> = async (db, context, day, after) =>
  begin(db, context, await listBeginningCertificates(db, context.tenant.id, day, after, pairs_max));

const beginExemptions: Step<string> = async (db, context, day, after) =>
  begin(db, context, await listBeginningExemptions(db, context.tenant.id, day, after, pairs_max));

async function begin(db: Db, context: Context, beginnings: readonly Beginning[]): Promise<string | null> {
  await refresh(db, context, beginnings);
  return beginnings.length === pairs_max ? beginnings.at(-1)!.id : null;
}

const expire: Step<true> = async (db, context) => {
  const count = await expireCertificates(db, context, pairs_max);
  return count === pairs_max ? true : null;
};

const renew: Step<Candidate> = (db, context, _day, after) => renewDue(db, context, after, renewals_max);

const retry: Step<string> = (db, context, _day, after) => retryBlocked(db, context, after, renewals_max);

const finish: Step<true> = async (db, context, day) => {
  await updateLastDay(db, context.tenant.id, day);
  return null;
};

async function refresh(db: Db, context: Context, pairs: readonly Pair[]): Promise<void> {
  if (pairs.length === 0) return;
  await lockPeople(db, context.tenant.id, [...new Set(pairs.map(({ person_id }) => person_id))]);
  await refreshPairs(db, context, pairs);
}
