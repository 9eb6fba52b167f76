import { sql } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import type { Item } from "../item.ts";

export type OneContent = { kind: string; url?: string; text?: string; package_id?: string; version?: number };

/** A course's content and, where it consists of items, its list; undefined: there is no such course. */
export async function findCourseItems(
  db: Db,
  tenant_id: string,
  id: string,
): Promise<{ title: string; content: OneContent | null; items: Item[] | null; under_way: number } | undefined> {
  return db.row(sql`
    select c.title, c.content, l.items, (
        select count(*)::int
        from course_run r
        join enrollment e on e.tenant_id = r.tenant_id and e.id = r.enrollment_id and e.state = 'in_progress'
        where r.tenant_id = c.tenant_id and r.course_id = c.id and r.version <> l.version and r.ended_at is null
      ) as under_way
    from course c
    left join course_item_list l
      on l.tenant_id = c.tenant_id and l.course_id = c.id and c.content->>'kind' = 'items' and l.version = (c.content->>'version')::int
    where c.tenant_id = ${tenant_id} and c.id = ${id} and c.type = 'course'`);
}

/** Writes the next version of a course's list; returns its number. The caller has locked the course. */
export async function insertList(
  db: Db,
  tenant_id: string,
  course_id: string,
  { items, at }: { items: readonly Item[]; at: string },
): Promise<number> {
  const row = await db.row<{ version: number }>(sql`
    insert into course_item_list (tenant_id, course_id, version, items, created_at)
    select ${tenant_id}, ${course_id}, coalesce(max(version), 0) + 1, ${JSON.stringify(items)}::jsonb, ${at}
    from course_item_list
    where tenant_id = ${tenant_id} and course_id = ${course_id}
    returning version`);
  return row!.version;
}

/** Deletes versions that no run refers to, except `kept`. */
export async function deleteUnusedLists(db: Db, tenant_id: string, course_id: string, kept: number): Promise<void> {
  await db.count(sql`
    delete from course_item_list l
    where l.tenant_id = ${tenant_id} and l.course_id = ${course_id} and l.version <> ${kept}::int
      and not exists (
        select from course_run r where r.tenant_id = l.tenant_id and r.course_id = l.course_id and r.version = l.version
      )`);
}

/** Those of the content packages that can be items; they cannot be removed while the transaction is open. */
export async function holdPackages(db: Db, tenant_id: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id
    from content_package
    where tenant_id = ${tenant_id} and id = any(${ids}::uuid[]) and removed_at is null and version is not null
    order by id
    for share`);
  return rows.map(({ id }) => id);
}

/** Those of the tools that can be items; they cannot be removed while the transaction is open. */
export async function holdTools(
  db: Db,
  tenant_id: string,
  ids: readonly string[],
): Promise<{ id: string; launch_url: string }[]> {
  return db.rows(sql`
    select id, launch_url
    from lti_tool
    where tenant_id = ${tenant_id} and id = any(${ids}::uuid[]) and removed_at is null
    order by id
    for share`);
}
