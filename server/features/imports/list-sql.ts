import type { Pool } from "../../platform/db/pool.ts";
import { sql } from "../../platform/db/sql.ts";
import { readTenant } from "../../platform/db/transaction.ts";

/** The latest imports, the newest first, as JSON text of a list. */
export async function listImports(pool: Pool, tenant_id: string, shown_max: number): Promise<string> {
  const [row] = await readTenant<{ json: string }>(
    pool,
    tenant_id,
    sql`
      select coalesce(json_agg(row_to_json(r) order by r.created_at desc, r.id desc), '[]')::text as json
      from (
        select i.id, i.format, i.dry_run, i.status, coalesce(i.options->'started_by'->>'name', c.name) as started_by,
          infra.iso(i.created_at) as created_at, infra.iso(i.finished_at) as finished_at, i.rows_done,
          coalesce((i.counts->>'rows')::integer, 0) as rows, coalesce((i.counts->>'invalid')::integer, 0) as invalid
        from import i
        left join client c on c.tenant_id = i.tenant_id and c.id = i.client_id
        where i.tenant_id = ${tenant_id}
        order by i.created_at desc, i.id desc
        limit ${shown_max}
      ) r`,
  );
  return row!.json;
}
