import assert from "node:assert/strict";
import { test } from "node:test";
import { startNameServer, type Answer } from "../../../test/webhooks/name-server.ts";
import { slowness } from "../../../test/harness/patience.ts";
import { createResolve } from "./resolve.ts";

/** The product's own time limit, extended for slow machines. */
const wait_ms = 1_000 * slowness;

test("both families are asked, and concurrent callers share the question", async (t) => {
  const names = await startNameServer(() => ["93.184.216.34", "2606:4700::1111"]);
  t.after(() => names.close());
  const resolve = createResolve([names.address], wait_ms);
  const [first, second] = await Promise.all([resolve("hooks.example.com"), resolve("hooks.example.com")]);
  assert.deepEqual([...first].sort(), ["2606:4700::1111", "93.184.216.34"]);
  assert.deepEqual(second, first);
  assert.deepEqual([...names.asked].sort(), ["hooks.example.com A", "hooks.example.com AAAA"]);
});

test("an answer is kept as long as its records say, and no longer", async (t) => {
  const names = await startNameServer((name) =>
    name.startsWith("long") ? { addresses: ["93.184.216.34"], ttl_s: 60 } : ["93.184.216.34"],
  );
  t.after(() => names.close());
  const resolve = createResolve([names.address], wait_ms);
  for (const name of ["long.example.com", "short.example.com"]) {
    await resolve(name);
    await resolve(name);
  }
  const timesAsked = (question: string) => names.asked.filter((asked) => asked === question).length;
  assert.equal(timesAsked("long.example.com A"), 1);
  assert.equal(timesAsked("short.example.com A"), 2);
});

test("every failure of a name server has a code, and none is cached", async (t) => {
  const answers: Record<string, Answer> = {
    "broken.example.com": "SERVFAIL",
    "silent.example.com": "silence",
    "empty.example.com": [],
  };
  const names = await startNameServer((name, nth) => {
    if (name === "late.example.com") return nth === 0 ? "NXDOMAIN" : ["93.184.216.34"];
    return answers[name] ?? "NXDOMAIN";
  });
  t.after(() => names.close());
  const resolve = createResolve([names.address], wait_ms);
  await Promise.all([
    assert.rejects(resolve("nowhere.example.com"), { code: "ENOTFOUND" }),
    assert.rejects(resolve("broken.example.com"), { code: "ESERVFAIL" }),
    assert.rejects(resolve("empty.example.com"), { code: "ENODATA" }),
    assert.rejects(resolve("silent.example.com"), { code: "ETIMEOUT" }),
    assert.rejects(resolve("late.example.com"), { code: "ENOTFOUND" }),
  ]);
  assert.deepEqual(await resolve("late.example.com"), ["93.184.216.34"]);
});

test("a resolver that is silent is told apart from a name without an answering name server", async (t) => {
  const deaf = await startNameServer(() => "silence");
  t.after(() => deaf.close());
  await assert.rejects(createResolve([deaf.address], wait_ms)("hooks.example.com"), { code: "ECONNREFUSED" });
});
