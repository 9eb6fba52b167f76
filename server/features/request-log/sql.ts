import type { Pool } from "../../platform/db/pool.ts";
import { join, part, plannedEachTime, sql } from "../../platform/db/sql.ts";
import { readInfrastructure, readTenant, type Db } from "../../platform/db/transaction.ts";
import type { LoggedRequest } from "./row.ts";

/** Writes a batch of many organisations, in one statement. */
export async function insertRequests(pool: Pool, rows: readonly LoggedRequest[]): Promise<void> {
  const now_ms = performance.now();
  const aged = rows.map(({ answered_ms, ...row }) => ({ ...row, age_us: Math.round((now_ms - answered_ms) * 1_000) }));
  await readInfrastructure(pool, sql`select infra.log_requests(${JSON.stringify(aged)}::jsonb)`);
}

export type RequestFilters = {
  /** `none`: requests without a client. */
  client_id?: string | undefined;
  method?: string | undefined;
  /** `none`: there was no such address. */
  route?: string | undefined;
  path?: string | undefined;
  /** The least and the greatest. */
  status?: readonly [number, number] | undefined;
  code?: string | undefined;
  request_id?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** The page begins behind this row. */
  before?: string | undefined;
  limit: number;
};

/** What is read of the log; `traced`: whether rows say under which id their traces are kept. */
export type ReadRequests = RequestFilters & { traced: boolean };

export type RequestPage = { items: string; more: boolean; last_id: string | null };

/** One page, the newest first. */
export async function listRequestPage(pool: Pool, tenant_id: string, { traced, ...filters }: ReadRequests): Promise<RequestPage> {
  const { client_id, method, route, path, status, code, request_id, from, to, before, limit } = filters;
  const conditions = [
    part`l.tenant_id = ${tenant_id}`,
    ...(client_id === undefined ? [] : [client_id === "none" ? part`l.client_id is null` : part`l.client_id = ${client_id}`]),
    ...(method === undefined ? [] : [part`l.method = ${method}`]),
    ...(route === undefined ? [] : [route === "none" ? part`l.route is null` : part`l.route = ${route}`]),
    ...(path === undefined ? [] : [part`position(${path} in l.path) > 0`]),
    ...(status === undefined ? [] : [part`l.status between ${status[0]} and ${status[1]}`]),
    // As a condition of its own, so that the index of what was refused is seen to serve.
    ...(status !== undefined && status[0] >= 400 ? [part`l.status >= 400`] : []),
    ...(code === undefined ? [] : [part`l.code = ${code} and l.status >= 400`]),
    ...(request_id === undefined ? [] : [part`l.request_id = ${request_id}`]),
    ...(from === undefined ? [] : [part`l.at >= ${from}::timestamptz`]),
    ...(to === undefined ? [] : [part`l.at < ${to}::timestamptz`]),
    ...(before === undefined ? [] : [part`l.id < ${before}::uuid`]),
  ];
  const [row] = await readTenant<RequestPage>(
    pool,
    tenant_id,
    plannedEachTime(sql`
      with found as materialized (
        select l.*
        from request_log l
        where ${join(conditions, " and ")}
        order by l.id desc
        limit ${limit}::int + 1
      ),
      shown as materialized (select * from found order by id desc limit ${limit}::int)
      select (select count(*) from found) > ${limit}::int as more,
        (select id from shown order by id limit 1) as last_id,
        (
          select '[' || coalesce(string_agg(row_to_json(r)::text, ',' order by l.id desc), '') || ']'
          from shown l
          left join client c on c.tenant_id = ${tenant_id} and c.id = l.client_id
          cross join lateral (
            select l.id, infra.iso(l.at) as at,
              case when c.id is not null then json_build_object('id', c.id, 'name', c.name) end as client,
              l.method, l.route, l.path, l.status, l.code, l.cause, l.request_id,
              -- As traceIdOf makes it (platform/trace/spans.ts).
              case when ${traced}::boolean then left(encode(sha256(convert_to(l.request_id, 'UTF8')), 'hex'), 32) end as trace_id,
              host(l.address) as address,
              round(l.duration_us / 1000.0, 1)::float8 as duration_ms,
              case when l.limit_burst is not null then json_build_object('burst', l.limit_burst, 'remaining', l.limit_remaining,
                'full_in_s', l.limit_full_s, 'day_used', l.day_used, 'day_limit', l.day_limit) end as limiter,
              l.retry_after_s
          ) r
        ) as items`),
  );
  return row!;
}

/** What is kept of one request beside its row, as JSON text; null: there is no such request. */
export async function readRefusal(pool: Pool, tenant_id: string, id: string): Promise<string | null> {
  const [row] = await readTenant<{ json: string }>(
    pool,
    tenant_id,
    sql`
      select json_build_object('refusal', l.refused)::text as json
      from request_log l
      where l.tenant_id = ${tenant_id} and l.id = ${id}::uuid`,
  );
  return row?.json ?? null;
}

/** Deletes rows whose ids come before another, a batch at most; ids grow with time. Returns how many. */
export async function deleteRequestsBefore(db: Db, tenant_id: string, before_id: string, batch_max: number): Promise<number> {
  return db.count(sql`
    delete from request_log
    where tenant_id = ${tenant_id} and id in (
      select id
      from request_log
      where tenant_id = ${tenant_id} and id < ${before_id}
      order by id
      limit ${batch_max}
    )`);
}
