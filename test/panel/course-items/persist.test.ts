import assert from "node:assert/strict";
import { test } from "node:test";
import { persist } from "../../../panel/src/api/persist.ts";
import { ApiProblem } from "../../../panel/src/api/problem.ts";

/** The waits between tries while the work fails in this way; null: the work succeeds. */
async function waitsOf(failures: readonly (ApiProblem | null)[]): Promise<{ waits: number[]; tries: number; failed: unknown }> {
  const waits: number[] = [];
  let tries = 0;
  const work = async () => {
    const failure = failures[Math.min(tries, failures.length - 1)]!;
    tries += 1;
    if (failure !== null) throw failure;
  };
  const failed = await persist(work, async (seconds) => void waits.push(seconds)).then(
    () => null,
    (error: unknown) => error,
  );
  return { waits, tries, failed };
}

test("what fails for a while is tried again with growing pauses, for two minutes", async () => {
  const offline = new ApiProblem(0, { code: "OFFLINE" });
  assert.deepEqual(await waitsOf([offline]), { waits: [1, 2, 4, 8, 16, 30, 30], tries: 8, failed: offline });
  for (const status of [0, 408, 429, 503]) {
    const { waits, failed } = await waitsOf([new ApiProblem(status, {}), new ApiProblem(status, {}), null]);
    assert.deepEqual([waits, failed], [[1, 2], null], String(status));
  }
});

test("the server says when, and a refusal is final", async () => {
  assert.deepEqual((await waitsOf([new ApiProblem(429, {}, 20), null])).waits, [20]);
  assert.deepEqual((await waitsOf([new ApiProblem(503, {}, 3_600)])).tries, 1);
  for (const status of [401, 404, 413, 422, 500]) assert.equal((await waitsOf([new ApiProblem(status, {})])).tries, 1);
});
