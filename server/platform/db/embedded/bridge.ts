// The worker thread of the embedded database: PGlite (PostgreSQL in WebAssembly) behind a Unix socket, so that the program uses
// the same `pg` driver as with a server. session.ts decides which connection may use it at a time.
import { chmodSync, constants, cpSync, existsSync, renameSync, rmSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { createServer, type Socket } from "node:net";
import path from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { serveConnection } from "./connection.ts";
import { startup } from "./messages.ts";
import { createSession } from "./session.ts";

/** What open.ts passes to this program. */
export type BridgeInput = {
  database_dir: string;
  /** The folder that a new database is copied from; null: a new database is created empty. */
  prepared_dir: string | null;
  socket_path: string;
  /** The folder for compiled code, for start-bridge.js; null: compiled code is not kept. */
  compiled_dir: string | null;
};

/** Messages of this worker to open.ts. The worker ends when it receives the message "close". */
export type BridgeNews = "ready" | { died: string };

/** How long a transaction of another process may still take after the bridge was asked to close. */
const close_wait_ms_max = 5_000;

/** PGlite's way into the engine, and the status with which the engine leaves it after an SQL error. */
const engine_entry = "_PostgresMainLoopOnce";
const sql_error_status = 100;

/**
 * The engine touches all of its buffers at once, and its memory never shrinks. The operating system caches files anyway, so the
 * buffers are small. New files of the write-ahead log are not filled with zeros: that protects nothing, because PGlite runs
 * without fsync (-F).
 */
const settings = ["shared_buffers=16MB", "wal_init_zero=off", "wal_recycle=off"];

const { database_dir, prepared_dir, socket_path } = workerData as BridgeInput;
const port = parentPort!;
const database = await openDatabase();
noticeDeath(database);
const greeting = Buffer.concat(await run(startup("postgres", "postgres")));
const session = createSession(run);
const sockets = new Set<Socket>();

// Half-open, because a client that has ended its side may still wait for the answer.
const server = createServer({ allowHalfOpen: true }, (socket) => {
  sockets.add(socket);
  socket.once("close", () => sockets.delete(socket));
  serveConnection(socket, session, greeting);
});
server.listen(socket_path, () => {
  chmodSync(socket_path, 0o600);
  port.postMessage("ready" satisfies BridgeNews);
  flushCompileCache();
});
port.once("message", () => void close());

async function close(): Promise<void> {
  server.close();
  const limit = new Promise((resolve) => setTimeout(resolve, close_wait_ms_max));
  await Promise.race([session.free(), limit]);
  await Promise.all([...sockets].map(destroyed));
  // The cleanup units of closed connections run before the database closes: the engine must not receive a message while it
  // closes.
  await session.free();
  await database.close();
  process.exit(0);
}

function destroyed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once("close", () => resolve()).destroy());
}

/**
 * Runs messages in the engine. `execProtocolRaw` would be simpler, but it also parses every answer and keeps the results until
 * the next call of `query`. This program never calls `query`, so its memory would grow without end.
 */
async function run(messages: Uint8Array): Promise<Buffer[]> {
  const answer: Buffer[] = [];
  // The engine reuses this buffer for its next chunk, so each chunk is copied.
  await database.execProtocolRawStream(messages, {
    onRawData: (bytes) => answer.push(Buffer.from(bytes)),
  });
  return answer;
}

/**
 * Reports the failure of the engine. PGlite treats every exception of the engine as an SQL error and continues without an answer,
 * or in an endless loop. Only status 100 is an SQL error; anything else (a panic, a trap in the code) means that the engine has
 * failed.
 */
function noticeDeath({ Module: engine }: PGlite): void {
  const runOnce = engine[engine_entry].bind(engine);
  engine[engine_entry] = () => {
    try {
      return runOnce();
    } catch (error) {
      if ((error as { status?: number }).status !== sql_error_status) {
        port.postMessage({ died: String(error) } satisfies BridgeNews);
        process.exit(1);
      }
      throw error;
    }
  };
}

/**
 * A new database is created in another folder and renamed when it is complete, so that a kill half-way leaves no incomplete
 * database.
 */
async function openDatabase(): Promise<PGlite> {
  if (!existsSync(database_dir)) {
    const unfinished = path.join(path.dirname(database_dir), `${path.basename(database_dir)}.unfinished`);
    rmSync(unfinished, { recursive: true, force: true });
    if (prepared_dir === null) await (await PGlite.create({ dataDir: unfinished })).close();
    else cpSync(prepared_dir, unfinished, { recursive: true, mode: constants.COPYFILE_FICLONE });
    chmodSync(unfinished, 0o700);
    renameSync(unfinished, database_dir);
  }
  const startParams = [...PGlite.defaultStartParams, ...settings.flatMap((setting) => ["-c", setting])];
  return await PGlite.create({ dataDir: database_dir, extensions: { pg_trgm }, startParams });
}
