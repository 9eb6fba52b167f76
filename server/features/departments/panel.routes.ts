import type { FastifyInstance } from "fastify";
import type { Pool } from "../../platform/db/pool.ts";
import { panelExport } from "../../platform/http/panel-export.ts";
import { panelRoute, readers } from "../../platform/http/panel-route.ts";
import { json } from "../../platform/http/route.ts";
import { listDepartments } from "./list.ts";
import { DepartmentList, DepartmentQuery, DepartmentTree } from "./schema.ts";
import { listDepartmentTree } from "./sql.ts";

export function departmentPanelRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "GET",
    url: "/departments",
    roles: readers,
    departments: "seen",
    operation: {
      id: "listDepartments",
      tag: "Departments",
      summary: "List departments",
      answers: { 200: { description: "One page of them.", schema: DepartmentList } },
    },
    query: DepartmentQuery,
    handle: async ({ caller, query }) => ({ body: json(await listDepartments(pool, caller.tenant.id, query)) }),
  });
  panelExport(panel, {
    url: "/departments",
    id: "exportDepartments",
    tag: "Departments",
    summary: "Take departments along as a file",
    roles: readers,
    departments: "seen",
    query: DepartmentQuery,
    list: "departments",
    columns: () => ["code", "name", "path", "active", "people_count", "updated_at"],
    read: ({ tenant }, query) => listDepartments(pool, tenant.id, query),
  });
  panelRoute(panel, {
    method: "GET",
    url: "/departments/tree",
    roles: readers,
    departments: "seen",
    operation: {
      id: "readDepartmentTree",
      tag: "Departments",
      summary: "Read the tree of departments",
      answers: { 200: { description: "The whole tree.", schema: DepartmentTree } },
    },
    handle: async ({ caller }) => ({
      body: json(`{"departments":${await listDepartmentTree(pool, caller.tenant.id)}}`),
    }),
  });
}
