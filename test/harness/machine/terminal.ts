// A terminal in the repository's folder: commands are run as a reader of README types them.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { promisify } from "node:util";
import { patience_ms } from "../patience.ts";

const cwd = path.join(import.meta.dirname, "../../..");
/** How long a program may take to start, which may include filling a database. */
const start_ms_max = patience_ms * 12;

/** Functions that end each running program. */
const ends = new Set<() => Promise<void>>();

/** Sends Ctrl-C to every terminal; resolves once all started programs have ended. */
export async function stopLines(): Promise<void> {
  await Promise.all([...ends].map((end) => end()));
}

/** The environment of this process, without the developer's own database. */
function environment(settings: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { DATABASE_URL: _, ...inherited } = process.env;
  return { ...inherited, ...settings };
}

/** Runs a command to its end and returns its output. */
export async function runLine(line: string, settings: Readonly<Record<string, string>> = {}): Promise<string> {
  const options = { cwd, env: environment(settings), timeout: start_ms_max };
  return (await promisify(execFile)("bash", ["-c", line], options)).stdout;
}

/** Starts a program that keeps running, and waits until its output says that it is ready. Returns the output. */
export async function startLine(line: string, settings: Readonly<Record<string, string>>, ready: string): Promise<string> {
  // Runs in a process group of its own, so that Ctrl-C reaches npm and everything that npm has started.
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
