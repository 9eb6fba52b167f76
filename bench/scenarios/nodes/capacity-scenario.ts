// The cost of each kind of work for a node: processor time of the API, of the worker and of PostgreSQL separately, WAL, and disk
// space. docs/operating/capacity.md explains how the last row is computed from these figures.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { runCommand, startApi, startHelper, startWorker } from "../../children.ts";
import { Closing } from "../../closing.ts";
import { postmasterOf } from "../../database.ts";
import type { Traffic } from "../../load.ts";
import { faultsOf } from "../../measure.ts";
import { employeeNo, organisationFile, unlicensed_count } from "../../organisation.ts";
import { cpuSecondsOf, cpuSecondsOfTree } from "../../process.ts";
import type { ReceiverAnswer, ReceiverQuestion } from "../../receiver.ts";
import { whole, type Row } from "../../report.ts";
import { concurrency, pages, type Bench, type Scenario } from "../../scenario.ts";
import { untilQuiet } from "../growth-scenario.ts";
import { drained } from "../webhook-one-scenario.ts";
import { replaceSubscriptions, type Tenant } from "../webhook-scenario.ts";

const delivery = "a delivery of a webhook";
/**
 * The model's assumptions: how often each kind of work occurs per person on a working day, and the share of it in the busiest
 * hour.
 */
const day_of_a_person: Readonly<Record<string, number>> = {
  "GET /users?employee_no=": 1,
  "GET /users?limit=100": 0.02,
  "GET /compliance/matrix?limit=50": 0.02,
  "POST /users": 0.01,
  "POST /enrollments": 0.05,
  [delivery]: 0.2,
};
const busiest_hour_share = 0.2;
/** The remaining processor time is for sealing, clean-ups, midnights, vacuum and bursts. */
const busy_share_max = 0.6;
const code = "CAPACITY";
const people = 20_000;
const addresses_count = 2_000;
const deliveries = 5_000;
const receivers = Array.from({ length: 5 }, (_, place) => `/ok/${place}`);
/** A shorter measurement is too short for processor clocks with a resolution of 10 ms. */
const seconds_min = 4;

type Place = { bench: Bench; tenant: Tenant; api: { url: string; pid: number }; worker_pid: number; postmaster_pid: number };
type Work = { name: string; traffic: Traffic; status: number };
type Measured = { name: string; count: number; spent: Spent; faults: string[]; per_second: number | null };
type Spent = { api_s: number; worker_s: number; postgres_s: number; wal_bytes: number; disk_bytes: number };

export const capacity_scenarios: Scenario[] = [{ name: "capacity", page: pages.nodes, run: measureCapacity }];

async function measureCapacity(bench: Bench): Promise<Row[]> {
  const closing = new Closing();
  bench.closing.add(() => closing.close());
  try {
    const receiver = startHelper<ReceiverQuestion, ReceiverAnswer>("receiver.ts");
    closing.add(receiver.stop);
    const { origin } = await receiver.ask({ kind: "start" });
    const env = { ...bench.env, WEBHOOK_TRUSTED_TARGETS: origin };
    const tenant = await loadTenant(bench);
    const api = await startApi({ env, dir: bench.dir, profile: false });
    closing.add(api.stop);
    const worker = startWorker({ env, dir: bench.dir, profile: false });
    closing.add(worker.stop);
    const place = { bench, tenant, api, worker_pid: worker.pid, postmaster_pid: await postmasterOf(bench.database.superuser) };
    // Work left over from loading is not part of the cost of requests.
    await untilQuiet(bench);
    const measured: Measured[] = [];
    for (const work of works()) measured.push(await measureRequests(place, work));
    const world = { bench, tenant, api_url: api.url, receiver, origin, steady_ms: 0 };
    await replaceSubscriptions(world, tenant, receivers);
    await drained(world, deliveries);
    const { spent } = await spending(place, () => drained(world, deliveries));
    measured.push({ name: delivery, count: deliveries, spent, faults: [], per_second: null });
    return [...measured.map(rowOf), modelRow(measured)];
  } finally {
    await closing.close();
  }
}

/** Loads an organisation whose client has all scopes that are needed. */
async function loadTenant(bench: Bench): Promise<Tenant> {
  const file = path.join(bench.dir, `${code}.json`);
  const scopes = ["users:read", "users:write", "enrollments:write", "compliance:read", "webhooks:manage"];
  const clients = [{ name: "Capacity", scopes, webhook_hosts: ["localhost"] }];
  writeFileSync(file, JSON.stringify({ ...organisationFile({ code, people }), clients }));
  const { stdout } = await runCommand(["org", "apply", file, "--json"], bench.env);
  const { clients: made } = JSON.parse(stdout.trimEnd().split("\n").at(-1)!) as { clients: { secret: string }[] };
  await bench.database.superuser.query("vacuum analyze");
  return { code, headers: { "x-tenant-code": code, "x-api-key": made[0]!.secret }, people, next_pair: 0 };
}

