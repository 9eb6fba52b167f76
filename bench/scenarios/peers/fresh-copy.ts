// A copy of the program as it is after `npm ci`: sources, packages and prepared files, without data.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { findFreePort } from "../../../test/harness/machine/cluster.ts";
import { childrenOf } from "../../process.ts";

const root = path.join(import.meta.dirname, "..", "..", "..");
/** Left out because a start does not need them, or because they are large. */
const left_out = new Set(["node_modules", ".git", "data", "test", "bench"]);
/** The built panel, and leftovers of a build. */
const built = /^(dist|\.dist.*)$/;
const start_ms_max = 120_000;
const stop_ms_max = 15_000;

export type Demo = {
  url: string;
  /** From `npm start` to the message that it is ready. */
  seconds: number;
  /** The pid of the server process, which npm and its shell have started. */
  pid: number;
  /** Headers of the demo organisation's client. */
  headers: Record<string, string>;
  stop: () => Promise<void>;
};

/**
 * Copies the program into a new folder and prepares it as `npm ci` does; returns the seconds that this takes. Packages are not
 * copied but linked.
 */
export function copyFresh(dir: string): number {
  for (const entry of readdirSync(root, { withFileTypes: true })) {
    if (left_out.has(entry.name)) continue;
    const filter = (source: string) => !built.test(path.basename(source));
    cpSync(path.join(root, entry.name), path.join(dir, entry.name), { recursive: true, filter });
  }
  mkdirSync(path.join(dir, "node_modules"));
  for (const name of readdirSync(path.join(root, "node_modules"))) {
    if (name !== ".cache") symlinkSync(path.join(root, "node_modules", name), path.join(dir, "node_modules", name));
  }
  const began_ms = performance.now();
  execFileSync(process.execPath, [path.join(dir, "scripts", "prepare.cjs")], {
    cwd: dir,
    stdio: ["ignore", "ignore", "inherit"],
  });
  return (performance.now() - began_ms) / 1_000;
}

/** Runs `npm start` in that folder until it says that it is ready. */
export async function startDemo(dir: string): Promise<Demo> {
  const port = await findFreePort();
  const { DATABASE_URL: _, SECRET_KEY: __, DATA_DIR: ___, ...env } = process.env;
  const began_ms = performance.now();
  const child = spawn("npm", ["start"], {
    cwd: dir,
    env: { ...env, PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  try {
    const { text, at_ms } = await readUntilReady(child);
    return {
      // 127.0.0.1 serves only the content of packages.
      url: `http://localhost:${port}`,
      seconds: (at_ms - began_ms) / 1_000,
      pid: lastOf(child.pid!),
      headers: { "x-tenant-code": wordAfter(text, "tenant code"), "x-api-key": wordAfter(text, "secret") },
      stop: () => stopGroup(child),
    };
  } catch (error) {
    await stopGroup(child);
    throw error;
  }
}

async function readUntilReady(child: ChildProcess): Promise<{ text: string; at_ms: number }> {
  let text = "";
  child.stderr!.setEncoding("utf8").on("data", (part: string) => (text += part));
  return new Promise((resolve, reject) => {
    const failed = (why: string) => reject(new Error(`npm start ${why}: ${text.slice(-1_000)}`));
    const patience = setTimeout(() => failed("took too long"), start_ms_max);
    child.once("exit", () => failed("ended"));
    child.stdout!.setEncoding("utf8").on("data", (part: string) => {
      text += part;
      // The message is complete when it contains how to stop the program.
      if (!text.includes("Muster is ready at") || !text.includes("Ctrl-C stops it")) return;
      clearTimeout(patience);
      resolve({ text, at_ms: performance.now() });
    });
  });
}

function wordAfter(text: string, name: string): string {
  return new RegExp(`${name}\\s+(\\S+)`).exec(text)![1]!;
}

function lastOf(pid: number): number {
  const [child] = childrenOf(pid);
  return child === undefined ? pid : lastOf(child);
}

async function stopGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  process.kill(-child.pid!, "SIGTERM");
  const patience = setTimeout(() => process.kill(-child.pid!, "SIGKILL"), stop_ms_max);
  await exited;
  clearTimeout(patience);
}
