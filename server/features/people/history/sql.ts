import type { Pool } from "../../../platform/db/pool.ts";
import { sql } from "../../../platform/db/sql.ts";
import { readTenant } from "../../../platform/db/transaction.ts";

/** The history of a person's record and account, the latest entry first, as JSON text; undefined: unknown id. */
export async function listPersonHistory(
  pool: Pool,
  tenant_id: string,
  person_id: string,
  entries_max: number,
): Promise<string | undefined> {
  const [row] = await readTenant<{ json: string }>(
    pool,
    tenant_id,
    sql`
      select coalesce((
        select json_agg(row_to_json(r) order by r.occurred_at desc, r.id desc)
        from (
          select a.id, infra.iso(a.occurred_at) as occurred_at, a.actor_type, a.actor_name, a.operation,
            array(select key from jsonb_object_keys(a.changes || a.personal) key order by key) as fields
          from audit_log a
          where a.tenant_id = p.tenant_id and a.target_type = 'person' and a.target_id = p.id
          order by a.occurred_at desc, a.id desc
          limit ${entries_max}
        ) r), '[]')::text as json
      from person p
      where p.tenant_id = ${tenant_id} and p.id = ${person_id}`,
  );
  return row?.json;
}
