import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { arrangeClient, byKey, knock, read_path } from "../authentication/arrange.ts";

let database: TestDatabase;
let nodes: TestServer[];

before(async () => {
  database = await openDatabase();
  nodes = [await startServer(database, { connections_max: 10 }), await startServer(database, { connections_max: 10 })];
});
after(async () => {
  await Promise.all(nodes.map((node) => node.close()));
  await database.close();
});

test("RL1 a fresh client gets exactly 30 of 80 requests at once over two nodes, in each of 10 runs", async () => {
  await database.clock.freeze("2026-06-01T12:00:00Z");
  for (let run = 1; run <= 10; run += 1) {
    const client = await arrangeClient(database);
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, index) => knock(nodes[index % 2]!.url + read_path, { headers: byKey(client) })),
    );
    const statuses = Object.groupBy(answers, (answer) => answer.status);
    assert.deepEqual(Object.keys(statuses).sort(), ["200", "429"], `run ${run}`);
    assert.equal(statuses[200]!.length, 30, `run ${run}`);
    const left = statuses[200]!.map((answer) => Number(answer.headers["ratelimit-remaining"])).sort((a, b) => b - a);
    assert.deepEqual(
      left,
      Array.from({ length: 30 }, (_, index) => 29 - index),
      `run ${run}: every place was given once`,
    );
  }
});
