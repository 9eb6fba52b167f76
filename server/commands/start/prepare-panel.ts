import type { Logger } from "pino";
import { buildWhereStale, PanelNotBuilt } from "../../features/panel-pages/build.ts";
import { UsageError } from "../usage.ts";

/** Builds the panel if it is stale. Call it before the process listens, so that every page exists at the first request. */
export async function preparePanel(log: Logger): Promise<void> {
  try {
    await buildWhereStale(() => log.info("building the panel, once for each version; it takes about half a minute"));
  } catch (error) {
    throw error instanceof PanelNotBuilt ? new UsageError(error.message) : error;
  }
}
