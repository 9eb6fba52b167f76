// How the program's files are found and loaded. To be imported before any other of them.
import { lutimesSync, mkdtempSync, readdirSync, rmdirSync, rmSync, symlinkSync } from "node:fs";
import { constants, enableCompileCache, getCompileCacheDir, registerHooks } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { cache_dir } from "./platform/files/cache-dir.js";

// What was compiled at an earlier start need not be compiled again: half of the time of a start. Where there is nothing to be read, starts go
// on without.
if (enableCompileCache(cache_dir).status === constants.compileCacheStatus.FAILED) readOthers();

// Our own files name each other by their places: to look each of a thousand up on the disk is a sixth of the time in which they load.
registerHooks({
  resolve(specifier, context, next) {
    if (!specifier.startsWith(".") || !specifier.endsWith(".ts")) return next(specifier, context);
    return { url: new URL(specifier, context.parentURL).href, format: "module-typescript", shortCircuit: true };
  },
});

/** Temporary folders are cleared of what was not touched for days. */
const renew_interval_ms = 3_600_000;

/**
 * Node keeps a folder of compiled code for each user, with the user's number at the end of its name. One who may not make a folder there reads
 * that of who installed the program, by a link in a folder that lasts as long as the process.
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
    // There is no cache, or no place for a link.
  }
}

/**
 * Systems remove what lies in the temporary folder for some days; another user could then make a folder of the same name, with code of their own.
 * @param {string[]} places
 */
function keepFresh(...places) {
  const now = new Date();
  try {
    for (const place of places) lutimesSync(place, now, now);
  } catch {
    // The folder is gone: nothing is read there.
  }
}

/** @param {string} name */
function withoutUser(name) {
  return name.replace(/-\d+$/, "");
}
