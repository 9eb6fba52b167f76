import { setTimeout as sleep } from "node:timers/promises";
import { buildApp } from "../app.ts";
import type { Config } from "../config.ts";
import { createHealth } from "../features/health/readiness.ts";
import type { Pool } from "../platform/db/pool.ts";
import { createProbe } from "../platform/db/probe.ts";
import { isTrial } from "./is-trial.ts";
import { identityCallsOf, webhookOptionsOf } from "./outgoing.ts";
import { type Runtime, serveMetrics } from "./runtime.ts";
import { UsageError } from "./usage.ts";

/**
 * The HTTP server of a process. `stop` reports not ready and keeps answering for `stop_delay_s`, so that the proxy in front sends
 * requests elsewhere. Then it stops listening and finishes requests that have arrived.
 */
export type HttpSide = { stop(): Promise<void> };

/** `panel` resolves when the panel is built; omitted: it is built already. */
export async function startHttp(
  config: Readonly<Config>,
  runtime: Runtime,
  pool: Pool,
  panel?: Promise<void>,
): Promise<HttpSide> {
  const probe = createProbe(pool, config.database_url);
  const health = createHealth(probe);
  const { metrics } = runtime;
  metrics?.watchReadiness(async () => {
    const { ready, checks } = await health.readiness();
    return { ready, database: checks.database === "ok" };
  });
  const endpoint = await serveMetrics(config, runtime);
  const webhooks = webhookOptionsOf(config, runtime);
  const identity_calls = identityCallsOf(config, webhooks);
  const app = await buildApp({
    base_url: config.base_url,
    content_base_url: config.content_base_url,
    node: config.node,
    trusted_proxies: config.trust_proxy,
    pool,
    keyring: runtime.keyring,
    log: runtime.log,
    webhooks,
    identity_calls,
    mails: { sent: config.smtp_url !== null, from: config.mail_from, readable: isTrial(config) },
    bounce_secret: config.bounce_secret,
    retention_days_min: config.retention_days_min,
    health,
    metrics: metrics ?? undefined,
    panel,
    traced: config.traced,
  });
  metrics?.watchServer(app.server);
  const address = await app.listen({ port: config.port, host: config.host }).catch((error: Error) => {
    throw new UsageError(`cannot listen on HOST ${config.host}, PORT ${config.port}: ${error.message}`);
  });
  runtime.log.info({ address, base_url: config.base_url }, "listening");
  return {
    async stop() {
      health.drain();
      await sleep(config.stop_delay_s * 1_000);
      await app.close();
      await webhooks.sender.outbound.close();
      await identity_calls.close();
      await endpoint?.close();
      await probe.close();
    },
  };
}
