import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { letAllRead } from "./platform/db/embedded/prepared.ts";

/** A user who may read the program but write nothing in it. */
const no_user = 65_534;
const skip = process.getuid?.() === 0 ? false : "needs root, to start a process as another user";

test("one who may not write to the program reads what its installer has compiled, and leaves nothing behind", { skip }, (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), "muster-loading-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const [server, temporary] = [path.join(folder, "server"), path.join(folder, "tmp")];
  mkdirSync(path.join(server, "platform", "files"), { recursive: true });
  mkdirSync(temporary);
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ type: "module" }));
  for (const name of ["loading.js", "platform/files/cache-dir.js"])
    copyFileSync(path.join(import.meta.dirname, name), path.join(server, name));
  writeFileSync(path.join(server, "started.js"), 'import "./loading.js";\nawait import("./typed.ts");\n');
  writeFileSync(path.join(server, "typed.ts"), 'const said: string = "loaded";\nconsole.log(said);\n');
  const started = path.join(server, "started.js");
  // The test runner sets a folder of its own, which is removed here.
  const { NODE_COMPILE_CACHE: _, ...env } = process.env;
  assert.equal(execFileSync(process.execPath, [started], { env, encoding: "utf8" }), "loaded\n");
  letAllRead(folder);
  chmodSync(temporary, 0o777);

  const { status, stdout, stderr } = spawnSync(process.execPath, [started], {
    env: { ...env, NODE_DEBUG_NATIVE: "COMPILE_CACHE", TMPDIR: temporary },
    uid: no_user,
    encoding: "utf8",
  });
  assert.equal(status, 0, stderr);
  assert.match(stdout + stderr, /V8 code cache for \S+ \S+typed\.ts was accepted/);
  assert.deepEqual(readdirSync(temporary), []);
});
