import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";
import { shareProcesses } from "./run-test-files.ts";

test("the last line counts, the skipped are named with their reasons, and one failure fails the run", (t) => {
  const { status, lines } = runTests(t, {
    "server/a.test.ts": `
      import test, { describe } from "node:test";
      test("good", () => {});
      describe("group", () => {
        test("bad", () => { throw new Error("no"); });
        test("left out", (t) => t.skip("needs a thing"));
      });`,
  });
  assert.equal(status, 1);
  assert.ok(lines.includes("  server/a.test.ts: left out (needs a thing)"));
  assert.match(lines[lines.indexOf("Slowest files:") + 1]!, /^ {2}\d+\.\d s {2}server\/a\.test\.ts$/);
  assert.equal(lines.at(-1), "1 passed, 1 failed, 1 skipped");
  assert.equal(lines[lines.indexOf("  server/a.test.ts: bad") + 1], "      Error: no", "and why");
});

test("a file that fails beside others is run once more alone; what passes then is named as unstable", (t) => {
  const { status, lines } = runTests(t, {
    "test/a.test.ts": `
      import assert from "node:assert";
      import { existsSync, writeFileSync } from "node:fs";
      import test from "node:test";
      test("good", () => {});
      test("bad once", () => { const first = !existsSync("tried"); writeFileSync("tried", ""); assert.ok(!first, "busy"); });`,
    "test/b.test.ts": `import test from "node:test"; test("good too", () => {});`,
  });
  assert.equal(status, 0, lines.join("\n"));
  const named = lines.indexOf("Unstable, a defect each: failed beside others, passed alone:");
  assert.equal(lines[named + 1], "  test/a.test.ts: bad once");
  assert.match(lines[named + 2]!, /busy/);
  assert.equal(lines.at(-1), "3 passed, 0 failed, 0 skipped, 1 unstable");
});

test("more failed files than accidents explain are not run again", (t) => {
  const file = (name: string) => `
    import assert from "node:assert";
    import { existsSync, writeFileSync } from "node:fs";
    import test from "node:test";
    test("bad once", () => { const first = !existsSync("${name}"); writeFileSync("${name}", ""); assert.ok(!first); });`;
  const names = ["a", "b", "c", "d"];
  const { status, lines } = runTests(t, Object.fromEntries(names.map((name) => [`test/${name}.test.ts`, file(name)])));
  assert.equal(status, 1);
  assert.equal(lines.at(-1), "0 passed, 4 failed, 0 skipped");
});

test("a run in which everything passed succeeds", (t) => {
  const { status, lines } = runTests(t, { "test/a.test.ts": `import test from "node:test"; test("good", () => {});` });
  assert.equal(status, 0);
  assert.equal(lines.at(-1), "1 passed, 0 failed, 0 skipped");
});

test("a file without a test fails the run", (t) => {
  const { status, lines } = runTests(t, {
    "test/a.test.ts": `import test from "node:test"; test("good", () => {});`,
    "test/b.test.ts": `export {};`,
  });
  assert.equal(status, 1);
  assert.equal(lines.at(-1), "1 passed, 1 failed, 0 skipped");
});

test("a run that found no file fails", (t) => {
  assert.equal(runTests(t, {}).status, 1);
});

test("a file that falls silent is ended and named with its test, and the others are run", (t) => {
  const { status, lines } = runTests(
    t,
    {
      "test/a.test.ts": `import test from "node:test"; test("good", () => {});`,
      "test/b.test.ts": `
        import test from "node:test";
        test("good too", () => {});
        test("waits for nothing", () => { setInterval(() => {}, 1_000); return new Promise(() => {}); });`,
      "test/c.test.ts": `import test from "node:test"; test("also good", () => {});`,
    },
    { TEST_SILENCE_MS: "4000" },
  );
  assert.equal(status, 1);
  assert.ok(lines.includes(`  test/b.test.ts (silent for 4 s, after "waits for nothing" began)`), lines.join("\n"));
  assert.equal(lines.at(-1), "3 passed, 1 failed, 0 skipped");
});

