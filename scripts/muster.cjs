#!/usr/bin/env node
// `npx muster …`: starts the bundled Node, so that the command works even if the host's own Node is older.
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");

const root = path.join(__dirname, "..");
const bundled = path.join(root, "node_modules", ".bin", process.platform === "win32" ? "node.cmd" : "node");
const node = fs.existsSync(bundled) ? bundled : process.execPath;
const child = spawn(node, ["--max-semi-space-size=8", path.join(root, "server", "muster.js"), ...process.argv.slice(2)], {
  stdio: "inherit",
  // The same as in the systemd units.
  env: { MALLOC_ARENA_MAX: "2", ...process.env },
  shell: process.platform === "win32",
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
