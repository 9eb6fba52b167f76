import assert from "node:assert/strict";
import { Agent, request } from "node:http";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { read_path, token_path } from "./arrange.ts";
import { arrangeCauses, ways, type Way } from "./causes.ts";

// AU2, after the method of dudect: samples of all causes are taken in turns, so that whatever else the machine does meets
// all of them alike; then every pair of causes is compared. A request that shows no credential at all is not among them:
// who sends it knows why it failed.

const samples_per_cause = 2_000;
const warm_up_rounds = 100;
const median_difference_max_ms = 0.1;
const auc_range = [0.45, 0.55] as const;

let database: TestDatabase;
let server: TestServer;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

before(async () => {
  database = await openDatabase();
  server = await startServer(database, { trust_proxy: "127.0.0.1/32" });
});
after(async () => {
  agent.destroy();
  await server.close();
  await database.close();
});

test("AU2 the time of a 401 tells no cause from another: medians within 0.1 ms, AUC within 0.45 to 0.55 for each pair", async (t) => {
  const lanes = (await arrangeCauses(database))
    .filter(({ name }) => name !== "no credentials")
    .flatMap(({ name, headers }) =>
      ways.flatMap((way) =>
        headers[way] ? [{ way, name, headers: headers[way], times: new Float64Array(samples_per_cause) }] : [],
      ),
    );
  for (let round = -warm_up_rounds; round < samples_per_cause; round += 1) {
    for (const lane of shuffled(lanes)) {
      const time_ms = await timeOf(lane.way, lane.headers);
      if (round >= 0) lane.times[round] = time_ms;
    }
  }
  const pairs = ways.flatMap((way) => comparePairs(lanes.filter((lane) => lane.way === way)));
  assert.ok(pairs.length > 150, `${pairs.length} pairs`);
  for (const way of ways) t.diagnostic(summaryOf(way, lanes, pairs));
  const told = pairs.filter(
    ({ difference_ms, auc }) => Math.abs(difference_ms) > median_difference_max_ms || auc < auc_range[0] || auc > auc_range[1],
  );
  assert.deepEqual(told, []);
});

type Lane = { way: Way; name: string; times: Float64Array };
type Pair = { way: Way; names: [string, string]; difference_ms: number; auc: number };

function comparePairs(lanes: readonly Lane[]): Pair[] {
  return lanes.flatMap((a, index) =>
    lanes.slice(index + 1).map((b) => ({
      way: a.way,
      names: [a.name, b.name] as [string, string],
      difference_ms: median(a.times) - median(b.times),
      auc: areaUnderCurve(a.times, b.times),
    })),
  );
}

function median(times: Float64Array): number {
  const sorted = times.toSorted();
  return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2;
}

/** The chance that a sample of `a` is greater than one of `b`: 0.5 when nothing tells them apart (Mann–Whitney). */
function areaUnderCurve(a: Float64Array, b: Float64Array): number {
  const sorted = b.toSorted();
  let greater = 0;
  for (const time of a) greater += (countBelow(sorted, time, false) + countBelow(sorted, time, true)) / 2;
  return greater / (a.length * b.length);
}

/** How many of the sorted values are less than the limit, or not greater. */
function countBelow(sorted: Float64Array, limit: number, inclusive: boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < limit || (inclusive && sorted[middle] === limit)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function summaryOf(way: Way, lanes: readonly Lane[], pairs: readonly Pair[]): string {
  const mine = pairs.filter((pair) => pair.way === way);
  const widest = mine.toSorted((x, y) => Math.abs(y.difference_ms) - Math.abs(x.difference_ms))[0]!;
  const sharpest = mine.toSorted((x, y) => Math.abs(y.auc - 0.5) - Math.abs(x.auc - 0.5))[0]!;
  const medians = lanes.filter((lane) => lane.way === way).map((lane) => `${lane.name} ${median(lane.times).toFixed(3)}`);
  return (
    `${way}: widest medians ${widest.difference_ms.toFixed(3)} ms (${widest.names.join(" / ")}), ` +
    `sharpest AUC ${sharpest.auc.toFixed(3)} (${sharpest.names.join(" / ")}); medians in ms: ${medians.join(", ")}`
  );
}

let asked = 0;

/** From sending to the end of the answer, in ms; every request comes from an address of its own, so that none is blocked. */
function timeOf(way: Way, headers: Record<string, string>): Promise<number> {
  asked += 1;
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const address = `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`;
  const form = way === "basic" ? { "content-type": "application/x-www-form-urlencoded", "content-length": "29" } : {};
  const started = performance.now();
  const sent = request(
    server.url + (way === "basic" ? token_path : read_path),
    { agent, method: way === "basic" ? "POST" : "GET", headers: { ...headers, ...form, "x-forwarded-for": address } },
    (answer) => {
      answer.resume();
      answer.on("end", () => {
        const time_ms = performance.now() - started;
        if (answer.statusCode === 401) resolve(time_ms);
        else reject(new Error(`answered ${String(answer.statusCode)}`));
      });
    },
  );
  sent.on("error", reject);
  sent.end(way === "basic" ? "grant_type=client_credentials" : undefined);
  return promise;
}

function shuffled<T>(list: readonly T[]): T[] {
  const out = [...list];
  for (let at = out.length - 1; at > 0; at -= 1) {
    const other = Math.floor(Math.random() * (at + 1));
    [out[at], out[other]] = [out[other]!, out[at]!];
  }
  return out;
}
