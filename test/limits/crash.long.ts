// RL9: admitting a request does not wait for the disk, so a crash of the database loses at most the last second of counts.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { arrangeClient, byKey, knock, read_path } from "../authentication/arrange.ts";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { clusterUrl, startCluster, type Cluster } from "../harness/machine/cluster.ts";
import { startServer, type TestServer } from "../harness/server.ts";

const forgotten_ms_max = 1_000;
const runs = 5;
const burst = 30;
const per_day = 5_000;

let cluster: Cluster | string;
let database: TestDatabase;
let server: TestServer;

before(async () => {
  cluster = await startCluster();
  if (typeof cluster === "string") return;
  process.env["TEST_DATABASE_URL"] = clusterUrl(cluster);
  database = await openDatabase();
  server = await startServer(database);
});
after(async () => {
  await server?.close();
  await database?.close();
  if (typeof cluster === "object") await cluster.stop();
});

test("RL9 a crash of the database forgets at most what was admitted in the last second, and no hundredth of the day's quota", async (t) => {
  if (typeof cluster === "string") return t.skip(cluster);
  const kept: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const client = await arrangeClient(database, { rate: { per_minute: 20, burst, per_day } });
    await database.clock.freeze("2026-06-01T12:00:00.000Z");
    const read = () => knock(server.url + read_path, { headers: byKey(client) });
    for (let count = 1; count <= 10; count += 1) assert.equal((await read()).status, 200);
    // The promise is a time, and the database's WAL writer runs by the machine's clock, so the test must really wait.
    await sleep(forgotten_ms_max);
    for (let count = 1; count <= 10; count += 1) assert.equal((await read()).status, 200);
    await cluster.restart("immediate");
    let answer = await read();
    while (answer.status === 503) answer = await read();
    let admitted = 0;
    for (; answer.status === 200; answer = await read()) admitted += 1;
    assert.equal(answer.status, 429);
    const { rows } = await database.superuser.query<{ used: number }>("select used from rate_bucket where client_id = $1", [
      client.client_id,
    ]);
    const remembered = burst - admitted;
    assert.equal(rows[0]!.used - admitted, remembered, "the day's count has forgotten what the bucket has");
    assert.ok(remembered >= 10 && remembered <= 20, `${remembered} of 20 remembered`);
    assert.ok(20 - remembered <= per_day / 100);
    kept.push(remembered);
  }
  t.diagnostic(`of 20 requests, 10 of them in the moment before the crash, ${kept.join(", ")} were remembered`);
});
