// WH3, CO4 and FT1 together: assignments are sent over HTTP while API processes and workers are killed with -9 and PostgreSQL is
// restarted. No acknowledged write is lost, no rolled-back one is delivered, and only deliveries that were in progress when a
// process died arrive twice.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { clusterUrl, findFreePort, startCluster, type Cluster } from "../harness/machine/cluster.ts";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { startProcess, type Process } from "../harness/machine/processes.ts";
import { slowness } from "../harness/patience.ts";
import { startReceiver, subscribe, type Receiver } from "../harness/webhooks.ts";

const events_wanted = 2_000;
const worker_kills = 50;
const api_kills = 25;
const restarts = ["fast", "immediate", "fast", "immediate", "immediate"] as const;
const people = 250;
const courses = 10;
const writers = 20;
const subscriptions = 4;
const lease_s = 30;
const drained_ms_max = 240_000;
const busy_ms_max = 30_000 * slowness;
/** After this idle time the workers have done everything, so more events are allowed. */
const idle_ms_max = 1_000;
const secret_key = "v1:a-test-secret-of-at-least-32-characters";

let cluster: Cluster;
let database: TestDatabase;
let organisation: TestOrganisation;
let receiver: Receiver;
let env: Record<string, string>;

before(async () => {
  const made = await startCluster();
  if (typeof made === "string") throw new Error(made);
  cluster = made;
  process.env["TEST_DATABASE_URL"] = clusterUrl(cluster);
  database = await openDatabase();
  organisation = await createOrganisation(database, {
    contract: { rate: { per_minute: 1_000_000, burst: 1_000_000, per_day: 1_000_000_000 } },
    courses: Array.from({ length: courses }, (_, place) => ({ code: `C${place}`, title: `Course ${place}` })),
    people: Array.from({ length: people }, (_, place) => ({
      employee_no: `P${place}`,
      first_name: "Anna",
      last_name: `Number ${place}`,
      email: `p${place}@acme.example`,
    })),
    clients: [{ name: "HR sync", scopes: ["users:write", "enrollments:write", "webhooks:manage"] }],
  });
  // Slow enough that a delivery is in progress whenever a worker dies.
  receiver = await startReceiver((_received, reply) => void setTimeout(() => reply.writeHead(204).end(), 200));
  if (database.connection.kind !== "server") throw new Error("needs a server");
  env = {
    DATABASE_URL: database.connection.url,
    SECRET_KEY: secret_key,
    HOST: "127.0.0.1",
    WEBHOOK_TRUSTED_TARGETS: receiver.origin,
    LOG_LEVEL: process.env["TEST_LOG"] ?? "fatal",
  };
});
after(async () => {
  await Promise.all(started.map((one) => one.end("SIGKILL")));
  await receiver?.close();
  await database?.close().catch(() => undefined);
  await cluster?.stop();
});

type Tally = { created: Set<string>; refused: Record<string, number> };

/** The first subscription also lists these types, of changes of flags and of people. */
const types_of_people = ["compliance.status_changed", "user.updated"] as const;

function headersOfClient(): Record<string, string> {
  const { secret } = organisation.clients["HR sync"]!;
  return { "x-tenant-code": organisation.code, "x-api-key": secret, "content-type": "application/json" };
}

/** Changes each person once, repeating the request until it has succeeded. Repeating a change that was made emits nothing. */
async function changePeople(base_url: string, next: () => Promise<string | null>, signal: AbortSignal): Promise<void> {
  const body = JSON.stringify({ job_title: "Welder" });
  for (let id = await next(); id !== null; id = await next()) {
    for (let status = 0; status !== 200 && !signal.aborted; await sleep(50)) {
      const change = { method: "PATCH", headers: headersOfClient(), body };
      status = await fetch(`${base_url}/api/v1/users/${id}`, change).then(
        async (answer) => (await answer.text(), answer.status),
        () => 0,
      );
    }
  }
}

