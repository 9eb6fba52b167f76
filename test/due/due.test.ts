// G1 to G4: work is found by what is due; nothing is lost between a writer that relies on a row and the worker that removes it.
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import type { Logger } from "pino";
import { checkpoints } from "../../server/features/audit/checkpoints.ts";
import { readWaiting } from "../../server/features/health/waiting-sql.ts";
import { startDue } from "../../server/platform/jobs/due/start-due.ts";
import { claimDue } from "../../server/features/webhooks/sending/queue-sql.ts";
import { dueDeliveries } from "../../server/features/webhooks/sending/due-deliveries.ts";
import { withInfrastructure } from "../../server/platform/db/transaction.ts";
import { sealAll } from "../../server/features/audit/seal.ts";
import { closeRows, listDueKinds, lookOut } from "../../server/platform/jobs/due/due-sql.ts";
import { eachDue, workOffDue } from "../../server/platform/jobs/due/due.ts";
import type { Pool } from "../../server/platform/db/pool.ts";
import { needsServer, openDatabase, waitsForLock, type TestDatabase } from "../harness/database.ts";
import { counted } from "../harness/rows-touched.ts";
import { test_keyring } from "../harness/server.ts";
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
beforeEach(() => (skip ? undefined : query("truncate tenant, infra.due, webhook_delivery cascade")));

const query = async (text: string, values: unknown[] = []) => (await database.superuser.query(text, values)).rows;
const due = async () => (await query("select kind from infra.due order by kind")).map(({ kind }) => kind as string);

/** Organisations without anything to do but to be looked at once. */
async function create(count: number): Promise<string[]> {
  const rows = await query(
    `insert into tenant (id, code, name, kind, time_zone)
     select infra.new_id(), 'ORG' || n, 'Organisation ' || n, 'live', 'Europe/Warsaw' from generate_series(1, $1::int) n
     returning id`,
    [count],
  );
  return rows.map(({ id }) => id);
}

const write = (tenant_id: string, by: Pick<TestDatabase["superuser"], "query"> = database.superuser) =>
  by.query(
    `insert into audit_log (tenant_id, id, occurred_at, actor_type, operation, target_type)
     values ($1, infra.new_id(), now(), 'system', 'test', 'person')`,
    [tenant_id],
  );
const sealedRows = async () => (await query("select count(*)::int as n from audit_seal"))[0].n as number;

async function seal(): Promise<void> {
  await settled(database);
  await sealAll(worker, test_keyring, never);
}

/** Work that notes whom it was done for. */
function noting(noted: string[]) {
  return eachDue({ kind: "days.turn", rows_max: 2 }, async (tenant_id) => {
    noted.push(tenant_id);
    return null;
  });
}

test("an organisation without work has no row, and nobody looks for it", { skip }, async () => {
  const [one] = await create(200);
  await write(one!);
  await settled(database);
  await workOffDue(worker, noting([]), never);
  await settled(database);
  await workOffDue(worker, noting([]), never);
  await seal();
  await seal();
  assert.deepEqual(await due(), ["audit.checkpoint"]);
  assert.equal(await sealedRows(), 1);
  assert.deepEqual(await listDueKinds(worker, ["audit.seal", "audit.checkpoint", "days.turn", "webhooks.deliver"], []), []);
});

test("two workers share what is due, and each of it is done", { skip }, async () => {
  const tenant_ids = await create(40);
  const [one, other]: [string[], string[]] = [[], []];
  // Neither goes on before the other has begun, so that both have something.
  const { promise: met, resolve: meet } = Promise.withResolvers<void>();
  const working = (noted: string[]) =>
    eachDue({ kind: "days.turn", rows_max: 2 }, async (tenant_id, { is_closed }) => {
      // The second look, before the row goes.
      if (is_closed) return null;
      noted.push(tenant_id);
      if (one.length > 0 && other.length > 0) meet();
      await met;
      return null;
    });
  await Promise.all([one, other].map((noted) => workOffDue(worker, working(noted), never)));
  assert.deepEqual([...one, ...other].toSorted(), tenant_ids.toSorted(), "each once");
});

test("what a worker had claimed when it died, another one does once the claim has run out", { skip }, async () => {
  const [tenant_id] = await create(1);
  await query("update infra.due set claim_id = gen_random_uuid(), claimed_until_us = infra.now_us() + 30000000");
  const noted: string[] = [];
  await workOffDue(worker, noting(noted), never);
  assert.deepEqual(noted, []);
  await query("update infra.due set claimed_until_us = claimed_until_us - 30000001");
  await workOffDue(worker, noting(noted), never);
  assert.equal(noted[0], tenant_id);
});

