import type { Pool } from "../../platform/db/pool.ts";
import { part, plannedEachTime, sql } from "../../platform/db/sql.ts";
import { readTenant } from "../../platform/db/transaction.ts";

/** Where a reader of the feed stands: behind this line. */
export type FeedPlace = { xid: string; id: number };

export type FeedPage = { changes: string; count: number; more: boolean; last: FeedPlace | null };

/**
 * Changes of flags in the order of the transactions that wrote them, below the oldest one that still runs: whatever commits
 * later stands behind everything that was ever shown.
 */
export async function listChanges(
  pool: Pool,
  tenant_id: string,
  { after, since, limit }: { after: FeedPlace; since: string | null; limit: number },
): Promise<FeedPage> {
  const [row] = await readTenant<FeedPage>(
    pool,
    tenant_id,
    plannedEachTime(sql`
      with found as materialized (
        select h.*
        from compliance_history h
        where h.tenant_id = ${tenant_id} and h.status is distinct from h.previous_status
          and h.xid < pg_snapshot_xmin(pg_current_snapshot()) and (h.xid, h.id) > (${after.xid}::text::xid8, ${after.id}::bigint)
          ${since === null ? part`` : part`and h.changed_at >= ${since}::timestamptz`}
        order by h.xid, h.id
        limit ${limit}::int + 1
      ),
      shown as materialized (select * from found order by xid, id limit ${limit}::int)
      select (select count(*) from shown)::int as count,
        (select count(*) from found) > ${limit}::int as more,
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
        ) as changes`),
  );
  return row!;
}
