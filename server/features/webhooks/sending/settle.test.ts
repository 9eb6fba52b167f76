import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import fc from "fast-check";
import pino from "pino";
import { needsServer, openDatabase, type TestDatabase } from "../../../../test/harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../../../test/harness/organisation/organisation.ts";
import { counted } from "../../../../test/harness/rows-touched.ts";
import { test_mailing } from "../../../../test/harness/server.ts";
import { subscribe } from "../../../../test/harness/webhooks.ts";
import type { Caller } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { sql } from "../../../platform/db/sql.ts";
import { readTenant, withInfrastructure, withTenant } from "../../../platform/db/transaction.ts";
import { newId } from "../../../platform/ids.ts";
import { enableSubscription } from "../subscriptions/enable.ts";
import { claimDue, type Reach } from "./queue-sql.ts";
import { recordSuccesses, type Result } from "./results-sql.ts";
import { createRecorder } from "./results/record-results.ts";
import { settleAttempts } from "./settle.ts";
import { standingAfter, type Happening } from "./standing.fixture.ts";
import { afterAttempt, in_flight_per_subscription_max, type Health } from "./state.ts";

const start = "2026-02-02T07:00:00Z";
/** The tenant's clock is ahead of the infrastructure's. */
const offset_us = 100 * 86_400_000_000;

let database: TestDatabase;
let acme: TestOrganisation;
let pool: Pool;
before(async () => {
  database = await openDatabase();
  await database.clock.freeze(start);
  acme = await createOrganisation(database, {
    organisation: { kind: "sandbox" },
    clients: [{ name: "HR sync", scopes: ["webhooks:manage"] }],
    admins: [
      { email: "it@acme.example", name: "IT", role: "it_admin" },
      { email: "it2@acme.example", name: "IT too", role: "it_admin" },
      { email: "hr@acme.example", name: "HR", role: "training_admin" },
    ],
  });
  await query("update tenant set clock_offset_us = $1", offset_us);
  pool = database.pool("muster_worker", 2);
});
after(() => database.close());

const query = async (text: string, ...values: unknown[]) => (await database.superuser.query(text, values)).rows;
const clockOf = async () => Number((await query("select infra.now_us()::text as us"))[0].us);

/** Claimed deliveries of a subscription and the results of their attempts, which begin and end one millisecond apart. */
async function attempted(subscription_id: string, outcomes: readonly boolean[], duration_ms = 0): Promise<Result[]> {
  const now_us = await clockOf();
  const results = outcomes.map((ok, index): Result => ({
    tenant_id: acme.tenant_id,
    subscription_id,
    delivery_id: newId(),
    claim_id: randomUUID(),
    number: 1,
    trigger: "scheduled",
    started_us: now_us - (outcomes.length - index) * 1_000,
    duration_ms,
    ok,
    response_status: ok ? 204 : 500,
    error: ok ? null : "HTTP_STATUS",
    host: "hooks.acme.example",
    wait_us: ok ? null : 60e6,
  }));
  await query(
    `insert into webhook_delivery (tenant_id, id, subscription_id, event_id, event_type, created_at, due_us, claim_id, max_attempts,
       payload_bytes, payload_sha256)
     select tenant_id, delivery_id, subscription_id, delivery_id, 'ping', now(), infra.now_us() + 30000000, claim_id, 5, 2, sha256('{}')
     from jsonb_to_recordset($1) as r(tenant_id uuid, delivery_id uuid, subscription_id uuid, claim_id uuid)`,
    JSON.stringify(results),
  );
  return results;
}

const settle = (results: readonly Result[]) => settleAttempts(pool, test_mailing, acme.tenant_id, results);

function endedAt({ started_us, duration_ms }: Result): number {
  return started_us + duration_ms * 1_000 + offset_us;
}

async function healthIn(id: string): Promise<Health> {
  const [row] = await query(
    `select state, state_reason, consecutive_failures, (extract(epoch from failing_since) * 1000000)::bigint::text as failing,
       in_flight_max, held_until_us::text as held
     from webhook_subscription_state where subscription_id = $1`,
    id,
  );
  const { failing, held, ...health } = row as Omit<Health, "failing_since_us" | "held_until_us"> & {
    failing: string;
    held: string;
  };
  return { ...health, failing_since_us: failing === null ? null : Number(failing), held_until_us: Number(held) };
}

/** Mails about a subscription by recipient, in the order in which they were queued. */
async function mailsOf(path: string): Promise<Record<string, string[]>> {
  const rows = await query("select recipient, kind from mail where subject like $1 order by id", `%${path}`);
  const by_recipient = Map.groupBy(rows as { recipient: string; kind: string }[], ({ recipient }) => recipient);
  return Object.fromEntries([...by_recipient].map(([recipient, mails]) => [recipient, mails.map(({ kind }) => kind)]));
}

