import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import type { Pool } from "../../platform/db/pool.ts";
import { attachmentOf, file_headers } from "../../platform/files/attachment.ts";
import { panelRoute, readers, training } from "../../platform/http/panel-route.ts";
import { notFound } from "../../platform/http/problem.ts";
import { Download, json } from "../../platform/http/route.ts";
import { isUuid } from "../../platform/ids.ts";
import { enrollmentNotOpen, personNotActive } from "../enrollments/errors.ts";
import { Enrollment } from "../enrollments/schema.ts";
import { acceptSubmission, openFile, refuseSubmission } from "./decide.ts";
import { submissionDecided } from "./errors.ts";
import { linkRoutes } from "./link.routes.ts";
import { createLink, endEvidenceLink } from "./links.ts";
import {
  ContractorParams,
  EvidenceLinkList,
  EvidenceLinkRequest,
  NewEvidenceLink,
  RefuseSubmissionRequest,
  SubmissionList,
  SubmissionParams,
  SubmissionQuery,
} from "./schema.ts";
import { listLinks, listSubmissions } from "./sql.ts";

const tag = "Company evidence";
const no_content = { 204: { description: "Done.", schema: null } };

/** Routes for evidence of contractors' companies: their links, and the submissions. */
export function companyEvidenceRoutes(panel: FastifyInstance, pool: Pool, base_url: string): void {
  panelRoute(panel, {
    method: "GET",
    url: "/contractors/:id/evidence-links",
    roles: readers,
    operation: {
      id: "listEvidenceLinks",
      tag,
      summary: "List links by which a company hands in evidence",
      answers: { 200: { description: "Its links.", schema: EvidenceLinkList } },
    },
    params: ContractorParams,
    async handle({ caller, params: { id } }) {
      const links = isUuid(id) ? await listLinks(pool, caller.tenant.id, id) : undefined;
      if (links === undefined) throw notFound("No such company.");
      return { body: json(`{"links":${links}}`) };
    },
  });
  panelRoute(panel, {
    method: "POST",
    url: "/contractors/:id/evidence-links",
    roles: training,
    step_up: true,
    operation: {
      id: "createEvidenceLink",
      tag,
      summary: "Make a link by which a company hands in evidence for its own people",
      answers: { 201: { description: "The link, which is shown once.", schema: NewEvidenceLink } },
    },
    params: ContractorParams,
    body: EvidenceLinkRequest,
    handle: async ({ caller, params, body: { days } }) => ({
      status: 201,
      body: await createLink(pool, caller, params.id, { days, base_url }),
    }),
  });
  panelRoute(panel, {
    method: "POST",
    url: "/evidence-links/:id/end",
    roles: training,
    operation: { id: "endEvidenceLink", tag, summary: "End a link of a company", answers: no_content },
    params: ContractorParams,
    async handle({ caller, params }) {
      await endEvidenceLink(pool, caller, params.id);
      return { status: 204, body: null };
    },
  });
  submissionRoutes(panel, pool);
  linkRoutes(panel, pool);
}

function submissionRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "GET",
    url: "/submissions",
    roles: readers,
    operation: {
      id: "listSubmissions",
      tag,
      summary: "List what companies have handed in",
      answers: { 200: { description: "One page of it.", schema: SubmissionList } },
    },
    query: SubmissionQuery,
    async handle({ caller, query: { state, limit, offset } }) {
      const { total, json: submissions } = await listSubmissions(pool, caller.tenant.id, { state, limit, offset });
      return { body: json(`{"pagination":${JSON.stringify({ total, limit, offset })},"submissions":${submissions}}`) };
    },
  });
  panelRoute(panel, {
    method: "GET",
    url: "/submissions/:id/file",
    roles: readers,
    operation: {
      id: "getSubmissionFile",
      tag,
      summary: "Take the file that was handed in along",
      description: "Always as an attachment.",
      answers: { 200: { description: "The file.", schema: Type.String(), media_type: "application/octet-stream" } },
    },
    params: SubmissionParams,
    async handle({ caller, params }) {
      const { name, media_type, stream } = await openFile(pool, caller.tenant.id, params.id);
      return { body: new Download(media_type, stream), headers: { ...file_headers, "content-disposition": attachmentOf(name) } };
    },
  });
  panelRoute(panel, {
    method: "POST",
    url: "/submissions/:id/accept",
    roles: training,
    operation: {
      id: "acceptSubmission",
      tag,
      summary: "Accept evidence: a passed attempt of the day of completion",
      answers: { 200: { description: "The enrollment.", schema: Enrollment } },
      problems: [submissionDecided, enrollmentNotOpen, personNotActive],
    },
    params: SubmissionParams,
    handle: async ({ caller, params }) => ({ body: json(await acceptSubmission(pool, caller, params.id)) }),
  });
  panelRoute(panel, {
    method: "POST",
    url: "/submissions/:id/refuse",
    roles: training,
    operation: {
      id: "refuseSubmission",
      tag,
      summary: "Refuse evidence, with a reason that the company reads",
      answers: no_content,
      problems: [submissionDecided],
    },
    params: SubmissionParams,
    body: RefuseSubmissionRequest,
    async handle({ caller, params, body }) {
      await refuseSubmission(pool, caller, params.id, body.reason);
      return { status: 204, body: null };
    },
  });
}
