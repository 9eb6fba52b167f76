// The worker thread that holds the embedded database: PGlite (PostgreSQL in WebAssembly) behind a Unix socket, so that the
// rest of the program uses the same `pg` driver as with a server. Who may speak when: session.ts.
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
  /** What a new database is a copy of; null: it is made empty. */
  prepared_dir: string | null;
  socket_path: string;
  /** Where compiled code is kept, for start-bridge.js; null: nowhere. */
  compiled_dir: string | null;
};

/** The messages of this program to open.ts. It ends at the message "close". */
export type BridgeNews = "ready" | { died: string };

/** How long a transaction of another process may still take once the bridge is asked to close. */
const close_wait_ms_max = 5_000;

/** PGlite's way into the engine, and the status with which the engine leaves it after an SQL error. */
const engine_entry = "_PostgresMainLoopOnce";
const sql_error_status = 100;

/**
 * The engine touches all of its buffers at once, and its memory never shrinks; the system keeps files in memory anyway. New files of the
 * write-ahead log are not filled with zeros first: where nothing is synced to the disk (PGlite's -F), that protects nothing.
 */
const settings = ["shared_buffers=16MB", "wal_init_zero=off", "wal_recycle=off"];

const { database_dir, prepared_dir, socket_path } = workerData as BridgeInput;
const port = parentPort!;
const database = await openDatabase();
noticeDeath(database);
const greeting = Buffer.concat(await run(startup("postgres", "postgres")));
const session = createSession(run);
const sockets = new Set<Socket>();

// Half-open, because a client that has said all it will say may still wait for the answer.
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
  // Their farewells come last; the engine must not be asked for anything while it closes.
  await session.free();
  await database.close();
  process.exit(0);
}

function destroyed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once("close", () => resolve()).destroy());
}

/**
 * Runs messages in the engine. `execProtocolRaw` would be simpler, but it also parses every answer and keeps the result
 * until the next call of `query`, which never comes here: its memory grows without end.
 */
async function run(messages: Uint8Array): Promise<Buffer[]> {
  const answer: Buffer[] = [];
  // The engine writes its next chunk over this one, so each is copied.
  await database.execProtocolRawStream(messages, {
    onRawData: (bytes) => answer.push(Buffer.from(bytes)),
  });
  return answer;
}

/**
 * PGlite treats every exception of the engine as an ordinary SQL error and continues, without any further answer,
 * or in an endless loop. An SQL error is status 100; anything else (a panic, a trap in the code) is the end.
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

/** A new database is made beside its place and moved there when it is whole: a kill half-way leaves nothing to trip over. */
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
