// A page of the log, newest first, from rows and packs (docs/decisions/0102).
//
// A page is read in steps. A step opens some packs, from the newest on, and takes all requests that are newer than the last
// request of the next pack, which it does not open. Older requests in the opened packs belong to the next step. With a filter
// that finds little, a page ends after a number of packs, and the next page continues there.
import type { Pool } from "../../platform/db/pool.ts";
import { constant, join, part, plannedEachTime, sql, type Fragment } from "../../platform/db/sql.ts";
import { readTenant } from "../../platform/db/transaction.ts";
import { firstIdOf, partsOfRequestId, type RequestIdParts } from "../../platform/ids.ts";
import { firstId, idBehind, kind_columns, kinds, laterId, ms_max, pack_span_us, unpacked } from "./packed-sql.ts";

export type RequestFilters = {
  /** `none`: requests without a client. */
  client_id?: string | undefined;
  method?: string | undefined;
  /** `none`: the path belongs to no route. */
  route?: string | undefined;
  path?: string | undefined;
  /** The least and the greatest status. */
  status?: readonly [number, number] | undefined;
  code?: string | undefined;
  request_id?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** Only requests with a smaller id. */
  before?: string | undefined;
  limit: number;
};

/** The filters and the page; `traced`: whether rows show the id of their trace. */
export type ReadRequests = RequestFilters & { traced: boolean };

/** `items`: a JSON list. `next`: the `before` of the next page; null: this is the last one. */
export type RequestPage = { items: string; count: number; next: string | null };

/** About how many requests the first step of a search opens, and by which factor each further step grows. */
const first_step_requests = 2_000;
const step_growth = 4;
const step_requests_max = 50_000;
const step_packs_max = 1_000;
/** The most packs and requests that one page reads. */
const page_packs_max = 20_000;
const page_requests_max = 1_000_000;

/** One page, newest first. With a filter that finds little, it may have fewer than `limit` items although more follow. */
export async function listRequestPage(pool: Pool, tenant_id: string, what: ReadRequests): Promise<RequestPage> {
  const texts: string[] = [];
  const looked = { packs: 0, requests: 0 };
  const { limit } = what;
  let { before } = what;
  let count = 0;
  let last: string | null = null;
  let opens = looksForKinds(what) ? first_step_requests : limit + 1;
  for (;;) {
    const step = await readStep(pool, tenant_id, { ...what, before, limit: limit - count, opens });
    if (step.count > 0) texts.push(step.items);
    count += step.count;
    last = step.last_id ?? last;
    looked.packs += step.packs;
    looked.requests += step.requests;
    const items = `[${texts.join(",")}]`;
    if (step.more) return { items, count, next: last };
    if (step.next === null) return { items, count, next: null };
    before = idBehind(step.next);
    if (looked.packs >= page_packs_max || looked.requests >= page_requests_max) return { items, count, next: before };
    opens = Math.min(opens * step_growth, step_requests_max);
  }
}

/** `opens`: about how many requests the step opens in packs. */
type StepOf = ReadRequests & { opens: number };
/** `next`: the id of the newest pack that this step did not open; null: none is left. */
type Step = {
  items: string;
  count: number;
  more: boolean;
  last_id: string | null;
  next: string | null;
  packs: number;
  requests: number;
};

