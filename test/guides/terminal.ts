// A terminal into which lines are pasted: a real bash with the real curl, which also records the status of each answer.
import assert from "node:assert/strict";
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestContext } from "node:test";

export type Said = {
  /** The output of the terminal. */
  text: string;
  /** Each line of the output that is JSON. */
  answers: any[];
  /** The status of each answer that curl received. */
  statuses: number[];
};

export type Terminal = {
  /** Pastes lines; fails if one of the commands fails. */
  paste(lines: string): Promise<Said>;
};

const end_mark = "the-paste-has-ended";

export function openTerminal(t: TestContext, cwd: string, env: Record<string, string>): Terminal {
  const folder = mkdtempSync(path.join(tmpdir(), "muster-terminal-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const heads = path.join(folder, "heads");
  mkdirSync(heads);
  const curl = execFileSync("bash", ["-c", "command -v curl"], { encoding: "utf8" }).trim();
  writeFileSync(path.join(folder, "curl"), `#!/bin/sh\nexec ${curl} -D "${heads}/$$" "$@"\n`, { mode: 0o755 });
  const bash = spawn("bash", ["--noprofile", "--norc"], {
    cwd,
    env: { ...process.env, ...env, PATH: `${folder}:${path.dirname(process.execPath)}:${process.env["PATH"]}` },
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
  });
  t.after(() => endGroup(bash));
  const closed = closingOf(bash);
  let shown = "";
  bash.stdout.on("data", (bytes) => (shown += String(bytes)));
  bash.stderr.on("data", (bytes) => (shown += String(bytes)));
  bash.stdin.write(`trap 'printf "failed: %s\\n" "$BASH_COMMAND"' ERR\n`);
  return {
    async paste(lines) {
      shown = "";
      bash.stdin.write(`${lines}\nprintf '\\n%s\\n' ${end_mark}\n`);
      while (!shown.includes(`\n${end_mark}\n`)) await Promise.race([once(bash.stdout, "data"), closed]);
      const text = shown.slice(0, shown.indexOf(`\n${end_mark}\n`));
      assert.doesNotMatch(text, /^failed: |command not found/m, `${lines}\n\n${text}`);
      return { text, answers: text.split("\n").flatMap(readJson), statuses: takeStatuses(heads) };
    },
  };
}

/** A command that runs until it is stopped, in a terminal of its own; resolves once it has said that it is ready. */
export async function startCommand(
  t: TestContext,
  line: string,
  { cwd, env, ready }: { cwd: string; env: Record<string, string>; ready: RegExp },
): Promise<{ said: string; stop(): Promise<void> }> {
  const bash = spawn("bash", ["-c", line], { cwd, env: { ...process.env, ...env }, detached: true });
  const exit = once(bash, "exit");
  const closed = closingOf(bash);
  let stopped = false;
  const stop = async () => {
    if (stopped) return;
    stopped = true;
    endGroup(bash, "SIGINT");
    await exit;
  };
  t.after(stop);
  let said = "";
  bash.stdout.on("data", (bytes) => (said += String(bytes)));
  bash.stderr.on("data", (bytes) => (said += String(bytes)));
  while (!ready.test(said)) await Promise.race([once(bash.stdout, "data"), closed]).catch(() => assert.fail(`${line}\n${said}`));
  return { said, stop };
}

/** Ends a command and all processes that it has started, as Ctrl-C and closing the terminal do. */
function endGroup({ pid }: ChildProcess, signal: NodeJS.Signals = "SIGKILL"): void {
  try {
    process.kill(-pid!, signal);
  } catch {
    // All of its processes have already ended.
  }
}

/** Fails when the terminal closes. */
function closingOf(child: ChildProcess): Promise<never> {
  const closed = once(child, "exit").then(() => assert.fail("the terminal has closed"));
  closed.catch(() => undefined);
  return closed;
}

function takeStatuses(heads: string): number[] {
  return readdirSync(heads).flatMap((name) => {
    const file = path.join(heads, name);
    const statuses = [...readFileSync(file, "utf8").matchAll(/^HTTP\/\S+ (\d{3})/gm)].map(([, status]) => Number(status));
    rmSync(file);
    return statuses.filter((status) => status >= 200);
  });
}

function readJson(line: string): unknown[] {
  try {
    return line.startsWith("{") ? [JSON.parse(line)] : [];
  } catch {
    return [];
  }
}
