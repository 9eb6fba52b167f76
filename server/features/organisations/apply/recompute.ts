import type { Db } from "../../../platform/db/transaction.ts";
import { queueRefresh } from "../../compliance/flag/queue-refresh.ts";
import type { CourseRow } from "../../courses/apply-sql.ts";
import { coursesToRefresh } from "../../courses/windows.ts";
import type { TenantRow } from "../sql.ts";
import type { Target } from "./target.ts";

/**
 * Queues a recomputation of flags if the file changes what they depend on: the time zone, a course's expiry window or grace
 * period, the courses of a path.
 */
export async function recomputeFlags(db: Db, tenant: Target<TenantRow>, courses: readonly Target<CourseRow>[]): Promise<void> {
  const { stands, wanted } = tenant;
  if (stands === undefined) return;
  if (stands.time_zone !== wanted.time_zone) return queueRefresh(db, wanted.id, null);
  const concerned = courses.flatMap((course) => (course.stands ? coursesToRefresh(course.stands, course.wanted) : []));
  for (const course_id of new Set(concerned)) await queueRefresh(db, wanted.id, course_id);
}
