import { getCompileCacheDir } from "node:module";
import path from "node:path";

/** Where this process keeps compiled code, for threads and processes of its own; null: nowhere. */
export function compiledDir(): string | null {
  // Node adds the folder of its version, the flags and the user.
  const folder = getCompileCacheDir();
  return folder === undefined ? null : path.dirname(folder);
}
