import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import type { Pool } from "../../platform/db/pool.ts";
import { panelRoute, readers } from "../../platform/http/panel-route.ts";
import { Download, json } from "../../platform/http/route.ts";
import { explainPair } from "./explain/explain-pair.ts";
import { ExplainQuery, ExplanationRecord } from "./explain/explain-schema.ts";
import { exportMatrix, matrix_file_types } from "./matrix/export.ts";
import { readChoices } from "./matrix/export-sql.ts";
import { ComplianceForecast, ForecastQuery } from "./outlook/forecast-schema.ts";
import { forecast } from "./outlook/forecast.ts";
import { look_back_max_ms } from "./matrix/matrix-as-of-sql.ts";
import { readMatrix } from "./matrix/matrix.ts";
import { Matrix, MatrixChoices, MatrixExportQuery, PanelMatrixQuery } from "./schema.ts";
import { Standing, StandingQuery } from "./outlook/standing-schema.ts";
import { standing } from "./outlook/standing.ts";
import { ComplianceTrend, TrendQuery } from "./outlook/trend-schema.ts";
import { trend } from "./outlook/trend.ts";

const tag = "Compliance";
const roles = readers;
/** The download of a file with 100,000 people takes some minutes. */
const export_max_ms = 300_000;

/** The matrix in the panel, explanations of flags, and the outlook. */
export function compliancePanelRoutes(panel: FastifyInstance, pool: Pool): void {
  matrixRoutes(panel, pool);
  panelRoute(panel, {
    method: "GET",
    url: "/compliance/explain",
    roles,
    departments: "seen",
    operation: {
      id: "explainCompliance",
      tag,
      summary: "Explain a flag",
      description: "Why it is what it is, what time alone will make of it and when, and the records behind it.",
      answers: { 200: { description: "The explanation.", schema: ExplanationRecord } },
    },
    query: ExplainQuery,
    handle: async ({ caller, query }) => ({ body: await explainPair(pool, caller, query) }),
  });
  outlookRoutes(panel, pool);
}

function outlookRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "GET",
    url: "/compliance/forecast",
    roles,
    operation: {
      id: "forecastCompliance",
      tag,
      summary: "Forecast flags and seats",
      answers: { 200: { description: "The forecast.", schema: ComplianceForecast } },
    },
    query: ForecastQuery,
    handle: async ({ caller, query }) => ({ body: await forecast(pool, caller, query) }),
  });
  panelRoute(panel, {
    method: "GET",
    url: "/compliance/trend",
    roles,
    departments: "seen",
    operation: {
      id: "readComplianceTrend",
      tag,
      summary: "Read how flags have developed",
      answers: { 200: { description: "The trend.", schema: ComplianceTrend } },
    },
    query: TrendQuery,
    handle: async ({ caller, query }) => ({ body: await trend(pool, caller, query, caller.departments !== null) }),
  });
  panelRoute(panel, {
    method: "GET",
    url: "/compliance/standing",
    roles,
    departments: "seen",
    operation: {
      id: "readComplianceStanding",
      tag,
      summary: "Read how much of what is required is covered, and what falls due",
      description: "By department, course, company or manager.",
      answers: { 200: { description: "The standing.", schema: Standing } },
    },
    query: StandingQuery,
    handle: async ({ caller, query }) => ({ body: json(await standing(pool, caller, query.by, caller.departments !== null)) }),
  });
}

function matrixRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "GET",
    url: "/compliance/matrix",
    roles,
    departments: "seen",
    operation: {
      id: "readComplianceMatrix",
      tag,
      summary: "Read the compliance matrix",
      description: "As in the integration API, and by a search for people.",
      answers: { 200: { description: "One page of the matrix.", schema: Matrix } },
    },
    deadline_ms: look_back_max_ms + 5_000,
    query: PanelMatrixQuery,
    async handle({ caller, query }) {
      const { body, etag } = await readMatrix(pool, caller, query);
      return { body: json(body), etag };
    },
  });
  panelRoute(panel, {
    method: "GET",
    url: "/compliance/matrix/choices",
    roles,
    departments: "seen",
    operation: {
      id: "readComplianceMatrixChoices",
      tag,
      summary: "List what the matrix can be narrowed to",
      answers: { 200: { description: "Courses, departments, companies and learning paths.", schema: MatrixChoices } },
    },
    handle: async ({ caller }) => ({ body: json(await readChoices(pool, caller.tenant.id)), etag: true }),
  });
  panelRoute(panel, {
    method: "GET",
    url: "/compliance/matrix/export",
    roles,
    departments: "seen",
    operation: {
      id: "exportComplianceMatrix",
      tag,
      summary: "Take the matrix along as a file",
      description:
        "One line a person, one column a course. In CSV a cell that a spreadsheet would take for a formula begins with an apostrophe; in a workbook every cell is a text.",
      answers: { 200: { description: "The file, as `format` says.", schema: Type.String(), media_type: "text/csv" } },
    },
    deadline_ms: export_max_ms,
    query: MatrixExportQuery,
    async handle({ caller, query }) {
      const { name, stream } = await exportMatrix(pool, caller, query);
      return {
        body: new Download(matrix_file_types[query.format], stream),
        headers: { "content-disposition": `attachment; filename="${name}"` },
      };
    },
  });
}
