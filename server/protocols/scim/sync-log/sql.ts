import { logPage, readPage, type PageRow } from "../../../platform/db/page.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { part, plannedEachTime, sql, type Statement } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import type { Walk } from "../../../platform/http/cursor.ts";
import { caseNorm } from "../../../platform/text.ts";
import type { LoggedExchange } from "../exchange.ts";

/** A row of the sync log: the outcome of a request, or of one of its operations. */
export type NewExchange = LoggedExchange & { id: string; client_id: string; request_id: string; profile: string; at: string };

export function insertionOfExchanges(tenant_id: string, rows: readonly NewExchange[]): Statement {
  return sql`
    insert into scim_exchange (tenant_id, id, client_id, request_id, profile, at, method, path, resource_type, resource_id,
      resource_name, status, scim_type, detail, notes, changes, duration_ms)
    select ${tenant_id}, r.id, r.client_id, r.request_id, r.profile, r.at, r.method, r.path, r.resource_type, r.resource_id,
      r.resource_name, r.status, r.scim_type, r.detail, r.notes, r.changes, r.duration_ms
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(id uuid, client_id uuid, request_id text, profile text, at timestamptz, method text, path text, resource_type text,
        resource_id uuid, resource_name text, status integer, scim_type text, detail text, notes jsonb, changes jsonb,
        duration_ms integer)`;
}

export type ExchangeFilters = {
  client_id?: string | undefined;
  resource_id?: string | undefined;
  resource_name?: string | undefined;
  outcome?: "done" | "refused" | undefined;
};

/** One page of the log, the newest first; ids grow with time. */
export async function listExchangePage(
  pool: Pool,
  tenant_id: string,
  { client_id, resource_id, resource_name, outcome }: ExchangeFilters,
  walk: Walk,
): Promise<PageRow> {
  const conditions = [
    part`e.tenant_id = ${tenant_id}`,
    ...(client_id === undefined ? [] : [part`e.client_id = ${client_id}`]),
    ...(resource_id === undefined ? [] : [part`e.resource_id = ${resource_id}`]),
    ...(resource_name === undefined
      ? []
      : [part`(e.resource_name = ${resource_name} or lower(e.resource_name) = ${caseNorm(resource_name)})`]),
    ...(outcome === undefined ? [] : [outcome === "done" ? part`e.status < 400` : part`e.status >= 400`]),
  ];
  const record = part`
          join client c on c.tenant_id = ${tenant_id} and c.id = e.client_id
          cross join lateral (
            select e.id, infra.iso(e.at) as at, json_build_object('id', c.id, 'name', c.name) as client, e.request_id, e.profile,
              e.method, e.path, e.resource_type, e.resource_id, e.resource_name, e.status, e.scim_type, e.detail, e.notes,
              e.changes, e.duration_ms
          ) r`;
  const log = { table: part`scim_exchange`, alias: part`e`, conditions, record };
  return readPage(pool, tenant_id, plannedEachTime(logPage(log, walk)));
}

/** Deletes at most a batch of rows with ids before another; ids grow with time. Returns how many. */
export async function deleteExchangesBefore(db: Db, tenant_id: string, before_id: string, batch_max: number): Promise<number> {
  return db.count(sql`
    delete from scim_exchange
    where tenant_id = ${tenant_id} and id in (
      select id
      from scim_exchange
      where tenant_id = ${tenant_id} and id < ${before_id}
      order by id
      limit ${batch_max}
    )`);
}
