import assert from "node:assert/strict";
import test from "node:test";
import { Unavailable } from "./db/failures.ts";
import { createTurns } from "./in-turn.ts";

const never = () => false;

/** Work that ends when the test tells it to. */
function work(name: string, begun: string[]) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const run = async () => {
    begun.push(name);
    await promise;
    return name;
  };
  return { run, finish: resolve };
}

test("work of one key follows its order, one at a time; that of another key does not wait", async () => {
  const inTurn = createTurns(5);
  const begun: string[] = [];
  const [first, second, other] = ["first", "second", "other"].map((name) => work(name, begun));
  const one = inTurn("a", never, first!.run);
  const two = inTurn("a", never, second!.run);
  const beside = inTurn("b", never, other!.run);
  assert.deepEqual(begun, ["first", "other"]);
  first!.finish();
  assert.equal(await one, "first");
  second!.finish();
  other!.finish();
  assert.deepEqual([await two, await beside], ["second", "other"]);
  assert.deepEqual(begun, ["first", "other", "second"]);
});

test("a failure gives the turn on, and so does one whose request has ended; too many that wait are refused", async () => {
  const inTurn = createTurns(2);
  const begun: string[] = [];
  const { run, finish } = work("held", begun);
  const held = inTurn("a", never, async () => {
    await run();
    throw new Error("failed");
  });
  let is_gone = false;
  const waiting = inTurn(
    "a",
    () => is_gone,
    async () => begun.push("gone"),
  );
  const last = inTurn("a", never, async () => begun.push("last"));
  await assert.rejects(
    inTurn("a", never, async () => begun.push("too many")),
    Unavailable,
  );
  is_gone = true;
  finish();
  await assert.rejects(held, /failed/);
  await assert.rejects(waiting, Unavailable);
  await last;
  assert.deepEqual(begun, ["held", "last"]);
  await inTurn("a", never, async () => begun.push("again"));
  assert.equal(begun.at(-1), "again", "nothing is left behind");
});
