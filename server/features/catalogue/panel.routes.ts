import type { FastifyInstance } from "fastify";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { findKnown, idOf } from "../../platform/http/known.ts";
import { panelRoute, readers, training } from "../../platform/http/panel-route.ts";
import { json } from "../../platform/http/route.ts";
import { changeCourse, changePath, createCourse, createPath, dayOf } from "./change-course.ts";
import { CatalogueParams, CourseChange, CourseCreate, CourseDetail, PathChange, PathCreate } from "./schema.ts";
import { findCourseDetail } from "./sql.ts";

/** Routes that read and change courses and learning paths; courses/ lists them. */
export function cataloguePanelRoutes(panel: FastifyInstance, pool: Pool): void {
  courseRoutes(panel, pool);
  pathRoutes(panel, pool);
}

function courseRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "GET",
    url: "/courses/:id",
    roles: readers,
    departments: "seen",
    operation: {
      id: "getCourse",
      tag: "Courses",
      summary: "Read a course or learning path with all that belongs to it",
      answers: { 200: { description: "The course.", schema: CourseDetail } },
    },
    params: CatalogueParams,
    handle: async ({ caller, params }) => {
      const { id: tenant_id } = caller.tenant;
      const find = (id: string) => withTenant(pool, tenant_id, (db) => findCourseDetail(db, tenant_id, id, dayOf(caller)));
      return { body: json(await findKnown(params.id, "No such course.", find)) };
    },
  });
  panelRoute(panel, {
    method: "POST",
    url: "/courses",
    roles: training,
    operation: {
      id: "createCourse",
      tag: "Courses",
      summary: "Create a course",
      description: "Members that are left out get the defaults of the organisation file.",
      answers: { 201: { description: "The course.", schema: CourseDetail } },
    },
    body: CourseCreate,
    handle: async ({ caller, body }) => ({ status: 201, body: json(await createCourse(pool, caller, body)) }),
  });
  panelRoute(panel, {
    method: "PATCH",
    url: "/courses/:id",
    roles: training,
    operation: {
      id: "changeCourse",
      tag: "Courses",
      summary: "Change a course, take it out of the catalogue, or bring it back",
      description: "Members that are left out stay as they are. What is assigned already keeps its due date.",
      answers: { 200: { description: "The course after the change.", schema: CourseDetail } },
    },
    params: CatalogueParams,
    body: CourseChange,
    handle: async ({ caller, params, body }) => ({
      body: json(await changeCourse(pool, caller, idOf(params.id, "No such course."), body)),
    }),
  });
}

function pathRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "POST",
    url: "/paths",
    roles: training,
    operation: {
      id: "createPath",
      tag: "Paths",
      summary: "Create a learning path",
      answers: { 201: { description: "The path.", schema: CourseDetail } },
    },
    body: PathCreate,
    handle: async ({ caller, body }) => ({ status: 201, body: json(await createPath(pool, caller, body)) }),
  });
  panelRoute(panel, {
    method: "PATCH",
    url: "/paths/:id",
    roles: training,
    operation: {
      id: "changePath",
      tag: "Paths",
      summary: "Change a learning path and its courses",
      description: "People who have the path keep the courses that it had when it was assigned.",
      answers: { 200: { description: "The path after the change.", schema: CourseDetail } },
    },
    params: CatalogueParams,
    body: PathChange,
    handle: async ({ caller, params, body }) => ({
      body: json(await changePath(pool, caller, idOf(params.id, "No such learning path."), body)),
    }),
  });
}