const auditOf = async (id: string) =>
  (await query("select operation, actor_type from audit_log where target_id = $1 order by xid, id", id)) as {
    operation: string;
    actor_type: string;
  }[];

async function enable(id: string): Promise<void> {
  const caller: Caller = {
    tenant: { id: acme.tenant_id, code: acme.code, kind: "sandbox", time_zone: "Europe/Warsaw", fiscal_month: 1 },
    client: { id: acme.clients["HR sync"]!.client_id, name: "HR sync" },
    actor: { type: "client", id: acme.clients["HR sync"]!.client_id, name: "HR sync" },
    scopes: new Set(["webhooks:manage"]),
    now: Temporal.Instant.fromEpochNanoseconds(BigInt((await clockOf()) + offset_us) * 1_000n),
    request_id: null,
  };
  await enableSubscription(pool, caller, id);
}

const created: Health = {
  state: "active",
  state_reason: null,
  consecutive_failures: 0,
  failing_since_us: null,
  in_flight_max: in_flight_per_subscription_max,
  held_until_us: 0,
};

/**
 * A step: attempts that end together after `wait_s`, or a user who enables the subscription. `again`: the same results are
 * recorded twice.
 */
type Step = { outcomes: boolean[]; wait_s: number; again: boolean } | "enable";

const outcome = fc.integer({ min: 0, max: 11 }).map((number) => number === 0);
const batch = fc.record({
  outcomes: fc.oneof(
    { weight: 9, arbitrary: fc.array(outcome, { minLength: 1, maxLength: 5 }) },
    { weight: 1, arbitrary: fc.constantFrom<boolean[]>([true], [true, true]) },
  ),
  wait_s: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 0, max: 7_200 }) }, { weight: 1, arbitrary: fc.constant(259_200) }),
  again: fc.boolean(),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: batch },
  { weight: 1, arbitrary: fc.constant("enable" as const) },
);

test(
  "to record a few results touches few rows, however many deliveries wait and organisations there are",
  { skip: needsServer() },
  async () => {
    const subscription = await subscribe(database, acme, "HR sync", "https://hooks.acme.example/cost");
    await query(
      `insert into tenant (id, code, name, kind, time_zone)
       select infra.new_id(), 'COST' || n, 'Organisation ' || n, 'live', 'Europe/Warsaw' from generate_series(1, 200) n`,
    );
    const one = database.pool("muster_delivery", 1);
    // The connection keeps the first plan, which is made with the settings of delivery (prelude.ts).
    const record = (results: readonly Result[]) =>
      withInfrastructure(one, async (db) => {
        db.send(sql`select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true)`);
        const counting = counted(db);
        await recordSuccesses((statement) => counting.db.rows(statement), results);
        return counting.touched();
      });
    await record(await attempted(subscription.id, [true, true, true]));
    await attempted(
      subscription.id,
      Array.from({ length: 400 }, () => true),
    );
    await query("update webhook_delivery_pending set claim_id = null");
    const [touched, ...others] = await record(await attempted(subscription.id, [true, true, true]));
    assert.deepEqual(others, []);
    assert.ok(touched!.rows < 100, touched!.plan);
    await query("delete from webhook_delivery");
  },
);

test("WH5: through the database a subscription goes the same way, and each move has one mail an administrator and an audit row", async () => {
  let run = 0;
  const seen = new Set<string>();
  const oneWay = async (steps: Step[]) => {
    const path = `/hook-${(run += 1)}-`;
    const { id } = await subscribe(database, acme, "HR sync", `https://hooks.acme.example${path}`);
    const history: Happening[] = [];
    let expected = created;
    const moves: string[] = [];
    for (const one of steps) {
      const before = expected;
      if (one === "enable") {
        await enable(id);
        history.push({ kind: "enabled", at_s: ((await clockOf()) + offset_us) / 1e6 });
        if (before.state !== "active") {
          expected = { ...created, in_flight_max: 1 };
          moves.push("webhook_subscription.enable");
        }
      } else {
        await database.clock.advance(one.wait_s);
        const now_us = await clockOf();
        const results = await attempted(id, one.outcomes);
        for (const result of results) {
          const from = expected.state;
          const at_us = endedAt(result);
          expected = afterAttempt(expected, { ok: result.ok, at_us }, now_us);
          history.push({ kind: result.ok ? "acknowledged" : "failed", at_s: at_us / 1e6 });
          if (expected.state === from || expected.state === "active") continue;
          moves.push(expected.state === "degraded" ? "webhook_subscription.degrade" : "webhook_subscription.disable");
        }
        const record = one.outcomes.every(Boolean)
          ? () => recordSuccesses((statement) => readTenant(pool, acme.tenant_id, statement), results)
          : () => settle(results);
        await record();
        if (one.again) await record();
      }
      assert.deepEqual(await healthIn(id), expected);
    }
    const { state, failures, mails } = standingAfter(history);
    assert.deepEqual([state, failures], [expected.state, expected.consecutive_failures]);
    const kinds = mails.map((move) => `webhook_subscription.${move}`);
    const recipients = kinds.length === 0 ? [] : ["it@acme.example", "it2@acme.example"];
    assert.deepEqual(await mailsOf(path), Object.fromEntries(recipients.map((recipient) => [recipient, kinds])));
    assert.deepEqual(
      (await auditOf(id)).map(({ operation }) => operation),
      moves,
    );
    for (const move of moves) seen.add(move);
  };
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25, size: "max" }), oneWay), { numRuns: 20 });
  assert.equal(seen.size, 3, "the runs have met every move");
});

