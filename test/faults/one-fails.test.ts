// In the same way as R11: in a periodic job, a failure for one organisation does not stop the others, and the run does not report
// success.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import pino from "pino";
import { workOffDue } from "../../server/platform/jobs/due/due.ts";
import { listDueWork, listJobs } from "../../server/worker.ts";
import { settled } from "../harness/settled.ts";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { test_mailing } from "../harness/server.ts";

const never = new AbortController().signal;
/** One of these comes before others, wherever a list begins. */
const failing = [1, 3, 5];
const organisations = 6;

let database: TestDatabase;
before(async () => {
  database = await openDatabase();
  // Each organisation has one piece of work of each kind.
  await database.superuser.query(`
    create temporary table made as
    select ('01900000-0000-7000-8000-00000000000' || n)::uuid as id, n from generate_series(1, ${organisations}) n;
    insert into tenant (id, code, name, kind, time_zone) select id, 'ORG' || n, 'Organisation ' || n, 'live', 'Europe/Warsaw' from made;
    insert into client (tenant_id, id, name, name_norm, scopes, methods) select id, id, 'HR', 'hr', '{users:write}', '{api_key}' from made;
    insert into idempotency_key (tenant_id, client_id, key, claim_id, request_hash, claimed_us)
      select id, id, 'old', id, '', infra.now_us() - 90000000000 from made;
    insert into mail (tenant_id, id, kind, recipient, subject, body, due_us, sent_at)
      select id, id, 'old', 'a@acme.example', 'Test', ''::bytea, null::bigint, now() from made
      union all select id, infra.new_id(), 'due', 'a@acme.example', 'Test', ''::bytea, 1, null from made;
    insert into scim_exchange (tenant_id, id, client_id, request_id, profile, at, method, path, status, duration_ms)
      select id, id, id, 'req_1', 'generic', now(), 'GET', '/Users', 200, 1 from made;
    insert into import (tenant_id, id, kind, format, dry_run, status, created_at)
      select id, id, 'users', 'csv', false, 'finished', now() - interval '31 days' from made
      union all select id, infra.new_id(), 'users', 'csv', false, 'receiving', now() - interval '2 hours' from made;
    insert into request_log (tenant_id, id, at, method, path, status, request_id, address, duration_us)
      select id, id, now(), 'GET', '/', 200, 'req_1', '127.0.0.1', 1 from made;
    insert into compliance_delta (tenant_id, course_id, department_id, worker_type, contractor_id, status, people)
      select id, infra.no_id(), infra.no_id(), 'internal_payroll', infra.no_id(), 'NONE', 1 from made;
    insert into tenant_day (tenant_id, done_through) select id, current_date - 5 from made;
    insert into webhook_subscription (tenant_id, id, client_id, name, target_url, subscribed_events, secret)
      select id, id, id, 'LMS', 'https://lms.example/', '{enrollment.created}', '' from made;
    insert into webhook_subscription_state (tenant_id, subscription_id, state, state_reason, state_changed_at, consecutive_failures,
        failing_since, in_flight_max)
      select id, id, 'degraded', 'consecutive_failures', now(), 20, now() - interval '4 days', 1 from made;
    insert into audit_log (tenant_id, id, occurred_at, actor_type, actor_name, operation, target_type)
      select id, infra.new_id(), now(), 'system', 'test', 'person.change', 'person' from made;
    create function public.broken() returns trigger language plpgsql as $$
    begin
      if coalesce(new.tenant_id, old.tenant_id)::text like any (array[${failing.map((n) => `'%${n}'`).join(", ")}]) then
        raise exception 'the power has gone';
      end if;
      return coalesce(new, old);
    end $$`);
});
after(() => database.close());

const log = pino({ level: "silent" });
function run(queue: string): Promise<void> {
  const pools = { pool: database.pool("muster_worker", 2), delivery_pool: database.pool("muster_delivery", 1) };
  // Nothing is sent, because these mails cannot be decrypted.
  const mailing = { ...test_mailing, smtp_url: "smtp://127.0.0.1:9", mail_from: "muster@muster.example" };
  return listJobs({ ...pools, ...mailing, log })
    .find((job) => job.queue.name === queue)!
    .run({}, never);
}

