import type { Pool } from "../../../platform/db/pool.ts";
import { part, plannedEachTime, sql } from "../../../platform/db/sql.ts";
import { readTenant } from "../../../platform/db/transaction.ts";
import type { FeedPage, FeedStart } from "../../../platform/http/feed.ts";

/** Changes of flags in the order of feeds (platform/http/feed.ts). */
export async function listChanges(
  pool: Pool,
  tenant_id: string,
  { after, since }: FeedStart<number>,
  limit: number,
): Promise<FeedPage<number>> {
  const [row] = await readTenant<FeedPage<number>>(
    pool,
    tenant_id,
    plannedEachTime(sql`
      with found as materialized (
        select h.*
        from compliance_history h
        where h.tenant_id = ${tenant_id} and h.status is distinct from h.previous_status
          and h.xid < (select infra.horizon()) and (h.xid, h.id) > (${after.xid}::text::xid8, ${after.id}::bigint)
          ${since === null ? part`` : part`and h.changed_at >= ${since}::timestamptz`}
        order by h.xid, h.id
        limit ${limit}::int + 1
      ),
      shown as materialized (select * from found order by xid, id limit ${limit}::int)
      select (select count(*) from found) > ${limit}::int as more,
        (select json_build_object('xid', xid::text, 'id', id) from shown order by xid desc, id desc limit 1) as last,
        (
          select '[' || coalesce(string_agg(row_to_json(r)::text, ',' order by h.xid, h.id), '') || ']'
          from shown h
          join person p on p.tenant_id = ${tenant_id} and p.id = h.person_id
          join course c on c.tenant_id = ${tenant_id} and c.id = h.course_id
          cross join lateral (
            select h.person_id as user_id, p.employee_no, h.course_id, c.code as course_code, h.previous_status, h.status,
              infra.iso(h.changed_at) as changed_at, h.due_date, h.enrollment_id, h.certificate_id, h.valid_until, h.next_status,
              h.next_change_on
          ) r
        ) as items`),
  );
  return row!;
}
