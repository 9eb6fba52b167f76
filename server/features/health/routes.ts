import type { FastifyInstance } from "fastify";
import type { Keyring } from "../../platform/crypto/keyring.ts";
import { open } from "../../platform/http/access.ts";
import type { Health } from "./readiness.ts";
import { Liveness, ReadinessReport } from "./schema.ts";
import { seen_header, seenOf } from "./seen.ts";

/**
 * Routes for load balancers and supervisors. They need no credentials, take no quota, and use no connection of the pool that
 * serves requests.
 */
export function healthRoutes(app: FastifyInstance, health: Health, own: { keyring: Keyring; version: string }): void {
  app.get("/healthz", {
    config: {
      access: open(),
      operation: {
        id: "getLiveness",
        tag: "Service",
        summary: "Is the process alive?",
        description: "Always 200 while the process can answer at all, whatever the database does.",
        answers: { 200: { description: "Alive.", schema: Liveness } },
      },
    },
    handler(request, reply) {
      const seen = seenOf(request, own);
      if (seen !== null) reply.header(seen_header, seen);
      return reply.type("application/json").send('{"status":"ok"}');
    },
  });
  app.get("/readyz", {
    config: {
      access: open(),
      operation: {
        id: "getReadiness",
        tag: "Service",
        summary: "Does the process want requests?",
        answers: {
          200: { description: "Ready.", schema: ReadinessReport },
          503: {
            description: "The database does not answer, or the process is stopping.",
            schema: ReadinessReport,
            example: { status: "unavailable", checks: { database: "failed", clock: "unknown", process: "ok" } },
          },
        },
      },
    },
    async handler(_request, reply) {
      const { ready, checks } = await health.readiness();
      return reply
        .code(ready ? 200 : 503)
        .headers(ready ? {} : { "retry-after": "1" })
        .type("application/json")
        .send(JSON.stringify({ status: ready ? "ready" : "unavailable", checks }));
    },
  });
}
