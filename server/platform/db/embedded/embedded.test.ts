import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import test, { after, before, type TestContext } from "node:test";
import type pg from "pg";
import {
  clientOf,
  openDataDirectories,
  poolOf,
  socketPathOf,
  start,
  type DataDirectories,
} from "../../../../test/harness/machine/embedded.ts";
import { query, startup, sync } from "./messages.ts";
import { type Embedded, openEmbedded } from "./open.ts";

let directories: DataDirectories;
let shared: Embedded;
let pool: pg.Pool;

before(async () => {
  directories = await openDataDirectories();
  shared = await openEmbedded(directories.copyOfBlank("shared"));
  pool = poolOf(shared);
});

after(async () => {
  await pool.end();
  await shared.close();
  directories.remove();
});

test("transactions of three processes never mix", async (t) => {
  await pool.query("create table mixed (mine text, transaction text)");
  const processes = ["a", "b", "c"].map((who) => start(t, "mix", shared.host, String(shared.port), who));
  for (const { ended } of processes) assert.equal(await ended, 0);
  const { rows } = await pool.query("select count(*)::int as rows, count(distinct transaction)::int as transactions from mixed");
  assert.deepEqual(rows, [{ rows: 144, transactions: 144 }]);
});

test("one failing query leaves the others alone", async () => {
  const queries = Array.from({ length: 30 }, (_, n) =>
    pool.query({ name: "divide", text: "select 10 / $1::int as result", values: [n % 3] }).then(
      ({ rows }) => rows[0].result,
      (error: pg.DatabaseError) => error.code,
    ),
  );
  assert.deepEqual(
    await Promise.all(queries),
    Array.from({ length: 30 }, (_, n) => ["22012", 10, 5][n % 3]),
  );
});

test("a name whose statement could not be parsed can be used again", async (t) => {
  const client = await clientOf(t, shared);
  await assert.rejects(client.query({ name: "again", text: "select nothing from nowhere" }), { code: "42P01" });
  assert.deepEqual((await client.query({ name: "again", text: "select 1 as one" })).rows, [{ one: 1 }]);
  assert.deepEqual((await client.query({ name: "again", text: "select 1 as one" })).rows, [{ one: 1 }]);
});

test("a half-sent insert is discarded", async (t) => {
  await pool.query("create table half (n int)");
  const insert = query("insert into half values (1)");
  const parse_bind_execute = [parse("", "insert into half values (2)"), bind(""), execute];
  for (const half of [insert.subarray(0, -1), insert.subarray(0, 3), Buffer.concat(parse_bind_execute)]) {
    const socket = await rawClient(t);
    socket.end(half);
    await once(socket, "close");
  }
  assert.deepEqual((await pool.query("select n from half")).rows, []);
});

test("statements that were sent with Flush but never with Sync are rolled back", async (t) => {
  await pool.query("create table flushed (n int)");
  for (const more of [[], [parse("", "select 1 / 0"), bind(""), execute, flush]]) {
    const socket = await rawClient(t);
    socket.write(Buffer.concat([parse("", "insert into flushed values (1)"), bind(""), execute, flush]));
    await until(socket, "INSERT 0 1");
    socket.write(Buffer.concat(more));
    if (more.length > 0) await until(socket, "22012");
    socket.destroy();
  }
  assert.deepEqual((await pool.query("select n from flushed")).rows, []);
});

test("a whole query that came before the client left is still run, and answered", async (t) => {
  const socket = await rawClient(t);
  await pool.query("create table farewell (n int)");
  socket.end(Buffer.concat([query("insert into farewell values (1)"), Buffer.from("5800000004", "hex")]));
  await until(socket, "INSERT 0 1");
  await once(socket, "close");
  assert.deepEqual((await pool.query("select n from farewell")).rows, [{ n: 1 }]);
});

test("a client that dies in a transaction is rolled back", async (t) => {
  await pool.query("create table lingering (n int)");
  const client = start(t, "linger", shared.host, String(shared.port), "lingering");
  assert.equal(await client.line(), "written");
  const others = Promise.all(Array.from({ length: 4 }, () => pool.query("select n from lingering")));
  client.child.kill("SIGKILL");
  for (const { rows } of await others) assert.deepEqual(rows, []);
});

test("the statements of a client that leaves during another's transaction are forgotten after it", async (t) => {
  const statements = async (db: pg.Client) => (await db.query("select count(*)::int as n from pg_prepared_statements")).rows[0].n;
  const staying = await clientOf(t, shared);
  const count = await statements(staying);
  const leaving = await clientOf(t, shared);
  for (const name of ["one", "two", "three"]) await leaving.query({ name, text: "select 1" });
  await staying.query("begin");
  const left = leaving.end();
  assert.equal(await statements(staying), count + 3);
  await left;
  await staying.query("commit");
  assert.equal(await statements(staying), count);
});

test("clients that pipeline whole transactions do not mix", async (t) => {
  await pool.query("create table pipelined (who int, n int)");
  const clients = await Promise.all([0, 1, 2].map(() => clientOf(t, shared, { pipeline: true })));
  const transactions = clients.flatMap((client, who) =>
    Array.from({ length: 20 }, async (_, n) => {
      const [, insert, mine, commit] = await Promise.all([
        client.query("begin"),
        client.query({ name: "insert", text: "insert into pipelined values ($1, $2)", values: [who, n] }),
        client.query({ name: `mine${who}`, text: "select n from pipelined where xmin = pg_current_xact_id()::xid" }),
        client.query("commit"),
      ]);
      assert.equal(insert.rowCount, 1);
      assert.deepEqual(mine.rows, [{ n }]);
      assert.equal(commit.command, "COMMIT");
    }),
  );
  await Promise.all(transactions);
  assert.deepEqual((await pool.query("select count(*)::int as n from pipelined")).rows, [{ n: 60 }]);
});

