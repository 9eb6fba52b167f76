// Webhooks from the request that causes an event to the receiver, through one API and one worker process, compared with a bare
// loop.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { request } from "undici";
import { runCommand, startApi, startHelper, startWorker, type Helper } from "../children.ts";
import { Closing } from "../closing.ts";
import type { DeliveryFloorJob, DeliveryFloorResult } from "./delivery-floor.ts";
import { courseCode, employeeNo, organisationFile } from "../organisation.ts";
import { hanging_path, type Arrival, type ReceiverAnswer, type ReceiverQuestion } from "../receiver.ts";
import { whole, type Row } from "../report.ts";
import { concurrency, type Bench, type Scenario } from "../scenario.ts";
import { median, pairedRatios, percentile } from "../statistics.ts";
import { p95Of, sendSteadily, type Request } from "../steady.ts";

const organisations_count = 10;
export const people_each = 400;
export const courses_each = 20;
const subscriptions_each = 5;

const receipt_ms_max = 124;
const accept_ms_max = 12;
const deliveries_per_second_min = 1_000;
const embedded_per_second_min = 50;
const neighbour_ratio_max = 1.15;
const neighbour_rounds = 3;
/** The path of the neighbour's endpoint as long as it answers. */
const neighbour_path = "/neighbour";
const statements_per_delivery_max = 4;

const drained_deliveries = 30_000;
const embedded_events = 200;
const floor_deliveries = 10_000;
const floor_at_once = 20;
const warm_up_requests = 3_000;
const warm_up_ms = 1_000;
const steady_ms = 10_000;
const quiet_ms_max = 30_000;
const poll_ms = 50;

export type Tenant = { code: string; headers: Record<string, string>; people: number; next_pair: number };
export type Target = { api_url: string; receiver: Helper<ReceiverQuestion, ReceiverAnswer>; origin: string };
type World = Target & {
  bench: Bench;
  tenants: Tenant[];
  floor: Helper<DeliveryFloorJob, DeliveryFloorResult>;
};

export const webhook_scenarios: Scenario[] = [
  { name: "webhook deliveries", run: measureWebhooks },
  { name: "webhooks on the embedded database", run: measureEmbedded },
];

async function measureWebhooks(bench: Bench): Promise<Row[]> {
  const closing = new Closing();
  try {
    const receiver = startHelper<ReceiverQuestion, ReceiverAnswer>("receiver.ts");
    closing.add(receiver.stop);
    const floor = startHelper<DeliveryFloorJob, DeliveryFloorResult>("scenarios/delivery-floor.ts");
    closing.add(floor.stop);
    const { origin } = await receiver.ask({ kind: "start" });
    const env = { ...bench.env, WEBHOOK_TRUSTED_TARGETS: origin };
    const api = await startApi({ env, dir: bench.dir, profile: bench.options.profile });
    closing.add(api.stop);
    const tenants: Tenant[] = [];
    for (let place = 0; place < organisations_count; place += 1)
      tenants.push(await loadOrganisation(bench, env, `HOOKS-${place + 1}`));
    const world: World = { bench, tenants, api_url: api.url, receiver, origin, floor };
    const drained = await drain(world, env);
    const worker = startWorker({ env, dir: bench.dir, profile: bench.options.profile });
    closing.add(worker.stop);
    for (const tenant of tenants) await replaceSubscriptions(world, tenant, ["/ok"]);
    await warmUp(world);
    return [...drained, ...(await atRate(world, 50)), ...(await atRate(world, 200)), await besideHanging(world)];
  } finally {
    await closing.close();
  }
}

/** Loads a small organisation with courses that need no licence, as an operator does. Its code must be new in the database. */
export async function loadOrganisation(
  bench: Bench,
  env: Record<string, string>,
  code: string,
  people = people_each,
): Promise<Tenant> {
  const file = path.join(bench.dir, `${code}.json`);
  const whole_file = organisationFile({ code, people });
  const client = { name: "Hooks", scopes: ["enrollments:write", "webhooks:manage"], webhook_hosts: ["localhost"] };
  writeFileSync(file, JSON.stringify({ ...whole_file, clients: [client] }));
  const { stdout } = await runCommand(["org", "apply", file, "--json"], env);
  const { clients } = JSON.parse(stdout.trimEnd().split("\n").at(-1)!) as { clients: { secret: string }[] };
  return { code, headers: { "x-tenant-code": code, "x-api-key": clients[0]!.secret }, people, next_pair: 0 };
}

