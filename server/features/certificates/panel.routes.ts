import type { FastifyInstance } from "fastify";
import { Type, type Static } from "typebox";
import { todayOf, type Context } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import type { VerifiedAt } from "../../platform/in-front.ts";
import { readWalk, walkPage } from "../../platform/http/cursor.ts";
import { panelExport } from "../../platform/http/panel-export.ts";
import { panelRoute, readers } from "../../platform/http/panel-route.ts";
import { languageOf } from "../../platform/http/language.ts";
import { Download, json } from "../../platform/http/route.ts";
import { evidencePanelRoutes } from "./evidence/panel.routes.ts";
import { printCertificate } from "./evidence/print.ts";
import { PanelCertificateList, PanelCertificateQuery } from "./panel-schema.ts";
import { CertificateParams } from "./schema.ts";
import { listCertificatePage, names } from "./sql.ts";

const tag = "Certificates";
const exported = [
  "number",
  "status",
  "employee_no",
  "full_name",
  "course_code",
  "course_title",
  "cycle_year",
  "source",
  "issuer",
  "issued_at",
  "valid_from",
  "valid_until",
  "renewal_opens_on",
  "revoked_at",
  "revoke_reason",
  "verification_url",
] as const;

export function certificatePanelRoutes(panel: FastifyInstance, pool: Pool, verifiedAt: VerifiedAt): void {
  evidencePanelRoutes(panel, pool);
  const pageOf = (caller: Context, query: Static<typeof PanelCertificateQuery>) => {
    const { employee_no, user_id, course_code, status, q } = query;
    const filters = { employee_no, user_id, course_code, status, q };
    const walk = readWalk(caller.tenant.id, "certificates", query, filters);
    const place = { today: todayOf(caller), verified_at: verifiedAt(caller.tenant.code) };
    return walkPage(pool, walk, () => listCertificatePage(pool, caller.tenant.id, walk, filters, place, names));
  };
  panelRoute(panel, {
    method: "GET",
    url: "/certificates",
    roles: readers,
    departments: "seen",
    operation: {
      id: "listCertificates",
      tag,
      summary: "List certificates",
      answers: { 200: { description: "One page of certificates.", schema: PanelCertificateList } },
    },
    query: PanelCertificateQuery,
    handle: async ({ caller, query }) => ({ body: json(await pageOf(caller, query)) }),
  });
  panelExport(panel, {
    url: "/certificates",
    id: "exportCertificates",
    tag,
    summary: "Take certificates along as a file",
    roles: readers,
    departments: "seen",
    query: PanelCertificateQuery,
    list: "certificates",
    columns: () => exported,
    read: pageOf,
  });
  panelRoute(panel, {
    method: "GET",
    url: "/certificates/:id/pdf",
    roles: readers,
    departments: "seen",
    operation: {
      id: "printCertificate",
      tag,
      summary: "Print a certificate",
      answers: { 200: { description: "The certificate as PDF.", schema: Type.String(), media_type: "application/pdf" } },
    },
    params: CertificateParams,
    async handle({ caller, params, request }) {
      const language = languageOf(request, null);
      const { name, stream } = await printCertificate(pool, caller, params.id, {
        verified_at: verifiedAt(caller.tenant.code),
        language,
      });
      return {
        body: new Download("application/pdf", stream),
        headers: { "content-disposition": `attachment; filename="${name}"` },
      };
    },
  });
}
