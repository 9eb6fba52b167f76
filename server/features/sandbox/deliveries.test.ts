// What time does to webhook deliveries, on the clock of a sandbox organisation, against a receiver over HTTP.
import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, test } from "node:test";
import pino from "pino";
import { needsServer } from "../../../test/harness/database.ts";
import type { OrganisationFileInput } from "../../../test/harness/organisation.ts";
import { openSandbox, type Sandbox } from "../../../test/harness/sandbox.ts";
import { apiOf, byKey, startServer, type Api, type TestServer } from "../../../test/harness/server.ts";
import { senderTo, startReceiver, startWorking, subscribe, type Receiver } from "../../../test/harness/webhooks.ts";
import type { Caller } from "../../platform/context.ts";
import type { EventType } from "../webhooks/emit.ts";
import { advanceClock } from "./advance.ts";

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

test("TM2: a minute's walk and a day's walk find the same instants, and real time runs on as well", async () => {
  await subscribed("enrollment.assigned");
  await happens();
  for (let step = 0; step < 9; step += 1) await advance("PT20M");
  await sandbox.database.clock.advance(60);
  await advance("PT1S");
  assertInstants(await attemptsSince(start), schedule);
});

test("TM2: three days of failing disable a subscription without any traffic, at that instant, and both mails are there", async () => {
  const { id } = await subscribed("enrollment.assigned");
  await happens();
  await advance("P2DT23H59M59S");
  assert.equal((await stateOf(id))[0], "degraded");
  await advance("PT2S");
  assert.deepEqual(await stateOf(id), ["disabled", "failing_for_3_days", 5]);
  const both = ["webhook_subscription.degraded", "webhook_subscription.disabled"];
  assert.deepEqual([await mails(), await audited()], [both, ["webhook_subscription.degrade", "webhook_subscription.disable"]]);
  await advance("P1D");
  assert.deepEqual([receiver.received.length, await mails()], [5, both], "nothing more happens to it");
});

test("TM2: three days of failing disable it in the midst of traffic, in one walk, and no retry is brought forward", async () => {
  const { id } = await subscribed("enrollment.assigned");
  await happens();
  await advance("P1D");
  await happens();
  await advance("P1DT23H");
  await happens();
  await advance("P1D");
  assert.deepEqual(await stateOf(id), ["disabled", "failing_for_3_days", 14]);
  const [day, late] = [86_400, 3 * 86_400 - 3_600];
  const expected = [...schedule, ...schedule.map((at) => at + day), ...schedule.slice(0, 4).map((at) => at + late)];
  assertInstants(await attemptsSince(start), expected);
  const [{ state_changed_at }] = await query("select state_changed_at from webhook_subscription_state");
  const late_ms = (state_changed_at as Date).getTime() - Date.parse("2026-02-05T07:00:00.000Z");
  assert.ok(late_ms >= 0 && late_ms < 1_000, `${late_ms} ms late`);
});

test("TM2: what waits for the end of a rest after three days is the last probe, and its answer decides", async () => {
  for (const status of [500, 200]) {
    const { id } = await subscribed("enrollment.assigned");
    await happens();
    await advance("P2DT23H59M50S");
    await happens(2);
    // The first of them fails at once; the other one waits for 15 s, which are longer than what is left.
    await advance("PT1S");
    assert.deepEqual(await stateOf(id), ["degraded", "consecutive_failures", 6]);
    receiver.answer = (_received, reply) => reply.writeHead(status).end();
    await advance("PT11S");
    const expected = status === 500 ? ["disabled", "failing_for_3_days", 7] : ["active", null, 0];
    assert.deepEqual(await stateOf(id), expected);
    receiver.answer = (_received, reply) => reply.writeHead(500).end();
    await api.delete(`/api/v1/webhooks/subscriptions/${id}`);
  }
});

