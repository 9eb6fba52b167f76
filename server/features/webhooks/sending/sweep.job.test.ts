import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import pino from "pino";
import { needsServer, openDatabase, type TestDatabase } from "../../../../test/harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../../../test/harness/organisation/organisation.ts";
import { test_mailing } from "../../../../test/harness/server.ts";
import { happen, senderTo, startReceiver, startWorking, subscribe, type Receiver } from "../../../../test/harness/webhooks.ts";
import { deliverAllOf } from "./deliver.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import type { Sender } from "./attempt.ts";
import { readInfrastructure } from "../../../platform/db/transaction.ts";
import type { Reach } from "./queue-sql.ts";
import { arrangeAll, expireAll, webhookJobs } from "./sweep.job.ts";
import type { State } from "./state.ts";

const log = pino({ level: "silent" });

let database: TestDatabase;
let receiver: Receiver;
let sender: Sender;
let pool: Pool;
let delivery_pool: Pool;
before(async () => {
  receiver = await startReceiver();
  sender = senderTo(receiver);
});
beforeEach(async () => {
  database = await openDatabase();
  pool = database.pool("muster_worker", 2);
  delivery_pool = database.pool("muster_delivery", 1);
  receiver.answer = (_received, reply) => reply.writeHead(500).end();
});
afterEach(() => database.close());
after(async () => {
  await sender.outbound.close();
  await receiver.close();
});

const query = async (text: string, ...values: unknown[]) => (await database.superuser.query(text, values)).rows;

const organisation = (code: string) =>
  createOrganisation(database, {
    organisation: { code },
    clients: [{ name: "HR sync", scopes: ["webhooks:manage"] }],
    admins: [{ email: `it@${code.toLowerCase()}.example`, name: "IT", role: "it_admin" }],
  });

/** Runs a scheduled job. */
async function run(name: "failing" | "partitions" | "expire"): Promise<void> {
  const jobs = webhookJobs({ pool, delivery_pool, mailing: test_mailing });
  await jobs.find(({ queue }) => queue.name === `webhooks.${name}`)!.run({}, AbortSignal.timeout(30_000));
}

const attemptWhatIsDue = ({ tenant_id }: TestOrganisation) => deliverAllOf({ pool, tenant_id, sender, log, stop: () => false });

async function stateOf(id: string): Promise<[State, string | null]> {
  const [row] = await query("select state, state_reason from webhook_subscription_state where subscription_id = $1", id);
  return [row.state, row.state_reason];
}

const kindsOfMail = async () => (await query("select kind from mail order by id")).map(({ kind }) => kind as string);

/** A subscription that has failed five times. */
async function degraded(acme: TestOrganisation): Promise<string> {
  const { id } = await subscribe(database, acme, "HR sync", `${receiver.origin}/${acme.code}`);
  await happen(database, acme, 5);
  await attemptWhatIsDue(acme);
  assert.equal((await stateOf(id))[0], "degraded");
  return id;
}

/** Deletes the deliveries, so that the subscription has none to attempt. */
const forget = (subscription_id: string) => query("delete from webhook_delivery where subscription_id = $1", subscription_id);

test("TM2: a live organisation's subscription is disabled after three days without any traffic, and no other one", async () => {
  await database.clock.freeze("2026-02-02T07:00:00Z");
  const [acme, other] = [await organisation("ACME"), await organisation("OTHER")];
  const id = await degraded(acme);
  await forget(id);
  await database.clock.advance(60);
  const younger = await degraded(other);
  await forget(younger);
  await database.clock.advance(3 * 86_400 - 61);
  await run("failing");
  assert.equal((await stateOf(id))[0], "degraded", "a second early");
  await database.clock.advance(2);
  await run("failing");
  await run("failing");
  assert.deepEqual(await stateOf(id), ["disabled", "failing_for_3_days"]);
  assert.equal((await stateOf(younger))[0], "degraded");
  const mails = await query("select recipient from mail where kind = 'webhook_subscription.disabled'");
  assert.deepEqual(mails, [{ recipient: "it@acme.example" }]);
});

