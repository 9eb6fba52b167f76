import type { Logger } from "pino";
import { buildWhereStale, PanelNotBuilt } from "../../features/panel-pages/build.ts";
import { UsageError } from "../usage.ts";

/** Builds the panel where it is stale, before anything listens, so that no request meets a page that is missing. */
export async function preparePanel(log: Logger): Promise<void> {
  try {
    await buildWhereStale(() => log.info("building the panel, once for each version; it takes about half a minute"));
  } catch (error) {
    throw error instanceof PanelNotBuilt ? new UsageError(error.message) : error;
  }
}
