// The systemd units: how systemd reads them, and how strictly they restrict a process.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test, type TestContext } from "node:test";

const root = path.join(import.meta.dirname, "..", "..");
const units = ["muster-api@.service", "muster-worker@.service", "muster-migrate.service"];
/** On a scale to 10, by `systemd-analyze security`; a unit without restrictions has 9.6. */
const exposure_max = 1.5;

const skip =
  spawnSync("systemd-analyze", ["--version"]).error === undefined ? false : "needs systemd-analyze (apt-get install systemd)";

/** Copies of the units that start this checkout in place of /opt/muster, because systemd checks that the program exists. */
function copyUnits(t: TestContext): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), "muster-units-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return units.map((name) => {
    const text = readFileSync(path.join(root, "ops", "systemd", name), "utf8");
    assert.ok(text.includes("/opt/muster"), name);
    const file = path.join(folder, name.replace("@.", "@3001."));
    writeFileSync(file, text.replaceAll("/opt/muster", root));
    return file;
  });
}

test("systemd reads each unit without a complaint", { skip }, (t) => {
  for (const file of copyUnits(t)) {
    const { status, stdout, stderr } = spawnSync("systemd-analyze", ["verify", "--recursive-errors=no", "--man=no", file], {
      encoding: "utf8",
    });
    assert.deepEqual([status, stdout + stderr], [0, ""], file);
  }
  const broken = path.join(path.dirname(copyUnits(t)[0]!), "broken.service");
  writeFileSync(broken, "[Service]\nExecStart=/nowhere/at/all\n");
  assert.notEqual(spawnSync("systemd-analyze", ["verify", broken]).status, 0, "the check sees what is wrong");
});

test("each unit lets its process do hardly more than it needs", { skip }, (t) => {
  for (const file of copyUnits(t)) {
    const said = spawnSync("systemd-analyze", ["security", "--offline=true", "--no-pager", file], { encoding: "utf8" });
    const exposure = /Overall exposure level for \S+: ([\d.]+)/.exec(said.stdout)?.[1];
    assert.ok(exposure !== undefined, said.stdout + said.stderr);
    assert.ok(Number(exposure) <= exposure_max, `${path.basename(file)}: ${exposure}\n${said.stdout}`);
  }
});

test("the units start commands that there are, with files of settings that the guide names", () => {
  const usage = spawnSync(process.execPath, ["server/main.ts", "help"], { cwd: root, encoding: "utf8" }).stderr;
  const guide = readFileSync(path.join(root, "docs", "operating", "run.md"), "utf8");
  for (const name of units) {
    const text = readFileSync(path.join(root, "ops", "systemd", name), "utf8");
    const command = /^ExecStart=\/opt\/muster\/node_modules\/\.bin\/node .* server\/muster\.js (\w+)$/m.exec(text)?.[1];
    assert.ok(command !== undefined && usage.includes(`\n  ${command} `), name);
    for (const [, file] of text.matchAll(/^EnvironmentFile=(\S+)$/gm)) assert.ok(guide.includes(file!), `${name}: ${file}`);
  }
});
