import assert from "node:assert/strict";
import test from "node:test";
import { createSession, owner_silence_ms_max, type Speaker, type Unit } from "./session.ts";

const idle = Buffer.from("5a0000000549", "hex");
const in_transaction = Buffer.from("5a0000000554", "hex");

test("a transaction keeps the session until it ends, then the others follow in the order they came", async () => {
  const { session, ran, speaker } = setUp();
  const first = speaker("first", "begin");
  const second = speaker("second", "read");
  const third = speaker("third", "read");
  for (const each of [first, second, third]) session.wake(each);
  await settled();
  assert.deepEqual(ran, ["first begin"]);

  first.units.push("work", "commit", "read");
  session.wake(first);
  await session.free();
  assert.deepEqual(ran, ["first begin", "first work", "first commit", "second read", "third read", "first read"]);
});

test("a flushed query keeps the session until it is synced", async () => {
  const { session, ran, speaker } = setUp();
  const first = speaker("first", "flush");
  const second = speaker("second", "read");
  session.wake(first);
  session.wake(second);
  await settled();
  assert.deepEqual(ran, ["first flush"]);
  first.units.push("read");
  session.wake(first);
  await session.free();
  assert.deepEqual(ran, ["first flush", "first read", "second read"]);
});

test("an owner that stays silent is dismissed, and the next one gets its turn", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { session, ran, speaker } = setUp();
  const first = speaker("first", "begin");
  session.wake(first);
  session.wake(speaker("second", "read"));
  await settled();
  t.mock.timers.tick(owner_silence_ms_max - 1);
  assert.deepEqual(first.dismissed, []);
  t.mock.timers.tick(1);
  assert.deepEqual(first.dismissed, ["25P03"]);
  await session.free();
  assert.deepEqual(ran, ["first begin", "first farewell", "second read"]);
});

test("an unnamed statement that another connection has replaced is not executed", async () => {
  const { session, ran, speaker } = setUp();
  const first = speaker("first", "parse unnamed");
  session.wake(first);
  await session.free();
  session.wake(speaker("second", "parse unnamed"));
  await session.free();
  first.units.push("use unnamed");
  session.wake(first);
  await session.free();
  assert.deepEqual(ran, ["first parse unnamed", "second parse unnamed", "first farewell"]);
  assert.deepEqual(first.dismissed, ["26000"]);
});

/** A session over a fake engine that records what it runs; "begin" and "work" leave it in a transaction. */
function setUp() {
  const ran: string[] = [];
  const session = createSession(async (unit) => {
    const text = Buffer.from(unit).toString();
    ran.push(text);
    return text.endsWith("flush") ? [] : [/begin|work/.test(text) ? in_transaction : idle];
  });
  const speaker = (name: string, ...units: string[]) => {
    const dismissed: string[] = [];
    const self: Speaker & { units: string[]; dismissed: string[] } = {
      units,
      dismissed,
      nextUnit: () => (units.length > 0 ? unitOf(name, units.shift()!) : null),
      answer: () => {},
      dismiss({ code }) {
        dismissed.push(code);
        units.push("farewell");
        session.wake(self);
      },
    };
    return self;
  };
  return { session, ran, speaker };
}

function unitOf(name: string, text: string): Unit {
  return {
    parts: [Buffer.from(`${name} ${text}`)],
    ends_in: text === "flush" ? "H" : "S",
    touches_unnamed: text === "parse unnamed",
    needs_earlier_unnamed: text === "use unnamed",
  };
}

/** Resolves in the next turn of the event loop, when all promises of this turn are settled. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
