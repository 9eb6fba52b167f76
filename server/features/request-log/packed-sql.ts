// How packs are read (docs/decisions/0102). A pack has the id of its last request, and its requests are at most a second apart.
// So the requests of a span of time are in packs of that span and of the second after it.
import { constant, part, type Fragment } from "../../platform/db/sql.ts";
import { firstIdOf } from "../../platform/ids.ts";
import { kind_members, pack_span_ms, type KindMember } from "./row.ts";

export const pack_span_us = pack_span_ms * 1_000;
/** The greatest time that an id can contain, in ms. */
export const ms_max = 2 ** 48 - 1;

/** An id above those of all packs that hold a request with this id or an earlier one. */
export function laterId(id: string): string {
  return firstIdOf(Math.min(ms_max, msOf(id) + pack_span_ms + 1));
}

/** The next id: as `before` it includes `id` itself. */
export function idBehind(id: string): string {
  const hex = (BigInt(`0x${id.replaceAll("-", "")}`) + 1n).toString(16).padStart(32, "0");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** The first 48 bits of a UUIDv7 are milliseconds. */
function msOf(id: string): number {
  return Number.parseInt(id.replace("-", "").slice(0, 12), 16);
}

/** Members of the kind `k.kind` of a pack, as columns of request_log. */
export const kind_columns = {
  method: kindText("method"),
  route: kindText("route"),
  // A null path is equal to the route.
  path: part`coalesce(${kindText("path")}, ${kindText("route")})`,
  status: part`(${kindText("status")})::smallint`,
  address: part`(${kindText("address")})::inet`,
  limit_burst: part`(${kindText("limit_burst")})::integer`,
  day_limit: part`(${kindText("day_limit")})::integer`,
  retry_after_s: part`(${kindText("retry_after_s")})::integer`,
} as const satisfies Record<KindMember, Fragment>;

/** A member of a kind, as text. */
export function kindText(name: KindMember): Fragment {
  return constant(`k.kind ->> ${kind_members.indexOf(name)}`);
}

/** The kinds of pack `p`, as columns with the names of request_log; only those that filters use. */
export const kinds: Fragment = part`
  select k.place, ${kind_columns.method} as method, ${kind_columns.route} as route, ${kind_columns.path} as path,
    ${kind_columns.status} as status
  from jsonb_array_elements(p.kinds) with ordinality as k(kind, place)`;

/**
 * The requests of pack `p` whose kinds `u.kind` are wanted; `kind` is the position in `p.kinds`. `offset` keeps the planner from
 * computing an id again for each comparison.
 */
export function unpacked(wanted: Fragment = part`true`): Fragment {
  return part`
    select infra.logged_id(p.last_us - u.ago_us,
        substr(p.id::text, 20, 4) || substr(p.id::text, 25, 8) || lpad(to_hex(u.place), 4, '0')) as id,
      to_timestamp((p.last_us - u.ago_us + p.clock_offset_us) / 1000000.0) as at, u.kind, u.duration_us, u.limit_remaining,
      u.limit_full_s, u.day_used, p.came_ms + u.asked_ms as asked_ms, u.number
    from unnest(p.kind, p.ago_us, p.duration_us, p.limit_remaining, p.limit_full_s, p.day_used, p.asked_ms, p.number) with ordinality
      as u(kind, ago_us, duration_us, limit_remaining, limit_full_s, day_used, asked_ms, number, place)
    where ${wanted}
    offset 0`;
}

/** The most packs that one sum counts. */
const packs_max = 20_000;

/**
 * How many requests of an organisation, or of one client, were packed between two instants of the infrastructure's clock; whole
 * milliseconds, given in µs. Packs within the span are counted in an index alone; only those at its ends are opened.
 */
export function packedBetween(whose: { tenant_id: string; client_id?: string }, from_us: Fragment, to_us: Fragment): Fragment {
  const own = part`p.tenant_id = ${whose.tenant_id}`;
  const of_whom = whose.client_id === undefined ? own : part`${own} and p.client_id = ${whose.client_id}::uuid`;
  const at = (us: Fragment) => part`
    select count(*) as count
    from request_pack p
    cross join lateral unnest(p.ago_us) a(ago_us)
    where ${of_whom} and p.id >= ${firstId(us)} and p.id < ${firstId(part`${us} + ${pack_span_us}::bigint`)}
      and p.last_us - a.ago_us >= ${from_us} and p.last_us - a.ago_us < ${to_us}`;
  return part`(
    select coalesce(sum(c.count), 0)::bigint
    from (
      (
        select count from request_pack p
        where ${of_whom} and p.id >= ${firstId(part`${from_us} + ${pack_span_us}::bigint`)} and p.id < ${firstId(to_us)}
        order by p.id desc
        limit ${packs_max}
      )
      union all (${at(from_us)})
      union all (${at(to_us)})
    ) c
  )`;
}

/** The least id that can be made at an instant of the infrastructure's clock, in µs. */
export function firstId(us: Fragment): Fragment {
  return part`rpad(lpad(to_hex((${us}) / 1000), 12, '0'), 32, '0')::uuid`;
}
