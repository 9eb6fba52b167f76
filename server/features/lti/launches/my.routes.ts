import type { FastifyInstance } from "fastify";
import type { Pool } from "../../../platform/db/pool.ts";
import { learners, panelRoute } from "../../../platform/http/panel-route.ts";
import { itemNotOfKind, itemNotOpen, noItems } from "../../course-items/errors.ts";
import { ItemParams } from "../../course-items/schema.ts";
import { enrollmentNotOpen, pathFollowsCourses, personNotActive } from "../../enrollments/errors.ts";
import { LtiLaunch } from "../schema.ts";
import { launchTool } from "./launch.ts";

export function myToolPanelRoutes(panel: FastifyInstance, options: { pool: Pool; base_url: string }): void {
  panelRoute(panel, {
    method: "POST",
    url: "/my/courses/:id/items/:item_id/tool",
    roles: learners,
    operation: {
      id: "launchMyTool",
      tag: "Learning",
      summary: "Open a tool that is an item of a course",
      description: "Begins a run where none is under way.",
      answers: { 200: { description: "Where it is.", schema: LtiLaunch } },
      problems: [enrollmentNotOpen, pathFollowsCourses, personNotActive, noItems, itemNotOpen, itemNotOfKind],
    },
    params: ItemParams,
    handle: async ({ caller, params }) => ({ body: await launchTool(options, caller, params) }),
  });
}