/** Assigns all pairs, repeating each request until its result is certain. */
async function write(base_url: string, next: () => Promise<number | null>, tally: Tally, signal: AbortSignal): Promise<void> {
  const headers = headersOfClient();
  for (let pair = await next(); pair !== null; pair = await next()) {
    const body = JSON.stringify({ employee_no: `P${pair % people}`, course_code: `C${Math.floor(pair / people)}` });
    while (!signal.aborted) {
      try {
        const answer = await fetch(`${base_url}/api/v1/enrollments`, { method: "POST", headers, body });
        const record = (await answer.json()) as { id?: string; enrollment_id?: string };
        // 409: an earlier try, whose answer was lost, had succeeded.
        const id = answer.status === 201 ? record.id : answer.status === 409 ? record.enrollment_id : undefined;
        if (id !== undefined) {
          tally.created.add(id);
          break;
        }
        tally.refused[answer.status] = (tally.refused[answer.status] ?? 0) + 1;
      } catch {
        tally.refused["broken"] = (tally.refused["broken"] ?? 0) + 1;
      }
      await sleep(50);
    }
  }
}

/** Every started process; all are ended after the test, whether it passes or fails. */
const started: Process[] = [];

function start(...args: Parameters<typeof startProcess>): Process {
  const one = startProcess(...args);
  started.push(one);
  return one;
}

/** The database's state of deliveries, each named by its path and its event. */
async function standingOf(deliveries: readonly string[]): Promise<string> {
  const ids = deliveries.map((one) => one.split(" ")[1]);
  const { rows } = await database.superuser.query("select * from webhook_delivery where event_id = any ($1::uuid[])", [ids]);
  return JSON.stringify(rows);
}

type Worker = { process: Process; metrics_url: string };

async function startWorker(): Promise<Worker> {
  const port = await findFreePort();
  const process = start("worker", { ...env, METRICS_PORT: String(port) });
  return { process, metrics_url: `http://127.0.0.1:${port}/metrics` };
}

/** Waits until workers have attempts in progress. If they have finished before that was seen, `more` allows further events. */
async function untilBusy(workers: readonly Worker[], more: () => void): Promise<void> {
  let idle_ms = performance.now();
  for (const ends_ms = performance.now() + busy_ms_max; performance.now() < ends_ms; await sleep(10)) {
    if ((await Promise.all(workers.map(inFlight))).some((number) => number > 0)) return;
    if (performance.now() - idle_ms < idle_ms_max) continue;
    more();
    idle_ms = performance.now();
  }
  throw new Error("no worker has found anything to do");
}

async function inFlight({ metrics_url }: Worker): Promise<number> {
  try {
    const text = await (await fetch(metrics_url)).text();
    return Number(/^webhook_attempts_in_flight (\d+)/m.exec(text)?.[1] ?? 0);
  } catch {
    return 0; // not up yet
  }
}

