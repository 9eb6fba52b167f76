// What the passing of time does to webhook deliveries, on a sandbox's clock and with a receiver over HTTP.
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import {
  assertInstants,
  openFailingSandbox,
  schedule,
  start,
  type FailingSandbox,
} from "../../../test/harness/organisation/failing-sandbox.ts";

let here: FailingSandbox;
beforeEach(async () => {
  here = await openFailingSandbox();
});
afterEach(() => here.close());

test("TM2: a delivery that fails is attempted at once and after 60 s, 5 min, 30 min and 2 h, then it has failed", async () => {
  const { id } = await here.subscribed("enrollment.assigned");
  await here.happens();
  assert.equal(await here.advance("P1D"), "2026-02-03T07:00:00.000Z");
  assertInstants(await here.attemptsSince(start), schedule);
  assert.deepEqual(await here.stateOf(id), ["degraded", "consecutive_failures", 5]);
  const { body } = await here.api.get(`/api/v1/webhooks/subscriptions/${id}/deliveries`);
  assert.deepEqual([body.deliveries[0].status, body.deliveries[0].attempt_count], ["failed", 5]);
  assert.deepEqual(
    [await here.mails(), await here.audited()],
    [["webhook_subscription.degraded"], ["webhook_subscription.degrade"]],
  );
});

test("TM2: no attempt is a second early, and each comes with the second in which it is due", async () => {
  await here.subscribed("enrollment.assigned");
  await here.happens();
  await here.advance("PT1S");
  for (const [index, due] of schedule.entries()) {
    if (index === 0) continue;
    const at = Temporal.Instant.from(start).add({ seconds: due });
    await here.advance(at.subtract({ seconds: 1 }).toString());
    assert.equal(here.receiver.received.length, index, `a second before attempt ${index + 1}`);
    await here.advance(at.add({ seconds: 1 }).toString());
    assert.equal(here.receiver.received.length, index + 1);
  }
  assertInstants(await here.attemptsSince(start), schedule);
});

test("TM2: a minute's walk and a day's walk find the same instants, and real time runs on as well", async () => {
  await here.subscribed("enrollment.assigned");
  await here.happens();
  for (let step = 0; step < 9; step += 1) await here.advance("PT20M");
  await here.sandbox.database.clock.advance(60);
  await here.advance("PT1S");
  assertInstants(await here.attemptsSince(start), schedule);
});

test("TM2: three days of failing disable a subscription without any traffic, at that instant, and both mails are there", async () => {
  const { id } = await here.subscribed("enrollment.assigned");
  await here.happens();
  await here.advance("P2DT23H59M59S");
  assert.equal((await here.stateOf(id))[0], "degraded");
  await here.advance("PT2S");
  assert.deepEqual(await here.stateOf(id), ["disabled", "failing_for_3_days", 5]);
  const both = ["webhook_subscription.degraded", "webhook_subscription.disabled"];
  assert.deepEqual(
    [await here.mails(), await here.audited()],
    [both, ["webhook_subscription.degrade", "webhook_subscription.disable"]],
  );
  await here.advance("P1D");
  assert.deepEqual([here.receiver.received.length, await here.mails()], [5, both], "nothing more happens to it");
});

test("TM2: three days of failing disable it in the midst of traffic, in one walk, and no retry is brought forward", async () => {
  const { id } = await here.subscribed("enrollment.assigned");
  await here.happens();
  await here.advance("P1D");
  await here.happens();
  await here.advance("P1DT23H");
  await here.happens();
  await here.advance("P1D");
  assert.deepEqual(await here.stateOf(id), ["disabled", "failing_for_3_days", 14]);
  const [day, late] = [86_400, 3 * 86_400 - 3_600];
  const expected = [...schedule, ...schedule.map((at) => at + day), ...schedule.slice(0, 4).map((at) => at + late)];
  assertInstants(await here.attemptsSince(start), expected);
  const [{ state_changed_at }] = await here.query("select state_changed_at from webhook_subscription_state");
  const late_ms = (state_changed_at as Date).getTime() - Date.parse("2026-02-05T07:00:00.000Z");
  assert.ok(late_ms >= 0 && late_ms < 1_000, `${late_ms} ms late`);
});

test("TM2: what waits for the end of a rest after three days is the last probe, and its answer decides", async () => {
  for (const status of [500, 200]) {
    const { id } = await here.subscribed("enrollment.assigned");
    await here.happens();
    await here.advance("P2DT23H59M50S");
    await here.happens(2);
    // The first delivery fails at once; the other one pauses for 15 s, which is longer than the time left.
    await here.advance("PT1S");
    assert.deepEqual(await here.stateOf(id), ["degraded", "consecutive_failures", 6]);
    here.receiver.answer = (_received, reply) => reply.writeHead(status).end();
    await here.advance("PT11S");
    const expected = status === 500 ? ["disabled", "failing_for_3_days", 7] : ["active", null, 0];
    assert.deepEqual(await here.stateOf(id), expected);
    here.receiver.answer = (_received, reply) => reply.writeHead(500).end();
    await here.api.delete(`/api/v1/webhooks/subscriptions/${id}`);
  }
});

