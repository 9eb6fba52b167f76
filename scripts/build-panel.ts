// Builds panel/dist when it is missing or older than what it is made of; costs some milliseconds when it is current.
//
//   node scripts/build-panel.ts            before `npm start`, and whenever a test needs the panel
//   node scripts/build-panel.ts --force
import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import type * as Vite from "vite";

const root = path.join(import.meta.dirname, "..");
const dist = path.join(root, "panel", "dist");
const stamp_file = path.join(dist, "stamp");
const lock = path.join(root, "node_modules", ".panel-build");
/** A build that died leaves its lock; nobody waits longer for it. */
const lock_age_ms_max = 120_000;
const wait_ms = 200;

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
    const first = firstModules(await build({ ...common, build: { write: false, minify: false } }));
    const groups = [{ name: "first", test: (module: string) => first.has(module) }];
    const output = { codeSplitting: { includeDependenciesRecursively: false, groups } };
    await build({ ...common, build: { outDir: building, emptyOutDir: true, rolldownOptions: { output } } });
    writeFileSync(path.join(building, "stamp"), stamp);
    rmSync(dist, { recursive: true, force: true });
    renameSync(building, dist);
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

/**
 * What the page needs before it can show anything. Left to itself, the bundler makes a file of whatever some screens share: 56
 * files for the first page, and on a slow line each of them costs a way there and back. So a first build tells which modules
 * those are, and the second one puts them into one file.
 */
function firstModules(built: Awaited<ReturnType<typeof Vite.build>>): ReadonlySet<string> {
  const { output } = [built].flat()[0] as Exclude<typeof built, unknown[] | { close(): unknown }>;
  const chunks = new Map(output.flatMap((file) => (file.type === "chunk" ? [[file.fileName, file] as const] : [])));
  const seen = new Set<string>();
  const walk = (name: string): void => {
    if (seen.has(name)) return;
    seen.add(name);
    chunks.get(name)?.imports.forEach(walk);
  };
  for (const chunk of chunks.values()) if (chunk.isEntry) walk(chunk.fileName);
  return new Set([...seen].flatMap((name) => chunks.get(name)?.moduleIds ?? []));
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
  for (const name of [...sources, "package-lock.json", "scripts/build-panel.ts"])
    hash
      .update(name)
      .update("\0")
      .update(readFileSync(path.join(root, name)))
      .update("\0");
  return hash.digest("hex");
}
