import type { Db } from "../../../platform/db/transaction.ts";
import { queueRefresh } from "../../compliance/flag/queue-refresh.ts";
import type { CourseRow } from "../../courses/apply-sql.ts";
import { coursesToRefresh } from "../../courses/windows.ts";
import type { TenantRow } from "../sql.ts";
import type { Target } from "./target.ts";

/** Has flags recomputed where a file changes what they depend on: the day that it is, a course's windows, the courses of a path. */
export async function recomputeFlags(db: Db, tenant: Target<TenantRow>, courses: readonly Target<CourseRow>[]): Promise<void> {
  const { stands, wanted } = tenant;
  if (stands === undefined) return;
  if (stands.time_zone !== wanted.time_zone) return queueRefresh(db, wanted.id, null);
  const concerned = courses.flatMap((course) => (course.stands ? coursesToRefresh(course.stands, course.wanted) : []));
  for (const course_id of new Set(concerned)) await queueRefresh(db, wanted.id, course_id);
}
