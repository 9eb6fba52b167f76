// What the first start would otherwise wait for: the server's code compiled, and for `npm start` the panel's pages and a migrated database to copy.
// Run at the end of `npm ci` (prepare.cjs); side by side, in a process each. `prepare.ts code`: the code alone.
import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import { enableCompileCache, flushCompileCache, getCompileCacheDir } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { cache_dir } from "../server/platform/files/cache-dir.js";

const root = path.join(import.meta.dirname, "..");
/** Programs of their own, which start when they are loaded, and what only tests load. */
const not_loaded = /(^server\/main|\/bridge|\/make-prepared|\.test|\.long|\.fixture)\.ts$/;

// As server/loading.js keeps it; what is loaded before is not kept.
enableCompileCache(cache_dir);
const { buildWhereStale } = await import("../server/features/panel-pages/build.ts");
const { letAllRead, prepareDatabase } = await import("../server/platform/db/embedded/prepared.ts");
const code_only = process.argv[2] === "code";
await Promise.all([compile(), ...(code_only ? [] : [buildWhereStale(() => undefined), prepareDatabase()])]);
// There is nothing secret in it, and the program may be installed by one user and started by another.
const kept = getCompileCacheDir();
if (kept !== undefined) letAllRead(kept);

/** Everything, also what most processes never load: the first file that is not compiled costs more than all the others. */
async function compile(): Promise<void> {
  const files = globSync("server/**/*.ts", { cwd: root }).filter((name) => !not_loaded.test(name.replaceAll(path.sep, "/")));
  // What cannot be loaded here is said by the command that needs it.
  await Promise.allSettled(files.map((name) => import(pathToFileURL(path.join(root, name)).href)));
  flushCompileCache();
  await promisify(execFile)(process.execPath, [...process.execArgv, path.join(root, "server", "muster.js"), "help"]);
}