test("twenty failures in a row disable a subscription; once it is enabled, all that is pending is sent", async () => {
  const { id } = await here.subscribed("enrollment.assigned");
  await here.happens(12);
  await here.advance("P1D");
  assert.deepEqual(await here.stateOf(id), ["disabled", "consecutive_failures", 20]);
  assert.equal(here.receiver.received.length, 20);
  assert.deepEqual(await here.mails(), ["webhook_subscription.degraded", "webhook_subscription.disabled"]);
  await here.happens(3);
  await here.advance("P1D");
  assert.equal(here.receiver.received.length, 20, "nothing is sent to it meanwhile");
  here.receiver.answer = (_received, reply) => reply.writeHead(204).end();
  assert.equal((await here.api.post(`/api/v1/webhooks/subscriptions/${id}/enable`)).status, 200);
  await here.advance("PT1S");
  const rows = await here.query("select status, count(*)::int as number from webhook_delivery group by status");
  assert.deepEqual(rows, [{ status: "succeeded", number: 15 }]);
  assert.deepEqual(await here.stateOf(id), ["active", null, 0]);
});

test("while degraded one attempt is made each 15 s, and what waits keeps its attempts", async () => {
  await here.subscribed("enrollment.assigned");
  await here.happens(8);
  await here.advance("PT50S");
  // Five at the same time, then one after each pause.
  assertInstants(await here.attemptsSince(start), [0, 0, 0, 0, 0, 15, 30, 45]);
  const rows = await here.query("select distinct attempt_count from webhook_delivery");
  assert.deepEqual(rows, [{ attempt_count: 1 }]);
});

test("TM2: the events of a midnight are attempted at that midnight, before the advance continues", async () => {
  await here.subscribed("compliance.expired");
  const { id } = await here.sandbox.assign("P1", "FIRE-01");
  await here.sandbox.complete(id as string);
  const [{ valid_until }] = await here.query("select valid_until::text from certificate");
  const midnight = Temporal.PlainDate.from(valid_until as string)
    .add({ days: 1 })
    .toZonedDateTime("Europe/Warsaw")
    .toInstant();
  await here.advance("P3M");
  assertInstants(await here.attemptsSince(midnight.toString()), schedule);
  const [event] = await here.sandbox.events("compliance.expired");
  assert.equal(event.created_at, midnight.toString({ smallestUnit: "millisecond" }));
});

test("TM2: a rotated secret signs beside the new one to the end of its grace_days, and not a second longer", async () => {
  here.receiver.answer = (_received, reply) => reply.writeHead(204).end();
  const { id } = await here.subscribed("enrollment.assigned");
  const rotated = await here.api.post(`/api/v1/webhooks/subscriptions/${id}/rotate-secret`, { grace_days: 7 });
  assert.equal(rotated.status, 200, rotated.text);
  const signatures = async () => {
    await here.happens();
    await here.advance("PT1S");
    return here.receiver.received.at(-1)!.headers["x-lms-signature"]!.toString().match(/v1=/g)!.length;
  };
  assert.equal(await signatures(), 2);
  await here.advance("P6DT23H59M57S");
  assert.equal(await signatures(), 2, "a second before the end");
  await here.advance("PT1S");
  assert.equal(await signatures(), 1);
});

test("TM2: a delivery pending for 30 days expires; until then enabling sends it", async () => {
  await here.subscribed("enrollment.assigned");
  await here.happens(12);
  await here.advance("P1D");
  const pending = async () =>
    (await here.query("select count(*)::int as n from webhook_delivery where status = 'pending'"))[0].n as number;
  const before = await pending();
  assert.ok(before > 0);
  await here.advance("P28DT23H");
  assert.equal(await pending(), before);
  await here.advance("PT1H");
  assert.equal(await pending(), 0);
  const rows = await here.query("select count(*)::int as n from webhook_delivery where status = 'expired'");
  assert.equal(rows[0].n, before);
});

test("WH5: a one-second outage at 20 events a second does not disable a subscription", async () => {
  const { id } = await here.subscribed("enrollment.assigned");
  for (let event = 0; event < 20; event += 1) {
    await here.happens();
    await here.advance("PT0.05S");
  }
  assert.deepEqual(await here.stateOf(id), ["degraded", "consecutive_failures", 5]);
  here.receiver.answer = (_received, reply) => reply.writeHead(204).end();
  await here.advance("PT2M");
  assert.deepEqual(await here.stateOf(id), ["active", null, 0]);
  assert.equal(here.receiver.received.length, 5 + 20);
  assert.deepEqual(await here.mails(), ["webhook_subscription.degraded"]);
});
