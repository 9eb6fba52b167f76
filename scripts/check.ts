// `npm run check`: runs the scripts of package.json whose names begin with "check:", as many at a time as there are processors.
// Prints the output of those that fail, and how long each took.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";

const root = path.join(import.meta.dirname, "..");
const prefix = "check:";

type Check = { name: string; command: string };

const { scripts } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as { scripts: Record<string, string> };
// In the order of package.json, which lists the slowest first.
const waiting = Object.entries(scripts)
  .filter(([name]) => name.startsWith(prefix))
  .map(([name, command]): Check => ({ name: name.slice(prefix.length), command }));
const failed: string[] = [];

await Promise.all(Array.from({ length: availableParallelism() }, work));
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(", ")}.`);
  process.exitCode = 1;
}

async function work(): Promise<void> {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
    const began_ms = performance.now();
    const { passed, said } = await run(check);
    const seconds = ((performance.now() - began_ms) / 1_000).toFixed(1);
    console.log(`${passed ? "✔" : "✖"} ${check.name} (${seconds} s)`);
    if (passed) continue;
    failed.push(check.name);
    process.stdout.write(`  ${check.command}\n${said}\n`);
  }
}

/** Runs a script as npm would: in the project's root, with the packages' programs on the path. */
function run({ command }: Check): Promise<{ passed: boolean; said: string }> {
  const bin = path.join(root, "node_modules", ".bin");
  const { PATH = "" } = process.env;
  const child = spawn(command, {
    cwd: root,
    shell: true,
    env: { ...process.env, PATH: `${bin}${path.delimiter}${PATH}`, FORCE_COLOR: process.stdout.isTTY ? "1" : "0" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text: string) => (said += text));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ passed: code === 0, said }));
  });
}
