// The previous version as a checkout of its own, for tests in which both versions run side by side. Versions are tags `v…`. In a
// clone without tags, the previous version is the newest commit that changed CHANGELOG.md and has fewer migrations than this
// checkout, because that is what operators who follow the changelog run. UPGRADE_FROM names another one.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const root = path.join(import.meta.dirname, "..", "..", "..");
const git_bytes_max = 1 << 28;

export type LastVersion = { commit: string; why: string; newest_migration: string };

/** The commit, and why it was chosen; a text says why there is none. */
export function findLastVersion(): LastVersion | string {
  if (!existsSync(path.join(root, ".git"))) return "needs a clone with its history";
  const here = migrationsHere();
  const named = process.env["UPGRADE_FROM"];
  if (named) return versionAt(named, "UPGRADE_FROM names it");
  for (const tag of git("tag", "--list", "v*", "--sort=-version:refname", "--merged").split("\n").filter(Boolean))
    if (migrationsAt(tag).length < here.length) return versionAt(tag, `it is the newest tag with fewer migrations, ${tag}`);
  const written = git("log", "--format=%H", "--", "CHANGELOG.md").split("\n").filter(Boolean);
  const commit = written.find((one) => migrationsAt(one).length < here.length);
  if (commit === undefined)
    return "needs a history in which CHANGELOG.md was written before the newest migration; this clone has none";
  return versionAt(commit, "there are no tags: it is the newest commit that wrote CHANGELOG.md and has fewer migrations");
}

function versionAt(name: string, why: string): LastVersion {
  const commit = git("rev-parse", `${name}^{commit}`).trim();
  return { commit, why, newest_migration: migrationsAt(commit).at(-1)! };
}

/** Checks its files out into a folder, with its packages and a built panel. */
export function checkOut({ commit }: LastVersion): { folder: string; remove(this: void): void } {
  const folder = mkdtempSync(path.join(tmpdir(), "muster-last-"));
  const files = execFileSync("git", ["archive", commit], { cwd: root, maxBuffer: git_bytes_max });
  execFileSync("tar", ["-x", "-C", folder], { input: files });
  const lock = "package-lock.json";
  if (readFileSync(path.join(folder, lock), "utf8") === readFileSync(path.join(root, lock), "utf8")) {
    mkdirSync(path.join(folder, "node_modules"));
    for (const name of readdirSync(path.join(root, "node_modules"))) {
      // The cache belongs to the present version.
      if (name !== ".cache") symlinkSync(path.join(root, "node_modules", name), path.join(folder, "node_modules", name));
    }
  } else run("npm", ["ci", "--no-audit", "--no-fund"], folder);
  run(process.execPath, ["scripts/build-panel.ts"], folder);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function run(command: string, args: string[], cwd: string): void {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8" });
  assert.equal(status, 0, `${command} ${args.join(" ")}\n${stdout}${stderr}`);
}

function migrationsHere(): string[] {
  return readdirSync(path.join(root, "migrations")).filter((name) => name.endsWith(".sql"));
}

function migrationsAt(commit: string): string[] {
  return git("ls-tree", "--name-only", commit, "migrations/")
    .split("\n")
    .filter((name) => name.endsWith(".sql"));
}

function git(...args: string[]): string {
  return execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: git_bytes_max });
}
