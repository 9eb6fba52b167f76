// Builds panel/dist if it is missing or outdated; takes some milliseconds if it is current.
//
//   node scripts/build-panel.ts            run by `npm ci`, `npm run build`, `npm start`, `muster api` and tests
//   node scripts/build-panel.ts --force
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type * as Vite from "vite";
import { player_manifest, player_source } from "../server/features/panel-pages/files.ts";
import { isBuilt, panel_folder, panelStamp, stamp_name } from "../server/features/panel-pages/stamp.ts";

const root = path.join(import.meta.dirname, "..");
const painter = path.join(import.meta.dirname, "paint-panel.ts");
const lock = path.join(root, "panel", ".dist-lock");
/** Within the lock: the machine and the process of the build. */
const owner_file = path.join(lock, "owner");
/** How long others wait for a build on another machine, of which they cannot see whether it still runs. */
const lock_age_ms_max = 120_000;
const wait_ms = 200;
/** A smaller file is not compressed, because that would save no network packet. */
const compressed_bytes_min = 1_000;
/**
 * The size in bytes up to which a part is small: loading it alone costs more than loading it together with parts that are not
 * needed.
 */
const small_bytes_max = 6_000;
/** A small part that at least this many screens use is loaded with every page. */
const sharing_screens_min = 3;

/** Errors of the file system that a sentence explains better than a stack trace. */
const not_writable = ["EACCES", "EPERM", "EROFS", "ENOSPC"];

if (import.meta.main) {
  try {
    await buildPanel({ force: process.argv.includes("--force") });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    console.error(not_writable.includes(code ?? "") ? message : error);
    process.exitCode = 1;
  }
}

/** A lock ensures that two processes that find the panel outdated at the same time do not build it twice. */
export async function buildPanel({ force = false }: { force?: boolean } = {}): Promise<void> {
  const stamp = panelStamp();
  if (force) rmSync(path.join(panel_folder, stamp_name), { force: true });
  if (isBuilt(stamp)) return;
  if (stamp === null) throw new Error("there is nothing to build the panel from: panel/src is missing");
  if (!(await takeLock(stamp))) return;
  const building = path.join(root, "panel", `.dist-${process.pid}`);
  const { NODE_ENV: node_env } = process.env;
  try {
    // Fails here if the folder is not writable, before the work is done.
    mkdirSync(building, { recursive: true });
    const { build } = await import("vite");
    const common = { configFile: path.join(root, "panel", "vite.config.ts"), logLevel: "error" as const };
    const groups = groupsOf(await build({ ...common, build: { write: false, minify: false } }));
    const output = { codeSplitting: { includeDependenciesRecursively: false, groups } };
    await build({ ...common, build: { outDir: building, emptyOutDir: true, rolldownOptions: { output } } });
    // The player is a page of another origin, so it shares no files with the panel.
    const player = { manifest: player_manifest, rolldownOptions: { input: path.join(root, "panel", player_source) } };
    await build({ ...common, build: { outDir: building, emptyOutDir: false, ...player } });
    await compressAssets(path.join(building, "assets"));
    await promisify(execFile)(process.execPath, [painter, path.join(building, "paintings.json")]);
    writeFileSync(path.join(building, stamp_name), stamp);
    putInPlace(building, stamp);
  } finally {
    // Vite sets NODE_ENV, and programs that this process starts later would inherit it.
    if (node_env === undefined) delete process.env["NODE_ENV"];
    else process.env["NODE_ENV"] = node_env;
    rmSync(building, { recursive: true, force: true });
    rmSync(lock, { recursive: true, force: true });
  }
}

/** Renames the folders, so that the panel is missing only between two system calls. */
function putInPlace(building: string, stamp: string): void {
  const former = `${building}-former`;
  try {
    if (existsSync(panel_folder)) renameSync(panel_folder, former);
    renameSync(building, panel_folder);
  } catch (error) {
    // Another process took this build for dead and has built the panel first.
    if (!isBuilt(stamp)) throw error;
  } finally {
    rmSync(former, { recursive: true, force: true });
  }
}

