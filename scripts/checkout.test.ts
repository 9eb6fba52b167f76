import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";

const root = path.join(import.meta.dirname, "..");
const no_repository =
  spawnSync("git", ["-C", root, "rev-parse", "--git-dir"]).status === 0 ? false : "needs git and a clone of the repository";

// `npm ci` and `npx` make the files under "bin" of package.json executable, depending on npm's version.
test("installing and calling the program leaves the checkout as it was", { skip: no_repository }, (t) => {
  const clone = mkdtempSync(path.join(tmpdir(), "muster-clone-"));
  t.after(() => rmSync(clone, { recursive: true, force: true }));
  const git = (...args: string[]) => execFileSync("git", ["-C", clone, ...args], { encoding: "utf8" });
  execFileSync("git", ["clone", "--quiet", "--shared", root, clone]);
  // The pattern in .gitignore matches a folder, but this is a link.
  appendFileSync(path.join(clone, ".git", "info", "exclude"), "node_modules\n");
  symlinkSync(path.join(root, "node_modules"), path.join(clone, "node_modules"));
  const { status, stderr } = spawnSync("npx", ["--no", "muster", "help"], { cwd: clone, encoding: "utf8" });
  assert.equal(status, 0, stderr);
  assert.match(stderr, /^usage: muster COMMAND/);
  assert.equal(git("status", "--porcelain"), "");
  assert.equal(git("diff"), "");
});
