import { columnsOf } from "../../platform/db/columns.ts";
import { part, sql, type Fragment } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { caseNorm, nameNorm } from "../../platform/text.ts";
import { courseIdsOf } from "./asking-sql.ts";
import type { Group } from "./sql.ts";

/** A group as the organisation file sees it; `course_ids` in ascending order. */
export type GroupRow = Omit<Group, "courses" | "retired"> & { course_ids: string[] };

type Plain = Omit<GroupRow, "course_ids" | "kind">;
const plain = { code: "text", name: "text", conditions: "jsonb", due_days: "integer", on_leave: "text" } as const;
const norms = { code: caseNorm, name: nameNorm };
const columns = columnsOf<Plain & Pick<GroupRow, "kind">>({ ...plain, kind: "text" }, norms);
const { assignments } = columnsOf<Plain>(plain, norms);

export async function listGroupRows(db: Db, tenant_id: string): Promise<GroupRow[]> {
  return db.rows(sql`
    select ${rowOf(tenant_id)}
    from person_group g
    where g.tenant_id = ${tenant_id} and g.retired_at is null`);
}

/** A group that is not retired, locked until the transaction ends. */
export async function findGroupForChange(
  db: Db,
  tenant_id: string,
  id: string,
): Promise<(GroupRow & { version: number }) | undefined> {
  return db.row(sql`
    select ${rowOf(tenant_id)}, g.version
    from person_group g
    where g.tenant_id = ${tenant_id} and g.id = ${id} and g.retired_at is null
    for no key update of g`);
}

function rowOf(tenant_id: string): Fragment {
  return part`g.id, ${columns.of("g")}, ${courseIdsOf(tenant_id, "group", "g.id")}`;
}

/** Retires a group: it has no members, identity providers do not see it, and its code is free. */
export async function updateGroupRetired(db: Db, tenant_id: string, id: string, at: string): Promise<void> {
  await db.count(sql`
    update person_group
    set retired_at = ${at}, scim_deleted_at = ${at}, version = version + 1, updated_at = greatest(now(), updated_at)
    where tenant_id = ${tenant_id} and id = ${id}`);
}

export async function insertGroups(db: Db, tenant_id: string, rows: readonly GroupRow[]): Promise<void> {
  await db.count(sql`
    insert into person_group (tenant_id, id, ${columns.names})
    select ${tenant_id}, r.id, ${columns.values}
    from ${columns.from(rows)}`);
}

/** The kind of a group never changes. */
export async function updateGroups(db: Db, tenant_id: string, rows: readonly GroupRow[]): Promise<void> {
  await db.count(sql`
    update person_group g
    set ${assignments}, version = g.version + 1, updated_at = greatest(now(), g.updated_at)
    from ${columns.from(rows)}
    where g.tenant_id = ${tenant_id} and g.id = r.id`);
}

export async function deleteGroupCourses(db: Db, tenant_id: string, group_ids: readonly string[]): Promise<void> {
  await db.count(sql`
    delete from group_course
    where tenant_id = ${tenant_id} and group_id = any (${group_ids}::uuid[])`);
}

export async function insertGroupCourses(db: Db, tenant_id: string, rows: readonly GroupRow[]): Promise<void> {
  const pairs = rows.flatMap(({ id, course_ids }) => course_ids.map((course_id) => ({ group_id: id, course_id })));
  await db.count(sql`
    insert into group_course (tenant_id, group_id, course_id)
    select ${tenant_id}, r.group_id, r.course_id
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as r(group_id uuid, course_id uuid)`);
}
