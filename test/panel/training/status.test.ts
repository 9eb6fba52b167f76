import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, sessionOf } from "../../harness/panel/panel.ts";
import { startServer, type TestServer } from "../../harness/server.ts";

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
let other: TestOrganisation;

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  acme = await createOrganisation(database, { clients: [{ name: "HR", scopes: ["users:read"] }] });
  other = await createOrganisation(database, { organisation: { code: "OTHER", name: "Other" } });
});
after(async () => {
  await server.close();
  await database.close();
});

async function statusOf({ tenant_id } = acme): Promise<any> {
  const account = await createAccount(database, tenant_id, "it_admin");
  const { status, body, text } = await (await sessionOf(server, database, tenant_id, account)).get("/status");
  assert.equal(status, 200, text);
  return body;
}

const nothing = { count: 0, oldest_s: null };

test("where nothing waits the status is good, and the present limits are shown", async () => {
  assert.deepEqual(await statusOf(), {
    database: "ok",
    clock: "ok",
    webhooks: nothing,
    mails: nothing,
    mails_failed: 0,
    imports: nothing,
    days: { done_through: null, behind: false },
    limits: {
      per_minute: 20,
      burst: 30,
      per_day: 5_000,
      webhook_subscriptions: 10,
      webhook_subscriptions_used: 0,
      clients: 1,
    },
  });
});

test("what waits is counted with the time for which it has been due, for each organisation by itself", async () => {
  const run = (text: string) => database.superuser.query(text, [acme.tenant_id]);
  await run(
    `insert into mail (tenant_id, id, kind, recipient, subject, body, due_us, failed_at)
     select $1, infra.new_id(), 'test', 'a@acme.example', 'A', 'x', case when n < 3 then infra.now_us() - 90000000 end,
       case when n = 3 then now() end
     from generate_series(1, 3) n`,
  );
  await run(
    `insert into webhook_delivery (tenant_id, id, subscription_id, event_id, event_type, created_at, due_us, max_attempts,
       payload_bytes, payload_sha256)
     values ($1, infra.new_id(), gen_random_uuid(), gen_random_uuid(), 'test', now(), infra.now_us() + 60000000, 4, 2,
       decode(repeat('00', 32), 'hex'))`,
  );
  await run("insert into tenant_day (tenant_id, done_through) values ($1, current_date - 3)");
  const { mails, mails_failed, webhooks, days } = await statusOf();
  assert.deepEqual([mails.count, mails_failed], [2, 1]);
  assert.ok(mails.oldest_s >= 90 && mails.oldest_s < 120, `${mails.oldest_s} s`);
  assert.deepEqual(webhooks, { count: 1, oldest_s: null }, "what is not due yet does not count as waiting");
  assert.equal(days.behind, true);
  const theirs = await statusOf(other);
  assert.deepEqual([theirs.mails, theirs.mails_failed, theirs.webhooks], [nothing, 0, nothing]);
});
