import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";

const root = path.join(import.meta.dirname, "..", "..", "..");
/** The folder of the built panel. */
export const panel_folder = path.join(root, "panel", "dist");
/** The file in that folder with the digest of its sources. */
export const stamp_name = "stamp";

/** A digest of all sources of the panel and of the versions of bundled packages; null: there are no sources. */
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

/** Whether the panel was built from its present sources. Without sources, the built panel counts as up to date. */
export function isBuilt(stamp = panelStamp()): boolean {
  const stamp_file = path.join(panel_folder, stamp_name);
  return existsSync(stamp_file) && (stamp === null || readFileSync(stamp_file, "utf8") === stamp);
}
