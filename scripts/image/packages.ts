// The packages that the server needs at run time: those that its files import, and their dependencies. Packages that only build
// the panel are left out.
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";

export type RuntimePackage = {
  name: string;
  version: string;
  /** Its folder: `node_modules/pg`. */
  place: string;
  license: string | null;
  /** The hash in the lock file: `sha512-…`. */
  integrity: string;
};

type Locked = {
  version: string;
  integrity: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};

/** `roots`: names of packages to start with; left out: those that the server's files import. */
export function listRuntimePackages(root: string, roots = importedByServer(root)): RuntimePackage[] {
  const { packages } = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, Locked>;
  };
  const found = new Map<string, RuntimePackage>();
  const add = (name: string, from: string, is_optional: boolean) => {
    const place = resolve(packages, name, from);
    if (place === null || !existsSync(path.join(root, place))) {
      if (is_optional) return;
      throw new Error(`${name} is not installed: run npm ci`);
    }
    if (found.has(place)) return;
    const locked = packages[place]!;
    const own = JSON.parse(readFileSync(path.join(root, place, "package.json"), "utf8")) as { version: string; license?: string };
    if (own.version !== locked.version) throw new Error(`${place} is ${own.version} and not ${locked.version}: run npm ci`);
    const license = typeof own.license === "string" ? own.license : null;
    found.set(place, { name, version: locked.version, place, license, integrity: locked.integrity });
    for (const next of Object.keys(locked.dependencies ?? {})) add(next, place, false);
    for (const next of Object.keys(locked.optionalDependencies ?? {})) add(next, place, true);
    for (const next of Object.keys(locked.peerDependencies ?? {}))
      add(next, place, locked.peerDependenciesMeta?.[next]?.optional ?? false);
  };
  for (const name of roots) add(name, "", false);
  return [...found.values()].toSorted((one, other) => (one.place < other.place ? -1 : 1));
}

/** Every dependency that a file of the server imports. */
function importedByServer(root: string): string[] {
  const { dependencies } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  const files = globSync("server/**/*.ts", { cwd: root }).filter((name) => !/\.(test|long|fixture)\.ts$/.test(name));
  const text = files.map((name) => readFileSync(path.join(root, name), "utf8")).join("\n");
  return Object.keys(dependencies).filter((name) => text.includes(`"${name}"`) || text.includes(`"${name}/`));
}

/** Finds a package as Node does: in the importing package's own node_modules, or in those of the folders around it. */
function resolve(packages: Record<string, Locked>, name: string, from: string): string | null {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf("/node_modules/")))) {
    const wanted = place === "" ? `node_modules/${name}` : `${place}/node_modules/${name}`;
    if (packages[wanted] !== undefined) return wanted;
    if (place === "") return null;
  }
}