async function readStep(pool: Pool, tenant_id: string, { traced, opens, ...filters }: StepOf): Promise<Step> {
  const { limit } = filters;
  const [step] = await readTenant<Step>(
    pool,
    tenant_id,
    plannedEachTime(sql`
      with taken as materialized (${takenPacks(tenant_id, filters, opens)}),
      edge as materialized (select coalesce((select next_id from taken where is_edge), infra.no_id()) as id),
      found as materialized (
        (
          select ${columns}, l.request_id, null::text as process, null::bigint as asked_ms, null::integer as number
          from request_log l
          where ${conditionsOfRows(tenant_id, filters)} and l.id > (select id from edge)
          order by l.id desc
          limit ${limit}::int + 1
        )
        union all
        (
          select l.id, l.client_id, l.at, ${kind_columns.method}, ${kind_columns.route}, ${kind_columns.path}, ${kind_columns.status},
            null, null, ${kind_columns.address}, l.duration_us, ${kind_columns.limit_burst}, l.limit_remaining, l.limit_full_s, l.day_used,
            ${kind_columns.day_limit}, ${kind_columns.retry_after_s}, null, l.process, l.asked_ms, l.number
          from (
            select l.*, p.client_id, p.process, p.kinds
            from taken p
            ${wantedKinds(filters)}
            cross join lateral (${unpacked(looksForKinds(filters) ? part`u.kind = any (m.places)` : part`true`)}) l
            where ${conditionsOfPacked(filters)} and l.id > (select id from edge)
            order by l.id desc
            limit ${limit}::int + 1
          ) l
          cross join lateral (select l.kinds -> (l.kind - 1) as kind offset 0) k
        )
        order by id desc
        limit ${limit}::int + 1
      ),
      shown as materialized (
        select ${columns}, coalesce(l.request_id, infra.request_id(l.process, l.asked_ms, l.number)) as request_id
        from found l
        order by l.id desc
        limit ${limit}::int
      )
      select (select count(*) from found) > ${limit}::int as more, (select count(*)::int from shown) as count,
        (select id from shown order by id limit 1) as last_id, (select nullif(id, infra.no_id()) from edge) as next,
        (select count(*)::int from taken) as packs, (select coalesce(sum(count), 0)::int from taken) as requests,
        (${itemsOf(tenant_id, traced)}) as items`),
  );
  return step!;
}

const columns = constant(
  [
    "id",
    "client_id",
    "at",
    "method",
    "route",
    "path",
    "status",
    "code",
    "cause",
    "address",
    "duration_us",
    "limit_burst",
    "limit_remaining",
    "limit_full_s",
    "day_used",
    "day_limit",
    "retry_after_s",
  ]
    .map((name) => `l.${name}`)
    .join(", "),
);

function itemsOf(tenant_id: string, traced: boolean): Fragment {
  return part`
    select coalesce(string_agg(row_to_json(r)::text, ',' order by l.id desc), '')
    from shown l
    left join client c on c.tenant_id = ${tenant_id} and c.id = l.client_id
    cross join lateral (
      select l.id, infra.iso(l.at) as at,
        case when c.id is not null then json_build_object('id', c.id, 'name', c.name) end as client,
        l.method, l.route, l.path, l.status, l.code, l.cause, l.request_id,
        -- The trace id, as traceIdOf computes it (platform/trace/spans.ts).
        case when ${traced}::boolean then left(encode(sha256(convert_to(l.request_id, 'UTF8')), 'hex'), 32) end as trace_id,
        host(l.address) as address,
        round(l.duration_us / 1000.0, 1)::float8 as duration_ms,
        case when l.limit_burst is not null then json_build_object('burst', l.limit_burst, 'remaining', l.limit_remaining,
          'full_in_s', l.limit_full_s, 'day_used', l.day_used, 'day_limit', l.day_limit) end as limiter,
        l.retry_after_s
    ) r`;
}

function conditionsOfRows(tenant_id: string, filters: RequestFilters): Fragment {
  const { client_id, status, code, request_id } = filters;
  return all([
    part`l.tenant_id = ${tenant_id}`,
    ...(client_id === undefined ? [] : [client_id === "none" ? part`l.client_id is null` : part`l.client_id = ${client_id}`]),
    ...ofKinds(filters),
    // A condition of its own, so that the planner sees that the index of refused requests applies.
    ...(status !== undefined && status[0] >= 400 ? [part`l.status >= 400`] : []),
    ...(code === undefined ? [] : [part`l.code = ${code} and l.status >= 400`]),
    ...(request_id === undefined ? [] : [part`l.request_id = ${request_id}`]),
    ...ofTime(filters),
  ]);
}

/** Conditions on the kind of a packed request. */
function ofKinds({ method, route, path, status }: RequestFilters): Fragment[] {
  return [
    ...(method === undefined ? [] : [part`l.method = ${method}`]),
    ...(route === undefined ? [] : [route === "none" ? part`l.route is null` : part`l.route = ${route}`]),
    ...(path === undefined ? [] : [part`position(${path} in l.path) > 0`]),
    ...(status === undefined ? [] : [part`l.status between ${status[0]} and ${status[1]}`]),
  ];
}

function ofTime({ from, to, before }: RequestFilters): Fragment[] {
  return [
    ...(from === undefined ? [] : [part`l.at >= ${from}::timestamptz`]),
    ...(to === undefined ? [] : [part`l.at < ${to}::timestamptz`]),
    ...(before === undefined ? [] : [part`l.id < ${before}::uuid`]),
  ];
}

