// A terminal in the folder of the repository: commands are run as a reader of README types them.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { promisify } from "node:util";
import { patience_ms } from "../patience.ts";

const cwd = path.join(import.meta.dirname, "../../..");
/** How long a program may take to start: it may fill a database first. */
const start_ms_max = patience_ms * 12;

/** Ends each program that is still running. */
const ends = new Set<() => Promise<void>>();

/** Ctrl-C in every terminal; resolves once everything that was started there has ended. */
export async function stopLines(): Promise<void> {
  await Promise.all([...ends].map((end) => end()));
}

/** The settings of this process without the developer's own database. */
function environment(settings: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { DATABASE_URL: _, ...inherited } = process.env;
  return { ...inherited, ...settings };
}

/** Runs a line to its end and returns what it has printed. */
export async function runLine(line: string, settings: Readonly<Record<string, string>> = {}): Promise<string> {
  const options = { cwd, env: environment(settings), timeout: start_ms_max };
  return (await promisify(execFile)("bash", ["-c", line], options)).stdout;
}

/** Starts a program that goes on, and waits until it has printed what says that it is ready. Returns what it has printed. */
export async function startLine(line: string, settings: Readonly<Record<string, string>>, ready: string): Promise<string> {
  // A group of its own: Ctrl-C goes to all of it, npm and what npm has started.
  const child = spawn("bash", ["-c", `exec ${line}`], { cwd, env: environment(settings), detached: true });
  const closed = once(child, "close");
  const end = async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, "SIGINT");
    await closed;
    ends.delete(end);
  };
  ends.add(end);
  let said = "";
  let failed = "";
  child.stderr.on("data", (chunk) => (failed += String(chunk)));
  const started = new Promise<void>((resolve, reject) => {
    child.stdout.on("data", (chunk) => {
      said += String(chunk);
      if (said.includes(ready)) resolve();
    });
    child.once("close", () => reject(new Error(`${line} has ended:\n${said}${failed}`)));
  });
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`${line} is not ready:\n${said}${failed}`)), start_ms_max).unref();
  });
  await Promise.race([started, late]);
  return said;
}
