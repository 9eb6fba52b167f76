// G3: a claim of deliveries reads only what is due, however many deliveries wait for their time and whatever the planner's
// statistics say.
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import pg from "pg";
import { claimDue } from "../../server/features/webhooks/sending/queue-sql.ts";
import { dueDeliveries } from "../../server/features/webhooks/sending/due-deliveries.ts";
import type { Pool } from "../../server/platform/db/pool.ts";
import type { Statement } from "../../server/platform/db/sql.ts";
import { withInfrastructure } from "../../server/platform/db/transaction.ts";
import { workOffDue } from "../../server/platform/jobs/due/due.ts";
import { needsServer, openDatabase, type TestDatabase } from "../harness/database.ts";
import { counted } from "../harness/rows-touched.ts";
import { settled } from "../harness/settled.ts";

const skip = needsServer();
const never = new AbortController().signal;
let database: TestDatabase;
let worker: Pool;
before(async () => {
  if (skip) return;
  database = await openDatabase();
  worker = database.pool("muster_worker", 4);
});
after(() => database?.close());
beforeEach(() => (skip ? undefined : clear()));

const query = async (text: string, values: unknown[] = []) => (await database.superuser.query(text, values)).rows;
const clear = () => query("truncate tenant, infra.due, webhook_delivery cascade");

/** Creates a subscription in each of some organisations, with a delivery that is due in an hour. */
async function subscribe(count: number): Promise<string[]> {
  const rows = await query(
    `insert into tenant (id, code, name, kind, time_zone)
     select infra.new_id(), 'ORG' || n, 'Organisation ' || n, 'live', 'Europe/Warsaw' from generate_series(1, $1::int) n
     returning id`,
    [count],
  );
  await query(`
    insert into client (tenant_id, id, name, name_norm, scopes, methods) select id, id, 'HR', 'hr', '{users:write}', '{api_key}' from tenant;
    insert into webhook_subscription (tenant_id, id, client_id, name, target_url, subscribed_events, secret)
      select id, id, id, 'LMS', 'https://lms.example/', '{ping}', '' from tenant;
    insert into webhook_subscription_state (tenant_id, subscription_id, state_changed_at, in_flight_max) select id, id, now(), 4 from tenant;
    insert into webhook_delivery (tenant_id, id, subscription_id, event_id, event_type, created_at, due_us, max_attempts, payload_bytes,
        payload_sha256)
      select id, id, id, id, 'ping', now(), infra.now_us() + 3600000000, 8, 2, decode(repeat('00', 32), 'hex') from tenant`);
  return rows.map(({ id }) => id);
}

const claim = {
  claim_id: "00000000-0000-4000-8000-000000000000",
  lease_us: 30_000_000,
  deliveries_max: 64,
  subscriptions_max: 64,
  in_flight_per_tenant_max: 20,
  rooms: { subscription_ids: [], rooms: [], room_default: 4 },
  first_attempts_only: false,
  among: "due" as const,
};
const statistics: Record<string, string> = {
  "of an empty table": "delete from infra.due; analyze infra.due",
  "a hundred times as much":
    "analyze infra.due; update pg_class set reltuples = reltuples * 100, relpages = relpages * 100 where relname = 'due'",
  "as it is": "analyze infra.due",
};

for (const [name, gather] of Object.entries(statistics)) {
  test(`a claim does not touch what waits for its time, with statistics: ${name}`, { skip }, async () => {
    await query("alter table infra.due set (autovacuum_enabled = false)");
    if (name === "of an empty table") await query(gather);
    await subscribe(2_000);
    if (name !== "of an empty table") await query(gather);
    const delivery = database.pool("muster_delivery", 1);
    const touched = await withInfrastructure(delivery, async (db) => {
      const counting = counted(db);
      assert.deepEqual(await claimDue((statement) => counting.db.rows(statement), claim), []);
      return counting.touched();
    });
    assert.deepEqual(
      touched.filter(({ rows }) => rows > 50).map(({ rows, plan }) => `${rows} rows\n${plan}`),
      [],
    );
  });
}