async function call(world: Target, tenant: Tenant, method: string, at: string, body?: object): Promise<Record<string, unknown>> {
  const answer = await fetch(`${world.api_url}/api/v1${at}`, {
    method,
    headers: { ...tenant.headers, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${at} was answered ${answer.status}: ${text}`);
  return text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
}

/** Replaces the organisation's subscriptions by these. */
export async function replaceSubscriptions(world: Target, tenant: Tenant, paths: readonly string[]): Promise<void> {
  const { subscriptions } = (await call(world, tenant, "GET", "/webhooks/subscriptions")) as { subscriptions: { id: string }[] };
  for (const { id } of subscriptions) await call(world, tenant, "DELETE", `/webhooks/subscriptions/${id}`);
  for (const at of paths) {
    const body = { name: at, target_url: `${world.origin}${at}`, subscribed_events: ["enrollment.assigned"] };
    await call(world, tenant, "POST", "/webhooks/subscriptions", body);
  }
}

/** How fast a backlog is delivered: the deliveries are written before the worker starts. */
async function drain(world: World, env: Record<string, string>): Promise<Row[]> {
  const { bench, tenants, receiver, floor, origin } = world;
  const { superuser } = bench.database;
  const paths = Array.from({ length: subscriptions_each }, (_, place) => `/ok/${place}`);
  for (const tenant of tenants) await replaceSubscriptions(world, tenant, paths);
  const floor_job = { database_url: bench.database.url, url: `${origin}/floor`, at_once: floor_at_once };
  const before = await floor.ask({ ...floor_job, deliveries: floor_deliveries });
  await superuser.query(
    `with told as (
       insert into event (tenant_id, id, type, body, created_at)
       select t.id, infra.new_id(), 'enrollment.assigned',
         convert_to(json_build_object('id', gen_random_uuid(), 'created_at', now(), 'data', repeat('x', 800))::text, 'UTF8'), now()
       from tenant t, generate_series(1, $1::int) n
       where t.code like 'HOOKS-%'
       returning tenant_id, id, type, body, created_at
     )
     insert into webhook_delivery (tenant_id, id, subscription_id, event_id, event_type, created_at, due_us, max_attempts,
       payload_bytes, payload_sha256)
     select t.tenant_id, infra.new_id(), s.id, t.id, t.type, t.created_at, infra.now_us(), 5, octet_length(t.body), sha256(t.body)
     from told t join webhook_subscription s on s.tenant_id = t.tenant_id and s.deleted_at is null`,
    [Math.ceil(drained_deliveries / organisations_count / subscriptions_each)],
  );
  await superuser.query("vacuum analyze webhook_delivery_pending");
  await receiver.ask({ kind: "take" });
  const transactions = await committed(bench);
  const worker = startWorker({ env, dir: bench.dir, profile: bench.options.profile });
  const arrivals = await collect(world, drained_deliveries);
  await sleep(poll_ms);
  const statements = ((await committed(bench)) - transactions) / drained_deliveries;
  await worker.stop();
  const after = await floor.ask({ ...floor_job, deliveries: floor_deliveries });
  const times = arrivals.map(({ at_ms }) => at_ms).toSorted((a, b) => a - b);
  const per_second = (1_000 * (times.length - 1)) / (times.at(-1)! - times[0]!);
  const floor_per_second = (before.per_second + after.per_second) / 2;
  const duplicates = arrivals.length - new Set(arrivals.map(({ event_id, path }) => `${event_id} ${path}`)).size;
  return [
    {
      scenario: `webhooks: ${whole(drained_deliveries)} deliveries that wait, ${organisations_count * subscriptions_each} subscriptions`,
      floor: `${whole(floor_per_second)}/s`,
      ours: `${whole(per_second)}/s`,
      result: `${whole(per_second)}/s, ${(per_second / floor_per_second).toFixed(2)} of the floor`,
      target: `≥ ${whole(deliveries_per_second_min)}/s`,
      met: per_second >= deliveries_per_second_min,
      notes: [`the floor reads, signs, posts and updates in a loop, ${floor_at_once} at once`, `${duplicates} came twice`],
    },
    {
      scenario: "webhooks: statements per delivery while draining",
      floor: "",
      ours: statements.toFixed(2),
      result: statements.toFixed(2),
      target: `≤ ${statements_per_delivery_max}`,
      met: statements <= statements_per_delivery_max,
      notes: ["transactions of the whole database meanwhile; claims and acknowledgements are one statement each"],
    },
  ];
}

async function committed({ database }: Bench): Promise<number> {
  // PostgreSQL sessions report their statistics only after they have been idle for a moment.
  await sleep(1_000);
  const { rows } = await database.superuser.query(
    "select xact_commit::int as number from pg_stat_database where datname = current_database()",
  );
  return rows[0].number as number;
}

/** Waits until that many requests have come to the receiver. */
export async function collect(world: Target, count: number): Promise<Arrival[]> {
  const all: Arrival[] = [];
  let last_ms = performance.now();
  while (all.length < count) {
    const { arrivals } = await world.receiver.ask({ kind: "take" });
    if (arrivals.length > 0) last_ms = performance.now();
    if (performance.now() - last_ms > quiet_ms_max) throw new Error(`only ${all.length} of ${count} deliveries came`);
    all.push(...arrivals);
    await sleep(poll_ms);
  }
  return all;
}

/** Assigns courses at a steady rate, to some organisations in turn. */
function assign(world: World, tenants: readonly Tenant[], per_second: number) {
  let turn = 0;
  const next = () => nextAssignment(world, tenants[turn++ % tenants.length]!);
  return sendSteadily(per_second, {}, next, 201);
}

/** Warms up the processes: code is compiled, and statements are planned on every connection. */
async function warmUp(world: World): Promise<void> {
  let left = warm_up_requests;
  const work = async () => {
    while (left-- > 0) {
      const { url, headers, body } = nextAssignment(world, world.tenants[left % world.tenants.length]!);
      const answer = await request(url, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      await answer.body.dump();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  await collect(world, warm_up_requests);
}

export function nextAssignment(world: Target, tenant: Tenant): Request {
  const pair = tenant.next_pair++;
  if (pair >= tenant.people * courses_each) throw new Error("there are not enough people for so many enrollments");
  const body = { employee_no: employeeNo(pair % tenant.people), course_code: courseCode(Math.floor(pair / tenant.people)) };
  return { kind: "assign", url: `${world.api_url}/api/v1/enrollments`, headers: tenant.headers, body };
}

type Steadily = { accepted_p95_ms: number; receipt_p95_ms: number; receipts: number };

async function measureAt(world: World, tenants: readonly Tenant[], per_second: number, for_ms = steady_ms): Promise<Steadily> {
  const warm = assign(world, tenants, per_second);
  await sleep(warm_up_ms);
  await warm.stop();
  await collectHealthy(world, warm.answered.length);
  const load = assign(world, tenants, per_second);
  await sleep(for_ms);
  await load.stop();
  const ages_ms = (await collectHealthy(world, load.answered.length)).map(({ age_ms }) => age_ms);
  return { accepted_p95_ms: p95Of(load.answered), receipt_p95_ms: percentile(ages_ms, 95), receipts: ages_ms.length };
}

/** Waits until that many requests have come to the measured receivers; those of a neighbour are not counted. */
async function collectHealthy(world: World, count: number): Promise<Arrival[]> {
  const healthy: Arrival[] = [];
  while (healthy.length < count) {
    const arrivals = await collect(world, 1);
    healthy.push(...arrivals.filter(({ path }) => path !== hanging_path && path !== neighbour_path));
  }
  return healthy;
}

async function atRate(world: World, per_second: number): Promise<Row[]> {
  const { bench, floor, origin, tenants } = world;
  const bare = await floor.ask({ database_url: bench.database.url, url: `${origin}/floor`, at_once: 1, deliveries: 1_000 });
  await world.receiver.ask({ kind: "take" });
  const { rounds, seconds } = bench.options;
  const measured: Steadily[] = [];
  for (let round = 0; round < rounds; round += 1) measured.push(await measureAt(world, tenants, per_second, seconds * 1_000));
  const receipt_p95_ms = median(measured.map((one) => one.receipt_p95_ms));
  const accepted_p95_ms = median(measured.map((one) => one.accepted_p95_ms));
  const receipts = measured.reduce((sum, one) => sum + one.receipts, 0);
  const all = (of: (one: Steadily) => number) => measured.map((one) => of(one).toFixed(0)).join(", ");
  return [
    {
      scenario: `webhooks at ${per_second} events/s: from the request to the receipt, p95`,
      floor: `${bare.p95_ms.toFixed(1)} ms`,
      ours: `${receipt_p95_ms.toFixed(1)} ms`,
      result: `${receipt_p95_ms.toFixed(1)} ms (${all((one) => one.receipt_p95_ms)})`,
      target: `≤ ${receipt_ms_max} ms`,
      met: receipt_p95_ms <= receipt_ms_max,
      notes: [
        `${whole(receipts)} events; counted from the event's created_at, before its commit; the floor delivers one at a time`,
      ],
    },
    {
      scenario: `webhooks at ${per_second} events/s: POST /enrollments is answered, p95`,
      floor: "",
      ours: `${accepted_p95_ms.toFixed(1)} ms`,
      result: `${accepted_p95_ms.toFixed(1)} ms (${all((one) => one.accepted_p95_ms)})`,
      target: `≤ ${accept_ms_max} ms`,
      met: accepted_p95_ms <= accept_ms_max,
      notes: [],
    },
  ];
}

