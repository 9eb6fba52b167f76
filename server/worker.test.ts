import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import pino from "pino";
import { openDatabase, type TestDatabase } from "../test/harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../test/harness/organisation/organisation.ts";
import { test_mailing } from "../test/harness/server.ts";
import { firstIdOf } from "./platform/ids.ts";
import { hour_us } from "./platform/instants.ts";
import { senderTo } from "../test/harness/webhooks.ts";
import { listJobs, startWorker, type WorkerOptions } from "./worker.ts";

let database: TestDatabase;
let organisations: TestOrganisation[];
let options: WorkerOptions;

before(async () => {
  database = await openDatabase();
  organisations = [];
  for (const code of ["FIRST", "SECOND"]) {
    organisations.push(
      await createOrganisation(database, {
        organisation: { code, name: code },
        clients: [{ name: "HR", scopes: ["users:read"] }],
      }),
    );
  }
  options = {
    pool: database.pool("muster_worker"),
    delivery_pool: database.pool("muster_delivery"),
    connection: database.connection,
    sender: senderTo(),
    ...test_mailing,
    smtp_url: null,
    mail_from: "muster@muster.example",
    log: pino({ level: "silent" }),
  };
});
after(() => database.close());

async function runJob(name: string): Promise<void> {
  const job = listJobs(options).find(({ queue }) => queue.name === name);
  assert.ok(job, `no job is named ${name}`);
  await job.run({}, new AbortController().signal);
}

test("counters unused for an hour are deleted, younger ones and running blocks stay", async () => {
  await database.clock.freeze("2026-02-02T12:00:00Z");
  const now_us = Date.parse("2026-02-02T12:00:00Z") * 1_000;
  await database.superuser.query(
    `insert into infra.sliding_window (kind, key, at_us, now_us, ok) values ('test', 'old', '{1}', $1, true), ('test', 'young', '{1}', $2, true)`,
    [now_us - hour_us - 1, now_us - hour_us],
  );
  await database.superuser.query(
    `insert into infra.failed_authentication (address_key, at_us, blocked_until_us)
     values ('192.0.2.1', array[$1::bigint], 0), ('192.0.2.2', '{}', $1), ('192.0.2.3', array[1, $2::bigint], 0), ('192.0.2.4', array[1::bigint], $3)`,
    [now_us - hour_us - 1, now_us, now_us + 1],
  );
  await runJob("clients.forget-counters");
  const windows = await database.superuser.query("select key from infra.sliding_window where kind = 'test'");
  assert.deepEqual(windows.rows, [{ key: "young" }]);
  const failures = await database.superuser.query(
    "select host(address_key) as address from infra.failed_authentication order by 1",
  );
  assert.deepEqual(failures.rows, [{ address: "192.0.2.3" }, { address: "192.0.2.4" }]);
});

test("assertions that ended more than an hour ago are deleted, younger ones stay", async () => {
  await database.clock.freeze("2026-02-02T12:00:00Z");
  const hour_ago_us = Date.parse("2026-02-02T11:00:00Z") * 1_000;
  await database.superuser.query(
    `insert into infra.used_assertion (client_id, jti_digest, until_us)
     select infra.no_id(), sha256(convert_to(n::text, 'UTF8')), $1::bigint - case when n <= 2500 then 1 else 0 end
     from generate_series(1, 2501) n`,
    [hour_ago_us],
  );
  await runJob("clients.forget-counters");
  const { rows } = await database.superuser.query("select until_us::text from infra.used_assertion");
  assert.deepEqual(rows, [{ until_us: String(hour_ago_us) }]);
});

