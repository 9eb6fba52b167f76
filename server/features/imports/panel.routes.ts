import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import type { Pool } from "../../platform/db/pool.ts";
import { panelRoute, readers, training } from "../../platform/http/panel-route.ts";
import { Download, json } from "../../platform/http/route.ts";
import { tooManyImports } from "./errors.ts";
import { listImports } from "./list-sql.ts";
import { ImportList } from "./panel-schema.ts";
import { receiveFile } from "./files/receive-file.ts";
import { streamReport } from "./report.ts";
import { Import, ImportParams, ImportQuery } from "./schema.ts";
import { templateOf } from "./files/template.ts";
import { findRecord, formatOf, upload_deadline_ms } from "./files/upload.ts";

const tag = "Imports";
const shown_max = 100;
const workbook_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Routes for files of people: dry run, import, report. */
export function importPanelRoutes(panel: FastifyInstance, pool: Pool): void {
  // A plugin scope of its own, so that bodies are not parsed before the handler.
  void panel.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser(["text/csv", "application/x-ndjson"], (_request, _payload, done) => done(null));
    uploadRoute(uploads, pool);
  });
  templateRoute(panel, pool);
  panelRoute(panel, {
    method: "GET",
    url: "/imports",
    roles: readers,
    operation: {
      id: "listImports",
      tag,
      summary: "List the latest imports",
      answers: { 200: { description: `The latest ${shown_max}, the newest first.`, schema: ImportList } },
    },
    handle: async ({ caller }) => ({ body: json(`{"imports":${await listImports(pool, caller.tenant.id, shown_max)}}`) }),
  });
  panelRoute(panel, {
    method: "GET",
    url: "/imports/:id",
    roles: readers,
    operation: {
      id: "getImport",
      tag,
      summary: "See how an import stands",
      answers: { 200: { description: "The import.", schema: Import } },
    },
    params: ImportParams,
    handle: async ({ caller, params }) => ({ body: json(await findRecord(pool, caller.tenant.id, params.id)) }),
  });
  panelRoute(panel, {
    method: "GET",
    url: "/imports/:id/report.csv",
    roles: readers,
    operation: {
      id: "getImportReport",
      tag,
      summary: "Read the report of an import",
      answers: { 200: { description: "The report.", schema: Type.String(), media_type: "text/csv" } },
    },
    params: ImportParams,
    async handle({ caller, params }) {
      await findRecord(pool, caller.tenant.id, params.id);
      return {
        body: new Download("text/csv; charset=utf-8", streamReport(pool, caller.tenant.id, params.id)),
        headers: { "content-disposition": `attachment; filename="import-${params.id}.csv"` },
      };
    },
  });
}

function templateRoute(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "GET",
    url: "/imports/template.xlsx",
    roles: readers,
    operation: {
      id: "getImportTemplate",
      tag,
      summary: "Read an empty file with all columns that an import of the organisation may have",
      answers: { 200: { description: "The workbook.", schema: Type.String(), media_type: workbook_type } },
    },
    handle: async ({ caller }) => ({
      body: new Download(workbook_type, await templateOf(pool, caller.tenant.id)),
      headers: { "content-disposition": 'attachment; filename="people.xlsx"' },
    }),
  });
}

function uploadRoute(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "POST",
    url: "/imports/users",
    roles: training,
    operation: {
      id: "importUsers",
      tag,
      summary: "Synchronise people from a file, or try it out",
      answers: { 202: { description: "The import, which is carried out in the background.", schema: Import } },
      problems: [tooManyImports],
      upload: { "text/csv": "employee_no,job_title\n10042,Shift leader\n", "application/x-ndjson": '{"employee_no":"10042"}\n' },
    },
    query: ImportQuery,
    deadline_ms: upload_deadline_ms,
    async handle({ caller, query, request }) {
      const id = await receiveFile(pool, caller, {
        format: formatOf(request.headers),
        options: query,
        announced_bytes: Number(request.headers["content-length"] ?? Number.NaN),
        bytes: request.raw,
      });
      return { status: 202, body: json(await findRecord(pool, caller.tenant.id, id)) };
    },
  });
}
