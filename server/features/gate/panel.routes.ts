import type { FastifyInstance } from "fastify";
import type { Pool } from "../../platform/db/pool.ts";
import { administrators, panelRoute } from "../../platform/http/panel-route.ts";
import { json } from "../../platform/http/route.ts";
import { askGate } from "./ask.ts";
import { GateAnswer, GateQuery, GateWorks } from "./schema.ts";
import { listWorks } from "./sql.ts";

const tag = "Gate";

/** The routes of a guard, who asks about one person at a time by number. */
export function gatePanelRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "GET",
    url: "/gate",
    roles: administrators,
    operation: {
      id: "askGate",
      tag,
      summary: "Ask whether a person may do a work today",
      answers: { 200: { description: "Yes or no, with the reasons.", schema: GateAnswer } },
    },
    query: GateQuery,
    handle: async ({ caller, query }) => ({ body: await askGate(pool, caller, query) }),
  });
  panelRoute(panel, {
    method: "GET",
    url: "/gate/works",
    roles: administrators,
    operation: {
      id: "listGateWorks",
      tag,
      summary: "List what can be asked about at a gate",
      answers: { 200: { description: "Learning paths, then courses, by their titles.", schema: GateWorks } },
    },
    handle: async ({ caller }) => ({ body: json(await listWorks(pool, caller.tenant.id)) }),
  });
}
