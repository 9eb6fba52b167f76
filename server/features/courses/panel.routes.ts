import type { FastifyInstance } from "fastify";
import type { Pool } from "../../platform/db/pool.ts";
import { panelExport } from "../../platform/http/panel-export.ts";
import { panelRoute, readers } from "../../platform/http/panel-route.ts";
import { json } from "../../platform/http/route.ts";
import { listCourses } from "./list.ts";
import { CourseList, PanelCourseQuery } from "./schema.ts";

export function coursePanelRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "GET",
    url: "/courses",
    roles: readers,
    departments: "seen",
    operation: {
      id: "listCourses",
      tag: "Courses",
      summary: "List courses and learning paths",
      answers: { 200: { description: "One page of them.", schema: CourseList } },
    },
    query: PanelCourseQuery,
    handle: async ({ caller, query }) => ({ body: json(await listCourses(pool, caller, query)) }),
  });
  panelExport(panel, {
    url: "/courses",
    id: "exportCourses",
    tag: "Courses",
    summary: "Take courses and learning paths along as a file",
    roles: readers,
    departments: "seen",
    query: PanelCourseQuery,
    list: "courses",
    columns: () => [
      "code",
      "title",
      "type",
      "mandatory",
      "assignable",
      "unassignable_reason",
      "languages",
      "estimated_minutes",
      "default_due_days",
      "recurrence",
      "expiring_soon_days",
      "grace_days",
      "updated_at",
    ],
    read: (caller, query) => listCourses(pool, caller, query),
  });
}
