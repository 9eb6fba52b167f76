import type { FastifyInstance } from "fastify";
import type { Pool } from "../../platform/db/pool.ts";
import { panelRoute, readers } from "../../platform/http/panel-route.ts";
import { json } from "../../platform/http/route.ts";
import { listCourses } from "./list.ts";
import { CourseList, PanelCourseQuery } from "./schema.ts";

export function coursePanelRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "GET",
    url: "/courses",
    roles: readers,
    operation: {
      id: "listCourses",
      tag: "Courses",
      summary: "List courses and learning paths",
      answers: { 200: { description: "One page of them.", schema: CourseList } },
      problems: [],
    },
    query: PanelCourseQuery,
    handle: async ({ caller, query }) => ({ body: json(await listCourses(pool, caller, query)) }),
  });
}
