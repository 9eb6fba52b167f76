// Builds panel/dist when it is missing or older than what it is made of; costs some milliseconds when it is current.
//
//   node scripts/build-panel.ts            before `npm start`, and whenever a test needs the panel
//   node scripts/build-panel.ts --force
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type * as Vite from "vite";

const root = path.join(import.meta.dirname, "..");
const dist = path.join(root, "panel", "dist");
const stamp_file = path.join(dist, "stamp");
const painter = path.join(import.meta.dirname, "paint-panel.ts");
const lock = path.join(root, "node_modules", ".panel-build");
/** A build that died leaves its lock; nobody waits longer for it. */
const lock_age_ms_max = 120_000;
const wait_ms = 200;
/** Below this, a compressed copy saves no packet. */
const compressed_bytes_min = 1_000;
/** A part of fewer bytes, as it is written, costs more on its way by itself than beside others that are not wanted. */
const small_bytes_max = 6_000;
/** From so many screens on, a small part is everybody's. */
const sharing_screens_min = 3;

if (import.meta.main) await buildPanel({ force: process.argv.includes("--force") });

/** Two processes that find it stale at once do not build it twice. */
export async function buildPanel({ force = false }: { force?: boolean } = {}): Promise<void> {
  const stamp = stampOf();
  if (force) rmSync(stamp_file, { force: true });
  if (isCurrent(stamp)) return;
  if (!(await takeLock(stamp))) return;
  try {
    const { build } = await import("vite");
    const building = path.join(root, "panel", `.dist-${process.pid}`);
    const common = { configFile: path.join(root, "panel", "vite.config.ts"), logLevel: "error" as const };
    const groups = groupsOf(await build({ ...common, build: { write: false, minify: false } }));
    const output = { codeSplitting: { includeDependenciesRecursively: false, groups } };
    await build({ ...common, build: { outDir: building, emptyOutDir: true, rolldownOptions: { output } } });
    await compressAssets(path.join(building, "assets"));
    await promisify(execFile)(process.execPath, [painter, path.join(building, "paintings.json")]);
    writeFileSync(path.join(building, "stamp"), stamp);
    rmSync(dist, { recursive: true, force: true });
    renameSync(building, dist);
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

/** Copies for browsers that take them, as small as they can be: the build has more time than any visitor. */
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
 * Left to itself, the bundler makes a file of whatever some screens share: 56 files for the first page and 30 for a list, and
 * on a slow line each of them costs a way there and back. So a first build tells who needs which modules, and the second one
 * puts together what every page begins with, small parts of screens, what lists need, and what dialogs need.
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
  const closureOfComponent = (file: string) =>
    all
      .filter(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/components/${file}`)))
      .flatMap(({ fileName }) => [...closureOf(fileName)]);
  const first = all.filter(({ isEntry }) => isEntry).flatMap(({ fileName }) => [...closureOf(fileName)]);
  const everywhere = new Set([...first, ...closureOfComponent("search-field.tsx")]);
  const isSmall = (name: string) => everywhere.has(name) || (chunks.get(name)?.code.length ?? 0) <= small_bytes_max;
  // With all that it needs itself, or a small part would bring large ones to every page.
  const isShared = ({ fileName, isDynamicEntry }: (typeof all)[number]) =>
    !isDynamicEntry &&
    [...closureOf(fileName)].every(isSmall) &&
    closures.filter((closure) => closure.has(fileName)).length >= sharing_screens_min;
  const wanted: [string, string[]][] = [
    ["first", first],
    ["page", [...everywhere, ...all.filter(isShared).map(({ fileName }) => fileName)]],
    ["list", ["data-list.tsx", "saved-views.tsx", "side-panel.tsx"].flatMap(closureOfComponent)],
    ["dialog", closureOfComponent("dialog-form.tsx")],
  ];
  return wanted.map(([name, files]) => {
    const modules = new Set(files.flatMap((file) => chunks.get(file)?.moduleIds ?? []));
    return { name, test: (module) => modules.has(module) };
  });
}

function isCurrent(stamp: string): boolean {
  return existsSync(stamp_file) && readFileSync(stamp_file, "utf8") === stamp;
}

/** Whether it is ours to build; false when another process has built it meanwhile. */
async function takeLock(stamp: string): Promise<boolean> {
  for (;;) {
    try {
      mkdirSync(lock);
      if (!isCurrent(stamp)) return true;
      rmSync(lock, { recursive: true, force: true });
      return false;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const age_ms = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age_ms > lock_age_ms_max) rmSync(lock, { recursive: true, force: true });
    await new Promise((resolve) => setTimeout(resolve, wait_ms));
  }
}

/** A digest over every source, and the versions of what is built in. */
function stampOf(): string {
  const hash = createHash("sha256");
  const sources = globSync(["panel/*.{html,ts,json}", "panel/src/**/*.*"], { cwd: root }).toSorted();
  for (const name of [...sources, "package-lock.json", "scripts/build-panel.ts", "scripts/paint-panel.ts"])
    hash
      .update(name)
      .update("\0")
      .update(readFileSync(path.join(root, name)))
      .update("\0");
  return hash.digest("hex");
}
