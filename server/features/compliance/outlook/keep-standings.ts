// Keeps what people's entries add up to, in organisations so large that to work it out takes long (docs/decisions/0108).
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { no_id } from "../../../platform/ids.ts";
import { restAfter } from "../../../platform/jobs/load/rest.ts";
import { countShown, insertStandings, listPeopleWithoutRow, lockShown } from "./standing-people-sql.ts";

/** Of fewer people it is worked out when it is asked for: 80,000 entries, where each has 40. */
const standing_people_min = 2_000;
/** People who are looked for at once. */
const missing_max = 10_000;
/** People are held for some milliseconds. */
const part_max = 200;

/** Makes the rows that are missing, of some people in a transaction, and rests between them beside requests. */
export async function keepStandings(
  pool: Pool,
  tenant_id: string,
  signal: AbortSignal,
  people_min = standing_people_min,
): Promise<void> {
  const shown = await withTenant(pool, tenant_id, (db) => countShown(db, tenant_id));
  if (shown < people_min) return;
  for (let after = no_id; !signal.aborted;) {
    const behind = after;
    const ids = await withTenant(pool, tenant_id, (db) => listPeopleWithoutRow(db, tenant_id, behind, missing_max));
    for (let from = 0; from < ids.length && !signal.aborted; from += part_max) {
      const started_ms = performance.now();
      await keepSome(pool, tenant_id, ids.slice(from, from + part_max));
      await restAfter(pool, performance.now() - started_ms);
    }
    if (ids.length < missing_max) return;
    after = ids.at(-1)!;
  }
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
