// The worker thread that holds the embedded database: PGlite (PostgreSQL in WebAssembly) behind a Unix socket, so that the
// rest of the program uses the same `pg` driver as with a server. Who may speak when: session.ts.
import { chmodSync, existsSync, renameSync, rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import path from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { serveConnection } from "./connection.ts";
import { startup } from "./messages.ts";
import { createSession } from "./session.ts";

/** What open.ts passes to this program. */
export type BridgeInput = { database_dir: string; socket_path: string };

/** How long a transaction of another process may still take once the bridge is asked to close. */
const close_wait_ms_max = 5_000;

const { database_dir, socket_path } = workerData as BridgeInput;
const port = parentPort!;
const database = await openDatabase();
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
  port.postMessage("ready");
});
port.once("message", close);

async function close(): Promise<void> {
  server.close();
  const limit = new Promise((resolve) => setTimeout(resolve, close_wait_ms_max));
  await Promise.race([session.free(), limit]);
  for (const socket of sockets) socket.destroy();
  await database.close();
  port.postMessage("closed");
  process.exit(0);
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

/** A new database is made beside its place and moved there when it is whole: a kill half-way leaves nothing to trip over. */
async function openDatabase(): Promise<PGlite> {
  if (!existsSync(database_dir)) {
    const unfinished = path.join(path.dirname(database_dir), `${path.basename(database_dir)}.unfinished`);
    rmSync(unfinished, { recursive: true, force: true });
    await (await PGlite.create({ dataDir: unfinished })).close();
    renameSync(unfinished, database_dir);
  }
  return await PGlite.create({ dataDir: database_dir, extensions: { pg_trgm } });
}
