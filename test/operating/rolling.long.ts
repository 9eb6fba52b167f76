// FT9: twenty restarts one after the other, of two APIs behind HAProxy, while clients create and read.
import assert from "node:assert/strict";
import { once } from "node:events";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { needsServer } from "../harness/database.ts";
import { needsHaproxy } from "../harness/machine/haproxy.ts";
import type { Process } from "../harness/machine/processes.ts";
import { slowness } from "../harness/patience.ts";
import { openBehindProxy, stop_delay_s, type BehindProxy } from "./behind-proxy.ts";
import { compare, startLoad } from "./load.ts";

const stops = 20;
const exit_ms_max = 10_000 * slowness;
const skip = needsServer() || needsHaproxy();

let behind: BehindProxy;
let apis: Process[];
before(async () => {
  if (skip) return;
  behind = await openBehindProxy();
  apis = await Promise.all(behind.ports.map((port) => behind.startApi(port)));
});
after(() => behind?.close());

test(
  "FT9: 20 rolling SIGTERMs under load: no failed request, each exit within 10 s of the delay, nothing lost or doubled",
  { skip },
  async (t) => {
    while ((await behind.call("/readyz")).status !== 200) await sleep(50);
    const load = startLoad(behind.target, "R");
    t.after(() => load.stop());
    const exits_ms: number[] = [];
    const starts_ms: number[] = [];
    for (let n = 0; n < stops; n += 1) {
      const place = n % 2;
      const { child } = apis[place]!;
      const told_ms = performance.now();
      const exit = once(child, "exit");
      child.kill("SIGTERM");
      assert.deepEqual(await exit, [0, null]);
      exits_ms.push(performance.now() - told_ms - stop_delay_s * 1_000);
      const started_ms = performance.now();
      apis[place] = await behind.startApi(behind.ports[place]!);
      starts_ms.push(performance.now() - started_ms);
      // HAProxy notices within a second that the API is back.
      const before = load.journal.requests;
      await sleep(2_000);
      assert.ok(load.journal.requests > before, "the load goes on");
    }
    await load.stop();
    const { requests, created, failed } = load.journal;
    const most = (values: number[]) => Math.round(Math.max(...values));
    console.log(
      `${stops} stops: ${requests} requests, ${created.length} creates, ${failed.length} failed; exits at most ${most(exits_ms)} ms after the delay, starts to ready at most ${most(starts_ms)} ms`,
    );
    assert.deepEqual(failed, []);
    assert.ok(most(exits_ms) <= exit_ms_max, String(exits_ms));
    assert.deepEqual(await compare(behind.database.superuser, created), { lost: [], doubled: [] });
  },
);
