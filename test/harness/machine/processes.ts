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

/**
 * Variables by which a process connects directly to the server, without the pooler that the runner has put in front of it
 * (scripts/test.ts).
 */
export function pastPooler(database_url = ""): Record<string, string> {
  const { TEST_POOLER_URL: pooler_url, TEST_DATABASE_URL: server_url } = process.env;
  if (!pooler_url || !server_url || !database_url.startsWith(new URL("/", pooler_url).href)) return {};
  const direct = new URL(server_url);
  direct.pathname = new URL(database_url).pathname;
  return { DATABASE_DIRECT_URL: direct.href };
}

/** Starts `muster <command>` of a checkout, by default this one. Its output is discarded unless TEST_LOG is set. */
export function startProcess(command: "api" | "worker", env: Record<string, string>, checkout = here): Process {
  const child = spawn(process.execPath, [path.join(checkout, "server", "main.ts"), command], {
    env: { ...process.env, ...pastPooler(env["DATABASE_URL"]), ...env },
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
