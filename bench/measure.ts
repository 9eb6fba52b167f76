// How a side is measured, and how two sides are compared: round by round, one right after the other, so that other load on the
// machine affects both.
import type { Server } from "./children.ts";
import type { LoadJob, LoadResult } from "./load.ts";
import { cpuSecondsOf } from "./process.ts";
import { median, pairedRatios } from "./statistics.ts";

/** The result of one measurement of a side. */
export type Sample = {
  per_second: number;
  p50_ms: number;
  p95_ms: number;
  p99_ms: number;
  /** Processor time of the server process for one request; null if it is not known. */
  cpu_us: number | null;
  /** Unexpected answers, which make the measurement invalid. */
  faults: string[];
};

export type Side<Measured extends Sample = Sample> = () => Promise<Measured>;

/**
 * Measures both sides in turn, one round more than asked: the first round warms up and is dropped. The side that begins
 * alternates.
 */
export async function alternate<Measured extends Sample>(
  rounds: number,
  floor: Side<Measured>,
  ours: Side<Measured>,
): Promise<{ floor: Measured[]; ours: Measured[] }> {
  const samples = { floor: [] as Measured[], ours: [] as Measured[] };
  for (let round = 0; round <= rounds; round += 1) {
    const order = round % 2 === 0 ? (["floor", "ours"] as const) : (["ours", "floor"] as const);
    for (const name of order) {
      const sample = await (name === "floor" ? floor() : ours());
      if (round > 0) samples[name].push(sample);
    }
  }
  return samples;
}

/** Puts a load on a server once, and measures the processor time of the server. */
export async function measure(
  load: (job: LoadJob) => Promise<LoadResult>,
  server: Server,
  job: Omit<LoadJob, "url">,
  expected_status: number,
): Promise<Sample & { next_pair: number; completed: number }> {
  const cpu_before = cpuSecondsOf(server.pid);
  const result = await load({ ...job, url: server.url });
  const cpu_after = cpuSecondsOf(server.pid);
  const { completed, seconds, p50_ms, p95_ms, p99_ms, next_pair } = result;
  return {
    per_second: completed / seconds,
    p50_ms,
    p95_ms,
    p99_ms,
    cpu_us: cpu_before === null || cpu_after === null ? null : ((cpu_after - cpu_before) * 1e6) / completed,
    faults: faultsOf(result, expected_status),
    next_pair,
    completed,
  };
}

export function faultsOf(result: Pick<LoadResult, "completed" | "statuses" | "errors">, expected_status: number): string[] {
  const faults = Object.entries(result.statuses)
    .filter(([status]) => Number(status) !== expected_status)
    .map(([status, count]) => `${count} answers were ${status} instead of ${expected_status}`);
  if (result.errors > 0) faults.push(`${result.errors} connections broke or timed out`);
  if (result.completed === 0) faults.push("nothing was answered");
  return faults;
}

/** The median of one figure over all rounds. */
export function middle(samples: readonly Sample[], member: "per_second" | "p50_ms" | "p95_ms" | "p99_ms" | "cpu_us"): number {
  return median(samples.map((sample) => sample[member] ?? Number.NaN));
}

/** Ours as a share of the floor: the median over the rounds, and their spread. */
export function ratioOf(samples: { floor: readonly Sample[]; ours: readonly Sample[] }): {
  ratio: number;
  least: number;
  most: number;
} {
  const rate = (sample: Sample) => sample.per_second;
  const ratios = pairedRatios(samples.floor.map(rate), samples.ours.map(rate));
  return { ratio: median(ratios), least: Math.min(...ratios), most: Math.max(...ratios) };
}

export function allFaults(samples: { floor: readonly Sample[]; ours: readonly Sample[] }): string[] {
  const of = (name: string, side: readonly Sample[]) =>
    side.flatMap((sample) => sample.faults.map((fault) => `${name}: ${fault}`));
  return [...new Set([...of("floor", samples.floor), ...of("ours", samples.ours)])];
}
