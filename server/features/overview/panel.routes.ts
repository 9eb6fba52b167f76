import type { FastifyInstance } from "fastify";
import type { Pool } from "../../platform/db/pool.ts";
import { it, panelRoute, readers } from "../../platform/http/panel-route.ts";
import { json } from "../../platform/http/route.ts";
import { readAttention } from "./attention.ts";
import { integrationFigures } from "./figures.ts";
import { AttentionList, IntegrationFigures, SeatFigures } from "./schema.ts";
import { seatFigures } from "./seats.ts";

const tag = "Overview";

/** Routes for present figures and for what needs attention. */
export function overviewPanelRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "GET",
    url: "/overview/integrations",
    roles: it,
    operation: {
      id: "readIntegrationFigures",
      tag,
      summary: "Read what integrations have done in the last day",
      answers: { 200: { description: "The figures.", schema: IntegrationFigures } },
    },
    handle: async ({ caller }) => ({ body: await integrationFigures(pool, caller) }),
  });
  panelRoute(panel, {
    method: "GET",
    url: "/overview/attention",
    roles: readers,
    operation: {
      id: "listAttention",
      tag,
      summary: "List what needs attention",
      description: "Of training for all roles; of integrations too for IT administrators.",
      answers: { 200: { description: "What needs attention.", schema: AttentionList } },
    },
    handle: async ({ caller }) => ({ body: await readAttention(pool, caller) }),
  });
  panelRoute(panel, {
    method: "GET",
    url: "/overview/seats",
    roles: readers,
    operation: {
      id: "readSeatFigures",
      tag,
      summary: "Read how many seats of licences are used",
      description: "Of licences in force today that have a number of seats.",
      answers: { 200: { description: "The figures.", schema: SeatFigures } },
    },
    handle: async ({ caller }) => ({ body: json(await seatFigures(pool, caller)) }),
  });
}
