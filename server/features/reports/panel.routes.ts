import type { FastifyInstance, FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { PanelCaller } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { findKnown } from "../../platform/http/known.ts";
import { languageOf } from "../../platform/http/language.ts";
import { panelRoute, readers } from "../../platform/http/panel-route.ts";
import { Download, json } from "../../platform/http/route.ts";
import { zoneAmong, type Reading } from "./cells.ts";
import { checkDefinition } from "./check.ts";
import { describeSubjects } from "./describe.ts";
import { file_types, reportFile } from "./file.ts";
import { previewReport } from "./read.ts";
import { changeReport, createReport, no_report, readerOf, refuseWhole, removeReport } from "./save.ts";
import {
  Report,
  ReportFileQuery,
  ReportInput,
  ReportList,
  ReportParams,
  ReportPreview,
  ReportPreviewRequest,
  ReportSubjects,
  reports_max,
} from "./schema.ts";
import { findDefinition, findReportRecord, listReports } from "./sql.ts";

const tag = "Reports";
const roles = readers;
/** Counting the groups of a large organisation takes some seconds. */
const preview_max_ms = 30_000;
/** Sending a file of 100,000 rows takes some minutes. */
const file_max_ms = 300_000;

/** Routes for reports that administrators define, save and download. */
export function reportPanelRoutes(panel: FastifyInstance, pool: Pool): void {
  readingRoutes(panel, pool);
  savingRoutes(panel, pool);
  panelRoute(panel, {
    method: "POST",
    url: "/reports/preview",
    roles,
    departments: "seen",
    operation: {
      id: "previewReport",
      tag,
      summary: "Read the first rows and the groups of a report",
      description: "As the caller writes words and dates; nothing is kept.",
      answers: { 200: { description: "What the report shows now.", schema: ReportPreview } },
    },
    deadline_ms: preview_max_ms,
    body: ReportPreviewRequest,
    async handle({ caller, body: { definition, time_zone }, request }) {
      checkDefinition(definition);
      refuseWhole(caller, definition);
      return { body: await previewReport(pool, caller, { definition, reading: readingOf(request, caller, time_zone) }) };
    },
  });
  panelRoute(panel, {
    method: "GET",
    url: "/reports/:id/file",
    roles,
    departments: "seen",
    operation: {
      id: "exportReport",
      tag,
      summary: "Take a report along as a file",
      description:
        "Read with the caller's rights. In CSV a cell that a spreadsheet would take for a formula begins with an apostrophe; in a workbook every cell is a text.",
      answers: { 200: { description: "The file, as `format` says.", schema: Type.String(), media_type: "text/csv" } },
    },
    deadline_ms: file_max_ms,
    params: ReportParams,
    query: ReportFileQuery,
    async handle({ caller, params, query: { format, time_zone }, request }) {
      const find = (id: string) => withTenant(pool, caller.tenant.id, (db) => findDefinition(db, readerOf(caller), id));
      const { name, definition } = await findKnown(params.id, no_report, find);
      refuseWhole(caller, definition);
      const reading = readingOf(request, caller, time_zone);
      const file = await reportFile(pool, caller, { name, definition, reading, format });
      return {
        body: new Download(file_types[format], file.stream),
        headers: { "content-disposition": `attachment; filename="${file.name}"` },
      };
    },
  });
}

function readingRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "GET",
    url: "/reports/subjects",
    roles,
    departments: "own",
    operation: {
      id: "listReportSubjects",
      tag,
      summary: "List what reports can be about",
      description: "With the columns and filters of each, in the caller's language.",
      answers: { 200: { description: "The subjects.", schema: ReportSubjects } },
    },
    handle: async ({ caller, request }) => ({ body: describeSubjects(languageOf(request, null), caller.departments !== null) }),
  });
  panelRoute(panel, {
    method: "GET",
    url: "/reports",
    roles,
    departments: "own",
    operation: {
      id: "listReports",
      tag,
      summary: "List reports",
      description: "The own ones, those that are shared, and those whose owner is gone.",
      answers: { 200: { description: "By name.", schema: ReportList } },
    },
    async handle({ caller }) {
      const reports = await withTenant(pool, caller.tenant.id, (db) => listReports(db, readerOf(caller)));
      return { body: json(`{"reports":${reports}}`) };
    },
  });
  panelRoute(panel, {
    method: "GET",
    url: "/reports/:id",
    roles,
    departments: "own",
    operation: {
      id: "getReport",
      tag,
      summary: "Read what a report consists of",
      answers: { 200: { description: "The report.", schema: Report } },
    },
    params: ReportParams,
    async handle({ caller, params }) {
      const find = (id: string) => withTenant(pool, caller.tenant.id, (db) => findReportRecord(db, readerOf(caller), id));
      return { body: json(await findKnown(params.id, no_report, find)) };
    },
  });
}

function savingRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "POST",
    url: "/reports",
    roles,
    departments: "own",
    operation: {
      id: "createReport",
      tag,
      summary: "Keep a report under a name",
      description: `An organisation keeps ${reports_max} reports.`,
      answers: { 201: { description: "The report.", schema: Report } },
    },
    body: ReportInput,
    handle: async ({ caller, body }) => ({ status: 201, body: json(await createReport(pool, caller, body)) }),
  });
  panelRoute(panel, {
    method: "PUT",
    url: "/reports/:id",
    roles,
    departments: "own",
    operation: {
      id: "changeReport",
      tag,
      summary: "Change one's own report",
      description: "One whose owner is gone becomes the caller's.",
      answers: { 200: { description: "The report.", schema: Report } },
    },
    params: ReportParams,
    body: ReportInput,
    handle: async ({ caller, params, body }) => ({ body: json(await changeReport(pool, caller, params.id, body)) }),
  });
  panelRoute(panel, {
    method: "DELETE",
    url: "/reports/:id",
    roles,
    departments: "own",
    operation: {
      id: "removeReport",
      tag,
      summary: "Remove one's own report",
      answers: { 204: { description: "Done.", schema: null } },
    },
    params: ReportParams,
    async handle({ caller, params }) {
      await removeReport(pool, caller, params.id);
      return { status: 204, body: null };
    },
  });
}

function readingOf(request: FastifyRequest, { tenant }: PanelCaller, time_zone: string | undefined): Reading {
  return { language: languageOf(request, null), time_zone: zoneAmong(time_zone, tenant.time_zone) };
}
