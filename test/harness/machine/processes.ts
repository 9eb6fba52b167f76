import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

/** A process of the product, for tests that kill it. */
export type Process = {
  readonly child: ChildProcess;
  /** Sends a signal and resolves once the process has ended. */
  end(signal: NodeJS.Signals): Promise<void>;
};

const main = path.join(import.meta.dirname, "../../../server/main.ts");

/** Starts `muster <command>`; its output is dropped, unless TEST_LOG is set. */
export function startProcess(command: "api" | "worker", env: Record<string, string>): Process {
  const child = spawn(process.execPath, [main, command], {
    env: { ...process.env, ...env },
    stdio: process.env["TEST_LOG"] ? "inherit" : "ignore",
  });
  const ended = once(child, "exit");
  return {
    child,
    async end(signal) {
      child.kill(signal);
      await ended;
    },
  };
}
