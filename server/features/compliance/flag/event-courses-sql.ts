import { sql } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import type { EventCourse } from "../../courses/events.ts";

/** Courses in the form of events, in no order. */
export async function listEventCourses(db: Db, tenant_id: string, ids: readonly string[]): Promise<EventCourse[]> {
  return db.rows(sql`
    select id, code, title
    from course
    where tenant_id = ${tenant_id} and id = any (${ids}::uuid[])`);
}
