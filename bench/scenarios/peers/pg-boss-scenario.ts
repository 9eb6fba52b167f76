// Deliveries of one organisation, compared with a loop on pg-boss that a team would write itself: the same receiver program, in
// turn.
import { startHelper } from "../../children.ts";
import { cpuSecondsOf } from "../../process.ts";
import { whole, type Row } from "../../report.ts";
import { concurrency, pages, type Scenario } from "../../scenario.ts";
import { median, pairedRatios } from "../../statistics.ts";
import {
  drain_per_second_min,
  drained,
  drained_deliveries,
  quick,
  withSubscribers,
  type World,
} from "../webhook-one-scenario.ts";
import { collect } from "../webhook-scenario.ts";
import { loop_schema, type LoopJob, type LoopResult } from "./pg-boss-loop.ts";

const slots_count = 50;

type Drain = { per_second: number; cpu_us: number };

export const pg_boss_scenarios: Scenario[] = [
  {
    name: "peers: deliveries beside a pg-boss loop",
    page: pages.peers,
    run: (bench) => withSubscribers(bench, "HOOKS-BOSS", measureBeside),
  },
];

async function measureBeside(world: World): Promise<Row[]> {
  const { bench } = world;
  const drains = { loop: [] as Drain[], ours: [] as Drain[] };
  try {
    for (let round = 0; round <= bench.options.rounds; round += 1) {
      const loop = await drainByLoop(world);
      const ours = await drainByWorker(world);
      if (round === 0) continue;
      drains.loop.push(loop);
      drains.ours.push(ours);
    }
  } finally {
    await bench.database.superuser.query(`drop schema if exists ${loop_schema} cascade`);
  }
  return [rowOf(drains.loop, drains.ours)];
}

async function drainByWorker(world: World): Promise<Drain> {
  const before_s = cpuSecondsOf(world.worker_pid);
  const per_second = await drained(world, drained_deliveries);
  const after_s = cpuSecondsOf(world.worker_pid);
  return { per_second, cpu_us: before_s === null ? Number.NaN : ((after_s! - before_s) * 1e6) / drained_deliveries };
}

/** Each drain has a process and a set of jobs of its own; what an earlier one left in the tables is removed. */
async function drainByLoop(world: World): Promise<Drain> {
  const { bench, receiver, origin } = world;
  const loop = startHelper<LoopJob, LoopResult>("scenarios/peers/pg-boss-loop.ts");
  try {
    await bench.database.superuser.query(`drop schema if exists ${loop_schema} cascade`);
    await receiver.ask({ kind: "take" });
    const collected = collect(world, drained_deliveries);
    const { cpu_us } = await loop.ask({
      database_url: bench.database.url,
      connections: concurrency,
      urls: quick.map((path) => origin + path),
      deliveries: drained_deliveries,
      slots: slots_count,
    });
    const times = (await collected).map(({ at_ms }) => at_ms).toSorted((a, b) => a - b);
    return { per_second: (1_000 * (times.length - 1)) / (times.at(-1)! - times[0]!), cpu_us };
  } finally {
    await loop.stop();
  }
}

function rowOf(loop: readonly Drain[], ours: readonly Drain[]): Row {
  const rates = (drains: readonly Drain[]) => drains.map(({ per_second }) => per_second);
  const cpu = (drains: readonly Drain[]) => whole(median(drains.map(({ cpu_us }) => cpu_us)));
  const ratios = pairedRatios(rates(loop), rates(ours));
  const [per_second, ratio] = [median(rates(ours)), median(ratios)];
  return {
    scenario: `webhooks: ${whole(drained_deliveries)} deliveries of one organisation to ${quick.length} receivers, beside a pg-boss loop`,
    floor: `${whole(median(rates(loop)))}/s`,
    ours: `${whole(per_second)}/s`,
    result: `${whole(per_second)}/s, ${ratio.toFixed(2)} of the loop (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`,
    target: `≥ ${whole(drain_per_second_min)}/s, ≥ 1`,
    met: per_second >= drain_per_second_min && ratio >= 1,
    notes: [
      `the loop has ${slots_count} slots and claims jobs by tens`,
      `processor time of the delivering process per delivery: loop ${cpu(loop)} µs, ours ${cpu(ours)} µs`,
    ],
  };
}
