// Advances of a sandbox's clock at the same time as workers and each other, and advances that stop on their way.
import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, test } from "node:test";
import pino from "pino";
import { needsServer } from "../../../test/harness/database.ts";
import { senderTo, startWorking } from "../../../test/harness/webhooks.ts";
import type { Caller } from "../../platform/context.ts";
import { advanceClock } from "./advance.ts";
import {
  assertInstants,
  clock,
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

test("a worker at the same deliveries takes none away and doubles none", { skip: needsServer() }, async (t) => {
  await here.sandbox.database.clock.release();
  const { id } = await here.subscribed("enrollment.assigned");
  const sender = senderTo(here.receiver);
  t.after(() => sender.outbound.close());
  const workers = [1, 2].map(() => startWorking(here.sandbox.database, sender));
  t.after(() => Promise.all(workers.map((worker) => worker.stop())));
  await here.happens(3);
  await here.advance("PT45M");
  await here.happens();
  await here.advance("P4D");
  await Promise.all(workers.map((worker) => worker.stop()));
  assert.equal((await here.stateOf(id))[0], "disabled");
  const rows = await here.query(
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
      // A degraded subscription may pause for 15 s, and other deliveries may come first.
      assert.ok(waited_s >= wait_s && waited_s <= wait_s + 120, `waited ${waited_s} s instead of ${wait_s}`);
    }
  }
  assert.equal(attempts, here.receiver.received.length);
});

test(
  "an advance waits for an attempt that a worker is making, and goes on from its result",
  { skip: needsServer() },
  async (t) => {
    const held = Promise.withResolvers<ServerResponse>();
    here.receiver.answer = (_received, reply) => held.resolve(reply);
    await here.subscribed("enrollment.assigned");
    const sender = senderTo(here.receiver);
    t.after(() => sender.outbound.close());
    const worker = startWorking(here.sandbox.database, sender);
    t.after(() => worker.stop());
    await here.happens();
    // Notifies the worker, as its process does when something becomes due.
    worker.wake();
    const reply = await held.promise;
    here.receiver.answer = (_received, next) => next.writeHead(500).end();
    const advancing = here.advance("PT2M");
    while ((await here.query("select from audit_log where operation = 'clock.advance'")).length === 0);
    assert.equal((await here.api.get(clock)).body.now, start);
    reply.writeHead(500).end();
    await advancing;
    await worker.stop();
    assertInstants(await here.attemptsSince(start), [0, 60]);
    assert.equal(here.receiver.received.length, 2);
  },
);

test("two advances at once make each attempt once, at its instant", async () => {
  await here.subscribed("enrollment.assigned");
  await here.happens();
  const replies = await Promise.all([1, 2].map(() => here.api.post(clock, { now: "2026-02-03T07:00:00Z" })));
  assert.ok(replies.some(({ status }) => status === 200));
  assert.ok(replies.every(({ status }) => status === 200 || status === 422));
  assertInstants(await here.attemptsSince(start), schedule);
});

test("an advance that is stopped between attempts says how far it came, and a repetition continues from there", async (t) => {
  await here.subscribed("enrollment.assigned");
  await here.happens();
  const [tenant] = await here.query("select id, code, kind, time_zone, fiscal_month from tenant");
  const sender = senderTo(here.receiver);
  t.after(() => sender.outbound.close());
  const options = { pool: here.sandbox.database.pool("muster_app", 1), sender, log: pino({ level: "silent" }) };
  const target = "2026-02-02T10:00:00.000Z";
  const reached: string[] = [];
  for (let patience = 1; reached.at(-1) !== target; patience += 1) {
    let asked = 0;
    const caller: Caller = {
      tenant,
      client: { id: here.sandbox.organisation.clients["HR sync"]!.client_id, name: "HR sync" },
      actor: { type: "client", id: null, name: "HR sync" },
      scopes: new Set(),
      now: Temporal.Instant.from((await here.api.get(clock)).body.now as string),
      request_id: null,
    };
    const at = await advanceClock(options, caller, { now: target }, () => (asked += 1) > patience);
    reached.push(at.toString({ smallestUnit: "millisecond" }));
    assert.ok(patience < 50);
  }
  assert.ok(new Set(reached).size > 2, reached.join(" "));
  assert.deepEqual(reached, reached.toSorted());
  assertInstants(await here.attemptsSince(start), schedule);
});
