// Keeps what people's entries add up to, in organisations so large that to work it out takes long (docs/decisions/0108).
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { no_id } from "../../../platform/ids.ts";
import { restAfter } from "../../../platform/jobs/load/rest.ts";
import { countShown, insertStandings, isEvaluated, listPeopleWithoutRow, lockShown } from "./standing-people-sql.ts";

/** Of fewer people it is worked out when it is asked for: 80,000 entries, where each has 40. */
const standing_people_min = 2_000;
/** People of an organisation who are looked at in a run: what a run costs does not grow with the organisation. */
const looked_max = 10_000;
/** People are held for some milliseconds. */
const part_max = 200;

/** After whom the next run of this process goes on, by organisation; the others begin with the first person. */
const places = new WeakMap<Pool, Map<string, string>>();

/**
 * Makes the rows that are missing among the next people, of some of them in a transaction, and rests between them beside requests. While rules are
 * evaluated for everybody, it makes none.
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
