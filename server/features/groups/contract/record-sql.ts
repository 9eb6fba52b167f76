// Groups and their members as API clients see them.
import { pageStatement, readPage, type PageRow } from "../../../platform/db/page.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { part, plannedEachTime, sql, type Fragment } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import type { Walk } from "../../../platform/http/cursor.ts";
import { belongingList, conditionsOf, membersOf } from "../people-sql.ts";
import { groupList, groupRecords, isThere, lastBatchOf, type GroupFilters } from "../read-sql.ts";

/**
 * One page of groups, in the order of their names or of their changes. The order of changes includes retired groups, so that a
 * client learns that a group has ended.
 */
export async function listGroupRecords(pool: Pool, tenant_id: string, filters: GroupFilters, walk: Walk): Promise<PageRow> {
  const list = groupList(tenant_id, filters, walk.order === "changes" ? [] : [isThere]);
  return readPage(
    pool,
    tenant_id,
    plannedEachTime(pageStatement(list, walk, { records: groupRecords(tenant_id, record(tenant_id)) })),
  );
}

/** A group as JSON text, unless it has been retired or deleted. */
export async function findGroup(db: Db, tenant_id: string, id: string): Promise<string | undefined> {
  const row = await db.row<{ record: string }>(sql`
    select row_to_json(r)::text as record
    from person_group g
    cross join lateral (select ${record(tenant_id)}) r
    where g.tenant_id = ${tenant_id} and g.id = ${id} and ${isThere}`);
  return row?.record;
}

function record(tenant_id: string): Fragment {
  return part`
    g.id, g.code, g.name, g.kind, g.conditions,
    array(
      select course_id from group_course where tenant_id = ${tenant_id} and group_id = g.id order by course_id
    ) as course_ids,
    g.due_days, g.on_leave,
    (
      select count(*) from group_member m where m.tenant_id = ${tenant_id} and m.group_id = g.id and m.left_at is null
    ) as people_count,
    ${lastBatchOf(tenant_id, "group", part`g.id`)} ->> 'state' as evaluation, infra.iso(g.created_at) as created_at,
    infra.iso(g.updated_at) as updated_at, infra.iso(coalesce(g.retired_at, g.scim_deleted_at)) as retired_at`;
}

/** One page of a group's members, in the order of their names. */
export async function listMemberRecords(pool: Pool, tenant_id: string, group_id: string, walk: Walk): Promise<PageRow> {
  const members = membersOf(group_id);
  const records = part`
      records as (
        select s.key, s.id, row_to_json(r)::text as record
        from shown s
        join person p on p.tenant_id = ${tenant_id} and p.id = s.id
        join ${members.from} on m.tenant_id = ${tenant_id} and m.person_id = s.id
        cross join lateral (
          select p.id as user_id, p.employee_no, nullif(concat_ws(' ', p.first_name, p.last_name), '') as full_name,
            p.department_id,
            (select d.name from department d where d.tenant_id = p.tenant_id and d.id = p.department_id) as department_name,
            p.state as status, infra.iso(${members.since}) as joined_at
        ) r
        where ${conditionsOf(members)}
      )`;
  const list = belongingList(tenant_id, members, undefined);
  return readPage(pool, tenant_id, plannedEachTime(pageStatement(list, walk, { records })));
}
