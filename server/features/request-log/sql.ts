import type { Pool } from "../../platform/db/pool.ts";
import { sql } from "../../platform/db/sql.ts";
import { readInfrastructure, readTenant, type Db } from "../../platform/db/transaction.ts";
import { packOf, rowsOf, type Gathered, type Pack } from "./pack.ts";
import { laterId, unpacked } from "./packed-sql.ts";
import type { LoggedRequest } from "./row.ts";

/** Writes requests of many organisations in one statement. */
export async function insertBatch(
  pool: Pool,
  batch: { rows: readonly LoggedRequest[]; packs: ReadonlyMap<string, Gathered> },
): Promise<void> {
  const now_ms = performance.now();
  const packs: Pack[] = [];
  const rows = [...batch.rows];
  for (const of_client of batch.packs.values()) {
    const pack = packOf(of_client, now_ms);
    if (pack === null) rows.push(...rowsOf(of_client));
    else packs.push(pack);
  }
  const aged = rows.map(({ answered_ms, ...row }) => ({ ...row, age_us: Math.round((now_ms - answered_ms) * 1_000) }));
  await readInfrastructure(
    pool,
    sql`select infra.log_requests_packed(${JSON.stringify(aged)}::jsonb, ${JSON.stringify(packs)}::json)`,
  );
}

/** The details of one refused request, as JSON text; null: there is no such request. */
export async function readRefusal(pool: Pool, tenant_id: string, id: string): Promise<string | null> {
  const [row] = await readTenant<{ json: string }>(
    pool,
    tenant_id,
    sql`
      select json_build_object('refusal', l.refused)::text as json
      from (
        select refused from request_log where tenant_id = ${tenant_id} and id = ${id}::uuid
        union all
        -- Packed requests were not refused, so they have no details.
        select null
        from request_pack p
        cross join lateral (${unpacked()}) l
        where p.tenant_id = ${tenant_id} and p.id >= ${id}::uuid and p.id < ${laterId(id)}::uuid and l.id = ${id}::uuid
      ) l`,
  );
  return row?.json ?? null;
}

/** The most packs that one statement deletes. */
const packs_max = 500;

/**
 * Deletes requests with ids before `before_id`, at most one batch; ids grow with time. A pack is deleted when its last request is
 * old enough; its requests are at most a second apart. Returns `batch_max` when more may be left, otherwise the number of deleted
 * rows, without requests in packs.
 */
export async function deleteRequestsBefore(db: Db, tenant_id: string, before_id: string, batch_max: number): Promise<number> {
  const rows = await db.count(sql`
    delete from request_log
    where tenant_id = ${tenant_id} and id in (
      select id
      from request_log
      where tenant_id = ${tenant_id} and id < ${before_id}
      order by id
      limit ${batch_max}
    )`);
  if (rows === batch_max) return rows;
  const packs = await db.count(sql`
    delete from request_pack
    where tenant_id = ${tenant_id} and id in (
      select id
      from request_pack
      where tenant_id = ${tenant_id} and id < ${before_id}
      order by id
      limit ${packs_max}::int
    )`);
  return packs === packs_max ? batch_max : rows;
}
