// How long a start takes, and how much memory the demo needs while it is used.
import { rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { noteMemory, startApi } from "../../children.ts";
import { faultsOf } from "../../measure.ts";
import type { Row } from "../../report.ts";
import { type Bench, concurrency, pages, type Scenario } from "../../scenario.ts";
import { median } from "../../statistics.ts";
import { copyFresh, startDemo, type Demo } from "./fresh-copy.ts";

const api_s_max = 1.2;
const demo_s_max = 6;
const demo_rounds_max = 3;
/** Long enough for the first pages of the embedded database to be read. */
const used_seconds = 10;
const poll_ms = 5;
/** The addresses that a first visitor of the demo opens: lists, the matrix, the API reference, the panel. */
const demo_paths = [
  "/api/v1/users?limit=500",
  "/api/v1/compliance/matrix",
  "/api/v1/course-catalog",
  "/api/v1/departments",
  "/panel/",
  "/openapi.json",
  "/docs",
];

export const start_scenarios: Scenario[] = [{ name: "peers: start", page: pages.peers, run: measureStart }];

async function measureStart(bench: Bench): Promise<Row[]> {
  return [await measureApi(bench), await measureDemo(bench)];
}

/** The start of `muster api` with a migrated database and a built panel. */
async function measureApi(bench: Bench): Promise<Row> {
  const taken_s: number[] = [];
  for (let round = 0; round <= bench.options.rounds; round += 1) {
    const began_ms = performance.now();
    const api = await startApi({ env: bench.env, dir: bench.dir, profile: false });
    while (!(await isReady(api.url))) await sleep(poll_ms);
    if (round > 0) taken_s.push((performance.now() - began_ms) / 1_000);
    await api.stop();
  }
  return rowOf("muster api: from its start to ready", taken_s, api_s_max, ["GET /readyz is answered 200"]);
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).status === 200;
  } catch {
    return false;
  }
}

async function measureDemo(bench: Bench): Promise<Row> {
  const taken_s: number[] = [];
  const faults: string[] = [];
  const prepared_s: number[] = [];
  for (let round = 0; round < Math.min(demo_rounds_max, bench.options.rounds); round += 1) {
    const dir = path.join(bench.dir, `demo-${round}`);
    prepared_s.push(copyFresh(dir));
    const demo = await startDemo(dir);
    bench.closing.add(demo.stop);
    taken_s.push(demo.seconds);
    faults.push(...(await use(bench, demo)));
    noteMemory("serve", demo.pid);
    await demo.stop();
    rmSync(dir, { recursive: true, force: true });
  }
  const row = rowOf("npm start on the embedded database: from its start after npm ci to ready", taken_s, demo_s_max, [
    ...faults,
    `a copy of the program as npm ci leaves it, without data; what npm ci prepares of it took ${median(prepared_s).toFixed(1)} s`,
  ]);
  return faults.length > 0 ? { ...row, met: false } : row;
}

async function use(bench: Bench, { url, headers }: Demo): Promise<string[]> {
  const traffic = { kind: "paths" as const, paths: demo_paths };
  const used = await bench.load({ url, headers, connections: concurrency, seconds: used_seconds, traffic });
  return faultsOf(used, 200);
}

function rowOf(scenario: string, taken_s: readonly number[], s_max: number, notes: string[]): Row {
  const seconds = median(taken_s);
  const shown = `${seconds.toFixed(2)} s`;
  return {
    scenario,
    floor: "",
    ours: shown,
    result: `${shown} (${taken_s.map((each) => each.toFixed(2)).join(", ")})`,
    target: `≤ ${s_max} s`,
    met: seconds <= s_max,
    notes,
  };
}
