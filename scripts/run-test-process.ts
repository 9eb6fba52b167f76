// One process of a test run: runs the test files that are its arguments one after the other. Each is a test that bears the file's path, so
// that `before` and `after` of a file are of that file alone.
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { patience_ms } from "../test/harness/patience.ts";

const look_ms = 10;
// The first file that prints would open them, and be held to have left them open.
void [process.stdin, process.stdout, process.stderr];

// A file sees no arguments, as if it were run by itself.
for (const file of process.argv.splice(2)) {
  const open_before = openResources();
  await test(file, () => import(pathToFileURL(file).href));
  const left = await leftOpen(open_before);
  if (left.length > 0) {
    await test(file, () => {
      throw new Error(`left open: ${left.join(", ")}`);
    });
  }
}

/** What a file has not closed and what would keep a process from its end: timers, listeners, connections. */
async function leftOpen(open_before: ReadonlyMap<string, number>): Promise<string[]> {
  const deadline_ms = performance.now() + patience_ms;
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
