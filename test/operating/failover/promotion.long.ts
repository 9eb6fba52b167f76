// A standby is promoted under load. With a synchronous standby no acknowledged write is lost, whether the primary dies or
// continues as a read-only server with all its connections; directly or behind PgBouncer.
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { attachDatabase } from "../../harness/database.ts";
import { clusterUrl } from "../../harness/machine/cluster.ts";
import { needsPgbouncer, startPgbouncer } from "../../harness/machine/pgbouncer.ts";
import { patience_ms, slowness } from "../../harness/patience.ts";
import { compare } from "../load.ts";
import { ask, closeForWriting, promote, startPair, type Pair } from "./standby.ts";
import { startService, startWriters } from "./writers.ts";

const recovered_ms_max = 15_000 * slowness;
/** The number of writes of all clients before the primary fails. */
const warm_up = 200;

const ways = { directly: false, "behind PgBouncer": needsPgbouncer() } as const;
const fates = {
  dies: (pair: Pair) => pair.primary.stop(),
  "goes on as one that only reads": (pair: Pair) => closeForWriting(clusterUrl(pair.primary, "muster")),
} as const;

for (const [way, skip] of Object.entries(ways))
  for (const [fate, befall] of Object.entries(fates))
    test(
      `the primary ${fate}, ${way}: nothing acknowledged is lost, and all are served again within 15 s of the promotion`,
      { skip },
      async (t) => {
        const pair = await startPair(t, { synchronous: true });
        if (typeof pair === "string") return t.skip(pair);
        const next_url = clusterUrl(pair.standby, "muster");
        const direct_url = pair.front.url("muster");
        const ports = await startService(t, way === "directly" ? direct_url : await pooled(t, direct_url), direct_url);
        const writers = startWriters(ports, pair.organisation);
        t.after(() => writers.stop());
        await until(() => writers.created.length >= warm_up);
        const gone_ms = performance.now();
        await befall(pair);
        const acknowledged = writers.created.length;
        await promote(fate === "dies" ? null : clusterUrl(pair.primary, "muster"), next_url);
        pair.front.leadTo(clusterUrl(pair.standby));
        const promoted_ms = performance.now();
        await until(() => writers.allServedSince(promoted_ms));
        const recovered_ms = performance.now() - promoted_ms;
        await writers.stop();
        const next = attachDatabase(next_url);
        t.after(() => next.close());
        assert.deepEqual(await compare(next.superuser, writers.created), { lost: [], doubled: [] });
        assert.ok(recovered_ms <= recovered_ms_max, `recovered ${Math.round(recovered_ms)} ms after the promotion`);
        const unknown = [...writers.refused.keys()].filter((what) => !/^(503 \d+|409 .*)$/.test(what));
        assert.deepEqual(unknown, []);
        assert.deepEqual(await ask(next_url, "select max(epoch) as epoch from infra.epoch"), [{ epoch: 1 }]);
        t.diagnostic(
          `acknowledged before ${acknowledged}, in all ${writers.created.length}, lost 0; promoted ${Math.round(promoted_ms - gone_ms)} ms after the primary began to go, ` +
            `each client served ${Math.round(recovered_ms)} ms after that; otherwise answered: ${JSON.stringify(Object.fromEntries(writers.refused))}`,
        );
      },
    );

async function pooled(t: TestContext, direct_url: string): Promise<string> {
  const pooler = await startPgbouncer(direct_url);
  t.after(() => pooler.close());
  return pooler.url("muster");
}

async function until(there: () => boolean): Promise<void> {
  for (const ends_ms = performance.now() + patience_ms * 3; !there(); await sleep(10))
    assert.ok(performance.now() < ends_ms, "what the test waits for has not come");
}
