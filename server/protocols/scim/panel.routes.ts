import type { FastifyInstance } from "fastify";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { readWalk, walkPage } from "../../platform/http/cursor.ts";
import { it, panelRoute } from "../../platform/http/panel-route.ts";
import { json } from "../../platform/http/route.ts";
import { ScimConnectionList, WaitingMemberList } from "./connections-schema.ts";
import { listConnections } from "./connections-sql.ts";
import { ScimExchangeList, ScimExchangeQuery } from "./sync-log/schema.ts";
import { listExchangePage } from "./sync-log/sql.ts";
import { listWaiting } from "./groups/waiting-sql.ts";
import { instantText } from "../../platform/instants.ts";

/** The sync log, connections and waiting members, for the panel. */
export function scimPanelRoutes(panel: FastifyInstance, pool: Pool, base_url: string): void {
  panelRoute(panel, {
    method: "GET",
    url: "/scim/connections",
    roles: it,
    operation: {
      id: "listScimConnections",
      tag: "SCIM",
      summary: "List the clients that provision, and who was not let in",
      answers: { 200: { description: "By name.", schema: ScimConnectionList } },
    },
    handle: async ({ caller: { tenant, now } }) => {
      const { connections, refusals } = await listConnections(pool, tenant.id);
      const head = JSON.stringify({
        base_url: `${base_url}/scim/v2/${tenant.code}`,
        now: instantText(now),
      });
      return { body: json(`${head.slice(0, -1)},"connections":${connections},"refusals":${refusals}}`) };
    },
  });

  panelRoute(panel, {
    method: "GET",
    url: "/scim/waiting",
    roles: it,
    operation: {
      id: "listWaitingMembers",
      tag: "SCIM",
      summary: "List groups with members who are not there yet",
      description: "They join when the identity provider sends users with these ids, or with these external ids.",
      answers: { 200: { description: "Those of most members first.", schema: WaitingMemberList } },
    },
    handle: async ({ caller: { tenant } }) => ({
      body: json(`{"groups":${await withTenant(pool, tenant.id, (db) => listWaiting(db, tenant.id))}}`),
    }),
  });

  panelRoute(panel, {
    method: "GET",
    url: "/scim/exchanges",
    roles: it,
    operation: {
      id: "listScimExchanges",
      tag: "SCIM",
      summary: "Read the log of identity providers",
      description:
        "The requests that changed something or were refused and are still kept (30 days, unless the organisation has set another time), the newest first; of a Bulk request each operation.",
      answers: { 200: { description: "One page of requests.", schema: ScimExchangeList } },
    },
    query: ScimExchangeQuery,
    handle: async ({ caller, query }) => {
      const { client_id, resource_id, resource_name, outcome } = query;
      const filters = { client_id, resource_id, resource_name, outcome };
      const walk = readWalk(caller.tenant.id, "exchanges", query, filters, "name");
      return { body: json(await walkPage(pool, walk, () => listExchangePage(pool, caller.tenant.id, filters, walk))) };
    },
  });
}