function works(): Work[] {
  const numbers = Array.from({ length: addresses_count }, (_, place) => employeeNo((place * 7_919) % people));
  const person = { employee_no: "new-{n}", first_name: "Anna", last_name: "Nowak", email: "new.{n}@bench.example" };
  const paths = (list: string[]): Traffic => ({ kind: "paths", paths: list });
  return [
    {
      name: "GET /users?employee_no=",
      traffic: paths(numbers.map((number) => `/api/v1/users?employee_no=${number}`)),
      status: 200,
    },
    { name: "GET /users?limit=100", traffic: paths(["/api/v1/users?limit=100"]), status: 200 },
    { name: "GET /compliance/matrix?limit=50", traffic: paths(["/api/v1/compliance/matrix?limit=50"]), status: 200 },
    {
      name: "POST /users",
      traffic: { kind: "numbered", first: 0, path: "/api/v1/users", body: JSON.stringify(person) },
      status: 201,
    },
    {
      name: "POST /enrollments",
      traffic: { kind: "pairs", first: 0, people, courses: { first: 0, count: unlicensed_count } },
      status: 201,
    },
  ];
}

/** The first round warms up. */
async function measureRequests(place: Place, { name, traffic, status }: Work): Promise<Measured> {
  const { bench, api, tenant } = place;
  const seconds = Math.max(seconds_min, bench.options.seconds);
  const job = { url: api.url, headers: tenant.headers, connections: concurrency, seconds };
  const warm = await bench.load({ ...job, traffic });
  const going_on = traffic.kind === "paths" ? traffic : { ...traffic, first: warm.next_pair };
  const { spent, result } = await spending(place, () => bench.load({ ...job, traffic: going_on }));
  const per_second = result.completed / result.seconds;
  return { name, count: result.completed, spent, faults: faultsOf(result, status), per_second };
}

/** The resources used until the work is done, including the background work that follows from it. */
async function spending<Result>(place: Place, work: () => Promise<Result>): Promise<{ spent: Spent; result: Result }> {
  const { superuser } = place.bench.database;
  const look = async () => {
    const { rows } = await superuser.query<{ wal: string; disk: string }>(
      "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as wal, pg_database_size(current_database()) as disk",
    );
    return {
      api_s: cpuSecondsOf(place.api.pid) ?? Number.NaN,
      worker_s: cpuSecondsOf(place.worker_pid) ?? Number.NaN,
      postgres_s: cpuSecondsOfTree(place.postmaster_pid) ?? Number.NaN,
      wal_bytes: Number(rows[0]!.wal),
      disk_bytes: Number(rows[0]!.disk),
    };
  };
  const before = await look();
  const result = await work();
  await untilQuiet(place.bench);
  await superuser.query("checkpoint");
  const after = await look();
  const names = Object.keys(before) as (keyof Spent)[];
  return { spent: Object.fromEntries(names.map((name) => [name, after[name] - before[name]])) as Spent, result };
}

function rowOf({ name, count, spent, faults, per_second }: Measured): Row {
  const each = (value: number) => whole(value / count);
  return {
    scenario: `capacity: ${name}`,
    floor: "",
    ours: per_second === null ? "" : `${whole(per_second)}/s`,
    result: `API ${each(spent.api_s * 1e6)} µs, worker ${each(spent.worker_s * 1e6)} µs, PostgreSQL ${each(spent.postgres_s * 1e6)} µs`,
    target: "",
    met: faults.length > 0 ? false : null,
    notes: [
      ...faults,
      `each of ${whole(count)}: ${each(spent.wal_bytes)} bytes of WAL, ${each(spent.disk_bytes)} bytes more on disk; with all processes of the server`,
    ],
  };
}

/** How many people one processor serves, if their days are like `day_of_a_person`. */
function modelRow(measured: readonly Measured[]): Row {
  const day_s = measured.reduce((sum, { name, count, spent }) => {
    return sum + ((day_of_a_person[name] ?? 0) * (spent.api_s + spent.worker_s + spent.postgres_s)) / count;
  }, 0);
  const people_each = (busy_share_max * 3_600) / (day_s * busiest_hour_share);
  return {
    scenario: "capacity: people per processor, by the model of docs/operating/capacity.md",
    floor: "",
    ours: whole(people_each),
    result: `${whole(people_each)} people, ${(day_s * 1_000).toFixed(2)} ms of processor time for each and day`,
    target: "",
    met: null,
    notes: [
      `the busiest hour has ${busiest_hour_share} of a day's work, and leaves ${(1 - busy_share_max).toFixed(1)} of a processor free`,
    ],
  };
}
