// The promises of the Python client, tested with its wheel as published, in sync and async programs.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { findPython, installWheel, type Python } from "./python.ts";
import { short_try_ms, startUnreliable, table } from "./unreliable.ts";

const scripts = path.join(import.meta.dirname, "python");
const found = findPython();
const skip = typeof found === "string" ? found : false;
const folder = mkdtempSync(path.join(tmpdir(), "muster-wheel-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const installed: Python | null = typeof found === "string" ? null : installWheel(found, folder);

async function python(script: string, args: string[], input = ""): Promise<string> {
  const { program, env } = installed!;
  const running = promisify(execFile)(program, [path.join(scripts, script), ...args], {
    cwd: folder,
    env: { ...process.env, ...env },
  });
  running.child.stdin!.end(input);
  return (await running).stdout;
}

for (const kind of ["sync", "async"]) {
  test(`each kind of bad answer is tried as often as the table says, by ${kind} programs`, { skip }, async (t) => {
    const { url, asked } = await startUnreliable(t);
    const lines = Object.entries(table).map(([name, { call }], number) => ({
      name,
      call,
      url: `${url}/${number}`,
      slow_s: name.includes("slow") ? short_try_ms / 1_000 : null,
    }));
    const said = await python("drive.py", [kind], JSON.stringify(lines));
    const outcomes = said
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { name: string; outcome: string; waits: number[] });
    assert.equal(outcomes.length, lines.length);
    for (const { name, outcome, waits } of outcomes) {
      const line = table[name]!;
      const requests = asked(name);
      assert.deepEqual([outcome, requests.length, waits.length], [line.outcome, line.tries, line.tries - 1], name);
      for (const [index, wait_s] of (line.waits ?? []).entries())
        assert.ok(
          waits[index]! >= wait_s && waits[index]! < wait_s + 0.5,
          `${name}: waited ${waits[index]} s instead of ${wait_s} s`,
        );
      assert.ok(requests.every(({ agent }) => /^muster-sdk-python\/\d/.test(agent!)));
      if (line.call !== "create") continue;
      assert.match(requests[0]!.key!, /^[0-9a-f-]{36}$/);
      assert.equal(new Set(requests.map(({ key }) => key)).size, 1, `${name}: one key for all tries`);
    }
  });
}

test("tokens, walks, imports and webhooks do as in the other language", { skip }, async () => {
  const kept = (await python("promises.py", [])).trim().split("\n");
  assert.equal(kept.length, 10, kept.join("\n"));
});
