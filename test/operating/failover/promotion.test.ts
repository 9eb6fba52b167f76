// A primary that becomes read-only while its connections stay open, and a standby that takes over: each process notices by
// itself.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import pino from "pino";
import { poolAnswers } from "../../../server/platform/db/pool-answers.ts";
import { Unavailable } from "../../../server/platform/db/failures.ts";
import { createPool, type Role } from "../../../server/platform/db/pool.ts";
import { sql } from "../../../server/platform/db/sql.ts";
import { readInfrastructure, withInfrastructure } from "../../../server/platform/db/transaction.ts";
import { startWorker } from "../../../server/worker.ts";
import { attachDatabase } from "../../harness/database.ts";
import { clusterUrl } from "../../harness/machine/cluster.ts";
import { patience_ms } from "../../harness/patience.ts";
import { apiOf, byKey, request, startServer, test_mailing } from "../../harness/server.ts";
import { senderTo } from "../../harness/webhooks.ts";
import { compare } from "../load.ts";
import { ask, closeForWriting, promote, startPair } from "./standby.ts";

test("a primary that is demoted with open connections: 503 and not ready, then all go on at the standby, and nothing is lost", async (t) => {
  const pair = await startPair(t, { synchronous: false });
  if (typeof pair === "string") return t.skip(pair);
  const { primary, standby, front, organisation } = pair;
  const there = { old: clusterUrl(primary, "muster"), next: clusterUrl(standby, "muster") };
  const database = attachDatabase(front.url("muster"));
  t.after(() => database.close());
  const told: string[] = [];
  const poolOf = (role: Role) => {
    const pool = createPool({
      connection: database.connection,
      role,
      connections_max: 4,
      statement_timeout_ms: 5_000,
      onIdleError: () => undefined,
      onReadsOnly: () => told.push(role),
    });
    t.after(() => pool.close());
    return pool;
  };
  const working = poolOf("muster_worker");
  const worker = await startWorker({
    pool: working,
    delivery_pool: poolOf("muster_delivery"),
    connection: database.connection,
    sender: senderTo(),
    ...test_mailing,
    smtp_url: null,
    mail_from: "muster@muster.example",
    log: pino({ level: "silent" }),
  });
  t.after(() => worker.stop());
  const server = await startServer(database, { connections_max: 8, probes: true });
  t.after(() => server.close());
  const api = apiOf(server, byKey(organisation.code, organisation.clients["load"]!.secret));
  const ready = async () => (await request(server.url, "GET", "/readyz")).status;
  const created: string[] = [];
  const create = async (employee_no: string) => {
    const email = `${employee_no.toLowerCase()}@acme.example`;
    const { status, headers } = await api.post("/api/v1/users", { employee_no, first_name: "Anna", last_name: "Nowak", email });
    if (status === 201) created.push(employee_no);
    return { status, retry_after: headers.get("retry-after") };
  };
  /** A slow machine may answer one of the requests with 503. */
  const createAll = (prefix: string) =>
    Promise.all(
      Array.from({ length: 24 }, (_, n) => until(async () => [201, 409].includes((await create(`${prefix}-${n}`)).status))),
    );
  await createAll("BEFORE");
  assert.deepEqual([await ready(), await worker.isReady()], [200, true]);

  await closeForWriting(there.old);
  const refused = await Promise.all(Array.from({ length: 24 }, (_, n) => create(`MEANWHILE-${n}`)));
  assert.deepEqual(new Set(refused.map(({ status, retry_after }) => `${status} ${retry_after}`)), new Set(["503 1"]));
  await until(async () => (await ready()) === 503 && !(await worker.isReady()));
  // Existing connections are not used although their server answers, except to ask whether it is still read-only, and for its
  // clock. A statement that was sent before may still be running.
  await until(
    async () =>
      (
        await ask(
          there.old,
          "select from pg_stat_activity where application_name = 'muster_app' and state = 'active' and query !~ 'transaction_read_only|clock_timestamp'",
        )
      ).length === 0,
  );

  await promote(there.old, there.next);
  front.leadTo(clusterUrl(standby));
  await until(async () => (await ready()) === 200 && (await worker.isReady()));
  await createAll("AFTER");
  const next = attachDatabase(there.next);
  t.after(() => next.close());
  assert.deepEqual(await compare(next.superuser, created), { lost: [], doubled: [] });
  assert.deepEqual(await ask(there.next, "select max(epoch) as epoch from infra.epoch"), [{ epoch: 1 }]);
  assert.deepEqual(await ask(there.old, "select from person where employee_no like 'AFTER%'"), []);
  assert.ok(told.includes("muster_worker"));
  await until(async () => (await ask(there.next, "select from audit_log where operation = 'database.take_over'")).length === 1);
});

test("a pool that leads to a standby refuses, by transactions and by looking, until the standby is promoted", async (t) => {
  const pair = await startPair(t, { synchronous: false });
  if (typeof pair === "string") return t.skip(pair);
  const url = clusterUrl(pair.standby, "muster");
  let told = 0;
  const pool = createPool({
    connection: { kind: "server", url },
    role: "muster_worker",
    connections_max: 2,
    statement_timeout_ms: 5_000,
    onIdleError: () => undefined,
    onReadsOnly: () => (told += 1),
  });
  t.after(() => pool.close());
  await assert.rejects(readInfrastructure(pool, sql`select 1`), Unavailable);
  await assert.rejects(
    withInfrastructure(pool, (db) => db.rows(sql`select 1`)),
    /only reads/,
  );
  assert.equal(await poolAnswers(pool), false);
  assert.deepEqual([pool.is_away, told], [true, 1]);
  await promote(clusterUrl(pair.primary, "muster"), url);
  await until(() => poolAnswers(pool));
  assert.deepEqual([await readInfrastructure(pool, sql`select 1 as one`), pool.is_away], [[{ one: 1 }], false]);
});

async function until(there: () => Promise<boolean>): Promise<void> {
  for (const ends_ms = performance.now() + patience_ms; !(await there()); await sleep(10))
    assert.ok(performance.now() < ends_ms, "what the test waits for has not come");
}