/** Joins the wanted kinds of a pack; packs without any of them are not opened. */
function wantedKinds(filters: RequestFilters): Fragment {
  if (!looksForKinds(filters)) return part``;
  return part`
    join lateral (
      select array_agg(l.place) as places from (${kinds}) l where ${all(ofKinds(filters))}
    ) m on m.places is not null`;
}

function looksForKinds(filters: RequestFilters): boolean {
  return ofKinds(filters).length > 0;
}

function conditionsOfPacked(filters: RequestFilters): Fragment {
  const asked = filters.request_id === undefined ? null : partsOfRequestId(filters.request_id);
  const own = asked === null ? [] : [part`l.asked_ms = ${asked.ms}::bigint and l.number = ${asked.number}::int`];
  return all([...own, ...ofTime(filters)]);
}

function all(conditions: readonly Fragment[]): Fragment {
  return conditions.length === 0 ? part`true` : join(conditions, " and ");
}

/** How long after its arrival a request is in the log at the latest, and how far clocks may differ meanwhile. */
const logged_after_max_ms = 600_000;
const clocks_apart_max_ms = 60_000;

/**
 * The packs of a step. `is_edge`: the oldest one, where the step ends; `next_id`: the id of the pack after it. Packs that end
 * after the place where the step begins also hold requests before that place.
 */
function takenPacks(tenant_id: string, filters: RequestFilters, opens: number): Fragment {
  const { client_id, status, code, request_id, before } = filters;
  const asked = request_id === undefined ? null : partsOfRequestId(request_id);
  const is_refused = code !== undefined || (status !== undefined && status[0] >= 400);
  const is_none = is_refused || client_id === "none" || (request_id !== undefined && asked === null);
  if (is_none) return part`select p.*, null::uuid as next_id, false as is_edge from request_pack p where false`;
  const own = all([
    part`p.tenant_id = ${tenant_id}`,
    ...(client_id === undefined ? [] : [part`p.client_id = ${client_id}::uuid`]),
    ...spanOf(tenant_id, filters),
  ]);
  if (asked !== null)
    return part`select p.*, null::uuid as next_id, false as is_edge from request_pack p where ${own} and ${holding(asked)}`;
  const first = before ?? "ffffffff-ffff-ffff-ffff-ffffffffffff";
  return part`
    select q.*, q.next_id is not null and (q.ahead + q.count >= ${opens}::int or q.place = ${step_packs_max}::int) as is_edge
    from (
      select p.*, 0::bigint as ahead, 0::bigint as place, null::uuid as next_id
      from request_pack p
      where ${own} and p.id >= ${first}::uuid and p.id < ${laterId(first)}::uuid
      union all
      select p.*, sum(p.count) over w - p.count as ahead, row_number() over w as place, lead(p.id) over w as next_id
      from (
        select p.* from request_pack p where ${own} and p.id < ${first}::uuid order by p.id desc limit ${step_packs_max}::int + 1
      ) p
      window w as (order by p.id desc)
    ) q
    where q.ahead < ${opens}::int and q.place <= ${step_packs_max}::int`;
}

/**
 * The range of ids of packs that hold requests of a span of time. An organisation's clock is never behind the infrastructure's,
 * and never goes back.
 */
function spanOf(tenant_id: string, { from, to }: RequestFilters): Fragment[] {
  const us = (instant: string) => part`(extract(epoch from ${instant}::timestamptz) * 1000000)::bigint`;
  const ahead_us = part`(select clock_offset_us from tenant where id = ${tenant_id})`;
  return [
    ...(from === undefined ? [] : [part`p.id >= ${firstId(part`greatest(0, ${us(from)} - ${ahead_us})`)}`]),
    ...(to === undefined ? [] : [part`p.id < ${firstId(part`greatest(0, ${us(to)} + ${pack_span_us + 1_000}::bigint)`)}`]),
  ];
}

/** Condition: the pack holds the request with an id, which contains the time of its arrival, the process and a number. */
function holding({ process, ms, number }: RequestIdParts): Fragment {
  return part`p.id >= ${firstIdOf(Math.max(0, ms - clocks_apart_max_ms))}::uuid
    and p.id < ${firstIdOf(Math.min(ms_max, ms + logged_after_max_ms))}::uuid and p.process = ${process}
    and ${number}::int between p.first_number and p.last_number`;
}
