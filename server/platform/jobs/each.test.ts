import assert from "node:assert/strict";
import { test } from "node:test";
import { forEach } from "./each.ts";

const never = new AbortController().signal;
const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`);

/** Which items were done, and the failure at the end. */
async function tried(items: string[], isBad: (item: string) => boolean, signal = never) {
  const done: string[] = [];
  const act = async (item: string) => {
    if (isBad(item)) throw new Error(`${item} is bad`);
    done.push(item);
  };
  const failure = await forEach(items, signal, act).then(
    () => null,
    (error: unknown) => error as AggregateError,
  );
  return { done, failure };
}

test("a failure does not stop the others, and is reported in the end with its cause", async () => {
  assert.deepEqual(await tried(names(3), () => false), { done: ["n0", "n1", "n2"], failure: null });
  const { done, failure } = await tried(names(4), (item) => item === "n0" || item === "n2");
  assert.deepEqual(done, ["n1", "n3"]);
  assert.equal(failure?.message, "2 of 4 could not be done");
  assert.deepEqual(
    failure?.errors.map(({ message, cause }) => [message, cause.message]),
    [
      ['failed for "n0"', "n0 is bad"],
      ['failed for "n2"', "n2 is bad"],
    ],
  );
});

test("while the database is away, it is not asked for each of thousands, and the log names ten", async () => {
  const { done, failure } = await tried(names(1_000), () => true);
  assert.deepEqual([done, failure?.message, failure?.errors.length], [[], "20 of 1000 could not be done", 10]);
  const each_other = await tried(names(1_000), (item) => Number(item.slice(1)) % 2 === 0);
  assert.equal(each_other.done.length, 500);
});

test("an aborted run begins nothing more", async () => {
  const { done, failure } = await tried(names(3), () => false, AbortSignal.abort());
  assert.deepEqual([done, failure], [[], null]);
});