test("DPoP proofs that ended more than an hour ago are deleted, younger ones stay", async () => {
  await database.clock.freeze("2026-02-02T12:00:00Z");
  const hour_ago_us = Date.parse("2026-02-02T11:00:00Z") * 1_000;
  await database.superuser.query(
    `insert into infra.used_proof (digest, until_us)
     select sha256(convert_to(n::text, 'UTF8')), $1::bigint - case when n <= 2500 then 1 else 0 end
     from generate_series(1, 2501) n`,
    [hour_ago_us],
  );
  await runJob("clients.forget-counters");
  const { rows } = await database.superuser.query("select until_us::text from infra.used_proof");
  assert.deepEqual(rows, [{ until_us: String(hour_ago_us) }]);
});

test("idempotency keys are forgotten after their day, in every organisation", async () => {
  await database.clock.freeze("2026-02-02T12:00:00Z");
  const day_ago_us = Date.parse("2026-02-01T12:00:00Z") * 1_000;
  for (const { tenant_id, clients } of organisations) {
    await database.superuser.query(
      `insert into idempotency_key (tenant_id, client_id, key, claim_id, request_hash, claimed_us)
       values ($1, $2, 'old', gen_random_uuid(), '', $3), ($1, $2, 'young', gen_random_uuid(), '', $4)`,
      [tenant_id, clients["HR"]!.client_id, day_ago_us - 1, day_ago_us],
    );
  }
  await runJob("idempotency.forget");
  const { rows } = await database.superuser.query("select key from idempotency_key");
  assert.deepEqual(rows, [{ key: "young" }, { key: "young" }]);
});

test("mails are forgotten after 30 days; of one that is told once it stays that it was", async () => {
  await database.clock.freeze("2026-02-02T12:00:00Z");
  const id = (at: string, place: number) => `${firstIdOf(Date.parse(at)).slice(0, -1)}${place}`;
  const [old, young] = ["2026-01-03T11:59:59.999Z", "2026-01-03T12:00:00Z"];
  for (const [place, { tenant_id }] of organisations.entries()) {
    const insert = (mail_id: string, kind: string, once_key: string | null, sent: boolean) =>
      database.superuser.query(
        `insert into mail (tenant_id, id, kind, once_key, recipient, subject, body, due_us, sent_at)
         values ($1, $2, $3, $4, 'anna@muster.example', 'Anna', 'Anna', $5, $6)`,
        [tenant_id, mail_id, kind, once_key, sent ? null : 0, sent ? "2026-01-04T00:00:00Z" : null],
      );
    await insert(id(old, place), "sent", null, true);
    await insert(id(old, place + 2), "queued", null, false);
    await insert(id(old, place + 4), "once", "key", true);
    await insert(id(old, place + 6), "once", "never sent", false);
    await insert(id(young, place), "young", null, false);
  }
  await runJob("mail.forget");
  await runJob("mail.forget");
  const { rows } = await database.superuser.query(
    `select kind, once_key, recipient, subject, convert_from(body, 'UTF8') as body, due_us is null as over, failed_at is not null as failed
     from mail where id < $1 order by tenant_id = $2, id`,
    [id("2026-01-04T00:00:00Z", 0), organisations[0]!.tenant_id],
  );
  const forgotten = { kind: "once", recipient: "", subject: "", body: "", over: true };
  const kept = [
    { ...forgotten, once_key: "key", failed: false },
    { ...forgotten, once_key: "never sent", failed: true },
    {
      kind: "young",
      once_key: null,
      recipient: "anna@muster.example",
      subject: "Anna",
      body: "Anna",
      over: false,
      failed: false,
    },
  ];
  assert.deepEqual(rows, [...kept, ...kept]);
});

test("every job has a queue of its own", () => {
  const names = listJobs(options).map(({ queue }) => queue.name);
  assert.ok(names.length >= 4);
  assert.equal(new Set(names).size, names.length);
});

test("a worker starts on what `migrate` has prepared, and stops", async (t) => {
  const running = await startWorker(options);
  t.after(() => running.stop());
  await running.stop();
  const { rows } = await database.superuser.query("select name from pgboss.queue where name = 'mail.send'");
  assert.equal(rows.length, 1);
});