test("twenty failures in a row disable a subscription; once it is enabled, all that is pending is sent", async () => {
  const { id } = await subscribed("enrollment.assigned");
  await happens(12);
  await advance("P1D");
  assert.deepEqual(await stateOf(id), ["disabled", "consecutive_failures", 20]);
  assert.equal(receiver.received.length, 20);
  assert.deepEqual(await mails(), ["webhook_subscription.degraded", "webhook_subscription.disabled"]);
  await happens(3);
  await advance("P1D");
  assert.equal(receiver.received.length, 20, "nothing is sent to it meanwhile");
  receiver.answer = (_received, reply) => reply.writeHead(204).end();
  assert.equal((await api.post(`/api/v1/webhooks/subscriptions/${id}/enable`)).status, 200);
  await advance("PT1S");
  const rows = await query("select status, count(*)::int as number from webhook_delivery group by status");
  assert.deepEqual(rows, [{ status: "succeeded", number: 15 }]);
  assert.deepEqual(await stateOf(id), ["active", null, 0]);
});

test("while degraded one attempt is made each 15 s, and what waits keeps its attempts", async () => {
  await subscribed("enrollment.assigned");
  await happens(8);
  await advance("PT50S");
  // Five together, then one for each rest that has ended.
  assertInstants(await attemptsSince(start), [0, 0, 0, 0, 0, 15, 30, 45]);
  const rows = await query("select distinct attempt_count from webhook_delivery");
  assert.deepEqual(rows, [{ attempt_count: 1 }]);
});

test("TM2: what a midnight tells is attempted at that midnight, before the walk goes on", async () => {
  await subscribed("compliance.expired");
  const { id } = await sandbox.assign("P1", "FIRE-01");
  await sandbox.complete(id as string);
  const [{ valid_until }] = await query("select valid_until::text from certificate");
  const midnight = Temporal.PlainDate.from(valid_until as string)
    .add({ days: 1 })
    .toZonedDateTime("Europe/Warsaw")
    .toInstant();
  await advance("P3M");
  assertInstants(await attemptsSince(midnight.toString()), schedule);
  const [event] = await sandbox.events("compliance.expired");
  assert.equal(event.created_at, midnight.toString({ smallestUnit: "millisecond" }));
});

test("TM2: a rotated secret signs beside the new one to the end of its grace_days, and not a second longer", async () => {
  receiver.answer = (_received, reply) => reply.writeHead(204).end();
  const { id } = await subscribed("enrollment.assigned");
  const rotated = await api.post(`/api/v1/webhooks/subscriptions/${id}/rotate-secret`, { grace_days: 7 });
  assert.equal(rotated.status, 200, rotated.text);
  const signatures = async () => {
    await happens();
    await advance("PT1S");
    return receiver.received.at(-1)!.headers["x-lms-signature"]!.toString().match(/v1=/g)!.length;
  };
  assert.equal(await signatures(), 2);
  await advance("P6DT23H59M57S");
  assert.equal(await signatures(), 2, "a second before the end");
  await advance("PT1S");
  assert.equal(await signatures(), 1);
});

test("TM2: what has been pending for 30 days expires; until then enabling sends it", async () => {
  await subscribed("enrollment.assigned");
  await happens(12);
  await advance("P1D");
  const pending = async () =>
    (await query("select count(*)::int as n from webhook_delivery where status = 'pending'"))[0].n as number;
  const before = await pending();
  assert.ok(before > 0);
  await advance("P28DT23H");
  assert.equal(await pending(), before);
  await advance("PT1H");
  assert.equal(await pending(), 0);
  const rows = await query("select count(*)::int as n from webhook_delivery where status = 'expired'");
  assert.equal(rows[0].n, before);
});

