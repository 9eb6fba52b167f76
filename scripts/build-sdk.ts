// `npm run sdk`: packs the SDKs for publication into ./packages or the given folder: an npm tarball and a wheel, which needs
// Python 3.10 or newer with pip.
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import path from "node:path";

const root = path.join(import.meta.dirname, "..");

/** Compiles and packs the TypeScript SDK; returns the path of the tarball. */
export function packTypescript(into: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), "muster-sdk-"));
  try {
    const source = path.join(root, "sdk/typescript");
    for (const name of ["package.json", "README.md"]) cpSync(path.join(source, name), path.join(folder, name));
    const tsc = path.join(root, "node_modules/typescript/bin/tsc");
    run(process.execPath, [tsc, "-p", source, "--outDir", path.join(folder, "dist")], root);
    mkdirSync(into, { recursive: true });
    const packed = run("npm", ["pack", "--json", "--silent", "--pack-destination", into], folder);
    const [{ filename }] = Object.values(JSON.parse(packed) as object) as [{ filename: string }];
    return path.join(into, filename);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Builds the wheel of the Python SDK; returns its path. */
export function packPython(into: string, python = "python3", options: string[] = []): string {
  mkdirSync(into, { recursive: true });
  // Built in a copy, because the builder leaves folders behind.
  const folder = mkdtempSync(path.join(tmpdir(), "muster-sdk-"));
  try {
    cpSync(path.join(root, "sdk/python"), folder, { recursive: true, filter: (name) => !name.includes("__pycache__") });
    run(python, ["-m", "pip", "wheel", "-q", "--no-deps", "--disable-pip-version-check", ...options, "-w", into, "."], folder);
    return path.join(into, globSync("muster_sdk-*.whl", { cwd: into })[0]!);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(command: string, args: string[], cwd: string): string {
  return execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], timeout: 300_000 });
}

if (import.meta.main) {
  const into = path.resolve(process.argv[2] ?? "packages");
  console.log(packTypescript(into));
  console.log(packPython(into));
}
