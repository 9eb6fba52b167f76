import { existsSync } from "node:fs";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { BridgeInput, BridgeNews } from "./bridge.ts";
import { compiledDir } from "./compiled.ts";
import { EmbeddedInUse, takeLock } from "./lock.ts";
import { findSocketDir, makeSocketDir, type Places, placesIn, removeSocketDir, socket_port, socketPath } from "./places.ts";

/** An embedded database that `pg` reaches as `{ host, port, user: "postgres", database: "postgres" }`. */
export type Embedded = {
  /** The folder of its Unix socket. */
  host: string;
  port: number;
  /** Resolves when the database has failed by itself. The process should log the error and end. */
  failure: Promise<Error>;
  /** Closes the database and its open connections. End your pools first. */
  close(): Promise<void>;
};

/** Returns the folder that a new database is copied from; null: a new database is created empty. */
type Prepare = () => Promise<string | null>;

/** Opens the database in `data_dir` and creates it if there is none. Throws EmbeddedInUse when another process has it open. */
export async function openEmbedded(data_dir: string, prepare: Prepare = async () => null): Promise<Embedded> {
  const places = placesIn(data_dir);
  const unlock = takeLock(places.data_dir, places.lock_path);
  try {
    return await startBridge(places, existsSync(places.database_dir) ? null : await prepare(), unlock);
  } catch (error) {
    removeSocketDir(places);
    unlock();
    throw error;
  }
}

/**
 * For a command that may run beside the server: connects to the server process if one is running, otherwise opens the database
 * itself.
 */
export async function connectEmbedded(data_dir: string, prepare?: Prepare): Promise<Embedded> {
  const places = placesIn(data_dir);
  const deadline = Date.now() + start_wait_ms_max;
  for (;;) {
    const host = findSocketDir(places);
    if (await answers(socketPath(host)))
      return { host, port: socket_port, failure: new Promise(() => {}), close: async () => {} };
    try {
      return await openEmbedded(data_dir, prepare);
    } catch (error) {
      // The other process holds the lock but has no socket: it is starting or ending.
      if (!(error instanceof EmbeddedInUse) || Date.now() > deadline) throw error;
      await sleep(start_poll_ms);
    }
  }
}

/** A first start took 3.4 s on the slowest machine measured. */
const start_wait_ms_max = 30_000;
const start_poll_ms = 50;

async function startBridge(places: Places, prepared_dir: string | null, unlock: () => void): Promise<Embedded> {
  const host = makeSocketDir(places);
  const workerData: BridgeInput = {
    database_dir: places.database_dir,
    prepared_dir,
    socket_path: socketPath(host),
    compiled_dir: compiledDir(),
  };
  const program = new URL("./start-bridge.js", import.meta.url);
  const worker = new Worker(program, { workerData, resourceLimits: { stackSizeMb: stack_mib } });
  const failure = new Promise<Error>((resolve) => {
    const fail = (cause: unknown) => resolve(new Error("The embedded database has failed.", { cause }));
    worker.on("message", (news: BridgeNews) => news !== "ready" && fail(news.died));
    worker.once("error", fail);
    // After close() the worker exits with 0, which is no failure.
    worker.once("exit", (code) => code !== 0 && fail(`exit code ${code}`));
  });
  const ready = new Promise<null>((resolve) => worker.on("message", (news: BridgeNews) => news === "ready" && resolve(null)));
  const early_failure = await Promise.race([ready, failure]);
  if (early_failure) throw early_failure;

  let closing: Promise<void> | null = null;
  return { host, port: socket_port, failure, close: () => (closing ??= close()) };

  async function close(): Promise<void> {
    const exited = new Promise((resolve) => worker.once("exit", resolve));
    worker.postMessage("close");
    await Promise.race([exited, failure]);
    removeSocketDir(places);
    unlock();
  }
}

/**
 * With Node's default of 4 MiB, a deep recursion kills the engine before its own check ("stack depth limit exceeded") stops it.
 */
const stack_mib = 32;

async function answers(socket_path: string): Promise<boolean> {
  const socket = connect(socket_path);
  try {
    await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
    return true;
  } catch {
    // There is no such file, or no process listens on it: either way no server is running.
    return false;
  } finally {
    socket.destroy();
  }
}
