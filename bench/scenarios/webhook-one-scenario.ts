// Webhooks of one organisation: how much of the machine its subscriptions use, how much a slow receiver gets, and how a hanging
// receiver affects the organisation's other ones.
import { setTimeout as sleep } from "node:timers/promises";
import { startApi, startHelper, startWorker } from "../children.ts";
import { Closing } from "../closing.ts";
import { hanging_path, type Arrival, type ReceiverAnswer, type ReceiverQuestion } from "../receiver.ts";
import { whole, type Row } from "../report.ts";
import type { Bench, Scenario } from "../scenario.ts";
import { median, percentile } from "../statistics.ts";
import { sendSteadily } from "../steady.ts";
import { collect, loadOrganisation, nextAssignment, replaceSubscriptions, type Target, type Tenant } from "./webhook-scenario.ts";

const receivers_count = 5;
/** Enough for the assignments of all rounds. */
const people_count = 1_000;
export const drained_deliveries = 5_000;
const slow_deliveries = 2_500;
export const drain_per_second_min = 2_500;
const slow_per_second_min = 350;
const one_slow_per_second_min = 350;
const receipt_ms_max = { 50: 25, 200: 35 };
const neighbour_ratio_max = 1.15;
const warm_up_ms = 2_000;
export const quick = Array.from({ length: receivers_count }, (_, place) => `/ok/${place}`);
const slow = Array.from({ length: receivers_count }, (_, place) => `/after/100/${place}`);

export type World = Target & { bench: Bench; tenant: Tenant; steady_ms: number; worker_pid: number };

export const webhook_one_scenarios: Scenario[] = [
  { name: "webhooks of one organisation", run: (bench) => withSubscribers(bench, "HOOKS-ONE", measureOne) },
];

/** Creates an organisation with five receivers, to which one worker process has already delivered for a while. */
export async function withSubscribers(bench: Bench, code: string, work: (world: World) => Promise<Row[]>): Promise<Row[]> {
  const closing = new Closing();
  try {
    const receiver = startHelper<ReceiverQuestion, ReceiverAnswer>("receiver.ts");
    closing.add(receiver.stop);
    const { origin } = await receiver.ask({ kind: "start" });
    const env = { ...bench.env, WEBHOOK_TRUSTED_TARGETS: origin };
    const api = await startApi({ env, dir: bench.dir, profile: false });
    closing.add(api.stop);
    const tenant = await loadOrganisation(bench, env, code, people_count);
    const worker = startWorker({ env, dir: bench.dir, profile: bench.options.profile });
    closing.add(worker.stop);
    const steady_ms = bench.options.seconds * 1_000;
    const world: World = { bench, tenant, api_url: api.url, receiver, origin, steady_ms, worker_pid: worker.pid };
    await replaceSubscriptions(world, tenant, quick);
    await drained(world, drained_deliveries);
    return await work(world);
  } finally {
    await closing.close();
  }
}

async function measureOne(world: World): Promise<Row[]> {
  const steps = [
    () => drain(world, "to 5 receivers", quick, drained_deliveries, drain_per_second_min),
    () => drain(world, "to 5 receivers that take 100 ms each", slow, slow_deliveries, slow_per_second_min),
    () => drain(world, "to one receiver that takes 100 ms", slow.slice(0, 1), slow_deliveries, one_slow_per_second_min),
    () => atRate(world, 50),
    () => besideHanging(world),
    () => atRate(world, 200),
  ];
  const rows: Row[] = [];
  for (const step of steps) {
    rows.push(await step());
    console.log(`  … ${rows.at(-1)!.scenario}: ${rows.at(-1)!.result}`);
  }
  return rows;
}

/** Creates deliveries for all subscriptions of the organisation at once, and returns how many are sent per second. */
export async function drained({ bench, tenant, ...world }: Omit<World, "worker_pid">, deliveries: number): Promise<number> {
  const { superuser } = bench.database;
  await superuser.query("vacuum analyze webhook_delivery_pending");
  await world.receiver.ask({ kind: "take" });
  await superuser.query(
    `with subscriber as (
       select s.tenant_id, s.id from webhook_subscription s join tenant t on t.id = s.tenant_id
       where t.code = $1 and s.deleted_at is null
     ), told as (
       insert into event (tenant_id, id, type, body, created_at)
       select t.id, infra.new_id(), 'enrollment.assigned',
         convert_to(json_build_object('id', gen_random_uuid(), 'created_at', now(), 'data', repeat('x', 800))::text, 'UTF8'), now()
       from tenant t, generate_series(1, ($2 / (select count(*) from subscriber))::int) n
       where t.code = $1
       returning tenant_id, id, type, body, created_at
     )
     insert into webhook_delivery (tenant_id, id, subscription_id, event_id, event_type, created_at, due_us, max_attempts,
       payload_bytes, payload_sha256)
     select t.tenant_id, infra.new_id(), s.id, t.id, t.type, t.created_at, infra.now_us(), 5, octet_length(t.body), sha256(t.body)
     from told t join subscriber s on s.tenant_id = t.tenant_id`,
    [tenant.code, deliveries],
  );
  await superuser.query("notify muster_deliveries");
  const times = (await collect(world, deliveries)).map(({ at_ms }) => at_ms).toSorted((a, b) => a - b);
  return (1_000 * (times.length - 1)) / (times.at(-1)! - times[0]!);
}

