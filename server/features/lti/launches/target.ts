import type { Tool } from "../tools/sql.ts";

/**
 * What a launch opens: the item's address within the tool, else the tool's own. A run may have a list of items from before the tool moved to
 * another origin: what the item names is not the tool's any more.
 */
export function targetOf({ launch_url }: Pick<Tool, "launch_url">, { url }: { url: string | null }): string {
  return url !== null && new URL(url).origin === new URL(launch_url).origin ? url : launch_url;
}