/**
 * How a neighbour's endpoint that never answers affects the others, compared with one that answers as they do. The neighbour has
 * events in both cases.
 */
async function besideHanging(world: World): Promise<Row> {
  const [neighbour, ...healthy] = world.tenants;
  const beside = async (path: string) => {
    await replaceSubscriptions(world, neighbour!, [path]);
    const flood = assign(world, [neighbour!], 50);
    const { receipt_p95_ms } = await measureAt(world, healthy, 50);
    await flood.stop();
    return receipt_p95_ms;
  };
  const answering: number[] = [];
  const hanging: number[] = [];
  for (let round = 0; round < neighbour_rounds; round += 1) {
    answering.push(await beside(neighbour_path));
    hanging.push(await beside(hanging_path));
  }
  const ratios = pairedRatios(answering, hanging);
  const ratio = median(ratios);
  return {
    scenario: "webhooks: healthy organisations' p95 while a neighbour's endpoint hangs, over one that answers",
    floor: `${median(answering).toFixed(1)} ms`,
    ours: `${median(hanging).toFixed(1)} ms`,
    result: `${ratio.toFixed(2)} (${ratios.map((one) => one.toFixed(2)).join(", ")})`,
    target: `≤ ${neighbour_ratio_max}`,
    met: ratio <= neighbour_ratio_max,
    notes: [
      "50 events/s of nine organisations, and as many of the neighbour, whose endpoint takes each request and answers, or never does",
    ],
  };
}

