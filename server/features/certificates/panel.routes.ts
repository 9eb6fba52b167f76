import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { todayOf } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { readWalk, walkPage } from "../../platform/http/cursor.ts";
import { panelRoute, readers } from "../../platform/http/panel-route.ts";
import { Download, json } from "../../platform/http/route.ts";
import { printCertificate } from "./print.ts";
import { CertificateList, CertificateParams, CertificateQuery } from "./schema.ts";
import { listCertificatePage } from "./sql.ts";

const tag = "Certificates";

/** Evidence that courses were completed, and its printed form. `base_url`: where anybody can check a certificate. */
export function certificatePanelRoutes(panel: FastifyInstance, pool: Pool, base_url: string): void {
  panelRoute(panel, {
    method: "GET",
    url: "/certificates",
    roles: readers,
    operation: {
      id: "listCertificates",
      tag,
      summary: "List certificates",
      answers: { 200: { description: "One page of certificates.", schema: CertificateList } },
      problems: [],
    },
    query: CertificateQuery,
    handle: async ({ caller, query }) => {
      const { employee_no, user_id, course_code, status } = query;
      const filters = { employee_no, user_id, course_code, status };
      const walk = readWalk("certificates", query, filters);
      const place = { today: todayOf(caller), base_url };
      const read = () => listCertificatePage(pool, caller.tenant.id, walk, filters, place);
      return { body: json(await walkPage(pool, walk, read)) };
    },
  });
  panelRoute(panel, {
    method: "GET",
    url: "/certificates/:id/pdf",
    roles: readers,
    operation: {
      id: "printCertificate",
      tag,
      summary: "Print a certificate",
      answers: { 200: { description: "The certificate as PDF.", schema: Type.String(), media_type: "application/pdf" } },
      problems: [],
    },
    params: CertificateParams,
    async handle({ caller, params }) {
      const { name, stream } = await printCertificate(pool, caller.tenant.id, params.id, { base_url });
      return {
        body: new Download("application/pdf", stream),
        headers: { "content-disposition": `attachment; filename="${name}"` },
      };
    },
  });
}
