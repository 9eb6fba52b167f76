// What time does to webhook deliveries, on the clock of a sandbox organisation, against a receiver over HTTP.
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { OrganisationFileInput } from "../../../test/harness/organisation.ts";
import { openSandbox, type Sandbox } from "../../../test/harness/sandbox.ts";
import { apiOf, byKey, startServer, type Api, type TestServer } from "../../../test/harness/server.ts";
import { startReceiver, subscribe, type Receiver } from "../../../test/harness/webhooks.ts";
import type { EventType } from "../webhooks/emit.ts";

const start = "2026-02-02T07:00:00.000Z";
const clock = "/api/v1/sandbox/clock";

let sandbox: Sandbox;
let receiver: Receiver;
let server: TestServer;
let api: Api;

beforeEach(async () => {
  assigned = 0;
  const file: OrganisationFileInput = {
    courses: [{ code: "FIRE-01", title: "Fire", validity: { value: 1, unit: "month" } }],
    clients: [{ name: "HR sync", scopes: ["enrollments:write", "webhooks:manage"] }],
    admins: [{ email: "it@acme.example", name: "IT", role: "it_admin" }],
  };
  sandbox = await openSandbox(start, file, people);
  receiver = await startReceiver((_received, reply) => reply.writeHead(500).end());
  server = await startServer(sandbox.database, { trusted_origins: [receiver.origin] });
  api = apiOf(server, byKey("ACME", sandbox.organisation.clients["HR sync"]!.secret));
});
afterEach(async () => {
  await server.close();
  await receiver.close();
  await sandbox.close();
});

const query = async (text: string, ...values: unknown[]) => (await sandbox.database.superuser.query(text, values)).rows;

async function advance(by: string): Promise<string> {
  const reply = await api.post(clock, by.startsWith("P") ? { advance: by } : { now: by });
  assert.equal(reply.status, 200, reply.text);
  return reply.body.now as string;
}

const subscribed = (...events: EventType[]) =>
  subscribe(sandbox.database, sandbox.organisation, "HR sync", `${receiver.origin}/hook`, events);

/** As many people more are assigned the course, which is an event each; at once, or on the tenant's clock of now. */
async function happens(count = 1): Promise<void> {
  for (let more = 0; more < count; more += 1) await sandbox.assign(`P${(assigned += 1)}`, "FIRE-01");
}
let assigned = 0;
const people = 30;

/** Seconds of the tenant's clock between an instant and each attempt. */
async function attemptsSince(from: string): Promise<number[]> {
  const rows = await query("select attempted_at from webhook_attempt order by attempted_at, delivery_id");
  return rows.map(({ attempted_at }) => ((attempted_at as Date).getTime() - Date.parse(from)) / 1_000);
}

const stateOf = async (id: string) => {
  const { body } = await api.get(`/api/v1/webhooks/subscriptions/${id}`);
  return [body.state, body.state_reason, body.consecutive_failures];
};

const mails = async () => (await query("select kind from mail order by created_at")).map(({ kind }) => kind as string);
const audited = async () =>
  (await query("select operation from audit_log where target_type = 'webhook_subscription' order by xid, id")).map(
    ({ operation }) => operation as string,
  );

/** Each at its instant, never earlier, and at most a hundredth later. */
function assertInstants(actual: readonly number[], expected: readonly number[]): void {
  const right =
    actual.length === expected.length && expected.every((at, index) => actual[index]! >= at && actual[index]! <= at * 1.01 + 0.5);
  assert.ok(right, `attempts at ${actual.join(" s, ")} s instead of ${expected.join(", ")}`);
}

/** Waits after the failures before: 60 s, 5 min, 30 min, 2 h. */
const schedule = [0, 60, 60 + 300, 60 + 300 + 1_800, 60 + 300 + 1_800 + 7_200];

test("TM2: a delivery that fails is attempted at once and after 60 s, 5 min, 30 min and 2 h, then it has failed", async () => {
  const { id } = await subscribed("enrollment.assigned");
  await happens();
  assert.equal(await advance("P1D"), "2026-02-03T07:00:00.000Z");
  assertInstants(await attemptsSince(start), schedule);
  assert.deepEqual(await stateOf(id), ["degraded", "consecutive_failures", 5]);
  const { body } = await api.get(`/api/v1/webhooks/subscriptions/${id}/deliveries`);
  assert.deepEqual([body.deliveries[0].status, body.deliveries[0].attempt_count], ["failed", 5]);
  assert.deepEqual([await mails(), await audited()], [["webhook_subscription.degraded"], ["webhook_subscription.degrade"]]);
});

test("TM2: no attempt is a second early, and each comes with the second in which it is due", async () => {
  await subscribed("enrollment.assigned");
  await happens();
  await advance("PT1S");
  for (const [index, due] of schedule.entries()) {
    if (index === 0) continue;
    const at = Temporal.Instant.from(start).add({ seconds: due });
    await advance(at.subtract({ seconds: 1 }).toString());
    assert.equal(receiver.received.length, index, `a second before attempt ${index + 1}`);
    await advance(at.add({ seconds: 1 }).toString());
    assert.equal(receiver.received.length, index + 1);
  }
  assertInstants(await attemptsSince(start), schedule);
});
