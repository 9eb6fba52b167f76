// A database as the migrations leave it, made once for each version and copied for each new data directory: to make one takes
// seconds and a few hundred MiB, which go with the process that makes it.
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

/** The folder of the prepared database, made where it is missing; null where that fails: a data directory begins with an empty database then, and is migrated. */
export async function prepareDatabase(cache = cache_dir): Promise<string | null> {
  const folder = path.join(cache, prefix + versionOf());
  if (existsSync(folder)) return folder;
  let making: string | undefined;
  try {
    mkdirSync(cache, { recursive: true });
    making = mkdtempSync(path.join(cache, ".making-"));
    // Under the flags of this process, so that what it compiles is of use here.
    const flags = process.execArgv.filter((flag) => flag.startsWith("--max-"));
    await promisify(execFile)(process.execPath, [...flags, maker, making, compiledDir() ?? ""]);
    const { database_dir } = placesIn(making);
    letAllRead(database_dir);
    renameSync(database_dir, folder);
    removeOthers(cache, path.basename(folder));
  } catch {
    // Another process may have been faster. A migration that fails here fails there, too, and says why.
    return existsSync(folder) ? folder : null;
  } finally {
    if (making !== undefined) rmSync(making, { recursive: true, force: true });
  }
  return folder;
}

/** Of everything that it is made of: migrations, the engine, and the package whose tables stand beside ours. */
function versionOf(): string {
  const { dependencies } = JSON.parse(readFileSync(package_file, "utf8")) as { dependencies: Record<string, string> };
  const parts = [dependencies["@electric-sql/pglite"], dependencies["pg-boss"], ...listMigrations().map(({ sha256 }) => sha256)];
  return createHash("sha256").update(parts.join()).digest("hex").slice(0, 16);
}

/** There is nothing secret in it, and the program may be installed by one user and started by another. */
export function letAllRead(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    chmodSync(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
}

function removeOthers(cache: string, name: string): void {
  for (const other of readdirSync(cache))
    if (other.startsWith(prefix) && other !== name) rmSync(path.join(cache, other), { recursive: true, force: true });
}
