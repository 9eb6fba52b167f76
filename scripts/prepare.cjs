// Runs at the end of `npm ci` and does what the first `npm start` would otherwise wait for (prepare.ts). It never fails the
// installation, because the first start can still do it. Without development packages, a service is installed, which has its own
// steps (docs/operating/run.md); then only code is compiled. Plain CommonJS, because the host's own Node (20 or newer) runs it.
const { spawnSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");

prepare();

function prepare() {
  const bin = path.join(__dirname, "..", "node_modules", ".bin", process.platform === "win32" ? "node.cmd" : "node");
  const node = fs.existsSync(bin) ? bin : process.execPath;
  // The flags of the scripts that start the program, because compiled code is valid for one set of flags only.
  const args = ["--max-semi-space-size=8", path.join(__dirname, "prepare.ts")];
  // npm sets NODE_ENV for --omit=dev.
  if (process.env.NODE_ENV === "production") args.push("code");
  const { status } = spawnSync(node, args, { stdio: "inherit", shell: process.platform === "win32" });
  if (status !== 0) console.error("Nothing was prepared; the first start does it.");
}
