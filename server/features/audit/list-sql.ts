import type { Static } from "typebox";
import { logPage, readPage, type PageRow } from "../../platform/db/page.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { part, plannedEachTime } from "../../platform/db/sql.ts";
import type { Walk } from "../../platform/http/cursor.ts";
import type { AuditExportQuery } from "./schema.ts";

export type AuditFilters = Static<typeof AuditExportQuery>;

/** One page of the log, the newest first; ids grow with time. */
export async function listAuditPage(
  pool: Pool,
  tenant_id: string,
  filters: AuditFilters,
  place: Pick<Walk, "limit" | "offset" | "after">,
): Promise<PageRow> {
  const record = part`
          left join audit_seal s on s.tenant_id = ${tenant_id} and s.audit_id = a.id
          cross join lateral (
            select a.id, infra.iso(a.occurred_at) as occurred_at,
              json_build_object('type', a.actor_type, 'id', a.actor_id, 'name', a.actor_name) as actor, a.operation, a.target_type,
              a.target_id, a.changes, a.personal, a.request_id, a.batch_id, s.seq
          ) r`;
  // With a cursor the search continues where the page before ended, so all pages together read each entry once.
  const of_any_time = filters.from === undefined && filters.until === undefined;
  const is_found_first =
    place.after === null && of_any_time && (filters.actor_type !== undefined || filters.actor_id !== undefined);
  const log = { table: part`audit_log`, alias: part`a`, conditions: conditionsOf(tenant_id, filters), record, is_found_first };
  return readPage(pool, tenant_id, plannedEachTime(logPage(log, place)));
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
