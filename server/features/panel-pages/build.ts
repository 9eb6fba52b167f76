import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { isBuilt } from "./stamp.ts";

/** The panel is not there and could not be built; its message is all that the operator needs. */
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

/** Builds the panel where it is missing or older than its sources: in a process of its own, so that what builds leaves nothing here. */
export async function buildWhereStale(onBuild: () => void): Promise<void> {
  if (isBuilt()) return;
  onBuild();
  try {
    await promisify(execFile)(process.execPath, [builder]);
  } catch (error) {
    throw new PanelNotBuilt(String((error as { stderr?: string }).stderr ?? error).trim());
  }
}
