import type { FastifyInstance } from "fastify";
import type { Pool } from "../../platform/db/pool.ts";
import { needs } from "../../platform/http/access.ts";
import { json, route } from "../../platform/http/route.ts";
import { ChangesQuery, ComplianceChanges } from "./explain/changes-schema.ts";
import { readChanges } from "./explain/changes.ts";
import { explainPair } from "./explain/explain-pair.ts";
import { ExplainQuery, ExplanationRecord } from "./explain/explain-schema.ts";
import { ComplianceForecast, ForecastQuery } from "./outlook/forecast-schema.ts";
import { forecast } from "./outlook/forecast.ts";
import { look_back_max_ms } from "./matrix/matrix-as-of-sql.ts";
import { readMatrix } from "./matrix/matrix.ts";
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
        "One row for each active person, in the order of their names, with the flag of every course in scope. `compliance_flag` keeps the rows whose worst flag in scope is that one, and leaves the summary alone: a tile that says 9 opens exactly 9 rows. With `course_code` only people who must be trained in that course have a row. A filter by what does not exist finds no rows. Suspended people have none. `as_of` looks back through the whole history, which may take some seconds; while one such answer is being found for an organisation, another one is refused with 503. Send the ETag back as If-None-Match: 304 saves the body while nothing has changed.",
      answers: { 200: { description: "One page of the matrix.", schema: Matrix } },
      headers: { ETag: "For If-None-Match; does not change with refreshed_at." },
    },
    deadline_ms: look_back_max_ms + 5_000,
    query: MatrixQuery,
    handle: async ({ caller, query }) => {
      const { body, etag } = await readMatrix(pool, caller, query);
      return { body: json(body), etag };
    },
  });

  route(app, {
    method: "GET",
    url: "/api/v1/compliance/explain",
    access: needs("compliance:read"),
    operation: {
      id: "explainCompliance",
      tag,
      summary: "Explain a flag",
      description:
        "Why the flag of one person for one course is what it is, with reasons for programs and for people, what time alone will make of it, and the records behind it. Where nothing is required `status` is null, and the reasons say why. A past `as_of` is answered from history: what was known at the end of that day, not what came to light later.",
      answers: { 200: { description: "The explanation.", schema: ExplanationRecord } },
    },
    query: ExplainQuery,
    handle: async ({ caller, query }) => ({ body: await explainPair(pool, caller, query) }),
  });

  route(app, {
    method: "GET",
    url: "/api/v1/compliance/changes",
    access: needs("compliance:read"),
    operation: {
      id: "listComplianceChanges",
      tag,
      summary: "List changes of flags",
      description:
        "Every change of a flag, by whatever caused it. Of two that were made at once the later may stand first: what stands of a flag is the change with the latest `changed_at`, and where that is the same, `previous_status` tells their order. Walk by `next_cursor`; keep `resume_cursor` of the last page and go on from it later: nothing is missed and nothing comes twice.",
      answers: { 200: { description: "One page of changes.", schema: ComplianceChanges } },
    },
    query: ChangesQuery,
    handle: async ({ caller, query }) => ({ body: json(await readChanges(pool, caller.tenant.id, query)) }),
  });

  route(app, {
    method: "GET",
    url: "/api/v1/compliance/forecast",
    access: needs("compliance:read"),
    operation: {
      id: "forecastCompliance",
      tag,
      summary: "Forecast flags and seats",
      description:
        "What the weeks to come bring if nothing but time happens: entries that become OVERDUE or EXPIRING_SOON by their next change, certificates that end, and for each licence the seats that renewals will take and people wait for already, beside those that are free. A filter without a match returns zeros.",
      answers: { 200: { description: "The forecast.", schema: ComplianceForecast } },
    },
    query: ForecastQuery,
    handle: async ({ caller, query }) => ({ body: await forecast(pool, caller, query) }),
  });
}