test("WH3 CO4 FT1: kills of workers and API and restarts of PostgreSQL lose nothing, and what comes twice was under way", async (t) => {
  const subscribed = [];
  for (let place = 0; place < subscriptions; place += 1) {
    const types = ["enrollment.assigned", ...(place === 0 ? types_of_people : [])] as const;
    subscribed.push(await subscribe(database, organisation, "HR sync", `${receiver.origin}/${place}`, types));
  }
  const port = await findFreePort();
  const startApi = () => start("api", { ...env, PORT: String(port) });
  let api = startApi();
  let workers = [await startWorker(), await startWorker()];
  const tally: Tally = { created: new Set(), refused: {} };
  // Events are spread over the kills: this many are allowed so far.
  const spread = { pair: 0, allowed: 0 };
  const more = () => void (spread.allowed = Math.min(events_wanted, spread.allowed + writers));
  const stopped = new AbortController();
  t.after(() => stopped.abort());
  const next = async () => {
    while (spread.pair >= spread.allowed && spread.allowed < events_wanted && !stopped.signal.aborted) await sleep(10);
    return spread.pair < events_wanted && !stopped.signal.aborted ? spread.pair++ : null;
  };
  const base_url = `http://127.0.0.1:${port}`;
  const unchanged = (await database.superuser.query<{ id: string }>("select id from person")).rows.map(({ id }) => id);
  const nextPerson = async () => {
    const isAhead = () => unchanged.length * events_wanted <= (events_wanted - spread.allowed) * people;
    while (unchanged.length > 0 && isAhead() && !stopped.signal.aborted) await sleep(10);
    return stopped.signal.aborted ? null : (unchanged.pop() ?? null);
  };
  const writing = Promise.all([
    ...Array.from({ length: writers }, () => write(base_url, next, tally, stopped.signal)),
    changePeople(base_url, nextPerson, stopped.signal),
  ]);

  // Deliveries in progress when a process dies may arrive twice.
  let in_flight = 0;
  const count = async (text: string) => {
    for (;;) {
      try {
        return Number((await database.superuser.query(text)).rows[0].count);
      } catch {
        await sleep(50); // PostgreSQL is on its way back
      }
    }
  };
  const claimed = () =>
    count("select count(*) from webhook_delivery_pending where claim_id is not null and due_us > infra.now_us()");
  const rounds = worker_kills / 2;
  for (let round = 0; round < rounds; round += 1) {
    spread.allowed = Math.max(spread.allowed, Math.ceil((events_wanted * (round + 1)) / (rounds + 1)));
    await untilBusy(workers, more);
    await Promise.all(workers.map((worker) => worker.process.end("SIGKILL")));
    in_flight += await claimed();
    // All claims belong to dead workers now. The clock is advanced past the half minute after which others take over.
    await database.clock.advance(lease_s + 1);
    workers = [await startWorker(), await startWorker()];
    if (round % Math.ceil(rounds / api_kills) === 0) {
      await api.end("SIGKILL");
      api = startApi();
    }
    if (round % (rounds / restarts.length) === 2) {
      await untilBusy(workers, more);
      in_flight += await claimed();
      await cluster.restart(restarts[Math.floor(round / (rounds / restarts.length))]!);
    }
  }
  spread.allowed = events_wanted;
  await writing;
  const ends_ms = performance.now() + drained_ms_max;
  while ((await count("select count(*) from webhook_delivery where ended_on = 'infinity'")) > 0) {
    assert.ok(performance.now() < ends_ms, "what was pending has not been delivered");
    await sleep(500);
  }
  await Promise.all([api.end("SIGTERM"), ...workers.map((worker) => worker.process.end("SIGTERM"))]);

  assert.equal(tally.created.size, events_wanted);
  assert.equal(await count("select count(*) from enrollment"), events_wanted);
  const events = await database.superuser.query<{ id: string; enrollment_id: string }>(
    `select id, convert_from(body, 'UTF8')::json -> 'data' -> 'enrollment' ->> 'id' as enrollment_id
     from event where type = 'enrollment.assigned'`,
  );
  assert.deepEqual(new Set(events.rows.map((row) => row.enrollment_id)), tally.created, "CO4: each enrollment is told");
  assert.equal(events.rows.length, events_wanted, "CO4: once");

  const times = new Map<string, number>();
  for (const { path, headers } of receiver.received) {
    const key = `${path} ${String(headers["x-lms-event-id"])}`;
    times.set(key, (times.get(key) ?? 0) + 1);
  }
  const wanted = events.rows.flatMap(({ id }) => Array.from({ length: subscriptions }, (_, place) => `/${place} ${id}`));
  // Each assignment started one flag, and each person changed once.
  for (const [type, causes] of [
    ["compliance.status_changed", events_wanted],
    ["user.updated", people],
  ] as const) {
    const { rows } = await database.superuser.query<{ id: string }>("select id from event where type = $1", [type]);
    assert.equal(rows.length, causes, `${type}: once for each cause`);
    wanted.push(...rows.map(({ id }) => `/0 ${id}`));
  }
  const never_came = wanted.filter((one) => !times.has(one));
  assert.deepEqual(never_came, [], `each subscription got each event that it lists: ${await standingOf(never_came)}`);
  assert.equal(times.size, wanted.length, "no receiver got an event that did not happen");
  const duplicates = receiver.received.length - times.size;
  assert.ok(duplicates <= in_flight, `${duplicates} came twice, and only ${in_flight} were under way at a death`);
  const failed = await count("select count(*) from webhook_delivery where status <> 'succeeded'");
  assert.equal(failed, 0);
  t.diagnostic(
    `${events_wanted} events to ${subscriptions} subscriptions; ${worker_kills} kills of workers at work, ${api_kills} of the API, ${restarts.length} restarts of PostgreSQL; ${duplicates} came twice of ${in_flight} under way; requests without an answer or refused: ${JSON.stringify(tally.refused)}`,
  );
});
