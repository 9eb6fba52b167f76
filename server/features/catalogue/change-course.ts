import type { Static } from "typebox";
import { todayOf, type Context } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { codeTaken, orCodeTaken } from "../../platform/http/records/code-taken.ts";
import { notFound } from "../../platform/http/problem.ts";
import { changesBetween } from "../audit/changes.ts";
import { record } from "../audit/record.ts";
import { queueRefresh } from "../compliance/flag/queue-refresh.ts";
import { findCourseByCode, findCourseForChange, listCourseTypes, lockCourse, type CourseRow } from "../courses/apply-sql.ts";
import { faultsOfCourse, type Fault } from "../courses/check-course.ts";
import { storeCourses, storeNewCourses } from "../courses/store.ts";
import { wantedCourse, wantedPath } from "../courses/wanted-course.ts";
import { coursesToRefresh } from "../courses/windows.ts";
import { contentOf } from "./content.ts";
import { refuseFaults } from "./faults.ts";
import type { CourseChange, CourseCreate, PathChange, PathCreate } from "./schema.ts";
import { findCourseDetail, holdPackage } from "./sql.ts";

export async function createCourse(pool: Pool, context: Context, members: Static<typeof CourseCreate>): Promise<string> {
  return create(pool, context, members.code, async (db) => {
    const wanted = wantedCourse(undefined, { ...members, content: contentOf(members.content) });
    refuseFaults([...faultsOfCourse(wanted), ...(await faultsOfPackage(db, context.tenant.id, members.content))]);
    return wanted;
  });
}

/** Changes a course and returns it with all its details. Flags are updated in the background when a window changes. */
export async function changeCourse(
  pool: Pool,
  context: Context,
  id: string,
  patch: Static<typeof CourseChange>,
): Promise<string> {
  return withTenant(pool, context.tenant.id, async (db) => {
    const stands = await findOfType(db, context, id, "course");
    const wanted = wantedCourse(stands, { ...patch, content: contentOf(patch.content) });
    refuseFaults([...faultsOfCourse(wanted), ...(await faultsOfPackage(db, context.tenant.id, patch.content))]);
    return store(db, context, stands, wanted);
  });
}

/** The package must exist. Its row is locked, so it cannot be removed before the course refers to it. */
async function faultsOfPackage(db: Db, tenant_id: string, content: Static<typeof CourseChange>["content"]): Promise<Fault[]> {
  if (content?.kind !== "package" || content.package_id === undefined) return [];
  if (await holdPackage(db, tenant_id, content.package_id)) return [];
  return [{ path: ["content", "package_id"], detail: "names no package" }];
}

export async function createPath(
  pool: Pool,
  context: Context,
  { items, ...members }: Static<typeof PathCreate>,
): Promise<string> {
  return create(pool, context, members.code, async (db) => {
    const path = wantedPath(undefined, members, lettered(items));
    await refuseItems(db, context.tenant.id, path);
    return path;
  });
}

async function create(
  pool: Pool,
  context: Context,
  code: string,
  plan: (db: Db) => CourseRow | Promise<CourseRow>,
): Promise<string> {
  const { id: tenant_id } = context.tenant;
  return orCodeTaken(() =>
    withTenant(pool, tenant_id, async (db) => {
      const holder = await findCourseByCode(db, tenant_id, code);
      if (holder) throw codeTaken(holder.title);
      const wanted = await plan(db);
      await storeNewCourses(db, tenant_id, [wanted]);
      await recordChange(db, context, "create", undefined, wanted);
      return (await findCourseDetail(db, tenant_id, wanted.id, dayOf(context)))!;
    }),
  );
}

/**
 * Changes a path. People who have the path keep the courses that it had when it was assigned; the path's flags follow its present
 * courses.
 */
export async function changePath(
  pool: Pool,
  context: Context,
  id: string,
  { items, ...members }: Static<typeof PathChange>,
): Promise<string> {
  const { id: tenant_id } = context.tenant;
  return withTenant(pool, tenant_id, async (db) => {
    const stands = await findOfType(db, context, id, "learning_path");
    const wanted = wantedPath(stands, members, items ? lettered(items) : stands.items);
    if (items) await refuseItems(db, tenant_id, wanted);
    return store(db, context, stands, wanted);
  });
}

async function findOfType(db: Db, { tenant }: Context, id: string, type: CourseRow["type"]): Promise<CourseRow> {
  const [, stands] = await Promise.all([lockCourse(db, tenant.id, id), findCourseForChange(db, tenant.id, id)]);
  if (stands?.type !== type) throw notFound(type === "course" ? "No such course." : "No such learning path.");
  return stands;
}

async function store(db: Db, context: Context, stands: CourseRow, wanted: CourseRow): Promise<string> {
  const { id: tenant_id } = context.tenant;
  if (Object.keys(changesBetween(stands, wanted)).length > 0) {
    await storeCourses(db, tenant_id, [wanted]);
    for (const course_id of coursesToRefresh(stands, wanted)) await queueRefresh(db, tenant_id, course_id);
    await recordChange(db, context, "update", stands, wanted);
  }
  return (await findCourseDetail(db, tenant_id, wanted.id, dayOf(context)))!;
}

async function recordChange(
  db: Db,
  context: Context,
  verb: "create" | "update",
  stands: CourseRow | undefined,
  wanted: CourseRow,
) {
  const changes = changesBetween(stands, wanted);
  await record(db, context, { operation: `course.${verb}`, target_type: "course", target_id: wanted.id, changes });
}

/** Ids in lower case, as they are stored. */
function lettered(items: CourseRow["items"]): CourseRow["items"] {
  return items.map(({ course_id, mandatory }) => ({ course_id: course_id.toLowerCase(), mandatory }));
}

/** Refuses items that are not courses, and courses that are named twice. */
async function refuseItems(db: Db, tenant_id: string, path: CourseRow): Promise<void> {
  const found = await listCourseTypes(
    db,
    tenant_id,
    path.items.map(({ course_id }) => course_id),
  );
  const types = new Map(found.map(({ id, type }) => [id, type]));
  const faults = path.items.flatMap(({ course_id }, index): Fault[] => {
    const detail = faultOfItem(path, course_id, index, types.get(course_id));
    return detail === null ? [] : [{ path: ["items", index, "course_id"], detail }];
  });
  refuseFaults(faults);
}

function faultOfItem(path: CourseRow, course_id: string, index: number, type: CourseRow["type"] | undefined): string | null {
  if (course_id === path.id) return "puts the path into itself";
  if (type === undefined) return "names no course";
  if (type === "learning_path") return "must be a course, and is a learning path";
  return path.items.findIndex((item) => item.course_id === course_id) < index ? "stands twice in this path" : null;
}

export function dayOf(context: Context): { today: string; time_zone: string } {
  return { today: todayOf(context), time_zone: context.tenant.time_zone };
}
