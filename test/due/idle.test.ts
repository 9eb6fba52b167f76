// Runs in a process of its own: it replaces the timers of the process.
// Counts the statements that an idle worker sends to the database, on its connections and over minutes of simulated time. Also
// tests that the worker still reacts when work appears.
import assert from "node:assert/strict";
import { syncBuiltinESMExports } from "node:module";
import { after, before, mock, test } from "node:test";
import pg from "pg";
import pino from "pino";
import type { Connection } from "../../server/platform/db/pool.ts";
import { directUrl } from "../../server/platform/db/servers/reach.ts";
import { send } from "../../server/platform/jobs/queue.ts";
import { work_channel } from "../../server/platform/jobs/wake.ts";
import { withInfrastructure } from "../../server/platform/db/transaction.ts";
import { mail_queue } from "../../server/features/mail/queue-mail.ts";
import { startWorker, type Worker } from "../../server/worker.ts";
import { needsServer, openDatabase, type TestDatabase } from "../harness/database.ts";
import { test_mailing } from "../harness/server.ts";
import { senderTo } from "../harness/webhooks.ts";

const skip = needsServer();
const step_ms = 500;
/** How long a connection may be in use within a step. */
const patience_ms = 1_000;
const warm_up_minutes = 3;
const minutes = 10;
const statements_max = 200;
/** The minimum interval between two checks of a worker (platform/jobs/due/start-due.ts). */
const looks_apart_ms = 1_000;
const connections_max = 10;

/** How often a worker sent each statement, as the server counts it; the test's own statements are marked. */
const counted = new Map<string, number>();
const mark = "/* test */";

let database: TestDatabase;
/** The test uses a single connection, because pools have timers. */
let operator: pg.Client;
let worker: Worker;
const pools = () => [database.pool("muster_worker", connections_max), database.pool("muster_delivery", connections_max)] as const;
let used: ReturnType<typeof pools>;

before(async () => {
  if (skip) return;
  database = await openDatabase();
  operator = await connect();
  // The job runner's clock in the database follows the test's clock as well.
  await operator.query(`
    create or replace function pgboss.job_now() returns timestamptz language sql volatile as $$
      select clock_timestamp() + (select ahead_us from infra.test_clock) * interval '1 microsecond'
    $$`);
  await createIdle(50);
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"], now: Date.now() });
  syncBuiltinESMExports();
  used = pools();
  countStatements();
  worker = await startWorker({
    pool: used[0],
    delivery_pool: used[1],
    connection: database.connection,
    sender: senderTo(),
    ...test_mailing,
    smtp_url: "smtp://127.0.0.1:1",
    mail_from: "muster@muster.example",
    log: pino({ level: "silent" }),
  });
});
after(async () => {
  if (skip) return;
  const ended = { yet: false };
  const stopping = worker.stop().then(() => (ended.yet = true));
  while (!ended.yet) await pass(step_ms);
  await stopping;
  mock.timers.reset();
  syncBuiltinESMExports();
  await operator.end();
  await database.close();
});

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: directUrl(database.connection as Connection & { kind: "server" }) });
  await client.connect();
  return client;
}

/**
 * Creates organisations without work, as they are a day after their creation. It is noon in their time zone, because a midnight
 * would be work.
 */
async function createIdle(count: number): Promise<void> {
  const ahead_h = 12 - new Date().getUTCHours();
  // The signs of these zones are inverted: Etc/GMT-2 is two hours ahead.
  const time_zone = `Etc/GMT${ahead_h > 0 ? "-" : "+"}${Math.abs(ahead_h)}`;
  await operator.query(
    `insert into tenant (id, code, name, kind, time_zone)
     select infra.new_id(), 'IDLE' || n, 'Idle ' || n, 'live', $2 from generate_series(1, $1::int) n`,
    [count, time_zone],
  );
  await operator.query(
    "insert into tenant_day (tenant_id, done_through) select id, (now() at time zone time_zone)::date from tenant",
  );
  await operator.query("delete from infra.due");
  await operator.query("update retention set look_us = infra.now_us() + 86400000000");
}

