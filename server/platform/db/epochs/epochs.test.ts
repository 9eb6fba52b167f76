import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { needsServer, openDatabase, type TestDatabase } from "../../../../test/harness/database.ts";
import { openEarlier } from "../../../../test/harness/machine/upgrade.ts";
import { settled } from "../../../../test/harness/settled.ts";
import { createPool, type Connection, type Pool } from "../pool.ts";
import { sql } from "../sql.ts";
import { readInfrastructure } from "../transaction.ts";

let database: TestDatabase;
before(async () => {
  database = await openDatabase();
});
after(() => database.close());

const query = async (text: string): Promise<any[]> => (await database.superuser.query(text)).rows;
const present = async (): Promise<number> => (await query("select max(epoch) as epoch from infra.epoch"))[0].epoch;
/** Pretends that another cluster wrote last. */
const writeElsewhere = () =>
  query("update infra.epoch set system_identifier = 'another' where epoch = (select max(epoch) from infra.epoch)");

function poolOf(connection: Connection, begun: (number | null)[], more: { reads_only?: boolean } = {}): Pool {
  return createPool({
    connection,
    role: "muster_app",
    connections_max: 4,
    statement_timeout_ms: 5_000,
    onIdleError: () => undefined,
    onEpoch: (epoch) => begun.push(epoch),
    ...more,
  });
}

const ask = (pool: Pool) => readInfrastructure(pool, sql`select 1`);

test("where another cluster wrote last, connections that open at once begin one epoch before they are used", async (t) => {
  await ask(database.pool("muster_app", 1));
  const before_it = await present();
  await writeElsewhere();
  const begun: (number | null)[] = [];
  const pools = Array.from({ length: 4 }, () => poolOf(database.connection, begun));
  t.after(() => Promise.all(pools.map((pool) => pool.close())));
  await Promise.all(pools.flatMap((pool) => [ask(pool), ask(pool)]));
  assert.deepEqual([await present(), begun], [before_it + 1, [before_it + 1]]);
});

test("a reader, and a role that writes nothing in that order, begin none", async (t) => {
  const before_it = await present();
  await writeElsewhere();
  const reader = poolOf(database.connection, [], { reads_only: true });
  t.after(() => reader.close());
  await Promise.all([ask(reader), ask(database.pool("muster_delivery", 1))]);
  assert.equal(await present(), before_it);
  await ask(database.pool("muster_worker", 1));
  assert.equal(await present(), before_it + 1);
});

test(
  "an epoch waits for who has written in the one before, so that it can never hide a row",
  { skip: needsServer() },
  async (t) => {
    const writing = await database.superuser.connect();
    t.after(() => writing.release());
    await writing.query("begin; lock table only audit_log in row exclusive mode");
    await writeElsewhere();
    const begun: (number | null)[] = [];
    const pool = poolOf(database.connection, begun);
    t.after(() => pool.close());
    const asked = ask(pool);
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    while ((await database.superuser.query(waiting)).rowCount === 0);
    assert.deepEqual(begun, []);
    await writing.query("commit");
    await asked;
    assert.equal(begun.length, 1);
  },
);

test("a process that serves may not begin an epoch by itself", async () => {
  for (const role of ["muster_app", "muster_worker", "muster_delivery"]) {
    const client = await database.superuser.connect();
    try {
      await client.query(`begin; set local role ${role}`);
      await assert.rejects(client.query("select infra.begin_epoch()"), { code: "42501" });
    } finally {
      await client.query("rollback");
      client.release();
    }
  }
});

const tenant_id = "019a0000-0000-7000-8000-000000000001";

for (const [what, ahead, epochs] of [
  ["an upgrade in place goes on in epoch 0", 0, [0]],
  ["an upgrade of what had been restored from another cluster begins an epoch", 1_000_000, [0, 1]],
] as const) {
  test(what, { skip: needsServer() }, async (t) => {
    const earlier = await openEarlier(40);
    t.after(() => earlier.close());
    await earlier.superuser.query(
      "insert into tenant (id, code, name, kind, time_zone) values ($1, 'ACME', 'ACME', 'live', 'UTC')",
      [tenant_id],
    );
    const record = (xid: string) =>
      earlier.superuser.query(
        `insert into audit_log (tenant_id, id, occurred_at, actor_type, operation, target_type, xid)
         values ($1, gen_random_uuid(), now(), 'system', 'person.create', 'person', ${xid})`,
        [tenant_id],
      );
    await record(`(pg_current_xact_id()::text::bigint + ${ahead})::text::xid8`);
    await earlier.upgrade();
    const pool = poolOf(earlier.connection, []);
    t.after(() => pool.close());
    await ask(pool);
    const { rows } = await earlier.superuser.query("select epoch from infra.epoch order by epoch");
    assert.deepEqual(
      rows.map(({ epoch }) => epoch),
      epochs,
    );
    // Later writes are ordered last, also those of a program that does not know epochs.
    await record("default");
    await settled(earlier);
    const { rows: places } = await earlier.superuser.query(
      "select xid > (select min(xid) from audit_log) as later, xid < infra.horizon() as visible from audit_log order by xid desc limit 1",
    );
    assert.deepEqual(places, [{ later: true, visible: true }]);
  });
}
