import { part, sql, type Fragment, type Statement } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { EventUser } from "../people/events.ts";
import type { PersonState } from "../people/definition.ts";
import type { group_kinds } from "./events.ts";
import { no_id } from "../../platform/ids.ts";

/** A course or learning path that a rule or a group asks for. */
export type AskedCourse = { id: string; default_due_days: number | null };

/** A group with what it asks of its members. */
export type Group = {
  id: string;
  code: string;
  name: string;
  kind: (typeof group_kinds)[number];
  /** The conditions of a dynamic group, in the shape of a rule's. Null: members are added by hand or by an identity provider. */
  conditions: object | null;
  due_days: number | null;
  on_leave: "cancel" | "keep";
  courses: AskedCourse[];
  /** A retired group has no members. */
  retired: boolean;
};

/** All groups that have members or may have some. */
export async function listGroups(db: Db, tenant_id: string): Promise<Group[]> {
  return db.rows(sql`
    select g.id, g.code, g.name, g.kind, g.conditions, g.due_days, g.on_leave, g.retired_at is not null as retired,
      ${askedCourses(tenant_id, part`select course_id from group_course where tenant_id = ${tenant_id} and group_id = g.id`)} as courses
    from person_group g
    where g.tenant_id = ${tenant_id} and (
      g.retired_at is null
      or exists (select from group_member m where m.tenant_id = ${tenant_id} and m.group_id = g.id and m.left_at is null)
    )
    order by g.id`);
}

/**
 * A group that is not retired, with its courses, locked until the transaction ends. Two statements: one that waits for the lock
 * would read the courses as they were before the wait.
 */
export async function lockGroup(db: Db, tenant_id: string, id: string): Promise<Group | undefined> {
  const [, group] = await Promise.all([db.count(lockOfGroup(tenant_id, id)), findGroup(db, tenant_id, id)]);
  return group;
}

/** A group that is not retired, with its courses, without a lock. */
export async function findGroup(db: Db, tenant_id: string, id: string): Promise<Group | undefined> {
  return db.row<Group>(sql`
    select g.id, g.code, g.name, g.kind, g.conditions, g.due_days, g.on_leave, false as retired,
      ${askedCourses(tenant_id, part`select course_id from group_course where tenant_id = ${tenant_id} and group_id = g.id`)} as courses
    from person_group g
    where g.tenant_id = ${tenant_id} and g.id = ${id} and g.retired_at is null`);
}

/** Locks a group until the transaction ends. */
export function lockOfGroup(tenant_id: string, id: string): Statement {
  return sql`select from person_group where tenant_id = ${tenant_id} and id = ${id} for no key update`;
}

/** The kind of a group; undefined when it does not exist or is retired. */
export async function findGroupKind(db: Db, tenant_id: string, id: string): Promise<Group["kind"] | undefined> {
  const row = await db.row<Pick<Group, "kind">>(sql`
    select kind from person_group where tenant_id = ${tenant_id} and id = ${id} and retired_at is null`);
  return row?.kind;
}

/** The courses with these ids, as JSON. */
export function askedCourses(tenant_id: string, ids: Fragment): Fragment {
  return part`
    coalesce((
      select json_agg(json_build_object('id', c.id, 'default_due_days', c.default_due_days) order by c.id)
      from course c
      where c.tenant_id = ${tenant_id} and c.id in (${ids})
    ), '[]')`;
}

/** The learning paths among these ids, each with its courses. */
export async function listPathItems(
  db: Db,
  tenant_id: string,
  path_ids: readonly string[],
): Promise<{ path_id: string; course_id: string }[]> {
  return db.rows(sql`
    select path_id, course_id
    from path_item
    where tenant_id = ${tenant_id} and path_id = any (${path_ids}::uuid[])`);
}

/** A person who may join a group, or to whom a rule may apply. */
export type Candidate = EventUser & {
  state: PersonState;
  job_title: string | null;
  attributes: Record<string, unknown>;
  employment_start_date: string | null;
};

/** People, locked in ascending order of their ids. */
export async function lockCandidates(db: Db, tenant_id: string, person_ids: readonly string[]): Promise<Candidate[]> {
  return db.rows(sql`
    select ${candidate_columns}
    from person p
    where p.tenant_id = ${tenant_id} and p.id = any (${person_ids}::uuid[])
    order by p.id
    for no key update`);
}

/** The next people whose accounts are in use, after the id `after`, in ascending order of ids and without locks. */
export async function listCandidatesAfter(db: Db, tenant_id: string, after: string | null, limit: number): Promise<Candidate[]> {
  return db.rows(sql`
    select ${candidate_columns}
    from person p
    where p.tenant_id = ${tenant_id} and p.id > ${after ?? no_id}::uuid and p.state in ('invited', 'active')
    order by p.id
    limit ${limit}`);
}

const candidate_columns: Fragment = part`
  p.id, p.employee_no, p.department_id,
  (select d.name from department d where d.tenant_id = p.tenant_id and d.id = p.department_id) as department_name,
  p.worker_type, p.contractor_id, p.state, p.job_title, p.attributes, p.employment_start_date`;

/** A membership that has not ended; `course_ids`: the courses that the group asks this member for. */
export type Membership = { id: string; group_id: string; person_id: string; course_ids: string[] };

export async function listMemberships(db: Db, tenant_id: string, person_ids: readonly string[]): Promise<Membership[]> {
  return db.rows(sql`
    select id, group_id, person_id, course_ids::text[]
    from group_member
    where tenant_id = ${tenant_id} and person_id = any (${person_ids}::uuid[]) and left_at is null`);
}

/** The open memberships of one group, of people in a range of ids. */
export async function listMembershipsOf(
  db: Db,
  tenant_id: string,
  group_id: string,
  { first, last }: { first: string; last: string },
): Promise<Membership[]> {
  return db.rows(sql`
    select id, group_id, person_id, course_ids::text[]
    from group_member
    where tenant_id = ${tenant_id} and group_id = ${group_id} and person_id between ${first} and ${last} and left_at is null`);
}

/** Courses and learning paths with these ids, as rules and groups need them. */
export async function listAskedCourses(db: Db, tenant_id: string, ids: readonly string[]): Promise<AskedCourse[]> {
  return db.rows(sql`
    select id, default_due_days
    from course
    where tenant_id = ${tenant_id} and id = any (${ids}::uuid[])
    order by id`);
}

export async function insertMemberships(
  db: Db,
  tenant_id: string,
  at: string,
  memberships: readonly Membership[],
): Promise<void> {
  await db.count(sql`
    insert into group_member (tenant_id, id, group_id, person_id, course_ids, joined_at)
    select ${tenant_id}, r.id, r.group_id, r.person_id, r.course_ids, ${at}
    from jsonb_to_recordset(${JSON.stringify(memberships)}::jsonb)
      as r(id uuid, group_id uuid, person_id uuid, course_ids uuid[])`);
}

export async function updateMemberships(
  db: Db,
  tenant_id: string,
  memberships: readonly Pick<Membership, "id" | "course_ids">[],
): Promise<void> {
  await db.count(sql`
    update group_member m
    set course_ids = r.course_ids
    from jsonb_to_recordset(${JSON.stringify(memberships)}::jsonb) as r(id uuid, course_ids uuid[])
    where m.tenant_id = ${tenant_id} and m.id = r.id`);
}

export async function updateLeft(db: Db, tenant_id: string, at: string, ids: readonly string[]): Promise<void> {
  await db.count(sql`
    update group_member
    set left_at = ${at}, course_ids = '{}'
    where tenant_id = ${tenant_id} and id = any (${ids}::uuid[])`);
}
