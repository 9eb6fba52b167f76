import type { FastifyInstance } from "fastify";
import type { Pool } from "../../platform/db/pool.ts";
import { needs } from "../../platform/http/access.ts";
import { json, route } from "../../platform/http/route.ts";
import { listContractors } from "./list.ts";
import { ContractorList, ContractorQuery } from "./schema.ts";

export function contractorRoutes(app: FastifyInstance, pool: Pool): void {
  route(app, {
    method: "GET",
    url: "/api/v1/contractors",
    access: needs("users:read"),
    operation: {
      id: "listContractors",
      tag: "Reference lists",
      summary: "List contractor companies",
      description:
        "All contractor companies of the organisation, in the order of their names. Send the ETag back as If-None-Match: 304 saves the body.",
      answers: { 200: { description: "One page of contractor companies.", schema: ContractorList } },
      headers: { ETag: "For If-None-Match." },
    },
    query: ContractorQuery,
    handle: async ({ caller, query }) => ({ body: json(await listContractors(pool, caller.tenant.id, query)), etag: true }),
  });
}
