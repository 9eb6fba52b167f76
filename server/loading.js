// Decides how Node finds and loads the program's files. It is imported before all others.
import { lutimesSync, mkdtempSync, readdirSync, rmdirSync, rmSync, symlinkSync } from "node:fs";
import { constants, enableCompileCache, getCompileCacheDir, registerHooks } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { cache_dir } from "./platform/files/cache-dir.js";

// Code that an earlier start has compiled is read from disk, which saves half of the time of a start. Without a readable folder, the
// program starts without compiled code.
if (enableCompileCache(cache_dir).status === constants.compileCacheStatus.FAILED) readOthers();

// Files of the program import each other by relative path with extension, so their URLs need no look-up on the disk. For a thousand
// files, the look-ups would take a sixth of the time in which they load.
registerHooks({
  resolve(specifier, context, next) {
    if (!specifier.startsWith(".") || !specifier.endsWith(".ts")) return next(specifier, context);
    return { url: new URL(specifier, context.parentURL).href, format: "module-typescript", shortCircuit: true };
  },
});

/** Systems remove files from temporary folders that have not been touched for days. */
const renew_interval_ms = 3_600_000;

/**
 * Node keeps a folder of compiled code for each user of the system; its name ends with the user's number. A user who may not create
 * such a folder reads the folder of the user who installed the program, by a link in a temporary folder that is removed when the
 * process ends.
 */
function readOthers() {
  try {
    const kept = readdirSync(cache_dir).filter((name) => name.startsWith(`${process.version}-${process.arch}-`));
    if (kept.length === 0) return;
    const own = mkdtempSync(path.join(tmpdir(), "muster-"));
    process.once("exit", () => rmSync(own, { recursive: true, force: true }));
    enableCompileCache(own);
    const directory = getCompileCacheDir();
    const others = kept.find((name) => withoutUser(name) === withoutUser(path.basename(directory)));
    if (others === undefined) return;
    rmdirSync(directory);
    symlinkSync(path.join(cache_dir, others), directory);
    setInterval(() => keepFresh(own, directory), renew_interval_ms).unref();
  } catch {
    // There is no compiled code, or no link can be created: the program starts without.
  }
}

/**
 * Sets the times of the files to now, so that the system does not remove them from the temporary folder. Otherwise another user
 * could create a folder of the same name with code of their own.
 * @param {string[]} places
 */
function keepFresh(...places) {
  const now = new Date();
  try {
    for (const place of places) lutimesSync(place, now, now);
  } catch {
    // The folder has been removed, so nothing is read from it.
  }
}

/** @param {string} name */
function withoutUser(name) {
  return name.replace(/-\d+$/, "");
}
