// TI6 and AU10: how an organisation's excess requests, or a flood of sign-ins, affect the requests of another organisation. Quiet
// and noisy periods alternate, so that other load on the machine affects both equally. The limit applies only if the machine was
// otherwise idle.
import assert from "node:assert/strict";
import { Agent, request } from "node:http";
import { loadavg } from "node:os";
import { after, before, test, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { arrangeClient, byKey, read_path, type TestClient } from "../authentication/arrange.ts";
import { needsServer, openDatabase, type TestDatabase } from "../harness/database.ts";
import { findFreePort } from "../harness/machine/cluster.ts";
import { startProcess, type Process } from "../harness/machine/processes.ts";
import { own_page } from "../harness/panel/panel.ts";
import { patience_ms } from "../harness/patience.ts";

const skip = needsServer();
const turns = 6;
const samples_per_turn = 250;
/** One request after the other, at most one in this interval. */
const sample_interval_ms = 20;
const connections = 200;
const limit_per_minute = 600;
/** Ten times the rate limit of the noisy organisation. */
const noise_per_s = (limit_per_minute / 60) * 10;
const sign_ins_per_s = 50;
const ratio_max = 2;
/** A higher load means that other programs use the processors: the average number of waiting processes in the last minute. */
const quiet_load_max = 1;
const [load] = loadavg() as [number];
const unlimited = { per_minute: 100_000, burst: 100_000, per_day: 1_000_000 };

let database: TestDatabase;
let api: Process;
let url: string;
let quiet: TestClient;
let noisy: TestClient;

before(async () => {
  if (skip) return;
  database = await openDatabase();
  noisy = await arrangeClient(database, {
    tenant_code: "NOISY",
    rate: { per_minute: limit_per_minute, burst: 30, per_day: 1_000_000 },
  });
  quiet = await arrangeClient(database, { tenant_code: "QUIET", rate: unlimited });
  const port = await findFreePort();
  url = `http://127.0.0.1:${port}`;
  api = startProcess("api", {
    DATABASE_URL: (database.connection as { url: string }).url,
    SECRET_KEY: "v1:a-test-secret-of-at-least-32-characters",
    HOST: "127.0.0.1",
    PORT: String(port),
    BASE_URL: "https://muster.example",
    TRUST_PROXY: "127.0.0.1/32",
    STOP_DELAY_S: "0",
    LOG_LEVEL: process.env["TEST_LOG"] ?? "fatal",
  });
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    );
  for (const ends_ms = performance.now() + patience_ms * 2; !(await isReady()); await sleep(50))
    if (performance.now() > ends_ms) throw new Error("the API has not come up");
});
after(async () => {
  await api?.end("SIGKILL");
  await database?.close();
});

type Sent = { status: number; took_ms: number };

function send(agent: Agent, method: string, path: string, headers: Record<string, string>, body = ""): Promise<Sent> {
  const { promise, resolve, reject } = Promise.withResolvers<Sent>();
  const began_ms = performance.now();
  const sent = request(url + path, { agent, method, headers }, (answer) => {
    answer.resume();
    answer.on("end", () => resolve({ status: answer.statusCode!, took_ms: performance.now() - began_ms }));
  });
  sent.on("error", reject);
  sent.end(body);
  return promise;
}

/** Calls `one` at a steady rate; the returned function stops it and waits for the calls under way. */
function repeat(per_s: number, one: (number: number) => Promise<void>): () => Promise<void> {
  const under_way = new Set<Promise<void>>();
  let number = 0;
  const began_ms = performance.now();
  const timer = setInterval(() => {
    for (; number < ((performance.now() - began_ms) / 1_000) * per_s; number += 1) {
      const running = one(number).finally(() => under_way.delete(running));
      under_way.add(running);
    }
  }, 5);
  return async () => {
    clearInterval(timer);
    await Promise.all(under_way);
  };
}

/** The times of the quiet organisation's requests, without and with the load that `make` starts. */
async function compare(make: () => () => Promise<void>): Promise<{ alone: number[]; beside: number[] }> {
  const times = { alone: [] as number[], beside: [] as number[] };
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const sample = async (into: number[] | null) => {
    const { status, took_ms } = await send(agent, "GET", read_path, byKey(quiet));
    assert.equal(status, 200);
    into?.push(took_ms);
    await sleep(Math.max(0, sample_interval_ms - took_ms));
  };
  for (let count = 0; count < samples_per_turn; count += 1) await sample(null);
  for (let turn = 0; turn < turns; turn += 1) {
    for (let count = 0; count < samples_per_turn; count += 1) await sample(times.alone);
    const end = make();
    for (let count = 0; count < samples_per_turn; count += 1) await sample(times.beside);
    await end();
  }
  agent.destroy();
  return times;
}

function judge(t: TestContext, { alone, beside }: { alone: number[]; beside: number[] }, more: string): void {
  const [quiet_ms, noisy_ms] = [p99(alone), p99(beside)];
  t.diagnostic(`p99 ${quiet_ms.toFixed(1)} ms alone, ${noisy_ms.toFixed(1)} ms beside it; ${more}`);
  if (load > quiet_load_max) return t.skip(`the machine is not quiet: its load was ${load.toFixed(1)}`);
  assert.ok(noisy_ms <= quiet_ms * ratio_max);
}

const listed = (seen: ReadonlyMap<number, number>) => [...seen].map(([status, count]) => `${count} × ${status}`).join(", ");
const p99 = (times: readonly number[]) => times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)]!;

test("TI6 an organisation at ten times its limit over 200 connections at most doubles another one's p99", { skip }, async (t) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, scheduling: "fifo" });
  t.after(() => agent.destroy());
  const seen = new Map<number, number>();
  // All connections are open from the start, and are used in turn.
  const one = async () => {
    const { status } = await send(agent, "GET", read_path, byKey(noisy));
    seen.set(status, (seen.get(status) ?? 0) + 1);
  };
  await Promise.all(Array.from({ length: connections }, one));
  const times = await compare(() => repeat(noise_per_s, one));
  assert.deepEqual(new Set(seen.keys()), new Set([200, 429]));
  judge(t, times, `the noisy one was answered ${listed(seen)}`);
});

test("AU10 50 sign-ins a second at most double the p99 of requests", { skip }, async (t) => {
  const agent = new Agent({ keepAlive: true });
  t.after(() => agent.destroy());
  const seen = new Map<number, number>();
  let asked = 0;
  const times = await compare(() =>
    repeat(sign_ins_per_s, async () => {
      asked += 1;
      const address = `10.${asked >> 16}.${(asked >> 8) & 255}.${asked & 255}`;
      const headers = { ...own_page, "content-type": "application/json", "x-forwarded-for": address };
      const body = { tenant_code: "QUIET", login: `nobody${asked}@acme.example`, password: "three green bicycles" };
      const { status } = await send(agent, "POST", "/panel/api/sign-in", headers, JSON.stringify(body));
      seen.set(status, (seen.get(status) ?? 0) + 1);
    }),
  );
  assert.ok([...seen.keys()].every((status) => status === 401 || status === 503));
  judge(t, times, `sign-ins were answered ${listed(seen)}`);
});
