// Does what the first start would otherwise wait for: it compiles the server's code, and for `npm start` builds the panel and
// migrates a database to copy. It runs at the end of `npm ci` (prepare.cjs), each part in a process of its own. `prepare.ts code`
// only compiles.
import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import { enableCompileCache, flushCompileCache, getCompileCacheDir } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { cache_dir } from "../server/platform/files/cache-dir.js";

const root = path.join(import.meta.dirname, "..");
/** Left out: programs that start when they are loaded, and files that only tests load. */
const not_loaded = /(^server\/main|\/bridge|\/make-prepared|\.test|\.long|\.fixture)\.ts$/;

// In the same folder as server/loading.js. Modules that are loaded before this line are not stored.
enableCompileCache(cache_dir);
const { buildWhereStale } = await import("../server/features/panel-pages/build.ts");
const { letAllRead, prepareDatabase } = await import("../server/platform/db/embedded/prepared.ts");
const code_only = process.argv[2] === "code";
await Promise.all([compile(), ...(code_only ? [] : [buildWhereStale(() => undefined), prepareDatabase()])]);
// The compiled code contains no secret, and the program may be installed by one user and started by another.
const kept = getCompileCacheDir();
if (kept !== undefined) letAllRead(kept);

/**
 * Compiles all files, including those that most processes never load: the first file that is not compiled costs more than all the
 * others.
 */
async function compile(): Promise<void> {
  const files = globSync("server/**/*.ts", { cwd: root }).filter((name) => !not_loaded.test(name.replaceAll(path.sep, "/")));
  // If a file cannot be loaded here, the command that needs it reports that.
  await Promise.allSettled(files.map((name) => import(pathToFileURL(path.join(root, name)).href)));
  flushCompileCache();
  await promisify(execFile)(process.execPath, [...process.execArgv, path.join(root, "server", "muster.js"), "help"]);
}