for (const [answer, status, expected] of [
  ["a failure disables", 500, "disabled"],
  ["a success makes it active", 200, "active"],
] as const) {
  test(`TM2: with traffic, a last probe after three days decides: ${answer}`, async (t) => {
    await database.clock.freeze("2026-02-02T07:00:00Z");
    const acme = await organisation("ACME");
    const id = await degraded(acme);
    await database.clock.advance(3 * 86_400 + 1);
    // The pause after a failure is still running when the three days end.
    await query("update webhook_subscription_state set held_until_us = infra.now_us() + 14000000");
    await run("failing");
    assert.equal((await stateOf(id))[0], "degraded", "there is something to be tried");
    receiver.answer = (_received, reply) => reply.writeHead(status).end();
    const before = receiver.received.length;
    const moved = Promise.withResolvers<void>();
    const observe = { attempted: () => undefined, delivered: () => moved.resolve(), moved: () => moved.resolve() };
    const worker = startWorking(database, sender, { pool, delivery_pool, observe });
    t.after(() => worker.stop());
    await Promise.race([moved.promise, receiver.first(before + 5)]);
    await worker.stop();
    assert.equal((await stateOf(id))[0], expected);
    const disabled = (await kindsOfMail()).filter((kind) => kind === "webhook_subscription.disabled");
    assert.equal(disabled.length, expected === "disabled" ? 1 : 0);
    if (expected === "disabled") assert.equal(receiver.received.length, before + 1);
  });
}

test("a subscription whose client may not act is left as it is, and does not delay others", async () => {
  await database.clock.freeze("2026-02-02T07:00:00Z");
  const acme = await organisation("ACME");
  const id = await degraded(acme);
  await forget(id);
  await query("update client set disabled_at = now()");
  await database.clock.advance(3 * 86_400 + 1);
  await run("failing");
  assert.equal((await stateOf(id))[0], "degraded");
  await query("update client set disabled_at = null");
  await run("failing");
  assert.equal((await stateOf(id))[0], "disabled");
});

test("TM2: a pending delivery expires after 30 days, to the second, and not while it is being attempted", async () => {
  await database.clock.freeze("2026-02-02T07:00:00Z");
  const acme = await organisation("ACME");
  const { id } = await subscribe(database, acme, "HR sync", `${receiver.origin}/hook`);
  await query("update webhook_subscription_state set state = 'disabled', state_reason = 'consecutive_failures'");
  await happen(database, acme, 3);
  const counts = async () => {
    const rows = await query(
      "select status, count(*)::int as n from webhook_delivery where subscription_id = $1 group by status order by 1",
      id,
    );
    return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
  };
  await database.clock.advance(30 * 86_400 - 1);
  await run("expire");
  assert.deepEqual(await counts(), { pending: 3 });
  await query(
    `update webhook_delivery set claim_id = gen_random_uuid(), due_us = infra.now_us() + 30000000
     where id = (select min(id::text)::uuid from webhook_delivery)`,
  );
  await database.clock.advance(1);
  await run("expire");
  assert.deepEqual(await counts(), { expired: 2, pending: 1 });
  await database.clock.advance(30);
  await run("expire");
  assert.deepEqual(await counts(), { expired: 3 });
});

test("what a deleted subscription leaves pending is ended at once", async () => {
  const acme = await organisation("ACME");
  const { id } = await subscribe(database, acme, "HR sync", `${receiver.origin}/hook`);
  await happen(database, acme, 2);
  await query("update webhook_subscription set deleted_at = now(), secret = null where id = $1", id);
  await run("expire");
  assert.deepEqual(await query("select distinct status from webhook_delivery"), [{ status: "expired" }]);
});

test("however much is pending, it is looked through in steps, to the last", async () => {
  const [acme, other] = [await organisation("ACME"), await organisation("OTHER")];
  for (const one of [acme, other]) await subscribe(database, one, "HR sync", `${receiver.origin}/hook`);
  await happen(database, acme, 5);
  await happen(database, other, 4);
  // Makes every third delivery as old as the limit.
  const old_us = 30 * 86_400_000_000;
  await query(
    `update webhook_delivery d set created_us = created_us - $1::bigint
     from (select id, row_number() over (order by tenant_id, id) as place from webhook_delivery) p
     where p.id = d.id and p.place % 3 = 0`,
    old_us,
  );
  const reach: Reach = (statement) => readInfrastructure(delivery_pool, statement);
  const counts = async () => query("select status, count(*)::int as n from webhook_delivery group by status order by status");
  for (const step of [1, 2, 9, 10]) {
    await expireAll(reach, () => false, step);
    assert.deepEqual(await counts(), [
      { status: "expired", n: 3 },
      { status: "pending", n: 6 },
    ]);
  }
});

test("nothing waits for a revoked client: pending deliveries end, and later events are not queued", async () => {
  const acme = await organisation("ACME");
  await subscribe(database, acme, "HR sync", `${receiver.origin}/hook`);
  await happen(database, acme, 2);
  await query("update client set revoked_at = now()");
  await happen(database, acme, 3);
  await run("expire");
  const deliveries = await query("select status, count(*)::int as n from webhook_delivery group by status");
  assert.deepEqual(deliveries, [{ status: "expired", n: 2 }]);
});

