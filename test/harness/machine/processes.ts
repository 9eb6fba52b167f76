import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

/** A process of the product, for tests that kill it. */
export type Process = {
  readonly child: ChildProcess;
  /** Sends a signal and resolves once the process has ended. */
  end(signal: NodeJS.Signals): Promise<void>;
};

const here = path.join(import.meta.dirname, "..", "..", "..");

/** Starts `muster <command>` of a checkout, this one unless told otherwise; its output is dropped, unless TEST_LOG is set. */
export function startProcess(command: "api" | "worker", env: Record<string, string>, checkout = here): Process {
  const child = spawn(process.execPath, [path.join(checkout, "server", "main.ts"), command], {
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