test("a row that an open transaction relies on stays until that has ended, and is looked at again", { skip }, async (t) => {
  const [tenant_id] = await create(1);
  await write(tenant_id!);
  const late = await database.superuser.connect();
  t.after(() => late.release());
  await late.query("begin");
  await write(tenant_id!, late);
  const audit = async () => query("select closing from infra.due where kind = 'audit.seal'");
  assert.equal((await audit()).length, 1, "it relies on the row that is there");
  // Another transaction's row is sealed only when none can come before it: there is nothing that this worker could do.
  await sealAll(worker, test_keyring, never);
  // As if it had seen nothing: the row is closed.
  await workOffDue(worker, { ...noting([]), kind: "audit.seal" }, never);
  await workOffDue(worker, { ...noting([]), kind: "audit.seal" }, never);
  assert.equal((await audit()).length, 1);
  assert.notEqual((await audit())[0].closing, null);
  await late.query("commit");
  await seal();
  assert.equal(await sealedRows(), 2);
});

test("a row that is being closed waits for a writer that began while it was, and relies on it", { skip }, async (t) => {
  const [tenant_id] = await create(1);
  await write(tenant_id!);
  const [{ id }] = await query("update infra.due set claim_id = gen_random_uuid() where kind = 'audit.seal' returning id");
  const [{ claim_id }] = await query("select claim_id from infra.due where id = $1", [id]);
  const [closer, late] = await Promise.all([database.superuser.connect(), database.superuser.connect()]);
  t.after(() => [closer, late].forEach((one) => one.release(true)));
  // The closing's first statement has its id, and waits, when the writer gets the next one and still sees an open row.
  await closer.query("begin");
  await closer.query("select from infra.due where id = $1 for update", [id]);
  const closing = closeRows(worker, claim_id, [id]);
  while (!(await waitsForLock(database)));
  await late.query("begin");
  await write(tenant_id!, late);
  await closer.query("commit");
  await closing;
  assert.equal((await query("select from infra.due where kind = 'audit.seal'")).length, 1, "it relies on the row that is there");
  await workOffDue(worker, { ...noting([]), kind: "audit.seal" }, never);
  assert.equal((await query("select from infra.due where kind = 'audit.seal'")).length, 1, "and that row is still there");
  await late.query("commit");
  await seal();
  assert.equal(await sealedRows(), 2);
});

test("rows do not pile up beside a long transaction, nor where a clock is moved often", { skip }, async (t) => {
  const [tenant_id] = await create(1);
  await settled(database);
  const long = await database.superuser.connect();
  t.after(() => long.release(true));
  await long.query("begin; select pg_current_xact_id()");
  for (let round = 0; round < 20; round += 1) {
    await write(tenant_id!);
    await workOffDue(worker, { ...noting([]), kind: "audit.seal" }, never);
  }
  assert.ok((await query("select from infra.due where kind = 'audit.seal'")).length <= 2);
  await long.query("commit");
  const turning = eachDue({ kind: "days.turn", rows_max: 20 }, async (_tenant_id, { due_us }) => due_us + ahead_us);
  let ahead_us = 86_400_000_000;
  for (let round = 0; round < 20; round += 1, ahead_us -= 3_600_000_000) {
    await query("select infra.add_due('days.turn', $1, infra.no_id(), infra.now_us())", [tenant_id]);
    for (let look = 0; look < 2; look += 1) {
      await settled(database);
      await workOffDue(worker, turning, never);
    }
  }
  assert.ok((await query("select from infra.due where kind = 'days.turn'")).length <= 2);
});

test("a writer adds a row while one is being closed, and does not wait", { skip }, async (t) => {
  const [tenant_id] = await create(1);
  await write(tenant_id!);
  await query("update infra.due set closing = '0', claim_id = gen_random_uuid(), claimed_until_us = infra.now_us() + 60000000");
  const writers = await Promise.all([database.superuser.connect(), database.superuser.connect()]);
  t.after(() => writers.forEach((one) => one.release()));
  for (const one of writers) await one.query("begin; set local lock_timeout = '1ms'");
  for (const one of writers) await write(tenant_id!, one);
  for (const one of writers) await one.query("commit");
  assert.equal((await query("select from infra.due where kind = 'audit.seal' and closing is null")).length, 2);
  await seal();
  assert.equal(await sealedRows(), 3);
});

test("a row that is missing is put back by the look-out, some organisations at a time", { skip }, async () => {
  const tenant_ids = await create(5);
  for (const tenant_id of tenant_ids) await write(tenant_id);
  await query("delete from infra.due");
  await lookOut(worker, 2);
  assert.equal((await query("select distinct tenant_id from infra.due")).length, 2);
  for (let round = 0; round < 3; round += 1) await lookOut(worker, 2);
  await seal();
  assert.equal(await sealedRows(), 5);
});

