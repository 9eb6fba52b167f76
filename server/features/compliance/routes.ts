import type { FastifyInstance } from "fastify";
import type { Pool } from "../../platform/db/pool.ts";
import { needs } from "../../platform/http/access.ts";
import { json, route } from "../../platform/http/route.ts";
import { readMatrix } from "./matrix.ts";
import { Matrix, MatrixQuery } from "./schema.ts";

const tag = "Compliance";

export function complianceRoutes(app: FastifyInstance, pool: Pool): void {
  route(app, {
    method: "GET",
    url: "/api/v1/compliance/matrix",
    access: needs("compliance:read"),
    operation: {
      id: "readComplianceMatrix",
      tag,
      summary: "Read the compliance matrix",
      description:
        "One row for each active person, in the order of their names, with the flag of every course in scope. `compliance_flag` keeps the rows whose worst flag in scope is that one, and leaves the summary alone: a tile that says 9 opens exactly 9 rows. With `course_code` only people who must be trained in that course have a row. A filter that names nobody or nothing finds no rows. Suspended people have none. Send the ETag back as If-None-Match: 304 saves the body while nothing has changed.",
      answers: { 200: { description: "One page of the matrix.", schema: Matrix } },
      headers: { ETag: "For If-None-Match; does not change with refreshed_at." },
      problems: [],
    },
    query: MatrixQuery,
    handle: async ({ caller, query }) => {
      const { body, etag } = await readMatrix(pool, caller, query);
      return { body: json(body), etag };
    },
  });
}
