import type { Config } from "../config.ts";
import { requireCurrentSchema } from "../platform/db/migrate.ts";
import { createSlowness } from "../platform/jobs/load/slowness.ts";
import { startReporting } from "../platform/jobs/load/report.ts";
import { requireKeys } from "./check-keys.ts";
import { startHttp } from "./http.ts";
import { collectHeap, tuneHeap } from "./start/tune-heap.ts";
import { preparePanel } from "./start/prepare-panel.ts";
import { requireRoad } from "./require-road.ts";
import { openRuntime, requireServer, stopOnSignal } from "./runtime.ts";
import { warnOfRights } from "./start/warn-of-rights.ts";

const heap_growing_percent = 75;

/** `muster api`: serves HTTP on a database that `muster migrate` has prepared. Any number of such processes may run. */
export async function api(config: Readonly<Config>): Promise<void> {
  requireServer(config, "api");
  const runtime = await openRuntime(config, "api");
  await preparePanel(runtime.log);
  await requireRoad(config, runtime.log);
  await requireCurrentSchema(runtime.connection);
  const slowness = createSlowness();
  const pool = runtime.pool("muster_app", { asked: slowness.asked });
  await requireKeys(pool, runtime);
  await warnOfRights(config, pool, runtime.log);
  const http = await startHttp(config, runtime, pool);
  const reporting = startReporting(pool, slowness);
  tuneHeap(heap_growing_percent);
  collectHeap();
  stopOnSignal(
    runtime.log,
    async () => {
      await http.stop();
      reporting.stop();
      await runtime.close();
    },
    config.stop_delay_s,
  );
}
