import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { isBuilt } from "./stamp.ts";

/** The panel is missing and could not be built. The message contains all that the operator needs. */
export class PanelNotBuilt extends Error {
  constructor(cause: string) {
    super(
      `The panel has not been built, and it cannot be built here: ${cause}\n` +
        "Run `npm run build` as a user who may write to this folder; then start again.",
    );
    this.name = "PanelNotBuilt";
  }
}

const builder = path.join(import.meta.dirname, "..", "..", "..", "scripts", "build-panel.ts");

/**
 * Builds the panel if it is missing or older than its sources. A process of its own does it, so that the bundler's memory is
 * freed.
 */
export async function buildWhereStale(onBuild: () => void): Promise<void> {
  if (isBuilt()) return;
  onBuild();
  try {
    await promisify(execFile)(process.execPath, [builder]);
  } catch (error) {
    throw new PanelNotBuilt(String((error as { stderr?: string }).stderr ?? error).trim());
  }
}
