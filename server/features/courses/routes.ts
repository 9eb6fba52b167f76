import type { FastifyInstance } from "fastify";
import type { Pool } from "../../platform/db/pool.ts";
import { needs } from "../../platform/http/access.ts";
import { json, route } from "../../platform/http/route.ts";
import { listCourses } from "./list.ts";
import { CourseList, CourseQuery } from "./schema.ts";

export function courseRoutes(app: FastifyInstance, pool: Pool): void {
  route(app, {
    method: "GET",
    url: "/api/v1/course-catalog",
    access: needs("enrollments:write", "compliance:read"),
    operation: {
      id: "listCourses",
      tag: "Reference lists",
      summary: "List courses and learning paths",
      description:
        "The organisation's catalogue, in the order of the codes. `assignable` and `unassignable_reason` hold for the organisation's today: the first of inactive, license_expired and path_only that applies. A licence whose seats are all taken does not make a course unassignable; `license.seats_free` is 0 then. Send the ETag back as If-None-Match: 304 saves the body.",
      answers: { 200: { description: "One page of courses.", schema: CourseList } },
      headers: { ETag: "For If-None-Match." },
    },
    query: CourseQuery,
    handle: async ({ caller, query }) => ({ body: json(await listCourses(pool, caller, query)), etag: true }),
  });
}
