import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { createAccount, sessionOf, type Panel, type Role } from "../harness/panel/panel.ts";
import { apiOf, byKey, startServer, type TestServer } from "../harness/server.ts";

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
let empty: TestOrganisation;

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  acme = await createOrganisation(database, {
    clients: [{ name: "HR", scopes: ["users:read", "webhooks:manage"], rate: { per_day: 10 }, webhook_hosts: ["hooks.example"] }],
  });
  empty = await createOrganisation(database, { organisation: { code: "EMPTY", name: "Empty" } });
});
after(async () => {
  await server.close();
  await database.close();
});

const panelOf = async (role: Role, { tenant_id } = acme): Promise<Panel> =>
  sessionOf(server, database, tenant_id, await createAccount(database, tenant_id, role));

async function figuresOf(panel: Panel): Promise<any> {
  const { status, body, text } = await panel.get("/overview/integrations");
  assert.equal(status, 200, text);
  return body;
}

async function attentionOf(panel: Panel): Promise<any[]> {
  const { status, body, text } = await panel.get("/overview/attention");
  assert.equal(status, 200, text);
  return body.items;
}

const sumOf = (hours: any[], name: string) => hours.reduce((sum, hour) => sum + hour[name], 0);

test("an organisation without anything has zeros, 24 empty hours and everything still to set up", async () => {
  const { hours, ...rest } = await figuresOf(await panelOf("it_admin", empty));
  assert.equal(hours.length, 24);
  assert.ok(hours.every((hour: any) => hour.succeeded + hour.refused + hour.limited + hour.failed === 0));
  assert.deepEqual(rest, {
    requests: { today: 0, quota: 0 },
    webhooks: { succeeded: 0, failed: 0, pending: 0, degraded: 0, disabled: 0 },
    scim: { last_change_at: null, refused: 0, not_let_in: 0 },
    set_up: { client: false, first_call: false, webhook: false, scim: false },
  });
  assert.deepEqual(await attentionOf(await panelOf("it_admin", empty)), []);
});

test("requests are counted against the day's quota and by hour, and a client near its limit is listed", async () => {
  const panel = await panelOf("it_admin");
  const api = apiOf(server, byKey(acme.code, acme.clients["HR"]!.secret));
  for (let call = 0; call < 9; call += 1) await api.get(call < 7 ? "/api/v1/users" : "/api/v1/users/missing");
  let figures = await figuresOf(panel);
  while (sumOf(figures.hours, "succeeded") < 7 || sumOf(figures.hours, "refused") < 2) figures = await figuresOf(panel);
  assert.deepEqual(figures.requests, { today: 9, quota: 10 });
  assert.deepEqual([sumOf(figures.hours, "limited"), sumOf(figures.hours, "failed")], [0, 0]);
  assert.deepEqual(figures.set_up, { client: true, first_call: true, webhook: false, scim: false });
  const { client_id } = acme.clients["HR"]!;
  assert.deepEqual(await attentionOf(panel), [
    { kind: "client_near_limit", id: client_id, name: "HR", count: 90, at: null, day: null },
  ]);
});

test("what needs attention is shown to roles that can solve it, the worst first, and is gone once it is solved", async () => {
  const { tenant_id } = acme;
  const { client_id } = acme.clients["HR"]!;
  const run = (text: string, parameters: unknown[] = [tenant_id]) => database.superuser.query(text, parameters);
  await run("update client set expires_at = now() + interval '3 days' where tenant_id = $1");
  await run(
    `with s as (
       insert into webhook_subscription (tenant_id, id, client_id, name, target_url, subscribed_events, secret)
       select $1, gen_random_uuid(), $2, name, 'https://hooks.example/', '{enrollment.assigned}', 'x'
       from unnest(array['Slow', 'Gone']) name
       returning tenant_id, id, name
     )
     insert into webhook_subscription_state (tenant_id, subscription_id, state, state_reason, state_changed_at, consecutive_failures,
       failing_since, in_flight_max)
     select tenant_id, id, case name when 'Gone' then 'disabled' else 'degraded' end, 'consecutive_failures', now(), 5, now(), 1 from s`,
    [tenant_id, client_id],
  );
  await run(
    `insert into license (tenant_id, id, name, name_norm, model, seats_total, seats_used, valid_until)
     values ($1, gen_random_uuid(), 'Forklift', 'forklift', 'seats', 2, 2, current_date + 10)`,
  );
  await run(
    `insert into contractor (tenant_id, id, name, name_norm, code, code_norm, contract_valid_until)
     values ($1, gen_random_uuid(), 'Extern', 'extern', 'EXT', 'ext', current_date + 5)`,
  );
  await run(
    `insert into import (tenant_id, id, kind, format, dry_run, status, failure)
     values ($1, gen_random_uuid(), 'users', 'csv', false, 'failed', 'no header')`,
  );
  await run(
    `insert into rule_batch (tenant_id, id, people_total, started_at, updated_at, failed_at, finished_at)
     values ($1, gen_random_uuid(), 1, now(), now(), now(), null), ($1, gen_random_uuid(), 1, now(), now() - interval '16 minutes', null, null),
       ($1, gen_random_uuid(), 1, now(), now() - interval '14 minutes', null, null), ($1, gen_random_uuid(), 1, now(), now() - interval '1 day', null, now())`,
  );
  await run(
    `insert into scim_refusal (tenant_id, cause, at, address, refusals) values ($1, 'unknown_key', now(), '192.0.2.1', 3)`,
  );
  const person = await createAccount(database, tenant_id, "learner");
  await run(
    `insert into unmatched_value (tenant_id, person_id, field, value, value_norm, since)
     values ($1, $2, 'department', 'Nowhere', 'nowhere', now())`,
    [tenant_id, person.id],
  );
  const kinds = async (role: Role) => (await attentionOf(await panelOf(role))).map(({ kind }) => kind);
  const of_training = ["import_failed", "evaluation_stopped", "license_full", "license_ending", "contract_ending"];
  assert.deepEqual(await kinds("it_admin"), [
    "webhook_disabled",
    "client_near_limit",
    "webhook_degraded",
    "client_expiring",
    "scim_refused",
    "values_unmatched",
    ...of_training,
  ]);
  assert.deepEqual(await kinds("training_admin"), of_training);
  assert.deepEqual(await kinds("compliance_officer"), of_training);
  assert.deepEqual(await attentionOf(await panelOf("it_admin", empty)), [], "another organisation sees nothing of it");
  const items = await attentionOf(await panelOf("it_admin"));
  const named = Object.fromEntries(items.map(({ kind, name, count }) => [kind, [name, count]]));
  assert.deepEqual(
    [named["webhook_disabled"], named["license_full"], named["values_unmatched"], named["evaluation_stopped"]],
    [
      ["Gone", null],
      ["Forklift", 2],
      [null, 1],
      [null, 2],
    ],
  );
  await run("update client set expires_at = null where tenant_id = $1");
  await run("update rule_batch set finished_at = now() where tenant_id = $1");
  await run("update license set seats_total = 3, valid_until = null where tenant_id = $1");
  await run("update webhook_subscription set deleted_at = now(), secret = null where tenant_id = $1");
  const left = await kinds("it_admin");
  assert.deepEqual(left, ["client_near_limit", "scim_refused", "values_unmatched", "import_failed", "contract_ending"]);
});

test("figures of integrations are for IT administrators alone", async () => {
  for (const role of ["training_admin", "compliance_officer", "learner"] as const)
    assert.equal((await (await panelOf(role)).get("/overview/integrations")).status, 403, role);
  assert.equal((await (await panelOf("learner")).get("/overview/attention")).status, 403);
});
