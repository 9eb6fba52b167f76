import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";

const root = path.join(import.meta.dirname, "..", "..", "..");
/** Where the built panel lies. */
export const panel_folder = path.join(root, "panel", "dist");
/** In that folder: what it was built from. */
export const stamp_name = "stamp";

/** A digest over every source of the panel, and the versions of bundled packages; null where there are no sources. */
export function panelStamp(): string | null {
  const sources = globSync(["panel/*.{html,ts,json}", "panel/src/**/*.*"], { cwd: root }).toSorted();
  if (sources.length === 0) return null;
  const hash = createHash("sha256");
  for (const name of [...sources, "package-lock.json", "scripts/build-panel.ts", "scripts/paint-panel.ts"])
    hash
      .update(name)
      .update("\0")
      .update(readFileSync(path.join(root, name)))
      .update("\0");
  return hash.digest("hex");
}

/** Whether the panel is built from what lies there. Where only the built panel was brought along, it is. */
export function isBuilt(stamp = panelStamp()): boolean {
  const stamp_file = path.join(panel_folder, stamp_name);
  return existsSync(stamp_file) && (stamp === null || readFileSync(stamp_file, "utf8") === stamp);
}
