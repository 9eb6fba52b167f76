import type { Db } from "../../platform/db/transaction.ts";
import { queueRefresh } from "../compliance/queue-refresh.ts";
import type { CourseRow } from "../courses/apply-sql.ts";
import { changesFlags } from "../courses/windows.ts";
import type { TenantRow } from "./sql.ts";
import type { Wish } from "./wish.ts";

/** Has flags recomputed where a file changes what they depend on: the day that it is, or a course's windows. */
export async function recomputeFlags(db: Db, tenant: Wish<TenantRow>, courses: readonly Wish<CourseRow>[]): Promise<void> {
  const { stands, wanted } = tenant;
  if (stands === undefined) return;
  if (stands.time_zone !== wanted.time_zone) return queueRefresh(db, wanted.id, null);
  for (const course of courses) {
    if (course.stands && changesFlags(course.stands, course.wanted)) await queueRefresh(db, wanted.id, course.wanted.id);
  }
}
