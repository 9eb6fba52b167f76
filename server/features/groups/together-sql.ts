// What changes of one group's members read and write that share a transaction: each statement is about all of them.
import { sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { Membership } from "./sql.ts";

/** The open memberships of some people in a group. */
export async function listMembershipsAmong(
  db: Db,
  tenant_id: string,
  group_id: string,
  person_ids: readonly string[],
): Promise<Membership[]> {
  return db.rows(sql`
    select id, group_id, person_id, course_ids::text[]
    from group_member
    where tenant_id = ${tenant_id} and group_id = ${group_id} and person_id = any (${person_ids}::uuid[]) and left_at is null`);
}

/** `gets_courses`: those of the group, `course_ids`. */
export type Joining = { id: string; person_id: string; gets_courses: boolean; at: string };

export function sendJoined(
  db: Db,
  tenant_id: string,
  { id, course_ids }: { id: string; course_ids: readonly string[] },
  joining: readonly Joining[],
): void {
  db.send(sql`
    insert into group_member (tenant_id, id, group_id, person_id, course_ids, joined_at)
    select ${tenant_id}, r.id, ${id}, r.person_id, case when r.gets_courses then ${course_ids}::uuid[] else '{}' end, r.at
    from jsonb_to_recordset(${JSON.stringify(joining)}::jsonb) as r(id uuid, person_id uuid, gets_courses boolean, at timestamptz)`);
}

export function sendLeft(db: Db, tenant_id: string, leaving: readonly { id: string; at: string }[]): void {
  const ids = leaving.map(({ id }) => id);
  db.send(sql`
    update group_member m
    set left_at = r.at, course_ids = '{}'
    from jsonb_to_recordset(${JSON.stringify(leaving)}::jsonb) as r(id uuid, at timestamptz)
    where m.tenant_id = ${tenant_id} and m.id = any (${ids}::uuid[]) and m.id = r.id`);
}

/** Moves the version of a group whose members have changed, once for each change. */
export function sendVersion(db: Db, tenant_id: string, id: string, changes: number): void {
  db.send(sql`
    update person_group
    set version = version + ${changes}, updated_at = greatest(now(), updated_at)
    where tenant_id = ${tenant_id} and id = ${id}`);
}
