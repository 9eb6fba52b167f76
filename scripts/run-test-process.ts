// One process of a test run: runs the test files in its arguments one after the other. Each file is a test named by its path, so
// that `before` and `after` of a file apply to that file alone.
import "../server/loading.js";
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { patience_ms } from "../test/harness/patience.ts";
import { beginFile, followNoPromises } from "./test-of-file.ts";

const look_ms = 10;
// The standard streams are opened here; otherwise the first file that prints would be reported for leaving them open.
void [process.stdin, process.stdout, process.stderr];

const of_file = new URL("test-of-file.ts", import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "node:test" ? { url: of_file, format: "module-typescript", shortCircuit: true } : next(specifier, context),
});
followNoPromises();

/** Errors that no test waits for. node:test would fail the process without saying which file caused them. */
const lost: unknown[] = [];
process.on("uncaughtException", (error) => void lost.push(error));
process.on("unhandledRejection", (reason) => void lost.push(reason));

// A file sees no arguments, as if it were run alone.
const files = process.argv.splice(2);
for (const file of files) {
  // If the browser cannot be started, the file reports it, and the following files still run.
  if (opensPanel(file)) {
    const { keepBrowser } = await import("../test/harness/panel/browser.ts");
    await keepBrowser().catch((error: unknown) => void lost.push(error));
  }
  const open_before = openResources();
  const env_before = { ...process.env };
  await test(file, () => {
    beginFile();
    return import(pathToFileURL(file).href);
  });
  // A file may set variables, such as the server of its database, for itself alone.
  for (const name of Object.keys(process.env)) if (!(name in env_before)) delete process.env[name];
  Object.assign(process.env, env_before);
  const left = await leftOpen(open_before);
  for (const error of lost.splice(0)) {
    await test(file, () => {
      throw error;
    });
  }
  if (left.length > 0) {
    await test(file, () => {
      throw new Error(`left open: ${left.join(", ")}`);
    });
  }
}

if (files.some(opensPanel)) await (await import("../test/harness/panel/browser.ts")).closeKeptBrowser();

function opensPanel(file: string): boolean {
  return readFileSync(file, "utf8").includes("harness/panel/browser.ts");
}

/** The resources that a file has not closed and that would keep the process alive: timers, listeners, connections. */
async function leftOpen(open_before: ReadonlyMap<string, number>): Promise<string[]> {
  const deadline_ms = performance.now() + patience_ms;
  // Unhandled rejections are reported after the promises of this turn.
  await new Promise((resolve) => setImmediate(resolve));
  for (;;) {
    const left = [...openResources()].filter(([kind, count]) => count > (open_before.get(kind) ?? 0)).map(([kind]) => kind);
    if (left.length === 0 || performance.now() > deadline_ms) return left;
    await sleep(look_ms);
  }
}

function openResources(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}
