import type { Pool } from "../../platform/db/pool.ts";
import { part, plannedEachTime, sql } from "../../platform/db/sql.ts";
import { readTenant } from "../../platform/db/transaction.ts";
import type { FeedPage, FeedStart } from "../../platform/http/feed.ts";
import type { EventType } from "../events/emit.ts";

/**
 * Stored events, each in the bytes that its deliveries have; platform/http/feed.ts defines their order. After the last page the
 * cursor is at the horizon of events that can be shown, so that a reader of a rare type does not search the same events again.
 * Pings concern only one subscription and are left out.
 */
export async function listEvents(
  pool: Pool,
  tenant_id: string,
  { after, since }: FeedStart<string>,
  type: EventType | null,
  limit: number,
): Promise<FeedPage<string>> {
  const [row] = await readTenant<FeedPage<string>>(
    pool,
    tenant_id,
    plannedEachTime(sql`
      with horizon as materialized (select infra.horizon() as xid, infra.no_id() as id),
      found as materialized (
        select e.xid, e.id, e.body
        from event e
        where e.tenant_id = ${tenant_id} and e.xid < (select infra.horizon())
          and (e.xid, e.id) > (${after.xid}::text::xid8, ${after.id}::uuid)
          ${type === null ? part`and e.type <> 'ping'` : part`and e.type = ${type}`}
          ${since === null ? part`` : part`and e.created_at >= ${since}::timestamptz`}
        order by e.xid, e.id
        limit ${limit}::int + 1
      ),
      shown as materialized (select * from found order by xid, id limit ${limit}::int),
      place as (
        select xid, id from horizon where (select count(*) from found) <= ${limit}::int
        union all
        (select xid, id from shown order by xid desc, id desc limit 1)
      )
      select (select count(*) from found) > ${limit}::int as more,
        (
          select json_build_object('xid', xid::text, 'id', id)
          from place
          where (xid, id) > (${after.xid}::text::xid8, ${after.id}::uuid)
          order by xid desc, id desc
          limit 1
        ) as last,
        (select '[' || coalesce(string_agg(convert_from(body, 'UTF8'), ',' order by xid, id), '') || ']' from shown) as items`),
  );
  return row!;
}
