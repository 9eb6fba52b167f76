import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";

const root = path.join(import.meta.dirname, "..");
/** The oldest npm of a host with Node 20, and the one of a current Node. */
const versions = ["10.8.2", "11.19.1"];

for (const version of versions) {
  test(`npm ci of npm ${version} leaves a clone as it was`, (t) => {
    const clone = mkdtempSync(path.join(tmpdir(), "muster-clone-"));
    t.after(() => rmSync(clone, { recursive: true, force: true }));
    execFileSync("git", ["clone", "--quiet", root, clone]);
    const run = (command: string, ...args: string[]) => {
      const { status, stdout, stderr } = spawnSync(command, args, { cwd: clone, encoding: "utf8" });
      assert.equal(status, 0, stderr);
      return stdout;
    };
    run("npx", "--yes", `npm@${version}`, "ci", "--no-audit", "--no-fund");
    run("npx", "--no", "muster", "help");
    assert.equal(run("git", "status", "--porcelain"), "");
  });
}
