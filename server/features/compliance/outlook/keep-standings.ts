// Keeps the sums of each person's entries in `standing`, for organisations in which computing them takes long
// (docs/decisions/0108).
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { no_id } from "../../../platform/ids.ts";
import { restAfter } from "../../../platform/jobs/load/rest.ts";
import { countShown, insertStandings, isEvaluated, listPeopleWithoutRow, lockShown } from "./standing-people-sql.ts";

/** For fewer people the sums are computed on request; with 40 entries each these are 80,000 entries. */
const standing_people_min = 2_000;
/** How many people a run reads in one organisation, so that the cost of a run does not grow with the organisation. */
const looked_max = 10_000;
/** People that are locked together, for some milliseconds. */
const part_max = 200;

/**
 * The last person that this process has read, by organisation; the next run continues after it. Without one it starts with the
 * first person.
 */
const places = new WeakMap<Pool, Map<string, string>>();

/**
 * Inserts missing rows of `standing` for the next people, in batches with a transaction each and a pause in between for requests.
 * It does nothing while rules are evaluated for everybody.
 */
export async function keepStandings(
  pool: Pool,
  tenant_id: string,
  signal: AbortSignal,
  people_min = standing_people_min,
): Promise<void> {
  const [shown, is_evaluated] = await withTenant(pool, tenant_id, (db) =>
    Promise.all([countShown(db, tenant_id), isEvaluated(db, tenant_id)]),
  );
  if (shown < people_min || is_evaluated) return;
  const of_pool = places.get(pool) ?? new Map<string, string>();
  places.set(pool, of_pool);
  const after = of_pool.get(tenant_id) ?? no_id;
  const { ids, last } = await withTenant(pool, tenant_id, (db) => listPeopleWithoutRow(db, tenant_id, after, looked_max));
  for (let from = 0; from < ids.length && !signal.aborted; from += part_max) {
    const started_ms = performance.now();
    await keepSome(pool, tenant_id, ids.slice(from, from + part_max));
    await restAfter(pool, performance.now() - started_ms);
  }
  // The next run begins with the same people.
  if (signal.aborted) return;
  if (last === null) of_pool.delete(tenant_id);
  else of_pool.set(tenant_id, last);
}

async function keepSome(pool: Pool, tenant_id: string, ids: readonly string[]): Promise<void> {
  await withTenant(
    pool,
    tenant_id,
    async (db) => {
      const held = await lockShown(db, tenant_id, ids);
      if (held.length > 0) await insertStandings(db, tenant_id, held);
    },
    "part_of_many",
  );
}
