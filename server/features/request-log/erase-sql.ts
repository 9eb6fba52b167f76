import { constant, part, sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { mentionsPerson, type Erased, type Subject } from "../../platform/jobs/erase.ts";
import { no_id } from "../../platform/ids.ts";
import { kindText } from "./packed-sql.ts";
import { kind_members } from "./row.ts";

/** The most rows, and packs, of one part. */
const rows_max = 5_000;
const packs_max = 200;

/** The position of the path in a kind, in the form for jsonb_set. */
const path_place = constant(`'{${kind_members.indexOf("path")}}'`);

/**
 * Removes a person's data from paths and refusals in the log; the requests themselves stay. Rows and packs are read in parallel
 * in the order of ids: a part ends where the shorter half ends.
 */
export async function eraseRequests(db: Db, subject: Subject, place: string | null): Promise<Erased> {
  const after = part`${place ?? no_id}::uuid`;
  const row = await db.row<{ erased: number; place: string | null }>(sql`
    with rows as materialized (
      select id, count(*) over (order by id) as place
      from (select id from request_log where tenant_id = ${subject.tenant_id} and id > ${after} order by id limit ${rows_max}::int) l
    ),
    packs as materialized (
      select id, count(*) over (order by id) as place, sum(count) over (order by id) as requests
      from (
        select id, count from request_pack where tenant_id = ${subject.tenant_id} and id > ${after} order by id limit ${packs_max}::int
      ) p
    ),
    -- Null: read to the end.
    edge as materialized (
      select least(
        (select id from rows where place = ${rows_max}::int),
        (select id from packs where place = ${packs_max}::int or requests >= ${rows_max}::int order by id limit 1)
      ) as id
    ),
    saying as materialized (
      select l.id
      from rows r
      join request_log l on l.tenant_id = ${subject.tenant_id} and l.id = r.id
      cross join edge e
      where (r.id <= e.id or e.id is null)
        and ${mentionsPerson(part`infra.case_norm(concat_ws(' ', l.path, l.refused))`, subject)}
    ),
    packs_saying as materialized (
      select p.id, k.kinds, k.said
      from packs q
      join request_pack p on p.tenant_id = ${subject.tenant_id} and p.id = q.id
      cross join edge e
      cross join lateral (
        -- A null path is equal to the route.
        select jsonb_agg(
            case when s.names
              then jsonb_set(k.kind, ${path_place}, (case when ${kindText("route")} is null then '"(erased)"' else 'null' end)::jsonb)
              else k.kind end
            order by k.place
          ) as kinds,
          array_agg(k.place) filter (where s.names) as said
        from jsonb_array_elements(p.kinds) with ordinality as k(kind, place)
        cross join lateral (
          select coalesce(${kindText("path")} is not null and ${mentionsPerson(part`infra.case_norm(${kindText("path")})`, subject)}, false)
            as names
        ) s
      ) k
      where (q.id <= e.id or e.id is null) and k.said is not null
    ),
    rows_gone as (
      update request_log l
      set path = coalesce(l.route, '(erased)'), refused = null
      from saying s
      where l.tenant_id = ${subject.tenant_id} and l.id = s.id
      returning 1
    ),
    packs_gone as (
      update request_pack p
      set kinds = s.kinds
      from packs_saying s
      where p.tenant_id = ${subject.tenant_id} and p.id = s.id
      returning (select count(*) from unnest(p.kind) as u(kind) where u.kind = any (s.said)) as requests
    )
    select ((select count(*) from rows_gone) + (select coalesce(sum(requests), 0) from packs_gone))::int as erased,
      (select id from edge) as place`);
  return row!;
}
