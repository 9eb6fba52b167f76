import type { Tool } from "../tools/sql.ts";

/**
 * The address that a launch opens: that of the item, otherwise that of the tool. A run may have an older list of items, from
 * before the tool moved to another origin; the item's address then no longer belongs to the tool.
 */
export function targetOf({ launch_url }: Pick<Tool, "launch_url">, { url }: { url: string | null }): string {
  return url !== null && new URL(url).origin === new URL(launch_url).origin ? url : launch_url;
}
