// The processes of a run: the API under test, the floor, and the load.
import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../test/harness/machine/cluster.ts";
import { memoryOf } from "./process.ts";

const root = path.join(import.meta.dirname, "..");
/** The command by which package.json starts the program: flags of Node, if any, and server/muster.js. */
const program = readProgram();
/** Variables that the systemd units and the image set for API and worker, but `npm start` does not. */
const installed_env = { MALLOC_ARENA_MAX: "2" };
const start_ms_max = 30_000;
const stop_ms_max = 15_000;
const poll_ms = 20;
const log_chars_max = 4_000;

/** A server process that is measured. */
export type Server = { url: string; pid: number; stop: () => Promise<void> };

export type StartOptions = {
  env: Record<string, string>;
  /** The folder for the log and the profile. */
  dir: string;
  profile: boolean;
};

/** Starts `muster api` as an operator would, or `muster serve`, and writes its log to a file. */
export async function startApi({ env, dir, profile }: StartOptions, command: "api" | "serve" = "api"): Promise<Server> {
  const port = await findFreePort();
  const log_path = path.join(dir, `${command}.log`);
  const log = openSync(log_path, "a");
  const args = [...profileFlags(command, dir, profile), ...program, command];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...(command === "api" ? installed_env : {}), ...process.env, ...env, PORT: String(port), HOST: "127.0.0.1" },
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  // On the embedded database, 127.0.0.1 serves only the content of packages.
  const host = command === "serve" ? "localhost" : "127.0.0.1";
  const server = { url: `http://${host}:${port}`, pid: child.pid!, stop: () => stopNoted(command, child) };
  for (const deadline = Date.now() + start_ms_max; !(await accepts(port)); await sleep(poll_ms)) {
    if (child.exitCode === null && Date.now() < deadline) continue;
    await server.stop();
    throw new Error(`muster ${command} did not start:\n${readFileSync(log_path, "utf8").slice(-log_chars_max)}`);
  }
  return server;
}

/** Starts `muster worker`, and writes its log to a file. Returns before the worker is ready. */
export function startWorker({ env, dir, profile }: StartOptions): { pid: number; stop: () => Promise<void> } {
  const log = openSync(path.join(dir, "worker.log"), "a");
  const child = spawn(process.execPath, [...profileFlags("worker", dir, profile), ...program, "worker"], {
    cwd: root,
    env: { ...installed_env, ...process.env, ...env },
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  return { pid: child.pid!, stop: () => stopNoted("worker", child) };
}

type Command = "api" | "serve" | "worker";

/**
 * The highest memory of a process of each command in this run, in MiB. The last rows of the table show it, long after those
 * processes have ended.
 */
const peaks_mib = new Map<Command, number>();

export function peakMemoryOf(command: Command): number | null {
  return peaks_mib.get(command) ?? null;
}

/** Records how much memory a process has held so far. */
export function noteMemory(command: Command, pid: number): void {
  const { now_mib, peak_mib } = memoryOf(pid);
  peaks_mib.set(command, Math.max(peaks_mib.get(command) ?? 0, peak_mib ?? now_mib));
}

async function stopNoted(command: Command, child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) noteMemory(command, child.pid!);
  await stopChild(child);
}

/** A child process that answers each message with one message. */
export type Helper<Question, Answer> = { pid: number; ask: (question: Question) => Promise<Answer>; stop: () => Promise<void> };

/** Starts one of our own programs as a child process, which ends with this process. */
export function startHelper<Question, Answer>(file: string, profile_dir: string | null = null): Helper<Question, Answer> {
  const name = path.basename(file, ".ts");
  const child = fork(path.join(import.meta.dirname, file), {
    execArgv: profile_dir === null ? [] : profileFlags(name, profile_dir, true),
    serialization: "advanced",
  });
  const died = once(child, "exit").then(([code, signal]) => {
    throw new Error(`${file} ended with ${code ?? signal}`);
  });
  died.catch(() => undefined);
  return {
    pid: child.pid!,
    async ask(question) {
      const answered = once(child, "message");
      child.send(question as object);
      const [answer] = await Promise.race([answered, died]);
      return answer as Answer;
    },
    stop: () => stopChild(child),
  };
}

export type Run = { seconds: number; peak_mib: number; stdout: string };

/** Runs a command of the product to its end. Throws its output if it failed. */
export async function runCommand(args: readonly string[], env: Record<string, string>): Promise<Run> {
  const started = performance.now();
  const child = spawn(process.execPath, [...program, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  let peak_mib = 0;
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const watching = setInterval(() => (peak_mib = Math.max(peak_mib, peakOf(child))), poll_ms);
  const [code] = await once(child, "close");
  clearInterval(watching);
  if (code !== 0) throw new Error(`muster ${args.join(" ")} ended with ${code}:\n${stdout}${stderr}`);
  return { seconds: (performance.now() - started) / 1_000, peak_mib, stdout };
}

function peakOf(child: ChildProcess): number {
  try {
    const { now_mib, peak_mib } = memoryOf(child.pid!);
    return peak_mib ?? now_mib;
  } catch {
    return 0; // it has just ended
  }
}

function readProgram(): string[] {
  const { scripts } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as { scripts: { muster: string } };
  const [exec, node, ...words] = scripts.muster.split(" ");
  if (exec !== "exec" || node !== "node") throw new Error('the script "muster" of package.json does not begin with "exec node"');
  return words;
}

/** V8 writes the profile when the process ends. */
function profileFlags(name: string, dir: string, profile: boolean): string[] {
  return profile ? ["--cpu-prof", `--cpu-prof-dir=${dir}`, `--cpu-prof-name=${name}-${Date.now()}.cpuprofile`] : [];
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  const patience = setTimeout(() => child.kill("SIGKILL"), stop_ms_max);
  await exited;
  clearTimeout(patience);
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
