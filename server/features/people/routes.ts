import type { FastifyInstance } from "fastify";
import type { Pool } from "../../platform/db/pool.ts";
import { needs } from "../../platform/http/access.ts";
import { findKnown } from "../../platform/http/known.ts";
import { json, route } from "../../platform/http/route.ts";
import { listPeople } from "./list.ts";
import { Person, PersonList, PersonParams, PersonQuery } from "./schema.ts";
import { findPersonRecord } from "./sql.ts";

/** Reads people; employment/routes.ts creates and changes them, because that also affects rules, groups and enrollments. */
export function peopleRoutes(app: FastifyInstance, pool: Pool): void {
  route(app, {
    method: "GET",
    url: "/api/v1/users",
    access: needs("users:read"),
    operation: {
      id: "listUsers",
      tag: "Users",
      summary: "List people",
      description:
        "People in the order in which they were created, those who have left included unless `status` says otherwise. A filter by an unknown id finds no one. With `updated_since`: the people who have changed, the earliest change first; that their department, company or manager is renamed is no change of them.",
      answers: { 200: { description: "One page of people.", schema: PersonList } },
      problems: [],
    },
    query: PersonQuery,
    handle: async ({ caller, query }) => ({ body: json(await listPeople(pool, caller.tenant.id, query)) }),
  });

  route(app, {
    method: "GET",
    url: "/api/v1/users/:id",
    access: needs("users:read"),
    operation: {
      id: "getUser",
      tag: "Users",
      summary: "Read a person",
      description:
        "Send the ETag back as If-None-Match to save the body, or as If-Match of a PATCH to change only what was read.",
      answers: { 200: { description: "The person.", schema: Person } },
      headers: { ETag: "For If-None-Match, and for If-Match of a PATCH." },
      problems: [],
    },
    params: PersonParams,
    handle: async ({ caller, params }) => {
      const find = (id: string) => findPersonRecord(pool, caller.tenant.id, id);
      return { body: json(await findKnown(params.id, "No such user.", find)), etag: true };
    },
  });
}
