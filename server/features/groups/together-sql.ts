// Statements of change-together.ts; each reads or writes for all operations that share the transaction.
import { part, sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { Membership } from "./sql.ts";

/**
 * Locks groups in ascending order of their ids and returns the locked ones. Without `waits`, groups that another transaction has
 * locked are left out.
 */
export async function lockGroups(db: Db, tenant_id: string, ids: readonly string[], waits: boolean): Promise<{ id: string }[]> {
  return db.rows(sql`
    select id
    from person_group
    where tenant_id = ${tenant_id} and id = any (${ids}::uuid[])
    order by id
    for no key update ${waits ? part`` : part`skip locked`}`);
}

/** The open memberships of these people in these groups. */
export async function listMembershipsAmong(
  db: Db,
  tenant_id: string,
  group_ids: readonly string[],
  person_ids: readonly string[],
): Promise<Membership[]> {
  return db.rows(sql`
    select id, group_id, person_id, course_ids::text[]
    from group_member
    where tenant_id = ${tenant_id} and group_id = any (${group_ids}::uuid[]) and person_id = any (${person_ids}::uuid[])
      and left_at is null`);
}

export type Joining = Membership & { at: string };

export function sendJoined(db: Db, tenant_id: string, joining: readonly Joining[]): void {
  db.send(sql`
    insert into group_member (tenant_id, id, group_id, person_id, course_ids, joined_at)
    select ${tenant_id}, r.id, r.group_id, r.person_id, r.course_ids, r.at
    from jsonb_to_recordset(${JSON.stringify(joining)}::jsonb)
      as r(id uuid, group_id uuid, person_id uuid, course_ids uuid[], at timestamptz)`);
}

export function sendLeft(db: Db, tenant_id: string, leaving: readonly { id: string; at: string }[]): void {
  const ids = leaving.map(({ id }) => id);
  db.send(sql`
    update group_member m
    set left_at = r.at, course_ids = '{}'
    from jsonb_to_recordset(${JSON.stringify(leaving)}::jsonb) as r(id uuid, at timestamptz)
    where m.tenant_id = ${tenant_id} and m.id = any (${ids}::uuid[]) and m.id = r.id`);
}

/** Increments the versions of groups whose members have changed, by one for each change. */
export function sendVersions(db: Db, tenant_id: string, groups: readonly { id: string; changes: number }[]): void {
  const ids = groups.map(({ id }) => id);
  db.send(sql`
    update person_group g
    set version = g.version + r.changes, updated_at = greatest(now(), g.updated_at)
    from jsonb_to_recordset(${JSON.stringify(groups)}::jsonb) as r(id uuid, changes integer)
    where g.tenant_id = ${tenant_id} and g.id = any (${ids}::uuid[]) and g.id = r.id`);
}
