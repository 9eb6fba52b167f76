// Members that wait for their users: an identity provider may send a group before its people. Ten thousand values are compared by
// a hash only if the statement is planned for its values; a plan that is kept would compare each value with each row.
import { plannedEachTime, sql } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";

/** The ids among the given ones that belong to groups. */
export async function listGroupsAmong(db: Db, tenant_id: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id
    from person_group
    where tenant_id = ${tenant_id} and id = any (${ids}::uuid[]) and scim_deleted_at is null`);
  return rows.map(({ id }) => id);
}

/** How many members besides the given ones wait for a group. */
export async function countOtherWaiting(db: Db, tenant_id: string, group_id: string, values: readonly string[]): Promise<number> {
  const row = await db.row<{ waiting: number }>(
    plannedEachTime(sql`
    select count(*)::int as waiting
    from scim_waiting_member
    where tenant_id = ${tenant_id} and group_id = ${group_id} and value <> all (${values}::text[])`),
  );
  return row!.waiting;
}

export async function insertWaiting(
  db: Db,
  tenant_id: string,
  group_id: string,
  values: readonly string[],
  at: string,
): Promise<void> {
  await db.count(sql`
    insert into scim_waiting_member (tenant_id, group_id, value, since)
    select ${tenant_id}, ${group_id}, value, ${at}
    from unnest(${values}::text[]) as value
    on conflict do nothing`);
}

export async function deleteWaiting(db: Db, tenant_id: string, group_id: string, values: readonly string[]): Promise<void> {
  await db.count(
    plannedEachTime(sql`
    delete from scim_waiting_member
    where tenant_id = ${tenant_id} and group_id = ${group_id} and value = any (${values}::text[])`),
  );
}

/** Deletes a few waiting members of several groups. The caller does not wait for it; the commit does. */
export function sendNoMoreWaiting(db: Db, tenant_id: string, members: readonly { group_id: string; value: string }[]): void {
  const [group_ids, values] = [members.map(({ group_id }) => group_id), members.map(({ value }) => value)];
  db.send(sql`
    delete from scim_waiting_member
    where tenant_id = ${tenant_id} and group_id = any (${group_ids}::uuid[]) and value = any (${values}::text[])
      and (group_id, value) in (select * from unnest(${group_ids}::uuid[], ${values}::text[]))`);
}

/** Deletes all waiting members of the group except the given ones. */
export async function deleteOtherWaiting(db: Db, tenant_id: string, group_id: string, values: readonly string[]): Promise<void> {
  await db.count(
    plannedEachTime(sql`
    delete from scim_waiting_member
    where tenant_id = ${tenant_id} and group_id = ${group_id} and value <> all (${values}::text[])`),
  );
}

/**
 * Deletes the members that wait under one of these names. Returns their groups in ascending order, which is also the order of
 * locking.
 */
export async function takeWaiting(db: Db, tenant_id: string, values: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ group_id: string }>(sql`
    delete from scim_waiting_member
    where tenant_id = ${tenant_id} and value = any (${values}::text[])
    returning group_id`);
  return [...new Set(rows.map(({ group_id }) => group_id))].toSorted();
}

/** The names among the given ones under which a member waits. */
export async function listAwaited(db: Db, tenant_id: string, values: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ value: string }>(sql`
    select value from scim_waiting_member where tenant_id = ${tenant_id} and value = any (${values}::text[])`);
  return rows.map(({ value }) => value);
}

/** Groups with waiting members, those with the most first, each with some of these members, as JSON text. */
export async function listWaiting(db: Db, tenant_id: string): Promise<string> {
  const row = await db.row<{ items: string }>(sql`
    select coalesce(json_agg(row_to_json(r) order by r.members_count desc, r.since), '[]')::text as items
    from (
      select json_build_object('id', g.id, 'name', g.name) as "group", w.members_count, w.members, infra.iso(w.since) as since
      from (
        select group_id, count(*)::int as members_count, min(since) as since, (array_agg(value order by value))[1:${shown_max}] as members
        from scim_waiting_member
        where tenant_id = ${tenant_id}
        group by group_id
        order by count(*) desc
        limit ${groups_max}
      ) w
      join person_group g on g.tenant_id = ${tenant_id} and g.id = w.group_id
    ) r`);
  return row!.items;
}

const groups_max = 200;
/** Maximum number of members of one group that are listed. */
const shown_max = 10;
