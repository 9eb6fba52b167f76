import type { Config } from "../config.ts";
import { requireCurrentSchema } from "../platform/db/migrate.ts";
import { startMetrics } from "../platform/metrics/endpoint.ts";
import { createMetrics } from "../platform/metrics/metrics.ts";
import { startWorker } from "../worker.ts";
import { openRuntime, requireServer, stopOnSignal } from "./runtime.ts";

/** `muster worker`: does the background jobs; as many of them as wanted. */
export async function worker(config: Readonly<Config>): Promise<void> {
  requireServer(config, "worker");
  const runtime = await openRuntime(config);
  await requireCurrentSchema(runtime.connection);
  const { keyring, log } = runtime;
  const { smtp_url, mail_from } = config;
  const metrics = createMetrics();
  const endpoint = config.metrics_port === null ? null : await startMetrics(config.metrics_port, metrics.registry, config.host);
  const jobs = await startWorker({ pool: runtime.pool("muster_worker"), keyring, smtp_url, mail_from, log, metrics });
  log.info("working");
  stopOnSignal(log, async () => {
    await jobs.stop();
    await endpoint?.close();
    await runtime.close();
  });
}
