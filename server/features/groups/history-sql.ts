import type { Pool } from "../../platform/db/pool.ts";
import { sql } from "../../platform/db/sql.ts";
import { readTenant } from "../../platform/db/transaction.ts";

export type HistoryEntry = {
  id: string;
  occurred_at: string;
  actor_type: string;
  actor_name: string | null;
  operation: string;
  changes: Record<string, unknown>;
};

/** The changes of a rule or a group, the latest first. */
export async function listHistory(
  pool: Pool,
  tenant_id: string,
  target: { type: "rule" | "group"; id: string },
  entries_max: number,
): Promise<HistoryEntry[]> {
  return readTenant(
    pool,
    tenant_id,
    sql`
      select id, infra.iso(occurred_at) as occurred_at, actor_type, actor_name, operation, changes
      from audit_log
      where tenant_id = ${tenant_id} and target_type = ${target.type} and target_id = ${target.id}
      order by id desc
      limit ${entries_max}`,
  );
}

/** The names of the departments, companies and courses with these ids. */
export async function listCallings(
  pool: Pool,
  tenant_id: string,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  return readTenant(
    pool,
    tenant_id,
    sql`
      select id, name from department where tenant_id = ${tenant_id} and id = any (${ids}::uuid[])
      union all
      select id, name from contractor where tenant_id = ${tenant_id} and id = any (${ids}::uuid[])
      union all
      select id, title from course where tenant_id = ${tenant_id} and id = any (${ids}::uuid[])`,
  );
}
