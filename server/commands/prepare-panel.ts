import type { Logger } from "pino";
import { buildWhereStale, PanelNotBuilt } from "../features/panel-pages/build.ts";
import { UsageError } from "./usage.ts";

/** Before anything listens: no page of the panel is asked for that is not there. */
export async function preparePanel(log: Logger): Promise<void> {
  try {
    await buildWhereStale(() => log.info("building the panel, once for each version; it takes about half a minute"));
  } catch (error) {
    throw error instanceof PanelNotBuilt ? new UsageError(error.message) : error;
  }
}
