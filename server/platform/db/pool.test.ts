import assert from "node:assert/strict";
import { test } from "node:test";
import pg from "pg";
import { needsServer, openDatabase } from "../../../test/harness/database.ts";
import { createPool, takeClient } from "./pool.ts";
import { directUrl } from "./servers/reach.ts";
import { sql } from "./sql.ts";
import { readInfrastructure } from "./transaction.ts";

test(
  "options in the URL stand; the role and the limits of a pool hold in its transactions",
  { skip: needsServer() },
  async (t) => {
    const database = await openDatabase();
    t.after(() => database.close());
    assert.equal(database.connection.kind, "server");
    const url = new URL(directUrl(database.connection));
    url.searchParams.set("options", "-c work_mem=8MB -c role=none -c lock_timeout=1h");
    const pool = createPool({
      connection: { kind: "server", url: url.href },
      role: "muster_app",
      connections_max: 1,
      statement_timeout_ms: 5_000,
      onIdleError: () => undefined,
    });
    t.after(() => pool.close());
    const settings = sql`
    select current_user::text as role, current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
      current_setting('timezone') as timezone, current_setting('jit') as jit, current_setting('work_mem') as own`;
    const rows = await readInfrastructure(pool, settings);
    assert.deepEqual(rows, [{ role: "muster_app", statement: "5s", lock: "2s", timezone: "UTC", jit: "off", own: "8MB" }]);
  },
);

test(
  "a connection that is verified after its waiter was told of the timeout goes back to the pool",
  { skip: needsServer() },
  async (t) => {
    const database = await openDatabase();
    t.after(() => database.close());
    assert.equal(database.connection.kind, "server");
    const verified: (() => void)[] = [];
    let noteVerifying = () => {};
    const pool = new pg.Pool({
      connectionString: directUrl(database.connection),
      max: 1,
      connectionTimeoutMillis: 1_000,
      verify: (_client, answer) => {
        verified.push(() => answer());
        noteVerifying();
      },
    });
    pool.on("error", () => undefined);
    t.after(() => void pool.end());
    const verifying = () => new Promise<void>((resolve) => (noteVerifying = resolve));

    const [first] = await Promise.all([takeClient(pool), verifying().then(() => verified.shift()!())]);
    const late = takeClient(pool);
    const begins = verifying();
    first.release(true);
    await Promise.all([assert.rejects(late, /timeout exceeded/), begins]);
    verified.shift()!();
    assert.deepEqual([pool.totalCount, pool.idleCount], [1, 1]);
    (await takeClient(pool)).release();
  },
);
