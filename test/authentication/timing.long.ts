import assert from "node:assert/strict";
import { generateKeyPairSync, sign } from "node:crypto";
import { Agent, request } from "node:http";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { jwt_bearer } from "../../server/features/clients/public-keys/assertion.ts";
import { newId } from "../../server/platform/ids.ts";
import { addKey, arrangeClient, read_path, token_path } from "./arrange.ts";
import { arrangeCauses, ways } from "./causes.ts";

// AU2, after the method of dudect: samples of all causes are taken in turns, so that other load on the machine affects all of
// them equally. Then every pair of causes is compared. A request without credentials is not included, because its sender knows
// why it failed.

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
  const lanes: Lane[] = (await arrangeCauses(database))
    .filter(({ name }) => name !== "no credentials")
    .flatMap(({ name, headers }) =>
      ways.flatMap((way) => (headers[way] ? [laneOf(way, name, headers[way], "grant_type=client_credentials")] : [])),
    );
  lanes.push(...(await arrangeSigned()));
  for (let round = -warm_up_rounds; round < samples_per_cause; round += 1) {
    for (const lane of shuffled(lanes)) {
      const time_ms = await timeOf(lane);
      if (round >= 0) lane.times[round] = time_ms;
    }
  }
  const pairs = timed_ways.flatMap((way) => comparePairs(lanes.filter((lane) => lane.way === way)));
  assert.ok(pairs.length > 150, `${pairs.length} pairs`);
  for (const way of timed_ways) t.diagnostic(summaryOf(way, lanes, pairs));
  const told = pairs.filter(
    ({ difference_ms, auc }) => Math.abs(difference_ms) > median_difference_max_ms || auc < auc_range[0] || auc > auc_range[1],
  );
  assert.deepEqual(told, []);
});

const timed_ways = [...ways, "signed"] as const;
type TimedWay = (typeof timed_ways)[number];
type Lane = { way: TimedWay; name: string; headers: Record<string, string>; form: string; times: Float64Array };

function laneOf(way: TimedWay, name: string, headers: Record<string, string>, form: string): Lane {
  return { way, name, headers, form, times: new Float64Array(samples_per_cause) };
}

/** What an attacker without a private key may probe: whether a client exists, and whether it has a certain key. */
async function arrangeSigned(): Promise<Lane[]> {
  const client = await arrangeClient(database);
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { kid } = await addKey(database, client, publicKey.export({ format: "jwk" }));
  const lane = (name: string, sub: string, by: string) => {
    const parts = [
      { alg: "ES256", kid: by },
      { iss: sub, sub, aud: "https://muster.example", exp: 1, jti: "one" },
    ];
    const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
    const signature = sign("sha256", Buffer.from(`${text}.`), { key: privateKey, dsaEncoding: "ieee-p1363" }).toString(
      "base64url",
    );
    const form = {
      grant_type: "client_credentials",
      client_assertion_type: jwt_bearer,
      client_assertion: `${text}.${signature}`,
    };
    return laneOf("signed", name, { "x-tenant-code": client.tenant_code }, new URLSearchParams(form).toString());
  };
  return [
    lane("unknown client", newId(), kid),
    lane("unknown kid", client.client_id, thumbprint_of_nobody),
    lane("wrong signature", client.client_id, kid),
  ];
}

const thumbprint_of_nobody = "A".repeat(43);

type Pair = { way: TimedWay; names: [string, string]; difference_ms: number; auc: number };

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

/** The probability that a sample of `a` is greater than one of `b`: 0.5 if they cannot be distinguished (Mann–Whitney). */
function areaUnderCurve(a: Float64Array, b: Float64Array): number {
  const sorted = b.toSorted();
  let greater = 0;
  for (const time of a) greater += (countBelow(sorted, time, false) + countBelow(sorted, time, true)) / 2;
  return greater / (a.length * b.length);
}

/** How many of the sorted values are less than the limit, or equal to it if `inclusive`. */
function countBelow(sorted: Float64Array, limit: number, inclusive: boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < limit || (inclusive && sorted[middle] === limit)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function summaryOf(way: TimedWay, lanes: readonly Lane[], pairs: readonly Pair[]): string {
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

/**
 * The time from sending to the end of the answer, in ms. Every request comes from an address of its own, so that none is blocked.
 */
function timeOf({ way, headers, form: text }: Lane): Promise<number> {
  asked += 1;
  const has_form = way === "basic" || way === "signed";
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const address = `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`;
  const form = has_form ? { "content-type": "application/x-www-form-urlencoded", "content-length": String(text.length) } : {};
  const started = performance.now();
  const sent = request(
    server.url + (has_form ? token_path : read_path),
    { agent, method: has_form ? "POST" : "GET", headers: { ...headers, ...form, "x-forwarded-for": address } },
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
  sent.end(has_form ? text : undefined);
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
