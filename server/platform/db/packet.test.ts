import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type pg from "pg";
import { openDatabase, type TestDatabase } from "../../../test/harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../../test/harness/organisation/organisation.ts";
import type { InnerClient } from "./driver.ts";
import { newId, no_id } from "../ids.ts";
import { queryAfter } from "./packet.ts";
import type { Pool } from "./pool.ts";
import { sql, uuids } from "./sql.ts";
import { readFew, withTenant } from "./transaction.ts";

let database: TestDatabase;
let pool: Pool;
let organisation: TestOrganisation;

before(async () => {
  database = await openDatabase();
  // A single connection, so that each test sees the state that the previous test left on it.
  pool = database.pool("muster_app", 1);
  organisation = await createOrganisation(database, {});
});
after(() => database.close());

const divide = (by: number) => sql`select 60 / ${by}::int as value`;
const add = (to: number) => sql`select 1 + ${to}::int as value, 'sum' as kind`;
const nothing = () => sql`update tenant set name = name where false`;

test("statements that are asked at once are each answered with their own rows, the same one twice too", async () => {
  const answers = await withTenant(pool, organisation.tenant_id, (db) =>
    Promise.all([db.row(divide(2)), db.rows(add(1)), db.count(nothing()), db.row(divide(3)), db.rows(sql`select 1 where false`)]),
  );
  assert.deepEqual(answers, [{ value: 30 }, [{ value: 2, kind: "sum" }], 0, { value: 20 }, []]);
});

test("what a prepared statement answers with is asked for once on a connection", async (t) => {
  const client = await pool.connect();
  t.after(() => client.release());
  const { mock } = t.mock.method((client as pg.ClientBase as InnerClient).connection, "describe");
  const kinds = (day: string | null) =>
    sql`select ${day}::date as day, 7::bigint as number, '{"a":1}'::json as tree, '2026-01-02 03:04:05Z'::timestamptz as at`;
  const change = () => sql`update tenant set name = name where false and id is null`;
  const rest = { number: 7, tree: { a: 1 }, at: "2026-01-02T03:04:05.000Z" };
  for (const described of [3, 3, 3]) {
    const [first, second, none] = await Promise.all(
      [kinds("2026-01-02"), kinds(null), change()].map((statement) => queryAfter(client, [], statement)),
    );
    assert.deepEqual([first!.rows, second!.rows], [[{ day: "2026-01-02", ...rest }], [{ day: null, ...rest }]]);
    assert.deepEqual([none!.rows, none!.rowCount, none!.command], [[], 0, "UPDATE"]);
    assert.equal(mock.callCount(), described);
  }
});

test("ids in binary form arrive as they are, in their order, none of them too", async () => {
  const ids = [newId(), newId().toUpperCase(), "ffffffff-ffff-ffff-ffff-ffffffffffff", no_id];
  for (const sent of [ids, ids.slice(1, 2), []]) {
    const [row] = await readFew<{ ids: string[]; count: number }>(
      pool,
      organisation.tenant_id,
      sql`select to_json(${uuids(sent)}::uuid[]) as ids, cardinality(${uuids(sent)}::uuid[]) as count`,
    );
    assert.deepEqual(row, { ids: sent.map((id) => id.toLowerCase()), count: sent.length });
  }
  assert.throws(() => uuids([newId(), "no id"]), TypeError);
});

test("rows are passed on before the answer is complete, and none are left in it", async () => {
  const passed: number[] = [];
  const onRow = ({ value }: { value: number }) => void passed.push(value);
  const many = { ...sql`select n as value from generate_series(1, 3) n`, onRow };
  const run = () =>
    withTenant(pool, organisation.tenant_id, (db) => Promise.all([db.rows(many), db.row(divide(2)), db.count(many)]));
  assert.deepEqual(await run(), [[], { value: 30 }, 3]);
  assert.deepEqual(passed, [1, 2, 3, 1, 2, 3]);
  passed.length = 0;
  const failing = { ...sql`select 60 / (3 - n) as value from generate_series(1, 3) n`, onRow };
  await assert.rejects(
    withTenant(pool, organisation.tenant_id, (db) => db.rows(failing)),
    { code: "22012" },
  );
  assert.deepEqual(passed, [30, 60]);
});

test("a function that cannot take a row fails its statement, and takes no more rows", async () => {
  let taken = 0;
  const onRow = () => {
    taken += 1;
    throw new RangeError("too large");
  };
  const many = { ...sql`select n as value from generate_series(1, 3) n`, onRow };
  await assert.rejects(
    withTenant(pool, organisation.tenant_id, (db) => db.rows(many)),
    RangeError,
  );
  assert.equal(taken, 1);
  assert.deepEqual(await readFew(pool, organisation.tenant_id, divide(6)), [{ value: 10 }]);
});

test("a value that cannot be sent fails its packet, and the connection serves on", async () => {
  const ring: Record<string, unknown> = {};
  ring["ring"] = ring;
  await assert.rejects(readFew(pool, organisation.tenant_id, sql`select ${ring}::json as value`), TypeError);
  assert.deepEqual(await readFew(pool, organisation.tenant_id, divide(6)), [{ value: 10 }]);
});

