// The resources of an API: the time from its start to ready, and its memory with 2,000 idle connections. It needs a machine
// without other load. The time is compared with that of an empty Node, and the limit applies only if that shows an idle machine.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { loadavg } from "node:os";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { buildPanel } from "../../scripts/build-panel.ts";
import { needsServer, openDatabase, type TestDatabase } from "../harness/database.ts";
import { findFreePort } from "../harness/machine/cluster.ts";
import { startProcess, type Process } from "../harness/machine/processes.ts";
import { environment, untilReady } from "./behind-proxy.ts";

const starts = 5;
const ready_ms_max = 2_000;
/** A higher load means that other programs use the processors: the average number of waiting processes in the last minute. */
const quiet_load_max = 1;
const connections = 2_000;
const memory_mib_max = 250;

describe("an API process", { skip: needsServer() || (process.platform === "linux" ? false : "reads /proc") }, () => {
  let database: TestDatabase;
  before(async () => {
    await buildPanel();
    database = await openDatabase();
  });
  after(() => database?.close());

  const start = async (): Promise<{ api: Process; port: number; took_ms: number }> => {
    const port = await findFreePort();
    const env = environment((database.connection as { url: string }).url, `http://127.0.0.1:${port}`);
    const began_ms = performance.now();
    const api = startProcess("api", { ...env, PORT: String(port), STOP_DELAY_S: "0" });
    await untilReady(port, 5);
    return { api, port, took_ms: performance.now() - began_ms };
  };

  test("is ready within 2 s of its start, on a quiet machine", async (t) => {
    const [load] = loadavg() as [number];
    const took: number[] = [];
    const empty: number[] = [];
    for (let n = 0; n <= starts; n += 1) {
      const began_ms = performance.now();
      spawnSync(process.execPath, ["--eval", "0"]);
      empty.push(performance.now() - began_ms);
      const { api, took_ms } = await start();
      await api.end("SIGTERM");
      // The first start is not counted, because it fills the compile cache.
      if (n > 0) took.push(took_ms);
    }
    const [ready_ms, empty_ms] = [median(took), median(empty)];
    console.log(
      `ready ${ready_ms} ms after its start (median of ${starts}: ${took.map(Math.round).join(", ")}); an empty Node takes ${empty_ms} ms`,
    );
    if (load > quiet_load_max) return t.skip(`the machine is not quiet: its load was ${load.toFixed(1)}`);
    assert.ok(ready_ms <= ready_ms_max);
  });

  test("holds at most 250 MB with 2,000 idle connections", async (t) => {
    const { api, port } = await start();
    t.after(() => api.end("SIGKILL"));
    const sockets: Socket[] = [];
    t.after(() => sockets.forEach((socket) => socket.destroy()));
    for (let n = 0; n < connections; n += 1) {
      const socket = connect(port, "127.0.0.1");
      sockets.push(socket);
      socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
      await once(socket, "data");
    }
    await sleep(2_000);
    const memory_mib = Math.round(
      Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${api.child.pid}/status`, "utf8"))![1]) / 1_024,
    );
    console.log(`${memory_mib} MiB with ${connections} idle connections`);
    assert.equal(sockets.filter((socket) => socket.readyState === "open").length, connections);
    assert.ok(memory_mib <= memory_mib_max);
  });
});

function median(values: readonly number[]): number {
  return Math.round(values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!);
}
