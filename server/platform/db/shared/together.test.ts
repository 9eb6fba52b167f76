import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import type { Pool } from "../pool.ts";
import { inSharedTransactions } from "./together.ts";

test("what is done for one request is done in its trace, and what is done for many in that of none", async () => {
  const request_of = new AsyncLocalStorage<string>();
  const seen: [string, unknown][] = [];
  const see = (asked: string) => seen.push([asked, request_of.getStore()]);
  const carryOut = inSharedTransactions<string, string>({
    together_max: 8,
    is_patient: false,
    async carryOutAll(_pool, some) {
      see(some.join());
      return some.map((asked) => (asked === "apart" ? null : asked));
    },
    async carryOut(_pool, asked) {
      see(asked);
      return asked;
    },
  });
  const pool = {} as Pool;
  const ask = (asked: string) => request_of.run(asked, () => carryOut(pool, "client", asked));
  const answers = [...(await Promise.all(["one", "other", "apart"].map(ask))), await ask("single"), await ask("apart")];
  assert.deepEqual(answers, ["one", "other", "apart", "single", "apart"]);
  assert.deepEqual(seen, [
    ["one,other,apart", undefined],
    ["apart", "apart"],
    ["single", "single"],
    ["apart", "apart"],
    ["apart", "apart"],
  ]);
});

test("beside a transaction another one begins when half as many wait, and the next one when it ends", async () => {
  const begun: { some: readonly string[]; end: () => void }[] = [];
  const carryOut = inSharedTransactions<string, string>({
    together_max: 8,
    is_patient: false,
    async carryOutAll(_pool, some) {
      const { promise, resolve } = Promise.withResolvers<void>();
      begun.push({ some, end: resolve });
      await promise;
      return some;
    },
    carryOut: async (_pool, asked) => asked,
  });
  const pool = {} as Pool;
  const answers: Promise<string>[] = [];
  const ask = async (...all: string[]) => {
    answers.push(...all.map((asked) => carryOut(pool, "client", asked)));
    await setImmediate();
    return begun.map(({ some }) => some.join(""));
  };
  assert.deepEqual(await ask("a", "b", "c", "d"), ["abcd"]);
  assert.deepEqual(await ask("e"), ["abcd"]);
  assert.deepEqual(await ask("f"), ["abcd", "ef"]);
  assert.deepEqual(await ask("g", "h", "i"), ["abcd", "ef"]);
  begun[0]!.end();
  assert.deepEqual(await ask(), ["abcd", "ef", "ghi"]);
  for (const { end } of begun) end();
  assert.deepEqual((await Promise.all(answers)).join(""), "abcdefghi");
});
