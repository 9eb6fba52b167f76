import type { FastifyInstance } from "fastify";
import type { Pool } from "../../platform/db/pool.ts";
import { readWalk, walkPage } from "../../platform/http/cursor.ts";
import { it, panelRoute } from "../../platform/http/panel-route.ts";
import { json } from "../../platform/http/route.ts";
import { ScimExchangeList, ScimExchangeQuery } from "./sync-log-schema.ts";
import { listExchangePage } from "./sync-log-sql.ts";

/** What identity providers have asked for, and what became of it. */
export function scimPanelRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "GET",
    url: "/scim/exchanges",
    roles: it,
    operation: {
      id: "listScimExchanges",
      tag: "SCIM",
      summary: "Read the log of identity providers",
      description:
        "The requests of the last 30 days that changed something or were refused, the newest first; of a Bulk request each operation.",
      answers: { 200: { description: "One page of requests.", schema: ScimExchangeList } },
      problems: [],
    },
    query: ScimExchangeQuery,
    handle: async ({ caller, query }) => {
      const { client_id, resource_id, resource_name, outcome } = query;
      const filters = { client_id, resource_id, resource_name, outcome };
      const walk = readWalk("exchanges", query, filters, "name");
      return { body: json(await walkPage(pool, walk, () => listExchangePage(pool, caller.tenant.id, filters, walk))) };
    },
  });
}