/** Processes the due work of a kind until none is left. Failed work is returned to the queue and waits. */
async function workOff(kind: string): Promise<void> {
  await settled(database);
  await database.superuser.query("update infra.due set claimed_until_us = 0");
  const options = {
    pool: database.pool("muster_worker", 2),
    delivery_pool: database.pool("muster_delivery", 1),
    ...test_mailing,
    smtp_url: null,
    mail_from: "muster@muster.example",
    log,
  };
  const work = listDueWork(options, () => undefined).find((one) => one.kind === kind)!;
  await workOffDue(options.pool, work, never);
}

/** The work, the table in which it fails, and the table that shows what was not done. */
const works: [name: string, work: () => Promise<void>, event: string, left: string][] = [
  ["idempotency.forget", () => run("idempotency.forget"), "delete on idempotency_key", "idempotency_key"],
  ["mail.forget", () => run("mail.forget"), "delete on mail", "mail where kind = 'old'"],
  ["mail.sweep", () => run("mail.sweep"), "update on mail", "mail where kind = 'due' and attempts = 0"],
  ["scim.forget-log", () => run("scim.forget-log"), "delete on scim_exchange", "scim_exchange"],
  ["request-log.forget", () => run("request-log.forget"), "delete on request_log", "request_log"],
  ["imports.sweep", () => run("imports.sweep"), "delete on import", "import where status = 'receiving'"],
  ["imports.forget", () => run("imports.forget"), "delete on import", "import"],
  ["compliance.fold", () => run("compliance.fold"), "delete on compliance_delta", "compliance_delta"],
  ["days.turn", () => workOff("days.turn"), "update on tenant_day", "tenant_day where done_through < current_date - 3"],
  [
    "webhooks.failing",
    () => run("webhooks.failing"),
    "update on webhook_subscription_state",
    "webhook_subscription_state where state = 'degraded'",
  ],
  [
    "audit.seal",
    () => workOff("audit.seal"),
    "insert on audit_seal",
    "tenant t where not exists (select from audit_seal s where s.tenant_id = t.id)",
  ],
];

for (const [name, work, event, left] of works) {
  test(`${name}: organisations that fail hold up no other, and the run has failed`, async () => {
    const count = async () => (await database.superuser.query(`select count(*)::int as n from ${left}`)).rows[0].n as number;
    assert.equal(await count(), organisations);
    const table = event.split(" ").at(-1)!;
    await database.superuser.query(`create trigger broken before ${event} for each row execute function public.broken()`);
    const failure = await work().then(
      () => null,
      (error: unknown) => error as AggregateError,
    );
    await database.superuser.query(`drop trigger broken on ${table}`);
    assert.equal(await count(), failing.length);
    assert.equal(failure?.message, `${failing.length} of ${organisations} could not be done`);
    assert.ok(failure.errors.every(({ cause }) => cause.message === "the power has gone"));
    await work();
    assert.equal(await count(), 0);
  });
}

test("what is forgotten of addresses does not wait for what is forgotten of clients", async () => {
  await database.superuser.query(`
    insert into infra.sliding_window (kind, key, at_us, now_us, ok) values ('test', 'old', '{1}', 1, true);
    insert into infra.failed_authentication (address_key, at_us, blocked_until_us) values ('192.0.2.1', '{1}', 0);
    create function public.stopped() returns trigger language plpgsql as $$ begin raise exception 'the power has gone'; end $$;
    create trigger stopped before delete on infra.sliding_window for each row execute function public.stopped()`);
  await assert.rejects(run("clients.forget-counters"), { message: "1 of 4 could not be done" });
  const { rows } = await database.superuser.query("select from infra.failed_authentication");
  assert.equal(rows.length, 0);
});
