import type { FastifyInstance } from "fastify";
import type { Pool } from "../../platform/db/pool.ts";
import { needs } from "../../platform/http/access.ts";
import { route } from "../../platform/http/route.ts";
import { askGate } from "./ask.ts";
import { flags, severity_order } from "../compliance/flag/status.ts";
import { GateAnswer, GateQuery } from "./schema.ts";

const covering = severity_order
  .filter((flag) => flags[flag].covered)
  .toReversed()
  .join(", ");

export function gateRoutes(app: FastifyInstance, pool: Pool): void {
  route(app, {
    method: "GET",
    url: "/api/v1/gate",
    access: needs("gate:read"),
    operation: {
      id: "askGate",
      tag: "Compliance",
      summary: "Ask whether a person may do a work today",
      description: `With \`course_code\` each course of that work must be held today: ${covering}, or completed where the course issues no certificates. Without it nothing that is required of the person may be overdue. Either way the account must be in use, employment have begun and not ended, and the company's contract hold. Each requirement says whether it is met, why not, and until when.`,
      answers: { 200: { description: "Yes or no, with the reasons.", schema: GateAnswer } },
    },
    query: GateQuery,
    handle: async ({ caller, query }) => ({ body: await askGate(pool, caller, query) }),
  });
}
