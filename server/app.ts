import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { authenticate } from "./features/clients/authenticate.ts";
import { departmentRoutes } from "./features/departments/routes.ts";
import type { Keyring } from "./platform/crypto/keyring.ts";
import type { Pool } from "./platform/db/pool.ts";
import { answerUnknownAddresses, createServer, rememberRoutes } from "./platform/http/server.ts";
import type { Networks } from "./platform/net/address.ts";

export type AppOptions = {
  base_url: string;
  trusted_proxies: Networks;
  pool: Pool;
  keyring: Keyring;
  log: Logger;
};

/** THE list of everything the HTTP side mounts, in order. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { pool, keyring, log } = options;
  const app = createServer({
    base_url: options.base_url,
    trusted_proxies: options.trusted_proxies,
    log,
    onAnswer: (request, reply) =>
      log.info(
        {
          request_id: request.id,
          method: request.method,
          route: request.routeOptions.url ?? null,
          status: reply.statusCode,
          duration_ms: Math.round(reply.elapsedTime * 10) / 10,
          tenant_id: request.caller?.tenant.id ?? null,
          client_id: request.caller?.client.id ?? null,
        },
        "answered",
      ),
  });
  const known = rememberRoutes(app);

  const admitted = authenticate({
    pool,
    keyring,
    onRefused: ({ cause, tenant_id, client_id, request }) =>
      log.warn({ cause, tenant_id, client_id, request_id: request.id }, "refused an authentication"),
  });
  await app.register(async (api) => {
    api.addHook("onRequest", admitted);
    departmentRoutes(api, pool);
  });
  answerUnknownAddresses(app, known, async (path, request, reply) => {
    if (path.startsWith("/api/")) await admitted(request, reply);
  });

  return app;
}
