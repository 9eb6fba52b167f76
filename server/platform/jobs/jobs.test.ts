import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import pino from "pino";
import { openDatabase, type TestDatabase } from "../../../test/harness/database.ts";
import { sql } from "../db/sql.ts";
import { withInfrastructure } from "../db/transaction.ts";
import { queue, send } from "./queue.ts";
import { every, startJobs, work, type Job, type Jobs } from "./run.ts";

type Note = { text: string };

let database: TestDatabase;
before(async () => {
  database = await openDatabase();
});
after(() => database.close());

/** A queue whose jobs are returned by `next()`, in the order in which they were run. */
function collecting(name: string, fails = 0) {
  const notes = queue<Note>(name, { retry_delay_s: 0 });
  const arrived: string[] = [];
  const waiting: ((text: string) => void)[] = [];
  let failures = fails;
  const job: Job = work(notes, async ({ text }) => {
    if (failures > 0) {
      failures -= 1;
      throw new Error("anna.kowalska@muster.example is not there");
    }
    const waiter = waiting.shift();
    if (waiter) waiter(text);
    else arrived.push(text);
  });
  const next = async () => arrived.shift() ?? new Promise<string>((resolve) => waiting.push(resolve));
  return { notes, job, next };
}

async function withJobs(
  jobs: readonly Job[],
  work: () => Promise<void>,
  options: { poll_interval_s?: number } = {},
): Promise<void> {
  const pool = database.pool("muster_worker");
  const running: Jobs = await startJobs(jobs, { pool, log: pino({ level: "silent" }), ...options });
  try {
    await work();
  } finally {
    await running.stop();
  }
}

test("a job is done after the transaction that sent it, and never if that was rolled back", async () => {
  const { notes, job, next } = collecting("test.transaction");
  const app = database.pool("muster_app");
  await withInfrastructure(app, (db) => send(db, notes, { text: "before any worker has started" }));
  await withJobs([job], async () => {
    assert.equal(await next(), "before any worker has started");
    const undone = withInfrastructure(app, async (db) => {
      await send(db, notes, { text: "undone" });
      throw new Error("changed my mind");
    });
    await assert.rejects(undone, /changed my mind/);
    await withInfrastructure(app, (db) => send(db, notes, { text: "done" }));
    assert.equal(await next(), "done");
  });
});

test("a job that another one sends before it ends follows at once, without being told of", async () => {
  const app = database.pool("muster_app");
  const notes = queue<Note>("test.successor");
  const { promise: followed, resolve: follow } = Promise.withResolvers<void>();
  const job = work(notes, async ({ text }) => {
    if (text === "first") await withInfrastructure(app, (db) => send(db, notes, { text: "second" }));
    else follow();
  });
  await withInfrastructure(app, (db) => send(db, notes, { text: "first" }));
  await withJobs([job], () => followed, { poll_interval_s: 900 });
});

test("a failed job is tried again, and what went wrong stays out of the table", async () => {
  const { notes, job, next } = collecting("test.retry", 2);
  await withInfrastructure(database.pool("muster_app"), (db) => send(db, notes, { text: "third time lucky" }));
  await withJobs([job], async () => assert.equal(await next(), "third time lucky"));
  const { rows } = await database.superuser.query(
    "select state, retry_count, output::text from pgboss.job where name = 'test.retry'",
  );
  assert.deepEqual([rows[0].state, rows[0].retry_count], ["completed", 2]);
  assert.doesNotMatch(JSON.stringify(rows), /anna/);
});

test("two processes do each job once", async () => {
  const first = collecting("test.shared");
  const done: string[] = [];
  const both = new Promise<void>((resolve) => {
    const note = async ({ text }: Note) => {
      done.push(text);
      if (done.length === 20) resolve();
    };
    first.job = work(first.notes, note);
  });
  const texts = Array.from({ length: 20 }, (_, index) => `note ${index}`);
  await withInfrastructure(database.pool("muster_app"), async (db) => {
    for (const text of texts) await send(db, first.notes, { text });
  });
  await withJobs([first.job], () => withJobs([first.job], () => both));
  assert.deepEqual(done.toSorted(), texts.toSorted());
});

test("a schedule that the program no longer knows ends when a worker starts", async () => {
  const idle = async () => undefined;
  const schedules = async () =>
    (await database.superuser.query("select name, cron, timezone from pgboss.schedule order by name")).rows as unknown[];
  await withJobs(
    [every("*/5 * * * *", queue("test.old"), idle), every("0 3 * * *", queue("test.kept"), idle)],
    async () => undefined,
  );
  assert.equal((await schedules()).length, 2);
  await withJobs([every("0 4 * * *", queue("test.kept"), idle)], async () => undefined);
  assert.deepEqual(await schedules(), [{ name: "test.kept", cron: "0 4 * * *", timezone: "UTC" }]);
});

test("requests can put jobs in, and neither read nor change them", async () => {
  const app = database.pool("muster_app");
  for (const statement of [
    sql`select id from pgboss.job`,
    sql`update pgboss.job set data = null`,
    sql`delete from pgboss.job`,
    sql`select id from pgboss.job_common`,
  ]) {
    await assert.rejects(
      withInfrastructure(app, (db) => db.rows(statement)),
      { code: "42501" },
    );
  }
});