test("a file that leaves something open fails, and the others are run", (t) => {
  const { status, lines } = runTests(
    t,
    {
      "test/a.test.ts": `
        import test from "node:test";
        test("left open", () => { setTimeout(() => {}, 5_000); });`,
      "test/b.test.ts": `import test from "node:test"; test("good", () => {});`,
    },
    { TEST_SLOWNESS: "0.05" },
  );
  assert.equal(status, 1);
  assert.match(lines.join("\n"), /left open: Timeout/);
  assert.ok(lines.includes("  test/a.test.ts: the file itself failed"), lines.join("\n"));
  assert.equal(lines.at(-1), "2 passed, 1 failed, 0 skipped");
});

test("hooks of a file are of that file alone, and one that asks for a process of its own has it", (t) => {
  const file = (own: string, seen: string) => `${own}
    import assert from "node:assert";
    import test, { before, beforeEach } from "node:test";
    before(() => { globalThis.seen = (globalThis.seen ?? "") + "before "; });
    beforeEach(() => { globalThis.seen += "each "; });
    test("hooks", () => assert.equal(globalThis.seen, "${seen}"));`;
  const { lines } = runTests(t, {
    "test/a.test.ts": file("", "before each "),
    "test/b.test.ts": file("// Runs in a process of its own: it begins with nothing.", "before each "),
    "test/c.test.ts": file("", "before each before each "),
  });
  assert.equal(lines.at(-1), "3 passed, 0 failed, 0 skipped", lines.join("\n"));
});

test("what a file declares after it has waited is its own, and an error that no test waits for fails the file", (t) => {
  const { status, lines } = runTests(t, {
    "test/a.test.ts": `
      import assert from "node:assert";
      import test, { describe } from "node:test";
      import { setTimeout as sleep } from "node:timers/promises";
      await sleep(5);
      describe("group", () => {
        test("good", async (t) => { await sleep(1); await t.test("within", () => {}); });
        describe("group within", () => { test("good as well", () => {}); });
      });
      await sleep(5);
      test("good too", () => {});`,
    "test/b.test.ts": `
      import test from "node:test";
      import { setTimeout as sleep } from "node:timers/promises";
      test("loses an error", async () => {
        await sleep(1);
        setTimeout(() => { throw new Error("lost"); }, 1);
        await sleep(100);
      });
      test("good again", () => {});`,
  });
  assert.equal(status, 1);
  assert.equal(lines.at(-1), "6 passed, 1 failed, 0 skipped", lines.join("\n"));
  const failed = lines.indexOf("  test/b.test.ts: the file itself failed");
  assert.equal(lines[failed + 1], "      Error: lost", lines.join("\n"));
});

test("the last processes of a run have few files each, and every file has one", (t) => {
  const dir = mkdtempSync(path.join(tmpdir(), "muster-runner-"));
  t.after(() => rmSync(dir, { recursive: true }));
  const files = Array.from({ length: 100 }, (_, place) => path.join(dir, `${place}.test.ts`));
  for (const file of files) writeFileSync(file, "");
  const groups = shareProcesses(files, { concurrency: 3, process_files_max: 12 });
  assert.deepEqual(groups.flat(), files);
  const sizes = groups.map((group) => group.length);
  assert.equal(sizes[0], 12);
  assert.deepEqual(
    sizes,
    sizes.toSorted((one, other) => other - one),
  );
  assert.ok(
    sizes.slice(-3).every((size) => size <= 3),
    sizes.join(", "),
  );
});

test("waits follow how slow the machine is when the run begins", (t) => {
  const file = `
    import assert from "node:assert";
    import test from "node:test";
    import { patience_ms } from ${JSON.stringify(path.join(import.meta.dirname, "../test/harness/patience.ts"))};
    test("waits", () => assert.equal(patience_ms, 60_000));`;
  assert.equal(runTests(t, { "test/a.test.ts": file }, { TEST_SLOWNESS: "3" }).status, 0);
});

function runTests(
  t: { after(end: () => void): void },
  files: Record<string, string>,
  settings: Record<string, string> = {},
): { status: number | null; lines: string[] } {
  const dir = mkdtempSync(path.join(tmpdir(), "muster-runner-"));
  t.after(() => rmSync(dir, { recursive: true }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(dir, file)), { recursive: true });
    writeFileSync(path.join(dir, file), text);
  }
  // Node refuses to run tests within tests, which it detects by this variable.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const runner = path.join(import.meta.dirname, "test.ts");
  const { status, stdout } = spawnSync(process.execPath, [runner, "--embedded"], {
    cwd: dir,
    env: { ...env, ...settings },
    encoding: "utf8",
  });
  return { status, lines: stdout.trimEnd().split("\n") };
}
