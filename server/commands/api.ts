import type { Config } from "../config.ts";
import { requireCurrentSchema } from "../platform/db/migrate.ts";
import { startHttp } from "./http.ts";
import { preparePanel } from "./prepare-panel.ts";
import { openRuntime, requireServer, stopOnSignal } from "./runtime.ts";

/** `muster api`: serves HTTP on a database that `muster migrate` has prepared; as many of them as wanted. */
export async function api(config: Readonly<Config>): Promise<void> {
  requireServer(config, "api");
  const runtime = await openRuntime(config, "api");
  await preparePanel(runtime.log);
  await requireCurrentSchema(runtime.connection);
  const http = await startHttp(config, runtime, runtime.pool("muster_app"));
  stopOnSignal(
    runtime.log,
    async () => {
      await http.stop();
      await runtime.close();
    },
    config.stop_delay_s,
  );
}