/** The same on the embedded database: `muster serve`, a single process. */
async function measureEmbedded(bench: Bench): Promise<Row[]> {
  const receiver = startHelper<ReceiverQuestion, ReceiverAnswer>("receiver.ts");
  const { origin } = await receiver.ask({ kind: "start" });
  const { DATABASE_URL: _, ...shared } = bench.env;
  const env = { ...shared, DATA_DIR: path.join(bench.dir, "embedded"), WEBHOOK_TRUSTED_TARGETS: origin };
  const api = await startApi({ env, dir: bench.dir, profile: false }, "serve");
  try {
    const tenant = await loadOrganisation(bench, env, "HOOKS-1");
    const target: Target = { api_url: api.url, receiver, origin };
    const paths = Array.from({ length: subscriptions_each }, (_, place) => `/ok/${place}`);
    await replaceSubscriptions(target, tenant, paths);
    await receiver.ask({ kind: "take" });
    for (let sent = 0; sent < embedded_events; sent += 1) {
      const { body } = nextAssignment(target, tenant);
      await call(target, tenant, "POST", "/enrollments", body);
    }
    const arrivals = await collect(target, embedded_events * subscriptions_each);
    const times = arrivals.map(({ at_ms }) => at_ms).toSorted((a, b) => a - b);
    const per_second = (1_000 * (times.length - 1)) / (times.at(-1)! - times[0]!);
    return [
      {
        scenario: "webhooks on the embedded database",
        floor: "",
        ours: `${whole(per_second)}/s`,
        result: `${whole(per_second)} deliveries/s`,
        target: `≥ ${embedded_per_second_min}/s`,
        met: per_second >= embedded_per_second_min,
        notes: [
          `${embedded_events} assignments one after the other, each told to ${subscriptions_each} subscriptions; the rate of their arrivals`,
        ],
      },
    ];
  } finally {
    await api.stop();
    await receiver.stop();
  }
}
