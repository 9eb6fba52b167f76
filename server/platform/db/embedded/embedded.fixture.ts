// Programs that the tests run in child processes, some of which are killed: `node embedded.fixture.ts ROLE ARGUMENT…`
import assert from "node:assert/strict";
import { once } from "node:events";
import pg from "pg";
import { openEmbedded } from "./open.ts";

const roles = {
  /** Serves a data directory until its standard input ends. */
  async serve(data_dir: string) {
    const embedded = await openEmbedded(data_dir);
    say("ready");
    await once(process.stdin.resume(), "end");
    await embedded.close();
  },

  /** Serves a data directory and inserts rows; prints each number once its insert is acknowledged. */
  async insert(data_dir: string) {
    const { host, port } = await openEmbedded(data_dir);
    const pool = new pg.Pool({ host, port, user: "postgres", database: "postgres", max: 4 });
    await pool.query("create table acknowledged (n int)");
    for (let n = 0; ; n += 1) {
      await pool.query({ name: "insert", text: "insert into acknowledged values ($1)", values: [n] });
      say(String(n));
    }
  },

  /** Keeps a transaction open that has written a row. */
  async linger(host: string, port: string, table: string) {
    const client = new pg.Client({ host, port: Number(port), user: "postgres", database: "postgres" });
    await client.connect();
    await client.query("begin");
    await client.query(`insert into ${table} values (1)`);
    say("written");
    setInterval(() => {}, 60_000);
  },

  /** Runs many transactions over a pool; fails when an answer or a row belongs to another transaction. */
  async mix(host: string, port: string, who: string) {
    const pool = new pg.Pool({ host, port: Number(port), user: "postgres", database: "postgres", max: 4 });
    await Promise.all(Array.from({ length: 60 }, (_, n) => mixOnce(pool, who, n)));
    await pool.end();
  },
};

async function mixOnce(pool: pg.Pool, who: string, n: number): Promise<void> {
  const mine = `${who}:${n}`;
  // The same name stands for another text in each process.
  const answer = await pool.query({ name: "whose", text: `select '${who}' as process, $1::text as mine`, values: [mine] });
  assert.deepEqual(answer.rows, [{ process: who, mine }]);
  const client = await pool.connect();
  await client.query("begin");
  const { rows: before } = await client.query("select pg_current_xact_id()::text as id");
  await client.query("select set_config('muster.mine', $1, true)", [mine]);
  await client.query("insert into mixed values (current_setting('muster.mine'), pg_current_xact_id()::text)");
  const { rows: after } = await client.query("select pg_current_xact_id()::text as id, current_setting('muster.mine') as mine");
  assert.deepEqual(after, [{ id: before[0].id, mine }]);
  await client.query(n % 5 === 0 ? "rollback" : "commit");
  client.release();
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const [role, ...values] = process.argv.slice(2) as [keyof typeof roles, string, string, string];
await roles[role](...values);