test("a worker at the same deliveries takes none away and doubles none", { skip: needsServer() }, async () => {
  await sandbox.database.clock.release();
  const { id } = await subscribed("enrollment.assigned");
  const sender = senderTo(receiver);
  const workers = [1, 2].map(() => startWorking(sandbox.database, sender));
  await happens(3);
  await advance("PT45M");
  await happens();
  await advance("P4D");
  await Promise.all(workers.map((worker) => worker.stop()));
  await sender.outbound.close();
  assert.equal((await stateOf(id))[0], "disabled");
  const rows = await query(
    `select delivery_id, array_agg(number order by number) as numbers, array_agg(attempted_at order by number) as at
     from webhook_attempt group by delivery_id`,
  );
  let attempts = 0;
  for (const { numbers, at } of rows as { numbers: number[]; at: Date[] }[]) {
    attempts += numbers.length;
    assert.deepEqual(
      numbers,
      Array.from(numbers, (_, index) => index + 1),
    );
    for (const [index, instant] of at.slice(1).entries()) {
      const waited_s = (instant.getTime() - at[index]!.getTime()) / 1_000;
      const wait_s = schedule[index + 1]! - schedule[index]!;
      // A degraded subscription may rest for 15 s, and have others before.
      assert.ok(waited_s >= wait_s && waited_s <= wait_s + 120, `waited ${waited_s} s instead of ${wait_s}`);
    }
  }
  assert.equal(attempts, receiver.received.length);
});

test(
  "an advance waits for an attempt that a worker is making, and goes on from its result",
  { skip: needsServer() },
  async () => {
    const held = Promise.withResolvers<ServerResponse>();
    receiver.answer = (_received, reply) => held.resolve(reply);
    await subscribed("enrollment.assigned");
    const sender = senderTo(receiver);
    const worker = startWorking(sandbox.database, sender);
    await happens();
    const reply = await held.promise;
    receiver.answer = (_received, next) => next.writeHead(500).end();
    const advancing = advance("PT2M");
    while ((await query("select from audit_log where operation = 'clock.advance'")).length === 0);
    assert.equal((await api.get(clock)).body.now, start);
    reply.writeHead(500).end();
    await advancing;
    await worker.stop();
    await sender.outbound.close();
    assertInstants(await attemptsSince(start), [0, 60]);
    assert.equal(receiver.received.length, 2);
  },
);

test("WH5: a one-second outage at 20 events a second does not disable a subscription", async () => {
  const { id } = await subscribed("enrollment.assigned");
  for (let event = 0; event < 20; event += 1) {
    await happens();
    await advance("PT0.05S");
  }
  assert.deepEqual(await stateOf(id), ["degraded", "consecutive_failures", 5]);
  receiver.answer = (_received, reply) => reply.writeHead(204).end();
  await advance("PT2M");
  assert.deepEqual(await stateOf(id), ["active", null, 0]);
  assert.equal(receiver.received.length, 5 + 20);
  assert.deepEqual(await mails(), ["webhook_subscription.degraded"]);
});

test("two advances at once make each attempt once, at its instant", async () => {
  await subscribed("enrollment.assigned");
  await happens();
  const replies = await Promise.all([1, 2].map(() => api.post(clock, { now: "2026-02-03T07:00:00Z" })));
  assert.ok(replies.some(({ status }) => status === 200));
  assert.ok(replies.every(({ status }) => status === 200 || status === 422));
  assertInstants(await attemptsSince(start), schedule);
});

test("a walk that is stopped between attempts says how far it came, and a repetition goes on from there", async () => {
  await subscribed("enrollment.assigned");
  await happens();
  const [tenant] = await query("select id, code, kind, time_zone, fiscal_month from tenant");
  const sender = senderTo(receiver);
  const options = { pool: sandbox.database.pool("muster_app", 1), sender, log: pino({ level: "silent" }) };
  const target = "2026-02-02T10:00:00.000Z";
  const reached: string[] = [];
  for (let patience = 1; reached.at(-1) !== target; patience += 1) {
    let asked = 0;
    const caller: Caller = {
      tenant,
      client: { id: sandbox.organisation.clients["HR sync"]!.client_id, name: "HR sync" },
      actor: { type: "client", id: null, name: "HR sync" },
      scopes: new Set(),
      now: Temporal.Instant.from((await api.get(clock)).body.now as string),
      request_id: null,
    };
    const at = await advanceClock(options, caller, { now: target }, () => (asked += 1) > patience);
    reached.push(at.toString({ smallestUnit: "millisecond" }));
    assert.ok(patience < 50);
  }
  await sender.outbound.close();
  assert.ok(new Set(reached).size > 2, reached.join(" "));
  assert.deepEqual(reached, reached.toSorted());
  assertInstants(await attemptsSince(start), schedule);
});
