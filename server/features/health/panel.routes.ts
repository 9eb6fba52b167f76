import type { FastifyInstance } from "fastify";
import { todayOf } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { it, panelRoute } from "../../platform/http/panel-route.ts";
import type { Health } from "./readiness.ts";
import { ServiceStatus } from "./status-schema.ts";
import { readStatusRow } from "./status-sql.ts";

/** The route that shows whether queues and other services of an organisation keep up. */
export function statusPanelRoutes(panel: FastifyInstance, pool: Pool, health: Health): void {
  panelRoute(panel, {
    method: "GET",
    url: "/status",
    roles: it,
    operation: {
      id: "readStatus",
      tag: "Settings",
      summary: "Read the state of the service, what waits, and the limits in force",
      answers: { 200: { description: "The status.", schema: ServiceStatus } },
    },
    async handle({ caller }) {
      const { checks } = await health.readiness();
      const { done_through, ...row } = await readStatusRow(pool, caller.tenant.id);
      const days = { done_through, behind: done_through !== null && done_through < todayOf(caller) };
      return { body: { database: checks.database, clock: checks.clock, ...row, days } };
    },
  });
}
