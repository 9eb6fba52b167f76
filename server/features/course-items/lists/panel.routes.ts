import type { FastifyInstance } from "fastify";
import type { Pool } from "../../../platform/db/pool.ts";
import { panelRoute, readers, training } from "../../../platform/http/panel-route.ts";
import { CourseItems, IdParams, ItemsSet } from "../schema.ts";
import { readItems, setItems } from "./set-items.ts";

export function courseItemPanelRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "GET",
    url: "/courses/:id/items",
    roles: readers,
    operation: {
      id: "readCourseItems",
      tag: "Courses",
      summary: "Read the items of a course",
      description: "A course of one content is shown as a list of one.",
      answers: { 200: { description: "The newest version.", schema: CourseItems } },
    },
    params: IdParams,
    handle: async ({ caller, params: { id } }) => ({ body: await readItems(pool, caller, id) }),
  });
  panelRoute(panel, {
    method: "PUT",
    url: "/courses/:id/items",
    roles: training,
    operation: {
      id: "setCourseItems",
      tag: "Courses",
      summary: "Let a course consist of items",
      description: "Learners under way finish the version that they began. Other content of the course is replaced.",
      answers: { 200: { description: "The new version.", schema: CourseItems } },
    },
    params: IdParams,
    body: ItemsSet,
    handle: async ({ caller, params: { id }, body }) => ({ body: await setItems(pool, caller, id, body.items) }),
  });
}