/** Counts what is sent on all connections: executions of prepared statements, and statements sent as text. */
function countStatements(): void {
  const wire = (pg as unknown as { Connection: { prototype: Wire } }).Connection.prototype;
  const { bind, execute, query, parse } = wire;
  const texts = new Map<string, string>();
  let bound = "";
  const note = (text: string, number = 1) => counted.set(text, (counted.get(text) ?? 0) + number);
  wire.parse = function (message, ...rest) {
    texts.set(message.name ?? "", message.text);
    return parse.call(this, message, ...rest);
  };
  wire.bind = function (message, ...rest) {
    bound = texts.get(message.statement ?? "") ?? "";
    return bind.call(this, message, ...rest);
  };
  wire.execute = function (...args) {
    note(bound);
    return execute.apply(this, args);
  };
  wire.query = function (text) {
    if (!text.includes(mark)) note(text, text.split(/;\s*(?=\S)/).length);
    return query.call(this, text);
  };
}

type Wire = {
  parse: (this: Wire, message: { name?: string; text: string }, ...rest: unknown[]) => void;
  bind: (this: Wire, message: { statement?: string }, ...rest: unknown[]) => void;
  execute: (this: Wire, ...args: unknown[]) => void;
  query: (this: Wire, text: string) => void;
};

/** Advances the time of the process and of the database step by step; what begins in a step ends within it. */
async function pass(ms: number): Promise<void> {
  for (let passed_ms = 0; passed_ms < ms; passed_ms += step_ms) {
    await operator.query(
      `update infra.test_clock set ahead_us = ahead_us + ${step_ms * 1_000} ${mark};
       update pgboss.job set start_after = now() where state < 'active' and start_after > now() and start_after <= pgboss.job_now() ${mark}`,
    );
    mock.timers.tick(step_ms);
    await quiet();
  }
}

/**
 * Waits until no connection of the worker is in use and nothing has followed for some turns of the event loop, or until only time
 * can change something.
 */
async function quiet(): Promise<void> {
  const ends_ms = performance.now() + patience_ms;
  for (let turns = 0; turns < 5 && performance.now() < ends_ms;) {
    await new Promise((resolve) => setImmediate(resolve));
    const is_quiet = used.every(({ connections: { open, idle }, waiting }) => open === idle && waiting === 0);
    turns = is_quiet ? turns + 1 : 0;
  }
}

test(`an idle worker that is alone asks the database at most ${statements_max} times a minute`, { skip }, async (t) => {
  await pass(warm_up_minutes * 60_000);
  counted.clear();
  await pass(minutes * 60_000);
  const all = [...counted].toSorted(([, one], [, other]) => other - one);
  const a_minute = all.reduce((sum, [, number]) => sum + number, 0) / minutes;
  t.diagnostic(`${a_minute.toFixed(1)} statements a minute`);
  assert.ok(a_minute > 10, "the worker was counted");
  const most = all.slice(0, 20).map(([text, number]) => `${number / minutes} ${text.replaceAll(/\s+/g, " ").slice(0, 160)}`);
  assert.ok(a_minute <= statements_max, [`${a_minute} statements a minute`, ...most].join("\n"));
});

test("an idle worker begins at once with a job that is sent", { skip }, async (t) => {
  const listener = await connect();
  t.after(() => listener.end());
  await listener.query(`listen ${work_channel} ${mark}`);
  const heard = new Promise((resolve) => listener.once("notification", resolve));
  const nobody = "00000000-0000-4000-8000-000000000000";
  await withInfrastructure(database.pool("muster_app", 1), (db) => send(db, mail_queue, { tenant_id: nobody, mail_id: nobody }));
  await heard;
  // The notification to the worker's connection comes from another process of the server, which may have to wait for a processor.
  for (let turn = 0; turn < 1_000; turn += 1) await operator.query(`select ${mark}`);
  await pass(looks_apart_ms + step_ms);
  const sent = await operator.query(`select state from pgboss.job where name = 'mail.send' ${mark}`);
  assert.deepEqual(sent.rows, [{ state: "completed" }]);
});
