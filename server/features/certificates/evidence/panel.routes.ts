import type { FastifyInstance } from "fastify";
import { isCertificateSeen } from "../seen-sql.ts";
import { Type } from "typebox";
import type { Pool } from "../../../platform/db/pool.ts";
import { attachmentOf, file_headers } from "../../../platform/files/attachment.ts";
import { panelRoute, readers, training } from "../../../platform/http/panel-route.ts";
import { unsupportedMediaType } from "../../../platform/http/problem.ts";
import { Download } from "../../../platform/http/route.ts";
import { line } from "../../../platform/http/schema.ts";
import { certificateIsOwn, fileNotAsDeclared } from "../errors.ts";
import { evidence_types, keepEvidenceFile, openEvidenceFile, removeEvidenceFile, type EvidenceType } from "./file.ts";
import { CertificateParams } from "../schema.ts";

const tag = "Certificates";
const name_letters_max = 200;
const upload_deadline_ms = 60_000;
const url = "/certificates/:id/evidence";

const FileQuery = Type.Object({
  name: line(name_letters_max, { description: "What the file is called." }),
});

export function evidencePanelRoutes(panel: FastifyInstance, pool: Pool): void {
  // A plugin scope of its own, so that bodies are not parsed before the handler.
  void panel.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser([...evidence_types], (_request, _payload, done) => done(null));
    uploadRoute(uploads, pool);
  });
  panelRoute(panel, {
    method: "GET",
    url,
    roles: readers,
    departments: "seen",
    operation: {
      id: "getEvidenceFile",
      tag,
      summary: "Take the file of evidence along",
      description: "Always as an attachment.",
      answers: { 200: { description: "The file.", schema: Type.String(), media_type: "application/octet-stream" } },
    },
    params: CertificateParams,
    async handle({ caller, params }) {
      const { name, media_type, stream } = await openEvidenceFile(pool, caller, params.id);
      return {
        body: new Download(media_type, stream),
        headers: { ...file_headers, "content-disposition": attachmentOf(name) },
      };
    },
  });
  panelRoute(panel, {
    method: "DELETE",
    url,
    roles: training,
    departments: ({ caller, params }) => isCertificateSeen(pool, caller.tenant.id, params.id),
    operation: {
      id: "removeEvidenceFile",
      tag,
      summary: "Remove the file of evidence",
      answers: { 204: { description: "No file is kept.", schema: null } },
    },
    params: CertificateParams,
    async handle({ caller, params }) {
      await removeEvidenceFile(pool, caller, params.id);
      return { status: 204, body: null };
    },
  });
}

function uploadRoute(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "PUT",
    url,
    roles: training,
    departments: ({ caller, params }) => isCertificateSeen(pool, caller.tenant.id, params.id),
    operation: {
      id: "keepEvidenceFile",
      tag,
      summary: "Keep a file with external evidence",
      description: "At most 5 MiB; it takes the place of the one before.",
      answers: { 204: { description: "The file is kept.", schema: null } },
      problems: [certificateIsOwn, fileNotAsDeclared],
      upload: { "application/pdf": "%PDF-1.7 …", "image/jpeg": "…", "image/png": "…" },
    },
    params: CertificateParams,
    query: FileQuery,
    deadline_ms: upload_deadline_ms,
    async handle({ caller, params, query, request }) {
      const { headers } = request;
      if ((headers["content-encoding"] ?? "identity") !== "identity")
        throw unsupportedMediaType("Send the file without content encoding.");
      await keepEvidenceFile(pool, caller, params.id, {
        name: query.name,
        // Fastify has refused all other types.
        media_type: headers["content-type"]!.split(";")[0]!.trim().toLowerCase() as EvidenceType,
        announced_bytes: Number(headers["content-length"] ?? Number.NaN),
        bytes: request.raw,
      });
      return { status: 204, body: null };
    },
  });
}
