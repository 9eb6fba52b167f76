import { getCompileCacheDir } from "node:module";
import path from "node:path";

/**
 * The folder in which this process keeps compiled code, to be used by its threads and child processes too; null: it keeps none.
 */
export function compiledDir(): string | null {
  // Node appends a folder for its version, the flags and the user.
  const folder = getCompileCacheDir();
  return folder === undefined ? null : path.dirname(folder);
}
