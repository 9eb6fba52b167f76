// How many requests receivers are sent at the same time, measured at the receiving end of real sockets.
import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { after, afterEach, before, beforeEach, test, type TestContext } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { openDatabase, type TestDatabase } from "../../../../../test/harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../../../../test/harness/organisation/organisation.ts";
import { patience_ms } from "../../../../../test/harness/patience.ts";
import { happen, senderTo, startReceiver, startWorking, subscribe, type Receiver } from "../../../../../test/harness/webhooks.ts";
import { tenantShare } from "../deliver.ts";
import { window_initial, window_max } from "./window.ts";

let database: TestDatabase;
let receiver: Receiver;
let place = 0;
before(async () => {
  database = await openDatabase();
});
after(() => database.close());
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

const organisation = (): Promise<TestOrganisation> => {
  const code = `PACE-${(place += 1)}`;
  return createOrganisation(database, {
    organisation: { code, name: code },
    clients: [{ name: "Hooks", scopes: ["webhooks:manage"] }],
  });
};

/** The clock that measures receivers stands still unless a test moves it, so the speed of the machine does not matter. */
let steady_ms = 0;

/** Runs a worker until the test ends; `onAttempted` gets the status of each attempt. */
function work(t: TestContext, onAttempted: (status: number | null) => void = () => undefined): void {
  const sender = senderTo(receiver);
  const observe = {
    attempted: ({ status }: { status: number | null }) => onAttempted(status),
    delivered: () => undefined,
    moved: () => undefined,
  };
  const worker = startWorking(database, sender, { steadyClock: () => steady_ms, observe });
  t.after(async () => {
    await sender.outbound.close();
    await worker.stop();
    await database.superuser.query(
      "update webhook_subscription_state set state = 'disabled', state_reason = 'consecutive_failures'",
    );
  });
}

type Held = ReturnType<typeof holding>;

/** Requests that wait for their answer, by path, and the highest number of them that waited at the same time. */
function holding() {
  const held = new Map<string, ServerResponse[]>();
  const most = new Map<string, number>();
  const at = (path: string) => held.get(path) ?? [];
  receiver.answer = ({ path }, reply) => {
    held.set(path, [...at(path), reply]);
    most.set(path, Math.max(most.get(path) ?? 0, at(path).length));
  };
  return {
    count: (path: string) => at(path).length,
    most: (path: string) => most.get(path) ?? 0,
    /** Answers waiting requests: all of them, or the first `count`. */
    answer(path: string, status = 204, count = Infinity) {
      const waiting = at(path);
      held.set(path, waiting.slice(count));
      for (const reply of waiting.slice(0, count)) reply.writeHead(status).end();
    },
  };
}

async function until(condition: () => boolean, what: string): Promise<void> {
  for (const ends_ms = performance.now() + patience_ms; !condition(); await turn())
    if (performance.now() > ends_ms) throw new Error(`never came: ${what}, ${receiver.received.length} received`);
}

/** Answers each time enough requests wait together, until `count` requests have waited together. */
async function growTo(held: Held, path: string, count: number): Promise<void> {
  for (let wanted = window_initial; ; wanted = Math.min(wanted * 2, count)) {
    await until(() => held.count(path) >= wanted, `${wanted} requests together at ${path}`);
    if (wanted === count) return;
    held.answer(path);
  }
}

test("a receiver is sent few at first, twice as many after each good round, and never more than the cap", async (t) => {
  const held = holding();
  const acme = await organisation();
  await subscribe(database, acme, "Hooks", `${receiver.origin}/grows`);
  await happen(database, acme, 300);
  work(t);
  await until(() => held.count("/grows") >= window_initial, "the first requests");
  assert.equal(held.most("/grows"), window_initial);
  await growTo(held, "/grows", window_max);
  while (receiver.received.length < 300) {
    held.answer("/grows");
    await turn();
  }
  assert.equal(held.most("/grows"), window_max);
});

for (const [name, path, disturb] of [
  ["answers 429 once", "/busy", (held: Held) => held.answer("/busy", 429, 1)],
  [
    "answers late once",
    "/slow",
    (held: Held) => {
      steady_ms += 1_000;
      held.answer("/slow", 204, 1);
    },
  ],
] as const) {
  test(`a receiver that ${name} is sent half as many at once`, async (t) => {
    const held = holding();
    const acme = await organisation();
    await subscribe(database, acme, "Hooks", `${receiver.origin}${path}`);
    await happen(database, acme, 400);
    let ended = 0;
    work(t, () => (ended += 1));
    await growTo(held, path, 32);
    const before = ended;
    disturb(held);
    await until(() => ended > before, "the end of the attempt");
    held.answer(path, 204, 20);
    await until(() => ended >= before + 21, "the ends of twenty more");
    // 11 requests still wait, so a window of 16 has room for five. The twenty requests began before the window shrank, so
    // together they add only a little more than one.
    await until(() => held.count(path) >= 16, "the next requests");
    held.answer(path, 204, 4);
    await until(() => held.count(path) >= 16, "the next ones");
    assert.ok(held.count(path) <= 18, `${held.count(path)} together`);
  });
}

test("a receiver that never answers holds no more than it was found to bear, and its neighbours none the less get all of theirs", async (t) => {
  const held = holding();
  const hold = receiver.answer;
  let good = 0;
  receiver.answer = (received, reply) => {
    if (received.path === "/hangs") return hold(received, reply);
    good += 1;
    reply.writeHead(204).end();
  };
  const acme = await organisation();
  await subscribe(database, acme, "Hooks", `${receiver.origin}/hangs`);
  await subscribe(database, acme, "Hooks", `${receiver.origin}/good`);
  await happen(database, acme, 200);
  work(t);
  await until(() => good === 200, "all deliveries to the good receiver");
  assert.ok(held.most("/hangs") <= window_initial, `${held.most("/hangs")} at the one that hangs`);
});

test("two organisations with much to tell are served side by side, however much more one of them has", async (t) => {
  const order: string[] = [];
  receiver.answer = ({ path }, reply) => {
    order.push(path);
    reply.writeHead(204).end();
  };
  const [large, small] = [await organisation(), await organisation()];
  for (let nth = 0; nth < 4; nth += 1) await subscribe(database, large, "Hooks", `${receiver.origin}/large`);
  await subscribe(database, small, "Hooks", `${receiver.origin}/small`);
  await happen(database, large, 500);
  await happen(database, small, 100);
  work(t);
  const counted = (path: string) => order.filter((one) => one === path).length;
  await until(() => counted("/small") === 100, "all of the small one");
  assert.ok(order.length - 100 < 4 * 500, `the small one was served beside the large one: ${order.length - 100} before its end`);
});

test("an organisation may have no more under way than is free: each next one still finds half of what is left", () => {
  let free = 400;
  const shares = Array.from({ length: 5 }, () => {
    let own = 0;
    while (own < tenantShare(free)) [own, free] = [own + 1, free - 1];
    return own;
  });
  assert.deepEqual(shares, [200, 100, 50, 25, 13]);
});
