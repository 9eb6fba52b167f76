import type { Server } from "./children.ts";
import type { Closing } from "./closing.ts";
import type { BenchDatabase } from "./database.ts";
import type { LoadJob, LoadResult } from "./load.ts";
import { allFaults, middle, ratioOf, type Sample } from "./measure.ts";
import type { Options } from "./options.ts";
import type { Organisation } from "./organisation.ts";
import type { Recorder } from "./record.ts";
import { whole, type Row } from "./report.ts";

/** What a scenario needs to measure. */
export type Bench = {
  options: Options;
  database: BenchDatabase;
  /** A temporary folder of this run. */
  dir: string;
  /** The environment of the product's processes. */
  env: Record<string, string>;
  organisation: Organisation;
  /** Headers with the credentials of the organisation's client. */
  headers: Record<string, string>;
  api: Server;
  load: (job: LoadJob) => Promise<LoadResult>;
  recorder: Recorder;
  /** Stops what a scenario has started, if the run is interrupted. */
  closing: Closing;
};

/** Pages below docs for scenarios that run only when they are named. */
export const pages = {
  large: "benchmarks-large.md",
  nodes: "benchmarks-nodes.md",
  gate: "benchmarks-gate.md",
  peers: "benchmarks-peers.md",
  sign_ins: "benchmarks-sign-ins.md",
  packages: "benchmarks-packages.md",
  day: "benchmarks-day.md",
} as const;

export type Scenario = {
  name: string;
  /** The page for its results; left out: docs/benchmarks.md. */
  page?: (typeof pages)[keyof typeof pages];
  run(bench: Bench): Promise<Row[]>;
};

/** The number of concurrent requests, of connections in each server's pool, and of pgbench clients. */
export const concurrency = 10;

/** Ours and the floor in requests per second, with their ratio. */
export function ratioRow(
  scenario: string,
  least: number | null,
  samples: { floor: Sample[]; ours: Sample[] },
  notes: readonly string[] = [],
): Row {
  const { ratio, least: worst, most: best } = ratioOf(samples);
  const faults = allFaults(samples);
  return {
    scenario,
    floor: `${whole(middle(samples.floor, "per_second"))}/s`,
    ours: `${whole(middle(samples.ours, "per_second"))}/s`,
    result: `${ratio.toFixed(2)} (${worst.toFixed(2)}–${best.toFixed(2)})`,
    target: least === null ? "" : `≥ ${least}`,
    met: faults.length > 0 ? false : least === null ? null : ratio >= least,
    notes: [...faults, ...notes, ...cpuNote(samples)],
  };
}

function cpuNote(samples: { floor: Sample[]; ours: Sample[] }): string[] {
  const sides = (["floor", "ours"] as const)
    .map((name) => ({ name, cpu_us: middle(samples[name], "cpu_us") }))
    .filter(({ cpu_us }) => !Number.isNaN(cpu_us))
    .map(({ name, cpu_us }) => `${name} ${whole(cpu_us)} µs`);
  return sides.length === 0 ? [] : [`processor time of the server process per request: ${sides.join(", ")}`];
}