test("a checkpoint whose row is missing is put back, and the next is a week later", { skip }, async () => {
  const [one, other] = await create(2);
  await write(one!);
  await seal();
  await query("delete from infra.due");
  await lookOut(worker, 2);
  const lines: string[] = [];
  const log = { info: ({ tenant_id }: { tenant_id: string }) => lines.push(tenant_id) } as unknown as Logger;
  const rows = () =>
    query(
      "select tenant_id, due_us - infra.now_us() > 6 * 86400000000::bigint as later from infra.due where kind = 'audit.checkpoint'",
    );
  const put_back = (await rows()).map(({ tenant_id }) => tenant_id as string);
  assert.deepEqual(put_back.toSorted(), [one!, other!].toSorted());
  for (let look = 0; look < 2; look += 1) {
    await settled(database);
    await workOffDue(worker, checkpoints({ pool: worker, log }), never);
  }
  assert.deepEqual(lines, [one]);
  assert.deepEqual(await rows(), [{ tenant_id: one, later: true }]);
});

test(
  "while a transaction has been open for long, sealing looks less often, and nothing is lost when it ends",
  { skip },
  async (t) => {
    const [one, other] = await create(2);
    const long = await database.superuser.connect();
    t.after(() => long.release(true));
    await long.query("begin");
    await write(one!, long);
    await write(other!);
    const looks = async () => {
      await sealAll(worker, test_keyring, never);
      return (await listDueKinds(worker, ["audit.seal"], [])).length;
    };
    const wait = (s: number) =>
      query("update infra.due set due_us = due_us - $1, claimed_until_us = claimed_until_us - $1", [s * 1_000_000]);
    await wait(2);
    assert.equal(await looks(), 1, "after two seconds each look looks");
    await wait(40);
    assert.equal(await looks(), 0, "after forty it rests");
    await wait(9);
    assert.equal((await listDueKinds(worker, ["audit.seal"], [])).length, 0, "for a quarter of that");
    await wait(2);
    assert.equal((await listDueKinds(worker, ["audit.seal"], [])).length, 1);
    await wait(86_400);
    assert.equal(await looks(), 0);
    await long.query("commit");
    await settled(database);
    await write(other!);
    await settled(database);
    await wait(15);
    await seal();
    assert.equal(await sealedRows(), 3, "fifteen seconds later at most");
  },
);

test("what is due and not done shows for how long, by kind", { skip }, async () => {
  const [one] = await create(2);
  await write(one!);
  await query("update infra.due set due_us = infra.now_us() - 60000000 where kind = 'days.turn' and tenant_id = $1", [one]);
  await query("update infra.due set due_us = infra.now_us() + 60000000 where kind = 'audit.seal'");
  const overdue = async () => {
    const { overdue: kinds } = await readWaiting(worker, ["audit.seal", "audit.checkpoint", "days.turn"]);
    return Object.fromEntries(kinds.map(({ kind, oldest_s }) => [kind, Math.floor(oldest_s / 60)]));
  };
  assert.deepEqual(await overdue(), { "audit.seal": 0, "audit.checkpoint": 0, "days.turn": 1 });
  await workOffDue(worker, noting([]), never);
  assert.deepEqual(await overdue(), { "audit.seal": 0, "audit.checkpoint": 0, "days.turn": 0 }, "what is done only waits to go");
});

test("a stop ends in time, also while work goes on", { skip }, async (t) => {
  await create(1);
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const work = eachDue({ kind: "days.turn", rows_max: 1 }, async () => {
    begin();
    await ended;
    return null;
  });
  const warned: string[][] = [];
  const log = { warn: ({ kinds }: { kinds: string[] }) => warned.push(kinds), error: assert.fail } as unknown as Logger;
  const { promise: over, resolve: isOver } = Promise.withResolvers<void>();
  const options = { pool: worker, log, works: [work], queues: [], onJobs: () => undefined, onRun: () => isOver() };
  const runner = startDue({ ...options, stop_max_ms: 1 });
  t.after(() => runner.stop());
  await begun;
  await runner.stop();
  assert.deepEqual(warned, [["days.turn"]]);
  end();
  await over;
});

/** A subscription in each of some organisations, with a delivery that is due in an hour. */
async function subscribe(count: number): Promise<string[]> {
  const tenant_ids = await create(count);
  await query(`
    insert into client (tenant_id, id, name, name_norm, scopes, methods) select id, id, 'HR', 'hr', '{users:write}', '{api_key}' from tenant;
    insert into webhook_subscription (tenant_id, id, client_id, name, target_url, subscribed_events, secret)
      select id, id, id, 'LMS', 'https://lms.example/', '{ping}', '' from tenant;
    insert into webhook_subscription_state (tenant_id, subscription_id, state_changed_at, in_flight_max) select id, id, now(), 4 from tenant;
    insert into webhook_delivery (tenant_id, id, subscription_id, event_id, event_type, created_at, due_us, max_attempts, payload_bytes,
        payload_sha256)
      select id, id, id, id, 'ping', now(), infra.now_us() + 3600000000, 8, 2, decode(repeat('00', 32), 'hex') from tenant`);
  return tenant_ids;
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
