import type { Static } from "typebox";
import type { Pool } from "../../platform/db/pool.ts";
import { join, part, plannedEachTime, sql } from "../../platform/db/sql.ts";
import { readTenant } from "../../platform/db/transaction.ts";
import type { PageRow, Walk } from "../../platform/http/cursor.ts";
import type { AuditExportQuery } from "./schema.ts";

export type AuditFilters = Static<typeof AuditExportQuery>;

/** One page of the log, the newest first; ids grow with time. */
export async function listAuditPage(
  pool: Pool,
  tenant_id: string,
  filters: AuditFilters,
  { limit, offset, after }: Pick<Walk, "limit" | "offset" | "after">,
): Promise<PageRow> {
  const conditions = conditionsOf(tenant_id, filters);
  const behind = after === null ? [] : [part`a.id < ${after.id}::uuid`];
  const [row] = await readTenant<PageRow>(
    pool,
    tenant_id,
    plannedEachTime(sql`
      with found as materialized (
        select a.*
        from audit_log a
        where ${join([...conditions, ...behind], " and ")}
        order by a.id desc
        limit ${limit}::int + 1 offset ${offset}::bigint
      ),
      shown as materialized (select * from found order by id desc limit ${limit}::int)
      select (select count(*) from shown)::int as count,
        (select count(*) from found) > ${limit}::int as more,
        '' as last_key,
        (select id from shown order by id limit 1) as last_id,
        ${after === null ? part`(select count(*)::int from audit_log a where ${join(conditions, " and ")})` : part`null::int`} as total,
        (
          select '[' || coalesce(string_agg(row_to_json(r)::text, ',' order by a.id desc), '') || ']'
          from shown a
          left join audit_seal s on s.tenant_id = ${tenant_id} and s.audit_id = a.id
          cross join lateral (
            select a.id, infra.iso(a.occurred_at) as occurred_at,
              json_build_object('type', a.actor_type, 'id', a.actor_id, 'name', a.actor_name) as actor, a.operation, a.target_type,
              a.target_id, a.changes, a.personal, a.request_id, a.batch_id, s.seq
          ) r
        ) as items`),
  );
  return row!;
}

function conditionsOf(tenant_id: string, filters: AuditFilters) {
  const { actor_type, actor_id, operation, target_id, batch_id, request_id, from, until } = filters;
  return [
    part`a.tenant_id = ${tenant_id}`,
    ...(actor_type === undefined ? [] : [part`a.actor_type = ${actor_type}`]),
    ...(actor_id === undefined ? [] : [part`a.actor_id = ${actor_id}`]),
    ...(operation ? [part`starts_with(a.operation, ${operation})`] : []),
    ...(target_id === undefined ? [] : [part`a.target_id = ${target_id}`]),
    ...(batch_id === undefined ? [] : [part`a.batch_id = ${batch_id}`]),
    ...(request_id ? [part`a.request_id = ${request_id}`] : []),
    ...(from === undefined ? [] : [part`a.occurred_at >= ${from}::timestamptz`]),
    ...(until === undefined ? [] : [part`a.occurred_at < ${until}::timestamptz`]),
  ];
}
