import type { FastifyInstance, FastifyReply } from "fastify";
import type { Logger } from "pino";
import { todayOf } from "../../platform/context.ts";
import { refuseElsewhere } from "../../platform/db/moving/placement.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { needs, open } from "../../platform/http/access.ts";
import { readWalk, walkPage } from "../../platform/http/cursor.ts";
import { readOwn, type VerifiedAt } from "../../platform/in-front.ts";
import { findKnown } from "../../platform/http/known.ts";
import { languageOf } from "../../platform/http/language.ts";
import { misdirected } from "../../platform/http/problem.ts";
import { json, route } from "../../platform/http/route.ts";
import { answerFailures, renderProblem, type RenderProblem } from "../../platform/http/server.ts";
import { languageAmong } from "../../platform/languages.ts";
import { noSuchCertificate } from "./errors.ts";
import { certificatePrintRoute } from "./evidence/print.routes.ts";
import { Certificate, CertificateList, CertificateParams, CertificateQuery } from "./schema.ts";
import { readVerificationCode } from "./code.ts";
import { findCertificate, findPlaceOfCode, findPublicFacts, listCertificatePage, type PublicFacts } from "./sql.ts";
import { notNowPage, unknownCodePage, verification_page_policy, verificationPage } from "./verification-page.ts";

const tag = "Certificates";

export type VerificationOptions = { pool: Pool; base_url: string; log: Logger };

export function certificateRoutes(app: FastifyInstance, pool: Pool, verifiedAt: VerifiedAt): void {
  route(app, {
    method: "GET",
    url: "/api/v1/certificates",
    access: needs("compliance:read"),
    operation: {
      id: "listCertificates",
      tag,
      summary: "List certificates",
      description:
        "In the order in which they were issued; with `updated_since` in the order of their changes. Revoked ones and those that have ended stay in the list. A filter by what does not exist finds nothing. A status that changes by time alone is no change of the certificate, except its end, on the day after it.",
      answers: { 200: { description: "One page of certificates.", schema: CertificateList } },
    },
    query: CertificateQuery,
    handle: async ({ caller, query }) => {
      const { employee_no, user_id, course_code, status } = query;
      const filters = { employee_no, user_id, course_code, status };
      const walk = readWalk(caller.tenant.id, "certificates", query, filters);
      const place = { today: todayOf(caller), verified_at: verifiedAt(caller.tenant.code) };
      const read = () => listCertificatePage(pool, caller.tenant.id, walk, filters, place);
      return { body: json(await walkPage(pool, walk, read)) };
    },
  });

  route(app, {
    method: "GET",
    url: "/api/v1/certificates/:id",
    access: needs("compliance:read"),
    operation: {
      id: "getCertificate",
      tag,
      summary: "Read a certificate",
      answers: { 200: { description: "The certificate.", schema: Certificate } },
      headers: { ETag: "For If-None-Match." },
    },
    params: CertificateParams,
    handle: async ({ caller, params }) => {
      const place = { today: todayOf(caller), verified_at: verifiedAt(caller.tenant.code) };
      const find = (id: string) => findCertificate(pool, caller.tenant.id, id, place);
      return { body: json(await findKnown(params.id, noSuchCertificate, find)), etag: true };
    },
  });
  certificatePrintRoute(app, pool, verifiedAt);
}

/** The page at a certificate's `verification_url`, for people. Everyone who has the code can open it, without credentials. */
export function verificationRoute(app: FastifyInstance, { pool, base_url, log }: VerificationOptions): void {
  const asProblem = renderProblem(base_url);
  void app.register(async (pages) => {
    // A person who has scanned a code gets a page, also when the organisation is being moved or lives on another node.
    const render: RenderProblem = (failure, request, reply) => {
      if (failure.type.status !== misdirected.type.status && failure.type.status < 500) return asProblem(failure, request, reply);
      const page = notNowPage(languageOf(request, null));
      return sendPage(reply.code(failure.type.status).headers(failure.headers), page);
    };
    answerFailures(pages, render, log);
    verificationPageRoute(pages, pool);
  });
}

function verificationPageRoute(pages: FastifyInstance, pool: Pool): void {
  type Asked = { Params: { code: string }; Querystring: { language?: string | string[] } };
  pages.get<Asked>("/c/:code", { config: { access: open() } }, async (request, reply) => {
    const facts = await findByCode(pool, request.params.code);
    const chosen = languageAmong([request.query.language ?? null].flat());
    const language = chosen ?? languageOf(request, null);
    return sendPage(reply.code(facts ? 200 : 404), facts ? verificationPage(facts, language) : unknownCodePage(language));
  });
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .header("content-security-policy", verification_page_policy)
    .header("cache-control", "no-store")
    .header("x-robots-tag", "noindex")
    .header("referrer-policy", "no-referrer")
    .type("text/html; charset=utf-8")
    .send(page);
}

async function findByCode(pool: Pool, text: string): Promise<PublicFacts | undefined> {
  const { tenant_code, own } = readOwn(text);
  const code = readVerificationCode(own);
  const place = code === null ? undefined : await findPlaceOfCode(pool, code);
  if (place === undefined) await refuseElsewhere(pool, tenant_code);
  return place && findPublicFacts(pool, place.tenant_id, place.certificate_id, place.today);
}
