// G6: clean-ups reach every organisation, however many there are.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import pino from "pino";
import { listJobs } from "../../server/worker.ts";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { test_mailing } from "../harness/server.ts";

const organisations = 250;

let database: TestDatabase;
before(async () => {
  database = await openDatabase();
  // Organisations, each with a client and one row of each kind that expired over a month ago.
  await database.superuser.query(`
    create temporary table made as
    select gen_random_uuid() as id, n, '01900000-0000-7000-8000-000000000000'::uuid as old_id
    from generate_series(1, ${organisations}) n;
    insert into tenant (id, code, name, kind, time_zone) select id, 'ORG' || n, 'Organisation ' || n, 'live', 'Europe/Warsaw' from made;
    insert into client (tenant_id, id, name, name_norm, scopes, methods) select id, id, 'HR', 'hr', '{users:write}', '{api_key}' from made;
    insert into idempotency_key (tenant_id, client_id, key, claim_id, request_hash, claimed_us)
      select id, id, 'old', id, '', infra.now_us() - 90000000000 from made;
    insert into mail (tenant_id, id, kind, recipient, subject, body, due_us, sent_at)
      select id, old_id, 'test', 'a@acme.example', 'Test', '', null, now() from made;
    insert into scim_exchange (tenant_id, id, client_id, request_id, profile, at, method, path, status, duration_ms)
      select id, old_id, id, 'req_1', 'generic', now(), 'GET', '/Users', 200, 1 from made;
    insert into import (tenant_id, id, kind, format, dry_run, status, created_at)
      select id, old_id, 'users', 'csv', false, 'finished', now() - interval '31 days' from made;
    insert into compliance_delta (tenant_id, course_id, department_id, worker_type, contractor_id, status, people)
      select id, infra.no_id(), infra.no_id(), 'internal_payroll', infra.no_id(), 'NONE', 1 from made;
    insert into person_delta (tenant_id, department_id, worker_type, contractor_id, state, people)
      select id, infra.no_id(), 'internal_payroll', infra.no_id(), 'invited', 1 from made;
    insert into forecast_delta (tenant_id, day, course_id, what, entries) select id, '2026-01-01', infra.no_id(), 'ENDS', 1 from made;
    insert into request_log (tenant_id, id, at, method, route, path, status, request_id, address, duration_us)
      select id, old_id, now(), 'GET', '/', '/', 200, 'req_1', '127.0.0.1', 1 from made`);
});
after(() => database.close());

for (const [queue, table] of [
  ["idempotency.forget", "idempotency_key"],
  ["mail.forget", "mail"],
  ["scim.forget-log", "scim_exchange"],
  ["imports.forget", "import"],
  ["request-log.forget", "request_log"],
  [
    "compliance.fold",
    "(select tenant_id from compliance_delta union select tenant_id from person_delta union select tenant_id from forecast_delta) deltas",
  ],
] as const) {
  test(`one run of ${queue} reaches all of ${organisations} organisations`, async () => {
    const left = async () => (await database.superuser.query(`select count(*)::int as n from ${table}`)).rows[0].n as number;
    assert.equal(await left(), organisations);
    const pools = { pool: database.pool("muster_worker", 2), delivery_pool: database.pool("muster_delivery", 1) };
    const log = pino({ level: "silent" });
    const jobs = listJobs({ ...pools, ...test_mailing, smtp_url: null, mail_from: "muster@muster.example", log });
    await jobs.find((job) => job.queue.name === queue)!.run({}, new AbortController().signal);
    assert.equal(await left(), 0);
  });
}
