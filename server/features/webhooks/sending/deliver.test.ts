import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { after, before, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { openDatabase, type TestDatabase } from "../../../../test/harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../../../test/harness/organisation/organisation.ts";
import { happen, senderTo, startReceiver, startWorking, subscribe } from "../../../../test/harness/webhooks.ts";
import { claimable } from "./deliver.ts";

let database: TestDatabase;
let acme: TestOrganisation;
const unobserved = { attempted: () => undefined, delivered: () => undefined, moved: () => undefined };

before(async () => {
  database = await openDatabase();
  acme = await createOrganisation(database, { clients: [{ name: "HR sync", scopes: ["webhooks:manage"] }] });
});
after(() => database.close());

test("an event reaches each subscriber of its type once, signed, and the log says so", async (t) => {
  const receiver = await startReceiver();
  t.after(() => receiver.close());
  const sender = senderTo(receiver);
  t.after(() => sender.outbound.close());
  const { id, secret_token } = await subscribe(database, acme, "HR sync", `${receiver.origin}/hook`);
  await happen(database, acme, 3);
  const worker = startWorking(database, sender);
  t.after(() => worker.stop());
  const received = await receiver.first(3);
  await worker.stop();
  assert.equal(receiver.received.length, 3);
  for (const { headers, body } of received) {
    const event = new Webhook(secret_token).verify(body, headers as Record<string, string>) as { id: string; type: string };
    assert.equal(event.type, "group.member_joined");
    assert.equal(headers["x-lms-event-id"], event.id);
  }
  const { rows } = await database.superuser.query(
    `select d.status, d.attempt_count, a.response_status, a.error
     from webhook_delivery d join webhook_attempt a on a.delivery_id = d.id where d.subscription_id = $1`,
    [id],
  );
  assert.deepEqual(
    rows,
    Array.from({ length: 3 }, () => ({ status: "succeeded", attempt_count: 1, response_status: 204, error: null })),
  );
});

test("five failures in a row degrade a subscription, and one success makes it active again", async (t) => {
  const receiver = await startReceiver((_received, reply) => reply.writeHead(500).end());
  t.after(() => receiver.close());
  const sender = senderTo(receiver);
  t.after(() => sender.outbound.close());
  const { id } = await subscribe(database, acme, "HR sync", `${receiver.origin}/failing`, ["course.failed"]);
  await happen(database, acme, 8, "course.failed");
  const moves: string[] = [];
  const moved = Promise.withResolvers<void>();
  const worker = startWorking(database, sender, {
    observe: { ...unobserved, moved: (state) => (moves.push(state), moved.resolve()) },
  });
  t.after(() => worker.stop());
  await moved.promise;
  await worker.stop();
  const state = async () => {
    const text = "select state, consecutive_failures from webhook_subscription_state where subscription_id = $1";
    return (await database.superuser.query(text, [id])).rows[0];
  };
  // When the fifth attempt failed, up to four more were under way.
  const { state: now, consecutive_failures } = await state();
  assert.deepEqual([moves, now], [["degraded"], "degraded"]);
  assert.ok(consecutive_failures >= 5 && consecutive_failures <= 8, `${consecutive_failures} failures`);
  receiver.answer = (_received, reply) => reply.writeHead(200).end("ok");
  await database.clock.advance(61);
  const acknowledged = Promise.withResolvers<void>();
  let successes = 0;
  const again = startWorking(database, sender, {
    observe: { ...unobserved, attempted: ({ error }) => error === null && (successes += 1) === 8 && acknowledged.resolve() },
  });
  t.after(() => again.stop());
  await acknowledged.promise;
  await again.stop();
  assert.deepEqual(await state(), { state: "active", consecutive_failures: 0 });
});

test("a delivery whose event was deleted ends as expired, and does not delay others", async (t) => {
  const receiver = await startReceiver();
  t.after(() => receiver.close());
  const sender = senderTo(receiver);
  t.after(() => sender.outbound.close());
  const { id } = await subscribe(database, acme, "HR sync", `${receiver.origin}/late`, ["course.completed"]);
  await happen(database, acme, 6, "course.completed");
  await database.superuser.query(
    `delete from event where id in (select event_id from webhook_delivery where subscription_id = $1 order by due_us, id limit 5)`,
    [id],
  );
  const worker = startWorking(database, sender);
  t.after(() => worker.stop());
  await receiver.first(1);
  await worker.stop();
  const { rows } = await database.superuser.query(
    "select status, count(*)::int from webhook_delivery where subscription_id = $1 group by status order by status",
    [id],
  );
  assert.deepEqual(rows, [
    { status: "expired", count: 5 },
    { status: "succeeded", count: 1 },
  ]);
});

test("retries that hang never take the last 100 of a worker's 400 slots: a first attempt is made beside them", async (t) => {
  const held: ServerResponse[] = [];
  const arrived = Promise.withResolvers<void>();
  const receiver = await startReceiver(({ path }, reply) => {
    if (path !== "/first") held.push(reply);
    else {
      reply.writeHead(204).end();
      arrived.resolve();
    }
  });
  t.after(() => receiver.close());
  const sender = senderTo(receiver);
  t.after(() => sender.outbound.close());
  const organisationOf = (code: string) =>
    createOrganisation(database, {
      organisation: { code, name: code },
      clients: [{ name: "HR sync", scopes: ["webhooks:manage"] }],
    });
  // 8 organisations with 10 subscriptions each: 40 attempts at the same time for each organisation, 4 for each subscription.
  for (let place = 0; place < 8; place += 1) {
    const organisation = await organisationOf(`HANGING-${place}`);
    for (let number = 0; number < 10; number += 1)
      await subscribe(database, organisation, "HR sync", `${receiver.origin}/hanging/${number}`);
    await happen(database, organisation, 5);
  }
  await database.superuser.query("update webhook_delivery set attempt_count = 1 where ended_on = 'infinity'");
  const first = await organisationOf("FIRST");
  await subscribe(database, first, "HR sync", `${receiver.origin}/first`);
  const worker = startWorking(database, sender);
  t.after(() => worker.stop());
  while (worker.in_flight < 300) await setImmediate();
  await happen(database, first);
  await arrived.promise;
  assert.ok(worker.in_flight <= 301, `${worker.in_flight} attempts under way`);
  receiver.answer = (_received, reply) => reply.writeHead(204).end();
  for (const reply of held) reply.writeHead(204).end();
});

test("of free slots 100 are for first attempts alone, and at most 100 deliveries are claimed at once", () => {
  for (const [free, deliveries_max, first_attempts_only] of [
    [400, 100, false],
    [150, 50, false],
    [101, 1, false],
    [100, 100, true],
    [1, 1, true],
  ] as const)
    assert.deepEqual(claimable(free), { deliveries_max, first_attempts_only }, `${free} free`);
});
