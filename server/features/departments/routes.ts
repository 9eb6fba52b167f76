import type { FastifyInstance } from "fastify";
import type { Pool } from "../../platform/db/pool.ts";
import { needs } from "../../platform/http/access.ts";
import { json, route } from "../../platform/http/route.ts";
import { listDepartments } from "./list.ts";
import { DepartmentList, DepartmentQuery } from "./schema.ts";

export function departmentRoutes(app: FastifyInstance, pool: Pool): void {
  route(app, {
    method: "GET",
    url: "/api/v1/departments",
    access: needs("users:read"),
    operation: {
      id: "listDepartments",
      tag: "Reference lists",
      summary: "List departments",
      description:
        "All departments of the organisation, in the order of their names. Send the ETag back as If-None-Match: 304 saves the body.",
      answers: { 200: { description: "One page of departments.", schema: DepartmentList } },
      headers: { ETag: "For If-None-Match." },
    },
    query: DepartmentQuery,
    handle: async ({ caller, query }) => ({ body: json(await listDepartments(pool, caller.tenant.id, query)), etag: true }),
  });
}
