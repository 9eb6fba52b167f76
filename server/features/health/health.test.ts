import assert from "node:assert/strict";
import { createServer as createSocketServer, type Socket } from "node:net";
import { after, before, test, type TestContext } from "node:test";
import pino from "pino";
import { needsServer, openDatabase, type TestDatabase } from "../../../test/harness/database.ts";
import { request, startServer, test_keyring } from "../../../test/harness/server.ts";
import { createPool } from "../../platform/db/pool.ts";
import { createProbe, type Probe, type Pulse } from "../../platform/db/probe.ts";
import { sql } from "../../platform/db/sql.ts";
import { readInfrastructure } from "../../platform/db/transaction.ts";
import { createServer } from "../../platform/http/server.ts";
import { createHealth } from "./readiness.ts";
import { healthRoutes } from "./routes.ts";

let database: TestDatabase;
before(async () => {
  database = await openDatabase();
});
after(() => database.close());

async function serve(t: TestContext, probe: Pick<Probe, "pulse">) {
  const health = createHealth(probe);
  const app = createServer({
    base_url: "https://muster.example",
    trusted_proxies: [],
    log: pino({ level: "silent" }),
    onAnswer: () => undefined,
  });
  healthRoutes(app, health, { keyring: test_keyring, version: "1.0.0" });
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  t.after(() => app.close());
  return { health, get: (path: string) => request(url, "GET", path) };
}

test("an application with its database is alive and ready, without credentials", async (t) => {
  const server = await startServer(database);
  t.after(() => server.close());
  const alive = await request(server.url, "GET", "/healthz");
  assert.deepEqual([alive.status, alive.body], [200, { status: "ok" }]);
  assert.equal(alive.headers.get("strict-transport-security"), "max-age=31536000; includeSubDomains");
  const ready = await request(server.url, "GET", "/readyz");
  assert.deepEqual(
    [ready.status, ready.body],
    [200, { status: "ready", checks: { database: "ok", clock: "ok", process: "ok" } }],
  );
});

test("a process that stops says so before it does", async (t) => {
  const server = await serve(t, { pulse: async () => ({ ok: true, clock_skew_ms: 0 }) });
  server.health.drain();
  const reply = await server.get("/readyz");
  assert.deepEqual([reply.status, reply.body.checks.process], [503, "draining"]);
  assert.equal(reply.headers.get("retry-after"), "1");
  assert.equal((await server.get("/healthz")).status, 200);
});

test("without its database a process is alive, and not ready", async (t) => {
  let pulse: Pulse = { ok: false };
  const server = await serve(t, { pulse: async () => pulse });
  const reply = await server.get("/readyz");
  assert.deepEqual(
    [reply.status, reply.body],
    [503, { status: "unavailable", checks: { database: "failed", clock: "unknown", process: "ok" } }],
  );
  assert.equal((await server.get("/healthz")).status, 200);
  pulse = { ok: true, clock_skew_ms: -5_001 };
  const back = await server.get("/readyz");
  assert.deepEqual([back.status, back.body.checks.clock], [200, "skewed"]);
});

const urlOf = ({ connection }: TestDatabase) => (connection.kind === "server" ? connection.url : null);

test("a pool that is busy, and answered, does not make the process unready", { skip: needsServer() }, async (t) => {
  const pool = database.pool("muster_app", 1);
  const probe = createProbe(pool, urlOf(database), 0);
  t.after(() => probe.close());
  const done = new AbortController();
  t.after(() => done.abort());
  // All statements wait for the only connection, so the probe's own statement may not get its turn.
  const users = Array.from({ length: 20 }, async () => {
    while (!done.signal.aborted) await readInfrastructure(pool, sql`select pg_sleep(0.1)`).catch(() => undefined);
  });
  assert.equal((await probe.pulse()).ok, true);
  done.abort();
  await Promise.all(users);
});

test(
  "a pool of which nothing is answered makes the process unready, though the database is there",
  { skip: needsServer() },
  async (t) => {
    const pool = database.pool("muster_app", 1);
    const probe = createProbe(pool, urlOf(database), 0);
    t.after(() => probe.close());
    const taken = await pool.connect();
    // The connection has been answered once; while it is held, the pool gets no further answer.
    await taken.query("select");
    const held = await probe.pulse().finally(() => taken.release());
    assert.deepEqual([held, (await probe.pulse()).ok], [{ ok: false }, true]);
  },
);

test("a pool whose role the database refuses makes the process unready", { skip: needsServer() }, async (t) => {
  const url = new URL(urlOf(database)!);
  url.searchParams.set("options", "-c no_such_setting=1");
  const connection = { kind: "server" as const, url: url.href };
  const pool = createPool({
    connection,
    role: "muster_app",
    connections_max: 1,
    statement_timeout_ms: 5_000,
    onIdleError: () => undefined,
  });
  t.after(() => pool.close());
  const probe = createProbe(pool, urlOf(database), 0);
  t.after(() => probe.close());
  assert.deepEqual(await probe.pulse(), { ok: false });
});

test("a database that accepts and never answers is given up in time", async (t) => {
  const sockets = new Set<Socket>();
  const silent = createSocketServer((socket) => void sockets.add(socket));
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  t.after(() => silent.close());
  t.after(() => sockets.forEach((socket) => socket.destroy()));
  const { port } = silent.address() as { port: number };
  const probe = createProbe(database.pool("muster_app", 1), `postgres://no-user@127.0.0.1:${port}/nothing`);
  t.after(() => probe.close());
  assert.deepEqual(await probe.pulse(), { ok: false });
});

test("on the embedded database the last answer counts, however long a transaction holds it", async (t) => {
  const pool = database.pool("muster_app", 1);
  const probe = createProbe(pool, null, 0);
  t.after(() => probe.close());
  assert.equal((await probe.pulse()).ok, true);
  const taken = await pool.connect();
  t.after(() => taken.release());
  assert.equal((await probe.pulse()).ok, true);
});
