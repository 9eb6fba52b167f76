// Opening and closing a data directory: which process may open it, which may connect, and what remains when a process dies.
import assert from "node:assert/strict";
import { once } from "node:events";
import { cpSync, existsSync, readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import test, { after, before } from "node:test";
import {
  clientOf,
  openDataDirectories,
  socketPathOf,
  start,
  type DataDirectories,
} from "../../../../test/harness/machine/embedded.ts";
import { EmbeddedInUse } from "./lock.ts";
import { connectEmbedded, openEmbedded } from "./open.ts";

let directories: DataDirectories;
before(async () => {
  directories = await openDataDirectories();
});
after(() => directories.remove());

test("the socket is for its owner only", async (t) => {
  const embedded = await openEmbedded(directories.copyOfBlank("owned"));
  t.after(() => embedded.close());
  assert.equal(statSync(socketPathOf(embedded)).mode & 0o777, 0o600);
  assert.equal(statSync(embedded.host).mode & 0o777, 0o700);
});

test("closing lets a transaction finish and cuts idle clients", async (t) => {
  const embedded = await openEmbedded(directories.copyOfBlank("closing"));
  const [busy, idle] = await Promise.all([clientOf(t, embedded), clientOf(t, embedded)]);
  t.after(() => embedded.close());
  const cut = [busy, idle].map((client) => once(client, "error"));
  await idle.query({ name: "prepared", text: "select 1" });
  await busy.query("begin");
  const closed = embedded.close();
  assert.equal((await busy.query("commit")).command, "COMMIT");
  await Promise.all([closed, ...cut]);
});

test("a second process may not open the directory, but may connect to it", async (t) => {
  const data_dir = directories.copyOfBlank("two-processes");
  const server = start(t, "serve", data_dir);
  assert.equal(await server.line(), "ready");
  await assert.rejects(openEmbedded(data_dir), EmbeddedInUse);
  const embedded = await connectEmbedded(data_dir);
  const client = await clientOf(t, embedded);
  t.after(() => embedded.close());
  await client.query("create table seen (n int)");
  await client.end();
  await embedded.close();
  server.child.stdin.end();
  assert.equal(await server.ended, 0);
  assert.deepEqual(readdirSync(data_dir).toSorted(), ["database", "lock"]);

  const alone = await connectEmbedded(data_dir);
  const later = await clientOf(t, alone);
  t.after(() => alone.close());
  assert.deepEqual((await later.query("select n from seen")).rows, []);
});

test("connecting waits for a server that is still starting", async (t) => {
  const data_dir = directories.copyOfBlank("starting");
  const opening = openEmbedded(data_dir);
  const connected = await connectEmbedded(data_dir);
  const embedded = await opening;
  t.after(() => embedded.close());
  assert.equal(connected.host, embedded.host);
});

test("kill -9 of the server process loses no acknowledged row, and its socket and lock are no obstacle", async (t) => {
  const data_dir = directories.copyOfBlank("killed");
  const server = start(t, "insert", data_dir);
  while ((await server.line()) !== "200");
  server.child.kill("SIGKILL");
  await server.ended;
  let acknowledged = 200;
  for (let line = await server.line(); line !== null; line = await server.line()) acknowledged = Number(line);

  const embedded = await openEmbedded(data_dir);
  const client = await clientOf(t, embedded);
  t.after(() => embedded.close());
  const { rows } = await client.query("select count(*)::int as n from acknowledged where n <= $1", [acknowledged]);
  assert.deepEqual(rows, [{ n: acknowledged + 1 }]);
});

test("a data directory with a long name has its socket elsewhere, found through a pointer", async (t) => {
  const data_dir = directories.copyOfBlank("long-".repeat(20));
  const embedded = await openEmbedded(data_dir);
  const connected = await connectEmbedded(data_dir);
  const client = await clientOf(t, connected);
  t.after(() => embedded.close());
  assert.equal(connected.host, embedded.host);
  await client.query("select 1");
  await client.end();

  const copy = path.join(directories.folder, "copy-of-long");
  cpSync(data_dir, copy, { recursive: true, filter: (file) => path.basename(file) !== "database" });
  const other = await connectEmbedded(copy);
  t.after(() => other.close());
  assert.notEqual(other.host, embedded.host);

  await embedded.close();
  assert.equal(existsSync(embedded.host), false);
  assert.deepEqual(readdirSync(data_dir).toSorted(), ["database", "lock"]);
});

test("when the engine dies, the process is notified and clients are disconnected", async (t) => {
  const data_dir = directories.copyOfBlank("dying");
  const embedded = await openEmbedded(data_dir);
  const client = await clientOf(t, embedded);
  t.after(() => embedded.close());
  client.on("error", () => {});
  rmSync(path.join(data_dir, "database", "pg_wal"), { recursive: true });
  // The engine cannot write its log, and panics.
  await assert.rejects(client.query("create table lost (n int)"), /terminated/);
  assert.match((await embedded.failure).message, /has failed/);
});

test("a directory that is no database is refused, and the lock is free again", async () => {
  const data_dir = directories.copyOfBlank("spoilt");
  rmSync(path.join(data_dir, "database", "global"), { recursive: true });
  for (let attempt = 1; attempt <= 2; attempt += 1) await assert.rejects(openEmbedded(data_dir), /has failed/);
});
