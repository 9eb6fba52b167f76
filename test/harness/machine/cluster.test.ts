import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type Cluster, clusterUrl, startCluster } from "./cluster.ts";

test("a cluster answers, keeps its rows over a crash, and leaves nothing behind", async (t) => {
  const cluster = await startCluster({ tcp: true });
  if (typeof cluster === "string") return t.skip(cluster);
  t.after(() => cluster.stop());

  await query(clusterUrl(cluster), "create table kept as select 1 as one");
  await cluster.restart("immediate");
  assert.deepEqual(await query(clusterUrl(cluster), "select one from kept"), [{ one: 1 }]);
  await cluster.restart("fast");
  const by_tcp = `postgres://postgres@127.0.0.1:${cluster.port}/postgres`;
  assert.deepEqual(await query(by_tcp, "select datcollate from pg_database where datname = current_database()"), [
    { datcollate: "C.UTF-8" },
  ]);

  await cluster.stop();
  assert.equal(existsSync(cluster.host), false);
});

test("a cluster ends with the process that started it, also when that is killed", async (t) => {
  const program = `
    import { startCluster } from ${JSON.stringify(new URL("./cluster.ts", import.meta.url).href)};
    process.stdout.write(JSON.stringify(await startCluster()));
    setInterval(() => {}, 1_000);`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(() => child.kill("SIGKILL"));
  const [said] = await once(child.stdout.setEncoding("utf8"), "data");
  const cluster = JSON.parse(said) as Cluster | string;
  child.kill("SIGKILL");
  await once(child, "exit");
  if (typeof cluster === "string") return t.skip(cluster);
  // If the folder is not removed, the runner's time limit ends this loop.
  while (existsSync(cluster.host)) await sleep(10);
});

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
