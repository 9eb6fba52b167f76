import { setFlagsFromString } from "node:v8";
import type { Config } from "../config.ts";
import { readClock } from "../platform/db/clock.ts";
import { requireCurrentSchema } from "../platform/db/migrate.ts";
import { poolAnswers } from "../platform/db/pool-answers.ts";
import { requireKeys } from "./check-keys.ts";
import { requireRoad } from "./require-road.ts";
import { openRuntime, requireServer, serveMetrics, stopOnSignal } from "./runtime.ts";
import { startWork } from "./start/start-work.ts";
import { warnOfRights } from "./start/warn-of-rights.ts";

/** `muster worker`: runs the background jobs. Any number of such processes may run. */
export async function worker(config: Readonly<Config>): Promise<void> {
  requireServer(config, "worker");
  // The heap is collected sooner: an import of all people then needs 210 MB instead of 310, and takes no longer.
  setFlagsFromString("--heap-growing-percent=50");
  const runtime = await openRuntime(config, "worker");
  await requireRoad(config, runtime.log);
  await requireCurrentSchema(runtime.connection);
  const { log, metrics } = runtime;
  const pools = { pool: runtime.pool("muster_worker"), delivery_pool: runtime.pool("muster_delivery") };
  await requireKeys(pools.pool, runtime);
  // Ends the start if the login has the other roles but not that for deliveries.
  await readClock(pools.delivery_pool);
  await warnOfRights(config, pools.pool, log);
  const working = await startWork(config, runtime, pools);
  metrics?.watchReadiness(async () => {
    const [ready, database] = await Promise.all([working.isReady(), poolAnswers(pools.pool)]);
    return { ready, database };
  });
  const endpoint = await serveMetrics(config, runtime, working.isReady);
  log.info("working");
  stopOnSignal(log, async () => {
    await working.stop();
    await endpoint?.close();
    await runtime.close();
  });
}