test("a failing statement rolls its pipelined transaction back and no other", async (t) => {
  await pool.query("create table failing (n int primary key)");
  const client = await clientOf(t, shared, { pipeline: true });
  const results = await Promise.allSettled(
    [
      "begin",
      "insert into failing values (1)",
      "commit",
      "begin",
      "insert into failing values (2)",
      "insert into failing values (1)",
      "commit",
      "select 1",
    ].map((sql) => client.query(sql)),
  );
  const commands = results.map((result) => (result.status === "fulfilled" ? result.value.command : result.reason.code));
  assert.deepEqual(commands, ["BEGIN", "INSERT", "COMMIT", "BEGIN", "INSERT", "23505", "ROLLBACK", "SELECT"]);
  assert.deepEqual((await pool.query("select n from failing")).rows, [{ n: 1 }]);
});

test("a client that does not read its answers delays no other client, and loses no answer", async (t) => {
  const socket = await rawClient(t);
  const rows = 40;
  const megabyte = "select repeat('x', 1024 * 1024)";
  socket.pause();
  socket.write(Buffer.concat(Array.from({ length: rows }, () => query(megabyte))));
  assert.deepEqual((await pool.query("select 1 as one")).rows, [{ one: 1 }]);
  let bytes = 0;
  const finished = new Promise<void>((resolve) => {
    socket.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > rows * 1024 * 1024 && chunk.subarray(-6).equals(Buffer.from("5a0000000549", "hex"))) resolve();
    });
  });
  socket.resume();
  await finished;
});

test("names of any length and number do not hold a client up", async (t) => {
  const socket = await rawClient(t);
  for (let n = 0; n < 40; n += 1) {
    const name = `${n}${"n".repeat(100_000)}`;
    socket.write(Buffer.concat([parse(name, `select 'answer ${n}'`), bind(name), execute, sync]));
    await until(socket, `answer ${n}`);
  }
});

test("a message of 16 MiB goes in and comes out", async () => {
  const text = "ł".repeat(8 * 1024 * 1024);
  const { rows } = await pool.query("select $1::text as text", [text]);
  assert.ok(rows[0].text === text);
});

test("copy works outwards; inwards it is refused and nothing else suffers", async (t) => {
  const client = await clientOf(t, shared);
  await assert.rejects(client.query("copy half from stdin"), { code: "0A000" });
  const socket = await rawClient(t);
  socket.write(query("copy (select 'copied') to stdout"));
  await until(socket, "copied\n");
  // A client may send its data without waiting for the refusal.
  socket.write(
    Buffer.concat([
      query("copy half from stdin"),
      Buffer.from("640000000631 0a6300000004".replace(" ", ""), "hex"),
      query("select 'alive'"),
    ]),
  );
  await until(socket, "alive");
});

test("an SSL request is declined, a cancel request is closed, another protocol is refused", async (t) => {
  const ssl = connect(socketPathOf(shared));
  t.after(() => ssl.destroy());
  ssl.write(Buffer.from("0000000804d2162f", "hex"));
  assert.equal(String((await once(ssl, "data"))[0]), "N");
  ssl.write(startup("postgres", "postgres"));
  await until(ssl, "server_version");
  for (const [message, answer] of [
    ["0000001004d2162e0000002a00000000", /^$/],
    ["0000000800020000", /0A000/],
  ] as const) {
    const socket = connect(socketPathOf(shared)).setEncoding("latin1");
    socket.write(Buffer.from(message, "hex"));
    assert.match((await socket.toArray()).join(""), answer);
  }
});

test("a message of an unknown type ends its connection only", async (t) => {
  const socket = await rawClient(t);
  socket.write(Buffer.from("7a00000004", "hex"));
  await until(socket, "08P01");
  await once(socket.resume(), "close");
  assert.deepEqual((await pool.query("select 1 as one")).rows, [{ one: 1 }]);
});

test("a recursion without end is an error, not the end", async () => {
  await pool.query("create function deeper(n int) returns int language plpgsql as $$ begin return deeper(n + 1); end $$");
  await assert.rejects(pool.query("select deeper(1)"), { code: "54001" });
  assert.deepEqual((await pool.query("select 1 as one")).rows, [{ one: 1 }]);
});

/** A connection to the shared database that sends only what the test writes. */
async function rawClient(t: TestContext): Promise<Socket> {
  const socket = connect(socketPathOf(shared));
  t.after(() => socket.destroy());
  socket.write(startup("postgres", "postgres"));
  await until(socket, "server_version");
  return socket;
}

/** Reads until the text has arrived. */
async function until(socket: Socket, text: string): Promise<void> {
  let seen = "";
  while (!seen.includes(text)) {
    const [chunk] = (await once(socket, "data")) as [Buffer];
    seen += chunk.toString("latin1");
  }
}

function parse(name: string, sql: string): Buffer {
  return message("P", Buffer.from(`${name}\0${sql}\0\0\0`));
}

/** A Bind message without parameters, for the unnamed portal. */
function bind(name: string): Buffer {
  return message("B", Buffer.from(`\0${name}\0\0\0\0\0\0\0`));
}

function message(type: string, body: Buffer): Buffer {
  const out = Buffer.concat([Buffer.from(type), Buffer.alloc(4), body]);
  out.writeInt32BE(out.length - 1, 1);
  return out;
}

const execute = message("E", Buffer.from("\0\0\0\0\0"));
const flush = message("H", Buffer.alloc(0));
