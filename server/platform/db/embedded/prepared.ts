// A migrated database, created once for each version of the program and copied for each new data directory. Creating one takes
// seconds and a few hundred MiB, so a child process does it, whose end frees the memory.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { cache_dir } from "../../files/cache-dir.js";
import { listMigrations } from "../migrate.ts";
import { compiledDir } from "./compiled.ts";
import { placesIn } from "./places.ts";

const package_file = new URL("../../../../package.json", import.meta.url);
const maker = fileURLToPath(new URL("./make-prepared.ts", import.meta.url));
const prefix = "database-";

/**
 * The folder of the prepared database, created if it is missing. null when that fails: the data directory then starts with an
 * empty database, which is migrated.
 */
export async function prepareDatabase(cache = cache_dir): Promise<string | null> {
  const folder = path.join(cache, prefix + versionOf());
  if (existsSync(folder)) return folder;
  let making: string | undefined;
  try {
    mkdirSync(cache, { recursive: true });
    making = mkdtempSync(path.join(cache, ".making-"));
    // The child process gets the flags of this process, so that this process can use the code that it compiles.
    const flags = process.execArgv.filter((flag) => flag.startsWith("--max-"));
    await promisify(execFile)(process.execPath, [...flags, maker, making, compiledDir() ?? ""]);
    const { database_dir } = placesIn(making);
    letAllRead(database_dir);
    renameSync(database_dir, folder);
    removeOthers(cache, path.basename(folder));
  } catch {
    // Another process may have created it first. If a migration has failed, it will fail again in the data directory and report
    // why.
    return existsSync(folder) ? folder : null;
  } finally {
    if (making !== undefined) rmSync(making, { recursive: true, force: true });
  }
  return folder;
}

/**
 * A digest of everything that the database is made of: the migrations, the engine, and the queue package, which creates tables of
 * its own.
 */
function versionOf(): string {
  const { dependencies } = JSON.parse(readFileSync(package_file, "utf8")) as { dependencies: Record<string, string> };
  const parts = [dependencies["@electric-sql/pglite"], dependencies["pg-boss"], ...listMigrations().map(({ sha256 }) => sha256)];
  return createHash("sha256").update(parts.join()).digest("hex").slice(0, 16);
}

/**
 * Makes the folder readable by all users: it holds no secret, and the user who starts the program may not be the one who
 * installed it.
 */
export function letAllRead(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    chmodSync(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
}

function removeOthers(cache: string, name: string): void {
  for (const other of readdirSync(cache))
    if (other.startsWith(prefix) && other !== name) rmSync(path.join(cache, other), { recursive: true, force: true });
}
