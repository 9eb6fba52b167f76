import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Pool } from "../../platform/db/pool.ts";
import { readUpload } from "../../platform/http/bodies/read-upload.ts";
import { openPanelRoute } from "../../platform/http/panel-route.ts";
import { unsupportedMediaType } from "../../platform/http/problem.ts";
import { json } from "../../platform/http/route.ts";
import { beginsAs, evidence_max_bytes, evidence_types, type EvidenceType } from "../certificates/evidence/file.ts";
import { fileNotAsDeclared } from "../certificates/errors.ts";
import { atOnce } from "./at-once.ts";
import { evidenceLinkNotValid, evidenceWaits, tooMuchEvidence } from "./errors.ts";
import { OpenedEvidenceLink, SubmitQuery, Submitted } from "./schema.ts";
import { checkLink, openLink, submitEvidence, tooMuch } from "./submit.ts";

const tag = "Company evidence";
const upload_deadline_ms = 60_000;
/** The most files of one link that a process holds in memory while they arrive. */
const uploads_at_once_max = 4;
const upload_retry_seconds = 10;
/** The header with the link's secret. It is not in the URL, because URLs are logged. */
const link_header = "x-evidence-link";

/** Routes for the holder of a link, who has no account. */
export function linkRoutes(panel: FastifyInstance, pool: Pool): void {
  openPanelRoute(panel, {
    method: "GET",
    url: "/evidence-link",
    operation: {
      id: "openEvidenceLink",
      tag,
      summary: "Read what a link is for",
      description: "The link's secret is sent in X-Evidence-Link.",
      answers: { 200: { description: "What the company is asked for, and what came by the link.", schema: OpenedEvidenceLink } },
      problems: [evidenceLinkNotValid],
    },
    handle: async ({ request }) => ({ body: json(await openLink(pool, tokenOf(request))) }),
  });
  // A plugin scope of its own, so that bodies are not parsed before the handler.
  void panel.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser([...evidence_types], (_request, _payload, done) => done(null));
    submitRoute(uploads, pool);
  });
}

function submitRoute(panel: FastifyInstance, pool: Pool): void {
  const inTurn = atOnce(uploads_at_once_max, () => tooMuch(upload_retry_seconds));
  openPanelRoute(panel, {
    method: "POST",
    url: "/evidence-link/submissions",
    operation: {
      id: "submitEvidence",
      tag,
      summary: "Hand in evidence for one course of one person",
      description: "At most 5 MiB. The link's secret is sent in X-Evidence-Link.",
      answers: { 201: { description: "It waits for the organisation.", schema: Submitted } },
      problems: [evidenceLinkNotValid, evidenceWaits, tooMuchEvidence, fileNotAsDeclared],
      upload: { "application/pdf": "%PDF-1.7 …", "image/jpeg": "…", "image/png": "…" },
    },
    query: SubmitQuery,
    deadline_ms: upload_deadline_ms,
    async handle({ query, request }) {
      const { headers } = request;
      if ((headers["content-encoding"] ?? "identity") !== "identity")
        throw unsupportedMediaType("Send the file without content encoding.");
      // Checks the link before reading the body, so that strangers cannot send bytes.
      const link_id = await checkLink(pool, tokenOf(request));
      return inTurn(link_id, async () => {
        const announced_bytes = Number(headers["content-length"] ?? Number.NaN);
        const bytes = await readUpload({ announced_bytes, bytes: request.raw }, evidence_max_bytes);
        // Fastify has refused all other types.
        const media_type = headers["content-type"]!.split(";")[0]!.trim().toLowerCase() as EvidenceType;
        if (!beginsAs(bytes, media_type)) throw fileNotAsDeclared(`The content does not begin as ${media_type} does.`);
        return { status: 201, body: await submitEvidence(pool, tokenOf(request), query, { media_type, bytes }) };
      });
    },
  });
}

function tokenOf({ headers }: FastifyRequest): string {
  const given = headers[link_header];
  return typeof given === "string" ? given : "";
}