/** The rows of the log, each with the partition that contains it. */
async function logged(): Promise<string[]> {
  const rows = await query(
    `select tableoid::regclass::text as place from webhook_delivery
     union all select tableoid::regclass::text from webhook_attempt
     union all select tableoid::regclass::text from event where type = 'ping'
     order by 1`,
  );
  return rows.map(({ place }) => place as string);
}

/** Stores an event on a day of the moved clock, with an id of that day (new ids have the real time), and delivers another one. */
async function somethingHappens(acme: TestOrganisation, day: string): Promise<void> {
  receiver.answer = (_received, reply) => reply.writeHead(204).end();
  await query(
    "insert into event (tenant_id, id, type, body, created_at) values ($1, infra.first_id_of($2), 'ping', '{}', now())",
    acme.tenant_id,
    day,
  );
  await happen(database, acme);
  assert.equal(await attemptWhatIsDue(acme), 1);
}

test("TM2: a day of the log is kept for 30 days after it has ended, and then dropped with its partition", async () => {
  await database.clock.freeze("2040-01-15T23:59:59Z");
  await run("partitions");
  const acme = await organisation("ACME");
  await subscribe(database, acme, "HR sync", `${receiver.origin}/hook`);
  await somethingHappens(acme, "2040-01-15");
  const places = ["event_20400115", "webhook_attempt_20400115", "webhook_delivery_20400115"];
  assert.deepEqual(await logged(), places);
  await database.clock.freeze("2040-02-14T23:59:59Z");
  await run("partitions");
  assert.deepEqual(await logged(), places);
  await database.clock.freeze("2040-02-15T00:00:00Z");
  await run("partitions");
  assert.deepEqual(await logged(), []);
  const left = await query("select relname from pg_class where relname ~ '_20400115'");
  assert.deepEqual(left, []);
});

test("R11: partitions that cannot be arranged, because their table is in use, fail the run, and are tried again", async () => {
  await database.clock.freeze("2041-01-15T12:00:00Z");
  const made = async () =>
    (
      await query("select relname from pg_class where relname ~ '^(event|webhook_delivery|webhook_attempt)_20410115$' order by 1")
    ).map(({ relname }) => relname as string);
  const reader = await database.superuser.connect();
  const reach: Reach = (statement) => readInfrastructure(pool, statement);
  try {
    await reader.query("begin; select from webhook_attempt limit 0");
    await assert.rejects(arrangeAll(reach, AbortSignal.timeout(60_000), 1), /the partitions of 1 tables .* were in use/);
    assert.deepEqual(await made(), ["event_20410115", "webhook_delivery_20410115"]);
    let tried = 0;
    const reachLater: Reach = async (statement) => {
      tried += 1;
      if (tried === 3) await reader.query("commit");
      return reach(statement);
    };
    await arrangeAll(reachLater, AbortSignal.timeout(60_000), 1);
    assert.equal(tried, 3);
    assert.equal((await made()).length, 3);
  } finally {
    await reader.query("rollback");
    reader.release();
  }
});

test("TM2: partitions are there a week ahead; without any, the log is kept all the same, and as long", async () => {
  await database.clock.freeze("2040-01-15T12:00:00Z");
  await run("partitions");
  const ahead = await query("select count(*)::int as n from pg_class where relname ~ '^webhook_attempt_2040012[0-2]$'");
  assert.equal(ahead[0].n, 3);
  await database.clock.freeze("2040-03-01T12:00:00Z");
  const acme = await organisation("ACME");
  await subscribe(database, acme, "HR sync", `${receiver.origin}/hook`);
  await somethingHappens(acme, "2040-03-01");
  const places = ["event_default", "webhook_attempt_default", "webhook_delivery_default"];
  assert.deepEqual(await logged(), places);
  await database.clock.freeze("2040-03-31T12:00:00Z");
  await run("partitions");
  assert.deepEqual(await logged(), places);
  await database.clock.freeze("2040-04-01T00:00:00Z");
  await run("partitions");
  assert.deepEqual(await logged(), []);
});

test("a day that is being read is dropped the next time, without waiting", { skip: needsServer() }, async () => {
  await database.clock.freeze("2040-01-15T12:00:00Z");
  await run("partitions");
  const kept = async () => (await query("select from pg_class where relname = 'webhook_attempt_20400115'")).length;
  const client = await database.superuser.connect();
  try {
    await client.query("begin");
    await client.query("select count(*) from webhook_attempt");
    await database.clock.freeze("2040-02-20T12:00:00Z");
    const reach: Reach = (statement) => readInfrastructure(pool, statement);
    await assert.rejects(arrangeAll(reach, AbortSignal.timeout(60_000), 1), /were in use/);
    assert.equal(await kept(), 1, "it is being read");
    await client.query("commit");
  } finally {
    client.release(true);
  }
  await run("partitions");
  assert.equal(await kept(), 0);
});