test("WH5: whatever state a subscription is in, successes recorded together do what they do one by one", async () => {
  const { id } = await subscribe(database, acme, "HR sync", "https://hooks.acme.example/equal-");
  const now_us = await clockOf();
  const failing = { consecutive_failures: 7, failing_since_us: now_us };
  const rooms = [1, 2, 3, 5, in_flight_per_subscription_max - 1, in_flight_per_subscription_max];
  const befores = rooms.flatMap((in_flight_max): Health[] => [
    { ...created, in_flight_max },
    { ...created, ...failing, state: "degraded", state_reason: "consecutive_failures", in_flight_max, held_until_us: now_us },
    { ...created, ...failing, state: "disabled", state_reason: "failing_for_3_days", in_flight_max, held_until_us: now_us },
  ]);
  for (const before of befores) {
    for (const successes of [1, 2, 4, 6, 7]) {
      await query(
        `update webhook_subscription_state
         set state = $2, state_reason = $3, consecutive_failures = $4, failing_since = to_timestamp($5::bigint / 1000000.0),
           in_flight_max = $6, held_until_us = $7
         where subscription_id = $1`,
        id,
        ...Object.values(before),
      );
      const results = await attempted(id, Array<boolean>(successes).fill(true));
      await recordSuccesses((statement) => readTenant(pool, acme.tenant_id, statement), results);
      const one_by_one = results.reduce(
        (health, result) => afterAttempt(health, { ok: true, at_us: endedAt(result) }, now_us),
        before,
      );
      assert.deepEqual(await healthIn(id), one_by_one, `${before.state} ${before.in_flight_max} ${successes}`);
    }
  }
});

const record = (results: readonly Result[]) =>
  recordSuccesses((statement) => readTenant(pool, acme.tenant_id, statement), results);

test("while acknowledged attempts are being recorded, a claim takes what else is due to their subscription", async () => {
  await query("delete from webhook_delivery where ended_on = 'infinity'");
  const { id } = await subscribe(database, acme, "HR sync", "https://hooks.acme.example/beside-");
  await record(await attempted(id, [true]));
  const [due] = await attempted(id, [true]);
  await query("update webhook_delivery_pending set claim_id = null, due_us = infra.now_us() where id = $1", due!.delivery_id);
  const results = await attempted(id, [true, true]);
  const reach: Reach = (statement) => readTenant(pool, acme.tenant_id, statement);
  await withTenant(pool, acme.tenant_id, async (db) => {
    await recordSuccesses((statement) => db.rows(statement), results);
    const claimed = await claimDue(reach, {
      claim_id: randomUUID(),
      lease_us: 30_000_000,
      deliveries_max: 10,
      subscriptions_max: 10,
      in_flight_per_tenant_max: 100,
      rooms: { subscription_ids: [], rooms: [], room_default: 10 },
      first_attempts_only: false,
      among: "waiting",
    });
    assert.deepEqual(
      claimed.map(({ delivery_id }) => delivery_id),
      [due!.delivery_id],
    );
  });
});

test("the last success of a subscription is written once a second, and every one where it had failed", async () => {
  const { id } = await subscribe(database, acme, "HR sync", "https://hooks.acme.example/often-");
  const noted = async () => {
    const [row] = await query(
      "select (extract(epoch from last_success_at) * 1000000)::bigint::text as us from webhook_subscription_state where subscription_id = $1",
      id,
    );
    return Number(row.us);
  };
  const [first] = await attempted(id, [true]);
  await record([first!]);
  assert.equal(await noted(), endedAt(first!));
  await database.clock.advance(1);
  await record(await attempted(id, [true]));
  assert.equal(await noted(), endedAt(first!), "not more than a second later");
  await settle(await attempted(id, [false]));
  const [after_failure] = await attempted(id, [true]);
  await record([after_failure!]);
  assert.deepEqual([await noted(), (await healthIn(id)).consecutive_failures], [endedAt(after_failure!), 0]);
  await database.clock.advance(1.001);
  const [later] = await attempted(id, [true]);
  await record([later!]);
  assert.equal(await noted(), endedAt(later!));
});

