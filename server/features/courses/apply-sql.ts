import { columnsOf } from "../../platform/db/columns.ts";
import { part, sql, type Fragment } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { caseNorm, nameNorm } from "../../platform/text.ts";

/** A course or learning path as the organisation file sees it. `items`: the courses of a path in their order. */
export type CourseRow = {
  id: string;
  code: string;
  title: string;
  type: "course" | "learning_path";
  languages: string[];
  active: boolean;
  mandatory: boolean;
  estimated_minutes: number | null;
  recurrence: "none" | "validity" | "cycle";
  validity_value: number | null;
  validity_unit: "day" | "week" | "month" | "year" | null;
  renewal_enabled: boolean;
  renewal_lead_days: number | null;
  renewal_basis: "completion" | "expiry" | "fixed" | null;
  /** MM-DD, for renewals that end on a fixed day of the year. */
  renewal_fixed_on: string | null;
  renewal_min_days: number | null;
  /** Null: yes if the course has a validity, otherwise no. */
  issues_certificates: boolean | null;
  expiring_soon_days: number;
  grace_days: number;
  default_due_days: number | null;
  attempts_allowed: number;
  pass_score: number | null;
  content: unknown;
  /** How, where and when the course is held, and whom to ask. */
  instructions: string | null;
  /** Whether managers may record results of their people. */
  results_by_managers: boolean;
  items: { course_id: string; mandatory: boolean }[];
};

type Plain = Omit<CourseRow, "items" | "type">;
const plain = {
  code: "text",
  title: "text",
  languages: "text[]",
  active: "boolean",
  mandatory: "boolean",
  estimated_minutes: "integer",
  recurrence: "text",
  validity_value: "integer",
  validity_unit: "text",
  renewal_enabled: "boolean",
  renewal_lead_days: "integer",
  renewal_basis: "text",
  renewal_fixed_on: "text",
  renewal_min_days: "integer",
  issues_certificates: "boolean",
  expiring_soon_days: "integer",
  grace_days: "integer",
  default_due_days: "integer",
  attempts_allowed: "integer",
  pass_score: "integer",
  content: "jsonb",
  instructions: "text",
  results_by_managers: "boolean",
} as const;
const norms = { code: caseNorm, title: nameNorm };
const columns = columnsOf<Plain & Pick<CourseRow, "type">>({ ...plain, type: "text" }, norms);
const { assignments } = columnsOf<Plain>(plain, norms);

export async function listCourseRows(db: Db, tenant_id: string): Promise<CourseRow[]> {
  return db.rows(sql`
    select ${row_columns}
    from course c
    ${items(tenant_id)}
    where c.tenant_id = ${tenant_id}
    order by c.code_norm`);
}

/**
 * Locks a course or path until the transaction ends. Items are read by the next statement: one that waits for the lock would read
 * them as they were before the wait.
 */
export async function lockCourse(db: Db, tenant_id: string, id: string): Promise<void> {
  await db.count(sql`
    select from course
    where tenant_id = ${tenant_id} and id = ${id}
    for no key update`);
}

/** A course or path, locked until the transaction ends. */
export async function findCourseForChange(db: Db, tenant_id: string, id: string): Promise<CourseRow | undefined> {
  return db.row(sql`
    select ${row_columns}
    from course c
    ${items(tenant_id)}
    where c.tenant_id = ${tenant_id} and c.id = ${id}
    for no key update of c`);
}

/** The types of courses with these ids. */
export async function listCourseTypes(
  db: Db,
  tenant_id: string,
  ids: readonly string[],
): Promise<Pick<CourseRow, "id" | "code" | "type">[]> {
  return db.rows(sql`
    select id, code, type
    from course
    where tenant_id = ${tenant_id} and id = any (${ids}::uuid[])`);
}

/** The course or path with this code. */
export async function findCourseByCode(
  db: Db,
  tenant_id: string,
  code: string,
): Promise<{ id: string; title: string } | undefined> {
  return db.row(sql`
    select id, title
    from course
    where tenant_id = ${tenant_id} and code_norm = ${caseNorm(code)}`);
}

const row_columns = part`c.id, ${columns.of("c")}, coalesce(i.items, '[]') as items`;

function items(tenant_id: string): Fragment {
  return part`
    left join (
      select path_id, jsonb_agg(jsonb_build_object('course_id', course_id, 'mandatory', mandatory) order by position) as items
      from path_item
      where tenant_id = ${tenant_id}
      group by path_id
    ) i on i.path_id = c.id`;
}

export async function insertCourses(db: Db, tenant_id: string, rows: readonly CourseRow[]): Promise<void> {
  await db.count(sql`
    insert into course (tenant_id, id, ${columns.names})
    select ${tenant_id}, r.id, ${columns.values}
    from ${columns.from(rows)}`);
}

/** Updates courses and paths. The type never changes. */
export async function updateCourses(db: Db, tenant_id: string, rows: readonly CourseRow[]): Promise<void> {
  await db.count(sql`
    update course c
    set ${assignments}, updated_at = greatest(now(), c.updated_at)
    from ${columns.from(rows)}
    where c.tenant_id = ${tenant_id} and c.id = r.id`);
}

/** Marks the present courses of these paths as changed, because a course's record shows data of the paths that contain it. */
export async function touchItems(db: Db, tenant_id: string, path_ids: readonly string[]): Promise<void> {
  await db.count(sql`
    update course c
    set updated_at = greatest(now(), c.updated_at)
    where c.tenant_id = ${tenant_id}
      and c.id = any (array(select course_id from path_item where tenant_id = ${tenant_id} and path_id = any (${path_ids}::uuid[])))`);
}

export async function deletePathItems(db: Db, tenant_id: string, path_ids: readonly string[]): Promise<void> {
  await db.count(sql`
    delete from path_item
    where tenant_id = ${tenant_id} and path_id = any (${path_ids}::uuid[])`);
}

/** Inserts the items of paths, in the order of each list. */
export async function insertPathItems(
  db: Db,
  tenant_id: string,
  paths: readonly Pick<CourseRow, "id" | "items">[],
): Promise<void> {
  const items = paths.flatMap((path) => path.items.map((item, index) => ({ path_id: path.id, position: index + 1, ...item })));
  await db.count(sql`
    insert into path_item (tenant_id, path_id, course_id, position, mandatory)
    select ${tenant_id}, r.path_id, r.course_id, r.position, r.mandatory
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
      as r(path_id uuid, course_id uuid, position integer, mandatory boolean)`);
}
