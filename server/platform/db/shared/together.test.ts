import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import { test } from "node:test";
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
