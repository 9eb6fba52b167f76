import assert from "node:assert/strict";
import { test } from "node:test";
import { Registry } from "prom-client";
import { needsServer, openDatabase } from "../../../../test/harness/database.ts";
import { createOrganisation } from "../../../../test/harness/organisation/organisation.ts";
import type { Statement } from "../../../platform/db/sql.ts";
import { measureDelivery } from "./measure.ts";
import { claimDue, reachAll, type Claim, type Reach } from "./queue-sql.ts";
import { countDue, findOldestDue } from "./time-sql.ts";

test("while the database is away a worker is not ready, and still shows its other measures", async (t) => {
  const database = await openDatabase();
  t.after(() => database.close());
  const pool = database.pool("muster_delivery", 1);
  const registry = new Registry();
  const { observer, isReady } = measureDelivery(pool, registry);
  observer!.moved("degraded");
  assert.equal(await isReady(), true);
  assert.match(await registry.metrics(), /^webhook_oldest_due_seconds 0$/m);
  await database.close();
  assert.equal(await isReady(), false);
  const text = await registry.metrics();
  assert.match(text, /^webhook_subscription_moves_total\{state="degraded"\} 1$/m);
  assert.match(text, /^webhook_oldest_due_seconds Nan$/im);
});

test("what waits for its time costs a claim and the measures nothing", { skip: needsServer() }, async (t) => {
  const database = await openDatabase();
  t.after(() => database.close());
  const { tenant_id } = await createOrganisation(database, {});
  const { superuser } = database;
  await superuser.query(
    `insert into infra.due (kind, tenant_id, subject_id, due_us)
     select 'webhooks.deliver', $1, gen_random_uuid(), infra.now_us() + 3600000000 from generate_series(1, 20000)`,
    [tenant_id],
  );
  await superuser.query("vacuum analyze infra.due");
  const reach = reachAll(database.pool("muster_delivery", 1));
  let read = 0;
  const explained: Reach = async <Row>(statement: Statement) => {
    const text = `explain (analyze, format json) ${statement.text}`;
    const [row] = await reach<{ "QUERY PLAN": [{ Plan: Plan }] }>({ ...statement, text, name: "" });
    read += dueRows(row!["QUERY PLAN"][0].Plan);
    return [{ waited_us: 0, due: 0 }] as Row[];
  };
  await claimDue(explained, claim);
  await findOldestDue(explained);
  await countDue(explained, 10);
  assert.equal(read, 0, "rows of infra.due that were read");
  await superuser.query("update infra.due set due_us = 0 where id in (select id from infra.due limit 3)");
  await claimDue(explained, claim);
  assert.ok(read > 0 && read <= 3, `${read} of the three that are due`);
});

const claim: Claim = {
  claim_id: "019a5001-aaaa-4bbb-8ccc-00000000000c",
  lease_us: 30_000_000,
  deliveries_max: 64,
  subscriptions_max: 64,
  in_flight_per_tenant_max: 20,
  rooms: { subscription_ids: [], rooms: [], room_default: 4 },
  first_attempts_only: false,
  among: "due",
};

/** The properties that this test reads of a node of PostgreSQL's plan. */
type Plan = {
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
};

/** How many rows of infra.due a plan has read. */
function dueRows(plan: Plan): number {
  const own =
    plan["Relation Name"] === "due" ? (plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0)) * plan["Actual Loops"] : 0;
  return own + (plan.Plans ?? []).reduce((sum, below) => sum + dueRows(below), 0);
}
