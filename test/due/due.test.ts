// G1 to G4: work is found by its due rows. Nothing is lost between a writer that relies on a due row and the worker that removes
// it.
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import type { Logger } from "pino";
import { checkpoints } from "../../server/features/audit/checkpoints.ts";
import { readWaiting } from "../../server/features/health/waiting-sql.ts";
import { startDue } from "../../server/platform/jobs/due/start-due.ts";
import { sealAll } from "../../server/features/audit/seal.ts";
import { closeRows, lookForWork, lookOut } from "../../server/platform/jobs/due/due-sql.ts";
import { eachDue, workOffDue } from "../../server/platform/jobs/due/due.ts";
import type { Pool } from "../../server/platform/db/pool.ts";
import { needsServer, openDatabase, waitsForLock, type TestDatabase } from "../harness/database.ts";
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

/** Creates organisations whose only work is the first check. */
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
const kindsFound = async (kinds: string[]) => (await lookForWork(worker, kinds, [])).kinds;
const sealedRows = async () => (await query("select count(*)::int as n from audit_seal"))[0].n as number;

async function seal(): Promise<void> {
  await settled(database);
  await sealAll(worker, test_keyring, never);
}

/** Work that records the organisations that it was done for. */
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
  assert.deepEqual(await kindsFound(["audit.seal", "audit.checkpoint", "days.turn", "webhooks.deliver"]), []);
});

test("two workers share what is due, and each of it is done", { skip }, async () => {
  const tenant_ids = await create(40);
  const [one, other]: [string[], string[]] = [[], []];
  // Each worker waits until the other one has begun, so that both get some of the work.
  const { promise: met, resolve: meet } = Promise.withResolvers<void>();
  const working = (noted: string[]) =>
    eachDue({ kind: "days.turn", rows_max: 2 }, async (tenant_id, { is_closed }) => {
      // The second check, before the row is removed.
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
  // The other transaction's audit row cannot be sealed yet, because an earlier row may still appear. So this worker can do
  // nothing.
  await sealAll(worker, test_keyring, never);
  // The worker found no work, so it closes the row.
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
  // The statement that closes the row has its transaction id and waits. The writer gets the next id and still sees an open row.
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
      return (await kindsFound(["audit.seal"])).length;
    };
    const wait = (s: number) =>
      query("update infra.due set due_us = due_us - $1, claimed_until_us = claimed_until_us - $1", [s * 1_000_000]);
    await wait(2);
    assert.equal(await looks(), 1, "after two seconds each look looks");
    await wait(40);
    assert.equal(await looks(), 0, "after forty it rests");
    await wait(9);
    assert.equal((await kindsFound(["audit.seal"])).length, 0, "for a quarter of that");
    await wait(2);
    assert.equal((await kindsFound(["audit.seal"])).length, 1);
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
