// Patroni, etcd and HAProxy with the configuration of ops/patroni, with two APIs and a worker under load: a planned switchover,
// and the loss of the primary's machine.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { migrate } from "../../../server/platform/db/migrate.ts";
import { attachDatabase } from "../../harness/database.ts";
import { needsPatroni, startPatroni } from "../../harness/machine/patroni.ts";
import { createOrganisation } from "../../harness/organisation/organisation.ts";
import { rate } from "../../harness/organisation/people.ts";
import { slowness } from "../../harness/patience.ts";
import { compare } from "../load.ts";
import { ask } from "./standby.ts";
import { startService, startWriters } from "./writers.ts";

const recovered_ms_max = 15_000 * slowness;
/** Patroni waits for `ttl` (20 s) before it replaces a primary that no longer responds. */
const step_ms_max = 120_000 * slowness;

test("a switchover and the loss of the primary under load: nothing acknowledged is lost", { skip: needsPatroni() }, async (t) => {
  const patroni = await startPatroni();
  t.after(() => patroni.close());
  const url = patroni.url("muster");
  while (
    !(await ask(patroni.url("postgres"), "create database muster").then(
      () => true,
      () => false,
    ))
  )
    await sleep(200);
  await migrate({ kind: "server", url });
  const arranged = attachDatabase(url);
  t.after(() => arranged.close());
  const organisation = await createOrganisation(arranged, {
    contract: { rate },
    clients: [{ name: "load", scopes: ["users:write"] }],
  });
  const ports = await startService(t, url, url);
  const writers = startWriters(ports, organisation);
  t.after(() => writers.stop());
  const until = async (what: string, there: () => boolean | Promise<boolean>) => {
    for (const ends_ms = performance.now() + step_ms_max; !(await there()); await sleep(50))
      assert.ok(performance.now() < ends_ms, `${what} has not come`);
  };
  const said: string[] = [];
  const first = (await patroni.roles()).primary!;
  const steps = {
    "switched over": () => patroni.switchOver(),
    "the primary's machine lost": async () => patroni.lose((await patroni.roles()).primary!),
  };
  let primary = first;
  for (const [what, step] of Object.entries(steps)) {
    const before = writers.created.length;
    await until("load", () => writers.created.length >= before + 100);
    await until("a synchronous standby", async () => (await patroni.roles()).synchronous !== null);
    const began_ms = performance.now();
    await step();
    await until("another primary", async () => {
      const { primary: present } = await patroni.roles();
      return present !== null && present.name !== primary.name;
    });
    const promoted_ms = performance.now();
    await until("service", () => writers.allServedSince(promoted_ms));
    const recovered_ms = performance.now() - promoted_ms;
    const next = (await patroni.roles()).primary!;
    said.push(
      `${what}: another primary after ${Math.round(promoted_ms - began_ms)} ms, each client served ${Math.round(recovered_ms)} ms later`,
    );
    assert.ok(recovered_ms <= recovered_ms_max, said.at(-1)!);
    if (what === "the primary's machine lost") {
      patroni.bringBack(primary);
      await until("the lost one as a standby", async () => (await patroni.roles()).synchronous?.name === primary.name);
    }
    primary = next;
  }
  await writers.stop();
  const last = attachDatabase(primary.url("muster"));
  t.after(() => last.close());
  assert.deepEqual(await compare(last.superuser, writers.created), { lost: [], doubled: [] });
  assert.deepEqual(await ask(primary.url("muster"), "select max(epoch) as epoch from infra.epoch"), [{ epoch: 2 }]);
  assert.deepEqual(
    [...writers.refused.keys()].filter((what) => !/^(503 \d+|409 .*)$/.test(what)),
    [],
  );
  t.diagnostic(
    `${said.join("; ")}; longest time without an acknowledged write ${Math.round(writers.gap_ms)} ms; ${writers.created.length} acknowledged, 0 lost; otherwise answered: ${JSON.stringify(Object.fromEntries(writers.refused))}`,
  );
});
