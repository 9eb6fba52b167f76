import type { FastifyInstance } from "fastify";
import type { Pool } from "../../platform/db/pool.ts";
import { panelExport } from "../../platform/http/panel-export.ts";
import { panelRoute, readers } from "../../platform/http/panel-route.ts";
import { json } from "../../platform/http/route.ts";
import { listContractors } from "./list.ts";
import { ContractorList, ContractorQuery } from "./schema.ts";

export function contractorPanelRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "GET",
    url: "/contractors",
    roles: readers,
    departments: "seen",
    operation: {
      id: "listContractors",
      tag: "Contractors",
      summary: "List contractor companies",
      answers: { 200: { description: "One page of them.", schema: ContractorList } },
    },
    query: ContractorQuery,
    handle: async ({ caller, query }) => ({ body: json(await listContractors(pool, caller.tenant.id, query)) }),
  });
  panelExport(panel, {
    url: "/contractors",
    id: "exportContractors",
    tag: "Contractors",
    summary: "Take contractor companies along as a file",
    roles: readers,
    departments: "seen",
    query: ContractorQuery,
    list: "contractors",
    columns: () => ["code", "name", "tax_id", "country", "active", "contract_valid_until", "people_count", "updated_at"],
    read: ({ tenant }, query) => listContractors(pool, tenant.id, query),
  });
}
