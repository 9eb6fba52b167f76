// The cycle at the size of a company, against `muster api` as a process of its own.
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../../harness/machine/cluster.ts";
import { needsServer, openDatabase } from "../../harness/database.ts";
import { startProcess } from "../../harness/machine/processes.ts";
import { checkCycle, createEntraOrganisation, entraOf, runCycle } from "./entra-cycle.ts";

const start_ms_max = 30_000;

test(
  "Entra's initial cycle of 10,000 users and 200 groups against a running server: everybody once, every membership right, one event each",
  { skip: needsServer() },
  async (t) => {
    const size = { people: 10_000, groups: 200 };
    const database = await openDatabase();
    if (database.connection.kind !== "server") throw new Error("needs a server");
    const organisation = await createEntraOrganisation(database);
    const port = await findFreePort();
    const url = `http://127.0.0.1:${port}`;
    const api = startProcess("api", {
      DATABASE_URL: database.connection.url,
      SECRET_KEY: "v1:a-test-secret-of-at-least-32-characters",
      HOST: "127.0.0.1",
      PORT: String(port),
      LOG_LEVEL: process.env["TEST_LOG"] ?? "fatal",
    });
    try {
      await untilListening(url);
      const began_ms = performance.now();
      await runCycle(entraOf({ url }, organisation), size);
      const took_s = (performance.now() - began_ms) / 1_000;
      await checkCycle(database, size);
      t.diagnostic(`the cycle took ${took_s.toFixed(0)} s`);
    } finally {
      await api.end("SIGTERM");
      await database.close();
    }
  },
);

async function untilListening(url: string): Promise<void> {
  for (const ends_ms = performance.now() + start_ms_max; performance.now() < ends_ms; await sleep(50)) {
    const answer = await fetch(url).catch(() => null);
    await answer?.arrayBuffer();
    if (answer) return;
  }
  throw new Error("the API did not start");
}
