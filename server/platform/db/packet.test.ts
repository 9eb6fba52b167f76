import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../../../test/harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../../test/harness/organisation/organisation.ts";
import type { Pool } from "./pool.ts";
import { sql } from "./sql.ts";
import { withTenant } from "./transaction.ts";

let database: TestDatabase;
let pool: Pool;
let organisation: TestOrganisation;

before(async () => {
  database = await openDatabase();
  // One connection, so that each test finds it as the one before has left it.
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
