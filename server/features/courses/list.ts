import type { Static } from "typebox";
import { todayOf, type Context } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { readWalk, walkPage } from "../../platform/http/cursor.ts";
import type { PanelCourseQuery } from "./schema.ts";
import { listCoursePage } from "./sql.ts";

/** One page of the catalogue as JSON text, judged on the organisation's present day. */
export async function listCourses(
  pool: Pool,
  context: Context,
  query: Static<typeof PanelCourseQuery>,
): Promise<string | Buffer> {
  const day = { today: todayOf(context), time_zone: context.tenant.time_zone };
  const { q, active, assignable, type, unassignable_reason, license_id } = query;
  const walk = readWalk(
    context.tenant.id,
    "courses",
    query,
    { q, active, assignable, type, unassignable_reason, license_id },
    "name",
  );
  return walkPage(pool, walk, () => listCoursePage(pool, context.tenant.id, day, query, walk));
}
