import type { Config } from "../../config.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { startWorker } from "../../worker.ts";
import { identityCallsOf, webhookOptionsOf } from "../outgoing.ts";
import type { Runtime } from "../runtime.ts";

/** `delivery_pool`: a pool with the role that only delivers webhooks. */
type WorkPools = { pool: Pool; delivery_pool: Pool };

type Work = { isReady: () => Promise<boolean>; stop(): Promise<void> };

/** Starts the background work of a process, and the clients for its outgoing calls; `stop` ends both. */
export async function startWork(config: Readonly<Config>, runtime: Runtime, pools: WorkPools): Promise<Work> {
  const { keyring, log, connection, metrics } = runtime;
  const { base_url, node, smtp_url, mail_from, bounce_address, audit_export, retention_days_min } = config;
  const webhooks = webhookOptionsOf(config, runtime);
  const { sender } = webhooks;
  const identity_calls = identityCallsOf(config, webhooks);
  const working = await startWorker({
    ...pools,
    connection,
    sender,
    keyring,
    base_url,
    node,
    smtp_url,
    mail_from,
    bounce_address,
    log,
    audit_export,
    identity_calls,
    retention_days_min,
    metrics: metrics ?? undefined,
  });
  return {
    isReady: working.isReady,
    async stop() {
      await working.stop();
      await sender.outbound.close();
      await identity_calls.close();
    },
  };
}
