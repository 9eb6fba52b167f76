// At the end of `npm ci`: what the first `npm start` would otherwise wait for (prepare.ts). It is done then where this fails, so it never
// fails the installation. Where packages for development are left out, a service is installed, which has its own steps
// (docs/operating/run.md), and only code is compiled. Plain CommonJS, because the host's own Node (20 or newer) runs it.
const { spawnSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");

prepare();

function prepare() {
  const bin = path.join(__dirname, "..", "node_modules", ".bin", process.platform === "win32" ? "node.cmd" : "node");
  const node = fs.existsSync(bin) ? bin : process.execPath;
  // The flags of the scripts that start the program: code is kept compiled for one set of flags.
  const args = ["--max-semi-space-size=8", path.join(__dirname, "prepare.ts")];
  // npm sets it for --omit=dev.
  if (process.env.NODE_ENV === "production") args.push("code");
  const { status } = spawnSync(node, args, { stdio: "inherit", shell: process.platform === "win32" });
  if (status !== 0) console.error("Nothing was prepared; the first start does it.");
}