/** Compresses files at the highest level, because the build has more time than a request. */
async function compressAssets(folder: string): Promise<void> {
  const names = readdirSync(folder).filter((name) => /\.(js|css|svg|json)$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      const plain = readFileSync(file);
      if (plain.length < compressed_bytes_min) return;
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(plain));
      writeFileSync(`${file}.gz`, await promisify(gzip)(plain, { level: 9 }));
    }),
  );
}

type Built = Awaited<ReturnType<typeof Vite.build>>;

/**
 * Groups modules into files. By default the bundler makes a file of every part that some screens share: 56 files for the first
 * page and 30 for a list, each of which costs a round trip on a slow network. So a first build finds which screens need which
 * modules. The second one groups what every page starts with, small parts of screens, what lists need, and what dialogs need.
 */
function groupsOf(built: Built): { name: string; test: (module: string) => boolean }[] {
  const { output } = [built].flat()[0] as Exclude<Built, unknown[] | { close(): unknown }>;
  const chunks = new Map(output.flatMap((file) => (file.type === "chunk" ? [[file.fileName, file] as const] : [])));
  const closureOf = (name: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(name)) return seen;
    seen.add(name);
    chunks.get(name)?.imports.forEach((imported) => closureOf(imported, seen));
    return seen;
  };
  const all = [...chunks.values()];
  const screens = all.filter(({ isDynamicEntry, facadeModuleId }) => isDynamicEntry && facadeModuleId?.includes("/screens/"));
  const closures = screens.map(({ fileName }) => closureOf(fileName));
  const closureOfComponent = (file: string) => {
    const holders = all.filter(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/components/${file}`)));
    if (holders.length === 0)
      throw new Error(`The panel has no components/${file}: name its parts anew in ${import.meta.filename}.`);
    return holders.flatMap(({ fileName }) => [...closureOf(fileName)]);
  };
  const first = all.filter(({ isEntry }) => isEntry).flatMap(({ fileName }) => [...closureOf(fileName)]);
  const everywhere = new Set([...first, ...closureOfComponent("lists/search-field.tsx")]);
  const isSmall = (name: string) => everywhere.has(name) || (chunks.get(name)?.code.length ?? 0) <= small_bytes_max;
  // A part is shared only if everything that it imports is small too; otherwise a small part would add large ones to every page.
  const isShared = ({ fileName, isDynamicEntry }: (typeof all)[number]) =>
    !isDynamicEntry &&
    [...closureOf(fileName)].every(isSmall) &&
    closures.filter((closure) => closure.has(fileName)).length >= sharing_screens_min;
  const wanted: [string, string[]][] = [
    ["first", first],
    ["page", [...everywhere, ...all.filter(isShared).map(({ fileName }) => fileName)]],
    ["list", ["lists/list-page.tsx", "lists/filters.tsx", "side-panel.tsx"].flatMap(closureOfComponent)],
    ["dialog", closureOfComponent("forms/use-dialog-form.ts")],
  ];
  return wanted.map(([name, files]) => {
    const modules = new Set(files.flatMap((file) => chunks.get(file)?.moduleIds ?? []));
    return { name, test: (module) => modules.has(module) };
  });
}

/** Whether this process must build; false if another process has built it meanwhile. */
async function takeLock(stamp: string): Promise<boolean> {
  for (;;) {
    try {
      mkdirSync(lock);
      if (!isBuilt(stamp)) {
        writeFileSync(owner_file, `${hostname()} ${process.pid}`);
        return true;
      }
      rmSync(lock, { recursive: true, force: true });
      return false;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    if (isAbandoned()) rmSync(lock, { recursive: true, force: true });
    await new Promise((resolve) => setTimeout(resolve, wait_ms));
  }
}

/** Whether the build that holds the lock has died: its process is gone, or it runs on another machine and began long ago. */
function isAbandoned(): boolean {
  const [host, pid] = existsSync(owner_file) ? readFileSync(owner_file, "utf8").split(" ") : [];
  if (host === hostname() && pid !== undefined) return !isRunning(Number(pid));
  const age_ms = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  return age_ms > lock_age_ms_max;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
