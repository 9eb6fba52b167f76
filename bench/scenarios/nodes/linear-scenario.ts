// Nodes share nothing, so their capacity adds up. One, two and three nodes on this machine, each with a PostgreSQL of its own,
// get load at the same time, and the processor time of a request is compared.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { clusterUrl, startCluster } from "../../../test/harness/machine/cluster.ts";
import { runCommand, startApi, startHelper, type Helper, type Server } from "../../children.ts";
import { Closing } from "../../closing.ts";
import { postmasterOf } from "../../database.ts";
import type { LoadJob, LoadResult } from "../../load.ts";
import { faultsOf } from "../../measure.ts";
import { employeeNo, organisationFile } from "../../organisation.ts";
import { cpuSecondsOf, cpuSecondsOfTree } from "../../process.ts";
import { whole, type Row } from "../../report.ts";
import { concurrency, pages, type Bench, type Scenario } from "../../scenario.ts";
import { median } from "../../statistics.ts";

const counts = [1, 2, 3] as const;
const share_min = 0.9;
const people = 10_000;
const addresses_count = 1_000;
const expected_status = 200;
/** A shorter measurement is too short for processor clocks with a resolution of 10 ms. */
const seconds_min = 4;

type Node = { api: Server; postmaster_pid: number; loader: Helper<LoadJob, LoadResult>; headers: Record<string, string> };
/** The sums over all nodes under load at the same time. */
type Together = { requests: number; per_second: number; cpu_us: number; faults: string[] };

export const linear_scenarios: Scenario[] = [{ name: "nodes: one, two and three on one machine", page: pages.nodes, run: addUp }];

async function addUp(bench: Bench): Promise<Row[]> {
  const closing = new Closing();
  bench.closing.add(() => closing.close());
  try {
    const nodes: Node[] = [];
    for (const number of counts) nodes.push(await startNode(bench, `NODE${number}`, closing));
    const rounds = new Map<number, Together[]>(counts.map((count) => [count, []]));
    // The first round warms up.
    for (let round = 0; round <= bench.options.rounds; round += 1)
      for (const count of counts) {
        const measured = await askTogether(nodes.slice(0, count), Math.max(seconds_min, bench.options.seconds));
        if (round > 0) rounds.get(count)!.push(measured);
      }
    const one = rounds.get(1)!;
    return counts.slice(1).map((count) => rowOf(count, one, rounds.get(count)!));
  } finally {
    await closing.close();
  }
}

async function startNode(bench: Bench, code: string, closing: Closing): Promise<Node> {
  const cluster = await startCluster({ durable: true });
  if (typeof cluster === "string") throw new Error(cluster);
  closing.add(() => cluster.stop());
  const dir = path.join(bench.dir, code);
  mkdirSync(dir);
  const env = { ...bench.env, DATABASE_URL: clusterUrl(cluster, "muster"), DATA_DIR: dir };
  const maintenance = new pg.Client(clusterUrl(cluster));
  await maintenance.connect();
  await maintenance.query("create database muster");
  const postmaster_pid = await postmasterOf(maintenance);
  await maintenance.end();
  await runCommand(["migrate"], env);
  const file = path.join(dir, "organisation.json");
  writeFileSync(file, JSON.stringify(organisationFile({ code, people })));
  const { stdout } = await runCommand(["org", "apply", file, "--json"], env);
  const { clients } = JSON.parse(stdout.trimEnd().split("\n").at(-1)!) as { clients: { secret: string }[] };
  const filled = new pg.Client(env.DATABASE_URL);
  await filled.connect();
  await filled.query("vacuum analyze");
  await filled.query("checkpoint");
  await filled.end();
  const api = await startApi({ env, dir, profile: false });
  closing.add(api.stop);
  const loader = startHelper<LoadJob, LoadResult>("load.ts");
  closing.add(loader.stop);
  return { api, postmaster_pid, loader, headers: { "x-tenant-code": code, "x-api-key": clients[0]!.secret } };
}

/** Each node gets the same number of concurrent requests as a single node. */
async function askTogether(nodes: readonly Node[], seconds: number): Promise<Together> {
  const paths = Array.from({ length: addresses_count }, (_, place) => {
    return `/api/v1/users?employee_no=${employeeNo((place * 7_919) % people)}`;
  });
  const cpuOf = () =>
    nodes.reduce((sum, { api, postmaster_pid }) => {
      return sum + (cpuSecondsOf(api.pid) ?? Number.NaN) + (cpuSecondsOfTree(postmaster_pid) ?? Number.NaN);
    }, 0);
  const before_s = cpuOf();
  const results = await Promise.all(
    nodes.map(({ api, loader, headers }) =>
      loader.ask({ url: api.url, headers, connections: concurrency, seconds, traffic: { kind: "paths", paths } }),
    ),
  );
  const spent_s = cpuOf() - before_s;
  const requests = results.reduce((sum, { completed }) => sum + completed, 0);
  return {
    requests,
    per_second: results.reduce((sum, result) => sum + result.completed / result.seconds, 0),
    cpu_us: (spent_s * 1e6) / requests,
    faults: results.flatMap((result) => faultsOf(result, expected_status)),
  };
}

function rowOf(count: number, one: readonly Together[], several: readonly Together[]): Row {
  const shares = one.map(({ cpu_us }, round) => cpu_us / several[round]!.cpu_us);
  const share = median(shares);
  const faults = [...new Set([...one, ...several].flatMap((measured) => measured.faults))];
  const cpuOf = (side: readonly Together[]) => `${whole(median(side.map(({ cpu_us }) => cpu_us)))} µs`;
  const rateOf = (side: readonly Together[]) => `${whole(median(side.map(({ per_second }) => per_second)))}/s`;
  return {
    scenario: `nodes: ${count} on one machine, processor time of a look-up against one`,
    floor: cpuOf(one),
    ours: cpuOf(several),
    result: `${share.toFixed(2)} of linear (${Math.min(...shares).toFixed(2)}–${Math.max(...shares).toFixed(2)})`,
    target: `≥ ${share_min}`,
    met: faults.length > 0 ? false : share >= share_min,
    notes: [
      ...faults,
      `API and PostgreSQL together; one node answered ${rateOf(one)}, ${count} together ${rateOf(several)} on the same processors; each holds ${people.toLocaleString("en-US")} people of its own`,
    ],
  };
}