test("work that goes on after a value that cannot be sent does not commit", async () => {
  const ring: Record<string, unknown> = {};
  ring["ring"] = ring;
  const work = withTenant(pool, organisation.tenant_id, async (db) => {
    await db.row(sql`select ${ring}::json as value`).catch(() => undefined);
    await db.row(divide(6)).catch(() => undefined);
  });
  await assert.rejects(work, TypeError);
});

test("a prepared statement whose result has other columns since fails once, and is prepared anew", async (t) => {
  const make = (value: string) =>
    database.superuser.query(`create or replace view public.changing as select ${value}; grant select on changing to muster_app`);
  await make("1 as one");
  t.after(() => database.superuser.query("drop view public.changing"));
  const all = () => sql`select * from changing`;
  const client = await pool.connect();
  t.after(() => client.release());
  assert.deepEqual((await queryAfter(client, [], all())).rows, [{ one: 1 }]);
  await make("1 as one, 2 as two");
  await assert.rejects(queryAfter(client, [], all()), { code: "0A000" });
  assert.deepEqual((await queryAfter(client, [], all())).rows, [{ one: 1, two: 2 }]);
});

test("one that fails takes those behind it with it; those before it are answered, and the connection serves on", async () => {
  const never_sent_before = (value: number) => sql`select ${value}::int * 7 as value`;
  const work = withTenant(pool, organisation.tenant_id, async (db) => {
    const settled = await Promise.allSettled([db.row(divide(4)), db.row(divide(0)), db.row(never_sent_before(6))]);
    assert.deepEqual(
      settled.map((one) => (one.status === "fulfilled" ? one.value : (one.reason as { code: string }).code)),
      [{ value: 15 }, "22012", "22012"],
    );
    throw (settled[1] as PromiseRejectedResult).reason as Error;
  });
  await assert.rejects(work, { code: "22012" });
  const answers = await withTenant(pool, organisation.tenant_id, (db) =>
    Promise.all([db.row(never_sent_before(6)), db.row(divide(0 + 5))]),
  );
  assert.deepEqual(answers, [{ value: 42 }, { value: 12 }]);
});

test("lists arrive as they were sent, whatever stands in them", async () => {
  const lists = [["a-1", "b.c@d.example"], ["null", "x"], ["NULL"], ["a b"], [""], [], ["a,b", "{c}", 'd"e\\f', "Ż"]];
  for (const list of lists)
    assert.deepEqual(await withTenant(pool, organisation.tenant_id, (db) => db.row(sql`select ${list}::text[] as list`)), {
      list,
    });
});

test("a transaction about few rows, or a part of many, has its plans, and nothing of that outlives it", async () => {
  const settings = sql`select current_setting('plan_cache_mode') as plans, current_setting('enable_seqscan') as seqscan`;
  const usual = { plans: "auto", seqscan: "on" };
  for (const [about, plans] of [
    ["few_rows", "force_generic_plan"],
    ["part_of_many", "force_custom_plan"],
  ] as const) {
    const during = await withTenant(pool, organisation.tenant_id, (db) => db.row(settings), about);
    assert.deepEqual(during, pool.embedded ? usual : { plans, seqscan: "off" });
  }
  assert.deepEqual(await withTenant(pool, organisation.tenant_id, (db) => db.row(settings)), usual);
});

test("reads of one organisation that are asked at once share a transaction, those of another have their own", async () => {
  const other = await createOrganisation(database, { organisation: { code: "OTHER", name: "Other" } });
  const here = (number: number) =>
    sql`select ${number}::int as number, pg_current_xact_id()::text as transaction_id, current_setting('app.tenant') as tenant_id`;
  type Here = { number: number; transaction_id: string; tenant_id: string };
  const asked = Array.from({ length: 40 }, (_, number) => ({ number, of: number % 4 === 3 ? other : organisation }));
  const answers = await Promise.all(
    asked.map(async ({ number, of }) => (await readFew<Here>(pool, of.tenant_id, here(number)))[0]!),
  );
  assert.deepEqual(
    answers.map(({ number, tenant_id }) => ({ number, tenant_id })),
    asked.map(({ number, of }) => ({ number, tenant_id: of.tenant_id })),
  );
  const transactions = Map.groupBy(answers, ({ transaction_id }) => transaction_id);
  assert.deepEqual(
    [...transactions.values()].map((shared) => shared.length).toSorted((a, b) => a - b),
    [10, 14, 16],
  );
});

test("of reads that are asked at once the one that fails fails alone", async () => {
  const reads = [divide(4), divide(0), divide(6), sql`select 'no number'::int as value`, divide(5)];
  const settled = await Promise.allSettled(reads.map((read) => readFew<{ value: number }>(pool, organisation.tenant_id, read)));
  assert.deepEqual(
    settled.map((one) => (one.status === "fulfilled" ? one.value[0]!.value : (one.reason as { code: string }).code)),
    [15, "22012", 10, "22P02", 12],
  );
  const nowhere = "11111111-1111-1111-1111-111111111111";
  assert.deepEqual(await readFew(pool, nowhere, sql`select name from tenant`), []);
});