test("a success that ended before failures, and still waits to be recorded, does not undo what they do", async () => {
  const { id } = await subscribe(database, acme, "HR sync", "https://hooks.acme.example/overtaken-");
  const [success, ...failures] = await attempted(id, [true, false, false, false, false, false]);
  const recorder = createRecorder({
    reach: (statement) => readTenant(pool, acme.tenant_id, statement),
    pool,
    sender: test_mailing,
    log: pino({ level: "silent" }),
    onRecorded: () => undefined,
    isAwaited: () => false,
  });
  await Promise.all([success!, ...failures].map((result) => recorder.add(result, Infinity)));
  const { state, consecutive_failures } = await healthIn(id);
  assert.deepEqual([state, consecutive_failures], ["degraded", 5]);
  const mails = await mailsOf("overtaken-");
  assert.deepEqual(Object.values(mails), [["webhook_subscription.degraded"], ["webhook_subscription.degraded"]]);
});

test("a move, its mails and its audit row stand or fall together with the attempt", async (t) => {
  const { id } = await subscribe(database, acme, "HR sync", "https://hooks.acme.example/torn-");
  await settle(await attempted(id, [false, false, false, false]));
  const before = await healthIn(id);
  const last = await attempted(id, [false]);
  t.after(() => query("alter table mail drop constraint if exists torn"));
  await query("alter table mail add constraint torn check (kind <> 'webhook_subscription.degraded') not valid");
  await assert.rejects(settle(last));
  await query("alter table mail drop constraint torn");
  assert.deepEqual(await healthIn(id), before);
  assert.deepEqual([await mailsOf("/torn-"), await auditOf(id)], [{}, []]);
  assert.deepEqual(await settle(last), ["degraded"]);
  const mail = ["webhook_subscription.degraded"];
  assert.deepEqual(await mailsOf("/torn-"), { "it@acme.example": mail, "it2@acme.example": mail });
  assert.deepEqual(await auditOf(id), [{ operation: "webhook_subscription.degrade", actor_type: "system" }]);
});

test("attempts that were running when a subscription was deleted are recorded, and no mail says that the deleted one fails", async () => {
  const { id } = await subscribe(database, acme, "HR sync", "https://hooks.acme.example/deleted-");
  const results = await attempted(id, [false, false, false, false, false]);
  await query("update webhook_subscription set deleted_at = now(), secret = null where id = $1", id);
  assert.deepEqual(await settle(results), []);
  assert.deepEqual([await mailsOf("/deleted-"), await auditOf(id)], [{}, []]);
  const deliveries = "select from webhook_delivery where subscription_id = $1 and attempt_count = 1 and claim_id is null";
  assert.equal((await query(deliveries, id)).length, 5);
});

test("workers that record failures at the same time count each of them, and tell of a move once", async () => {
  const { id } = await subscribe(database, acme, "HR sync", "https://hooks.acme.example/together-");
  const batches = await Promise.all([1, 2, 3, 4].map(() => attempted(id, [false, false], 5_000)));
  const moves = await Promise.all(batches.map(settle));
  assert.deepEqual(moves.flat(), ["degraded"]);
  assert.equal((await healthIn(id)).consecutive_failures, 8);
  assert.equal((await auditOf(id)).length, 1);
  assert.deepEqual(Object.values(await mailsOf("/together-")), [
    ["webhook_subscription.degraded"],
    ["webhook_subscription.degraded"],
  ]);
});

test("WH5: what was under way together when a subscription became degraded counts up to nine, and the next attempt counts again", async () => {
  const { id } = await subscribe(database, acme, "HR sync", "https://hooks.acme.example/crowd-");
  const crowd = Array<boolean>(in_flight_per_subscription_max).fill(false);
  assert.deepEqual(await settle(await attempted(id, crowd, 5_000)), ["degraded"]);
  assert.equal((await healthIn(id)).consecutive_failures, 9);
  await database.clock.advance(15);
  const held = (await healthIn(id)).held_until_us;
  assert.ok(held <= (await clockOf()), "it rests for 15 s");
  await settle(await attempted(id, [false]));
  assert.equal((await healthIn(id)).consecutive_failures, 10);
});

test("an administrator who is disabled is not mailed", async () => {
  const { id } = await subscribe(database, acme, "HR sync", "https://hooks.acme.example/left-");
  await query("update administrator set disabled_at = now() where email = 'it2@acme.example'");
  await settle(await attempted(id, [false, false, false, false, false]));
  await query("update administrator set disabled_at = null where email = 'it2@acme.example'");
  assert.deepEqual(await mailsOf("/left-"), { "it@acme.example": ["webhook_subscription.degraded"] });
});
