import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, test } from "node:test";
import { needsServer, openDatabase, type TestDatabase } from "../../../../test/harness/database.ts";
import { listMigrations, migrate, type Migration } from "../migrate.ts";
import { stepsOf } from "./outside-transaction.ts";

let database: TestDatabase;
let number = 9_000;

before(async () => {
  database = await openDatabase();
  await database.superuser.query("create table crowd (id integer, name text)");
  await database.superuser.query("alter table crowd owner to muster_owner");
  await database.superuser.query("insert into crowd select n, 'Anna ' || n from generate_series(1, 1000) n");
});
after(() => database?.close());

function outside(...statements: string[]): Migration {
  const text = ["-- outside a transaction", "-- Why; and more.", ...statements.map((sql) => `${sql};`)].join("\n");
  number += 1;
  return { number, name: `${number}_outside.sql`, text, sha256: createHash("sha256").update(text).digest("hex") };
}

const apply = (...added: Migration[]) => migrate(database.connection, [...listMigrations(), ...applied, ...added]);
/** Includes the migrations of earlier tests: a migrator without them would be older than the database. */
const applied: Migration[] = [];

async function index(name: string): Promise<{ oid: number; valid: boolean } | undefined> {
  const { rows } = await database.superuser.query<{ oid: number; valid: boolean }>(
    "select indexrelid::int as oid, indisvalid as valid from pg_index where indexrelid = to_regclass($1)",
    [name],
  );
  return rows[0];
}

/** Waits until a session runs a statement, and returns its process id. */
async function sessionAt(statement: string): Promise<number> {
  const at = "select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and query like $1";
  for (;;) {
    const { rows } = await database.superuser.query<{ pid: number }>(at, [`%${statement}%`]);
    if (rows[0]) return rows[0].pid;
  }
}

/** Opens a transaction that has written to the table, so that an index build has to wait for it. */
async function writer(): Promise<() => Promise<void>> {
  const client = await database.superuser.connect();
  await client.query("begin");
  await client.query("insert into crowd values (0, 'Ewa')");
  return async () => {
    await client.query("commit");
    client.release();
  };
}

test("a migration outside a transaction builds its indexes, drops others, and is noted once", async () => {
  const made = outside(
    "create index concurrently crowd_name on crowd (name)",
    "create unique index concurrently crowd_both on public.crowd (id, name)",
  );
  assert.deepEqual(await apply(made), [made.name]);
  applied.push(made);
  assert.deepEqual(await apply(), []);
  assert.deepEqual([(await index("crowd_name"))?.valid, (await index("crowd_both"))?.valid], [true, true]);
  const dropped = outside("drop index concurrently crowd_both");
  assert.deepEqual(await apply(dropped), [dropped.name]);
  applied.push(dropped);
  assert.equal(await index("crowd_both"), undefined);
  await assert.rejects(apply({ ...made, sha256: "other" }), /was edited after it had been applied/);
});

test(
  "a migrator that dies while it builds leaves an index that is not valid; the next one builds that one again and leaves what was done",
  { skip: needsServer() },
  async () => {
    const both = outside(
      "create index concurrently crowd_first on crowd (id)",
      "create index concurrently crowd_second on crowd (name, id)",
    );
    await database.superuser.query("create index crowd_first on crowd (id)");
    const first = await index("crowd_first");
    const end = await writer();
    const dying = assert.rejects(apply(both), /terminating connection/);
    const pid = await sessionAt("concurrently crowd_second");
    while ((await index("crowd_second")) === undefined);
    await database.superuser.query("select pg_terminate_backend($1)", [pid]);
    await dying;
    await end();
    const left = await index("crowd_second");
    assert.equal(left?.valid, false, "the test has left no invalid index");
    assert.deepEqual(await apply(both), [both.name]);
    applied.push(both);
    const built = await index("crowd_second");
    assert.equal(built?.valid, true);
    assert.notEqual(built.oid, left.oid);
    assert.deepEqual(await index("crowd_first"), first, "what was done has been done again");
  },
);

test("migrators that come meanwhile wait, and do not hold up the one that builds", { skip: needsServer() }, async () => {
  const one = outside("create index concurrently crowd_third on crowd (id, name)");
  const end = await writer();
  const building = apply(one);
  await sessionAt("concurrently crowd_third");
  const waiting = [apply(one), apply(one)];
  await sessionAt("pg_try_advisory");
  await end();
  assert.deepEqual((await Promise.all([building, ...waiting])).flat(), [one.name]);
  applied.push(one);
});

test("an index of the same name on another table is no index that is done", async () => {
  await database.superuser.query("create table other (id integer)");
  await database.superuser.query("create index other_id on other (id)");
  await assert.rejects(
    apply(outside("create index concurrently other_id on crowd (id)")),
    /other_id is there already, on table other/,
  );
});

test("what could not be run again is refused before anything is done", async () => {
  for (const sql of [
    "create index crowd_slow on crowd (id)",
    "create index concurrently if not exists crowd_slow on crowd (id)",
    "create index concurrently on crowd (id)",
    "reindex index concurrently crowd_name",
    "update crowd set name = null where id = 0",
    "drop index crowd_name",
    "drop index concurrently crowd_name cascade",
  ]) {
    assert.throws(() => stepsOf(`${sql};`), /holds only/, sql);
    await assert.rejects(apply(outside("create index concurrently crowd_slow on crowd (id)", sql)), /holds only/, sql);
  }
  assert.equal(await index("crowd_slow"), undefined);
});