async function drain(world: World, what: string, paths: readonly string[], deliveries: number, least: number): Promise<Row> {
  await replaceSubscriptions(world, world.tenant, paths);
  const rates: number[] = [];
  for (let round = 0; round < world.bench.options.rounds; round += 1) rates.push(await drained(world, deliveries));
  const per_second = median(rates);
  return {
    scenario: `webhooks: ${whole(deliveries)} deliveries of one organisation ${what}`,
    floor: "",
    ours: `${whole(per_second)}/s`,
    result: `${whole(per_second)}/s (${rates.map(whole).join(", ")})`,
    target: `≥ ${whole(least)}/s`,
    met: per_second >= least,
    notes: [],
  };
}

/** The p95 in ms from the request to its arrival at each healthy receiver, at this many assignments per second. */
async function receiptAt(world: World, per_second: number, healthy: number): Promise<number> {
  await world.receiver.ask({ kind: "take" });
  const load = sendSteadily(per_second, {}, () => nextAssignment(world, world.tenant), 201);
  await sleep(warm_up_ms);
  const from_ms = Date.now();
  await sleep(world.steady_ms);
  await load.stop();
  const arrivals: Arrival[] = [];
  const good = () => arrivals.filter(({ path }) => !path.startsWith(hanging_path));
  while (good().length < load.answered.length * healthy) arrivals.push(...(await collect(world, 1)));
  const counted = good().filter(({ at_ms }) => at_ms >= from_ms);
  return percentile(
    counted.map(({ age_ms }) => age_ms),
    95,
  );
}

async function atRate(world: World, per_second: 50 | 200): Promise<Row> {
  await replaceSubscriptions(world, world.tenant, quick);
  const rounds: number[] = [];
  for (let round = 0; round < world.bench.options.rounds; round += 1) {
    // If the machine cannot accept that rate, the time cannot be measured.
    const p95_ms = await receiptAt(world, per_second, receivers_count).catch(async (error: Error) => {
      console.log(`  ${error.message}`);
      // Late deliveries of this round must not count in the next one.
      await collect(world, Infinity).catch(() => {});
      return Infinity;
    });
    rounds.push(p95_ms);
  }
  const p95_ms = median(rounds);
  return {
    scenario: `webhooks at ${per_second} events/s of one organisation to 5 receivers: from the request to the receipt, p95`,
    floor: "",
    ours: `${p95_ms.toFixed(1)} ms`,
    result: `${p95_ms.toFixed(1)} ms (${rounds.map((one) => one.toFixed(0)).join(", ")})`,
    target: `≤ ${receipt_ms_max[per_second]} ms`,
    met: p95_ms <= receipt_ms_max[per_second],
    notes: [
      "counted from the event's created_at, before its commit; the median of rounds, because the disk of a shared machine may stop all commits of one",
    ],
  };
}

/** Four receivers, while a fifth of the same organisation first answers as they do, and then never. */
async function besideHanging(world: World): Promise<Row> {
  const ratios: number[] = [];
  for (let round = 0; round < world.bench.options.rounds; round += 1) {
    await replaceSubscriptions(world, world.tenant, quick);
    const quiet_ms = await receiptAt(world, 50, receivers_count);
    await replaceSubscriptions(world, world.tenant, [...quick.slice(1), hanging_path]);
    ratios.push((await receiptAt(world, 50, receivers_count - 1)) / quiet_ms);
  }
  const ratio = median(ratios);
  return {
    scenario: "webhooks: p95 of an organisation's other receivers while one of five hangs, over quiet",
    floor: "",
    ours: ratio.toFixed(2),
    result: ratio.toFixed(2),
    target: `≤ ${neighbour_ratio_max}`,
    met: ratio <= neighbour_ratio_max,
    notes: ["50 events/s"],
  };
}
