import type { FastifyInstance } from "fastify";
import { panelRoute, readers } from "../../platform/http/panel-route.ts";
import { ContractChanges } from "./panel-schema.ts";

/** The route with changes of the integration API, for those who look after integrations. */
export function documentationPanelRoutes(panel: FastifyInstance): void {
  panelRoute(panel, {
    method: "GET",
    url: "/contract/changes",
    roles: readers,
    departments: "own",
    operation: {
      id: "readContractChanges",
      tag: "Contract",
      summary: "Read what versions of the integration API have changed, and what is deprecated",
      answers: { 200: { description: "The changes.", schema: ContractChanges } },
    },
    handle: async () => ({ body: panel.contract().changes }),
  });
}