/** The number of pages that a claim reads, with the plan that a worker's connection keeps (platform/db/prelude.ts). */
async function pagesOfClaim(): Promise<number> {
  let statement: Statement | undefined;
  await claimDue(async (asked) => {
    statement = asked;
    return [];
  }, claim);
  const { text, values } = statement!;
  const given = values
    .map((value) => (typeof value === "object" ? "'{}'" : pg.escapeLiteral(`${value as string | number}`)))
    .join(", ");
  const session = await database.superuser.connect();
  try {
    await session.query("set role muster_delivery; set plan_cache_mode = force_generic_plan; set enable_seqscan = off");
    await session.query(`prepare claim as ${text}`);
    const { rows } = await session.query(`explain (analyze, buffers, timing off, format json) execute claim(${given})`);
    const { Plan: plan } = rows[0]["QUERY PLAN"][0];
    return plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
  } finally {
    session.release(true);
  }
}

test(
  "a claim touches as many pages beside 5,000 subscriptions that wait as beside 1,000, whatever is known of the tables",
  { skip },
  async () => {
    const pages: Record<string, number[]> = {};
    for (const gather of ["select", "analyze", ...Object.values(statistics).slice(1)]) {
      for (const count of [1_000, 5_000]) {
        await query("truncate tenant, infra.due, webhook_delivery cascade");
        await subscribe(count);
        await query(gather);
        (pages[gather] ??= []).push(await pagesOfClaim());
      }
    }
    const grown = Object.entries(pages).filter(([, [few, many]]) => many! > few! + 2 || many! > 20);
    assert.deepEqual(grown, [], JSON.stringify(pages));
  },
);

test("whatever frees a subscription's deliveries makes them due", { skip }, async () => {
  const [tenant_id] = await subscribe(1);
  const delivery = database.pool("muster_delivery", 1);
  const look = async () => {
    let woken = 0;
    for (let round = 0; round < 3; round += 1) {
      await settled(database);
      await workOffDue(
        worker,
        dueDeliveries(delivery, () => (woken += 1)),
        never,
      );
    }
    return woken > 0;
  };
  const isDue = async () =>
    (await query("select from infra.due where kind = 'webhooks.deliver' and due_us <= infra.now_us()")).length > 0;
  assert.deepEqual([await look(), await isDue()], [false, false]);
  for (const [hold, free] of [
    ["update client set disabled_at = now()", "update client set disabled_at = null"],
    ["update client set expires_at = now()", "update client set expires_at = null"],
    [
      "update webhook_subscription_state set state = 'disabled', state_reason = 'consecutive_failures'",
      "update webhook_subscription_state set state = 'active', state_reason = null",
    ],
  ] as const) {
    await query(hold);
    await query("update webhook_delivery_pending set due_us = infra.now_us() - 1");
    assert.deepEqual([await look(), await isDue()], [false, false], hold);
    await query(free);
    assert.deepEqual([await look(), await isDue()], [true, true], free);
  }
  await query("update webhook_subscription_state set held_until_us = infra.now_us() + 60000000");
  assert.deepEqual([await look(), await isDue()], [false, false]);
  await query("update webhook_subscription_state set held_until_us = 0");
  assert.equal(await look(), true);
  await query("update webhook_delivery_pending set due_us = infra.now_us() + 60000000 where tenant_id = $1", [tenant_id]);
  assert.deepEqual([await look(), await isDue()], [false, false]);
});

test("a delivery that outlives its organisation's row by a moment stops nothing", { skip }, async () => {
  await subscribe(2);
  await query(
    "alter table tenant disable trigger all; delete from tenant where code = 'ORG1'; alter table tenant enable trigger all",
  );
  await query("update webhook_delivery_pending set due_us = infra.now_us() - 1");
  assert.equal((await query("select from infra.due where kind = 'webhooks.deliver' and due_us <= infra.now_us()")).length, 1);
});
