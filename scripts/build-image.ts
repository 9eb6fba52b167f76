// `npm run image`: builds a container image as an OCI layout, from packages of fixed versions and without a daemon.
//
//   node scripts/build-image.ts [FOLDER]      default: ./image
//
// It has four layers: the Debian packages that Node needs, Node, the packages that the server imports, and the server with its
// migrations and the built panel. It contains no shell, package manager or tests. An SBOM (CycloneDX) is written beside the
// layout and into the image. The same sources and packages give the same digest. `skopeo copy oci:FOLDER:latest docker://…`
// pushes it.
import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { buildPanel } from "./build-panel.ts";
import { listDebian, unpackDebian } from "./image/debian.ts";
import { writeLayout, type Layer } from "./image/oci.ts";
import { listRuntimePackages } from "./image/packages.ts";
import { sbomOf } from "./image/sbom.ts";

const root = path.join(import.meta.dirname, "..");
/** The numeric id of the user who runs the server: Kubernetes can then check that it is not root. */
const user = 65_532;
const architectures: Readonly<Record<string, string>> = { x64: "amd64", arm64: "arm64" };

if (import.meta.main) {
  const [folder = "image"] = process.argv.slice(2);
  await buildPanel();
  const { digest, size_bytes, packages } = buildImage(path.resolve(folder));
  console.log(`${folder}: ${digest}, ${Math.round(size_bytes / 1_000_000)} MB packed, ${packages} packages`);
}

export type BuiltImage = { digest: string; size_bytes: number; packages: number };

/** Writes the layout into a folder, whose previous contents are deleted. */
export function buildImage(folder: string): BuiltImage {
  const architecture = architectures[process.arch];
  if (process.platform !== "linux" || architecture === undefined)
    throw new Error("An image is built on Linux, for the processor of the machine (x64 or arm64).");
  const staging = mkdtempSync(path.join(tmpdir(), "muster-image-"));
  try {
    const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as { version: string };
    const debian = listDebian(path.join(staging, "debs"), architecture);
    const packages = listRuntimePackages(root);
    const node = `node-linux-${process.arch}`;
    const sbom = sbomOf({ version, debian, packages: [...packages, ...listRuntimePackages(root, [node])] });
    const place = (name: string) => {
      const made = path.join(staging, name);
      mkdirSync(made);
      return made;
    };
    const layers: Layer[] = [
      { what: "what Node needs of Debian", folder: unpackDebian(debian, place("debian"), user) },
      { what: "Node", folder: stageNode(place("node"), node) },
      { what: "the packages that the server imports", folder: stagePackages(place("packages"), packages) },
      { what: "the server, its migrations and the built panel", folder: stageServer(place("server"), sbom) },
    ];
    const written = writeLayout(folder, layers, { version, architecture, user, created_s: createdAt() });
    writeFileSync(path.join(folder, "sbom.cdx.json"), sbom);
    return { ...written, packages: debian.length + packages.length + 1 };
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** The time of the commit, so that the same sources give the same image. */
function createdAt(): number {
  const given = process.env["SOURCE_DATE_EPOCH"];
  if (given) return Number(given);
  try {
    return Number(
      execFileSync("git", ["log", "-1", "--format=%ct"], { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }),
    );
  } catch {
    return 0; // sources without their history
  }
}

function stageNode(to: string, name: string): string {
  const from = path.join(root, "node_modules", name);
  mkdirSync(path.join(to, "usr/local/bin"), { recursive: true });
  cpSync(path.join(from, "bin/node"), path.join(to, "usr/local/bin/node"));
  mkdirSync(path.join(to, "usr/share/doc/node"), { recursive: true });
  cpSync(path.join(from, "LICENSE"), path.join(to, "usr/share/doc/node/LICENSE"));
  return to;
}

function stagePackages(to: string, packages: readonly { place: string }[]): string {
  for (const { place } of packages) {
    const from = path.join(root, place);
    // Packages within a package's own node_modules are listed separately.
    const filter = (name: string) => !path.relative(from, name).split(path.sep).includes("node_modules");
    cpSync(from, path.join(to, "opt/muster", place), { recursive: true, filter });
  }
  return to;
}

function stageServer(to: string, sbom: string): string {
  const home = path.join(to, "opt/muster");
  const files = globSync(["server/**/*", "sdk/typescript/src/**/*", "migrations/*.sql", "panel/dist/**/*", "package.json"], {
    cwd: root,
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile() && !/\.(test|long|fixture)\.ts$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
  for (const file of files) cpSync(path.join(root, file), path.join(home, file));
  mkdirSync(path.join(to, "usr/share/muster"), { recursive: true });
  writeFileSync(path.join(to, "usr/share/muster/sbom.cdx.json"), sbom);
  return to;
}
