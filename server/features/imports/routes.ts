import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import type { Pool } from "../../platform/db/pool.ts";
import { needs } from "../../platform/http/access.ts";
import { Download, json, route } from "../../platform/http/route.ts";
import { synchronised_max } from "../employment/synchronise.ts";
import { tooManyImports } from "./errors.ts";
import { receiveFile } from "./files/receive-file.ts";
import { streamReport } from "./report.ts";
import { file_formats, Import, ImportParams, UploadQuery } from "./schema.ts";
import { findRecord, formatOf, upload_deadline_ms as deadline_ms } from "./files/upload.ts";

const csv_example = `employee_no,first_name,last_name,email,department_name,worker_type,contractor_name,attributes.cost_center
10042,Anna,Kowalska,anna.kowalska@example.com,Logistyka Północ,internal_payroll,,PL-4410
EXT-0007,Jan,Nowak,jan.nowak@contractor.example,Logistyka Północ,b2b_contractor,Bud-Serwis Sp. z o.o.,
`;
const ndjson_example = `{"employee_no":"10042","job_title":"Shift leader","attributes":{"shift":"C"}}
{"employee_no":"10043","active":false}
`;
export function importRoutes(app: FastifyInstance, pool: Pool): void {
  // The only plugin scope of this API in which bodies are not parsed before the handler.
  void app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser(Object.keys(file_formats), (_request, _payload, done) => done(null));
    uploadRoute(uploads, pool);
  });

  route(app, {
    method: "GET",
    url: "/api/v1/imports/:id",
    access: needs("users:write"),
    operation: {
      id: "getImport",
      tag: "Users",
      summary: "See how an import stands",
      description: "Ask again every few seconds while `status` is queued or running.",
      answers: { 200: { description: "The import.", schema: Import } },
      headers: { ETag: "For If-None-Match." },
    },
    params: ImportParams,
    handle: async ({ caller, params }) => ({ body: json(await findRecord(pool, caller.tenant.id, params.id)), etag: true }),
  });

  route(app, {
    method: "GET",
    url: "/api/v1/imports/:id/report.csv",
    access: needs("users:write"),
    operation: {
      id: "getImportReport",
      tag: "Users",
      summary: "Read the report of an import",
      description:
        "Every row that is not unchanged, with its changes, effects and errors; complete once the import is finished. A cell that a spreadsheet would take for a formula begins with an apostrophe.",
      answers: { 200: { description: "The report.", schema: report_schema, media_type: "text/csv", example: report_example } },
    },
    params: ImportParams,
    handle: async ({ caller, params }) => {
      await findRecord(pool, caller.tenant.id, params.id);
      return { body: new Download("text/csv; charset=utf-8", streamReport(pool, caller.tenant.id, params.id)) };
    },
  });
}

const report_schema = Type.String();
const report_example = `"row","employee_no","action","changes","enrollments_assigned","enrollments_cancelled","errors","full_name"
"17","10042","update","department_name: ""Logistyka Północ"" → ""Utrzymanie ruchu""","LOTO-01","FORKLIFT-01","","Anna Kowalska"
`;

function uploadRoute(app: FastifyInstance, pool: Pool): void {
  route(app, {
    method: "POST",
    url: "/api/v1/imports/users",
    access: needs("users:write"),
    operation: {
      id: "importUsers",
      tag: "Users",
      summary: "Synchronise people from a file",
      description: `One request for a whole company: people are looked up by \`employee_no\`, and created, changed or left as they are. The answer comes when the file has arrived, for which there are 30 seconds; the work goes on in the background. Compress nothing, and split what a slow line cannot carry.

**CSV** as in RFC 4180: UTF-8, commas (or semicolons or tabs, where the header has them), a header row with the names of the fields of a person, custom attributes as \`attributes.<key>\`, lists in one cell separated by \`|\`. An apostrophe before what a spreadsheet would take for a formula (\`'=\`, \`'+\`, \`'-\`, \`'@\`), as exports have it, is left out. A column that is not there says nothing; an empty cell clears an optional field, and says nothing for \`worker_type\` and \`active\`. **NDJSON**: each line the body of a create or of a PATCH.

A file that cannot be read to its end, names an unknown column or has more than 1,000,000 rows fails as a whole, with the line. A row that cannot be taken is reported and holds up no other one; an address that passes from one person to another does so within ${synchronised_max} rows or with the next import. \`active\` deactivates people and brings them back.

Files of an organisation are carried out one after the other, in the order in which they began to arrive; a dry run waits for none. A file may have 64 MiB. An import that is repeated brings about the same state; Idempotency-Key is refused here.`,
      answers: { 202: { description: "The import, which is carried out in the background.", schema: Import } },
      problems: [tooManyImports],
      upload: { "text/csv": csv_example, "application/x-ndjson": ndjson_example, "application/octet-stream": csv_example },
      headers: { Location: "The address of the import." },
    },
    query: UploadQuery,
    deadline_ms,
    handle: async ({ caller, query: { format, ...options }, request }) => {
      const upload = {
        format: formatOf(request.headers, format),
        options,
        announced_bytes: Number(request.headers["content-length"] ?? Number.NaN),
        bytes: request.raw,
      };
      const id = await receiveFile(pool, caller, upload);
      const location = `/api/v1/imports/${id}`;
      return { status: 202, body: json(await findRecord(pool, caller.tenant.id, id)), headers: { location } };
    },
  });
}
