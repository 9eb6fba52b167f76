import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  arrangeClient,
  askForToken,
  byBasic,
  byKey,
  byToken,
  change,
  insist,
  knock,
  read_path,
  type TestClient,
} from "../authentication/arrange.ts";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { startServer, type TestServer } from "../harness/server.ts";

let database: TestDatabase;
let nodes: [TestServer, TestServer];

before(async () => {
  database = await openDatabase();
  nodes = [await startServer(database, { connections_max: 10 }), await startServer(database, { connections_max: 10 })];
});
after(async () => {
  await Promise.all(nodes.map((node) => node.close()));
  await database.close();
});

const noon = "2026-06-01T12:00:00.000Z";

test("RL1 a fresh client gets exactly 30 of 80 requests at once over two nodes, in each of 10 runs", async () => {
  await database.clock.freeze(noon);
  for (let run = 1; run <= 10; run += 1) {
    const client = await arrangeClient(database);
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, index) => insist(nodes[index % 2]!.url + read_path, { headers: byKey(client) })),
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

test("RL2 who keeps knocking 5 times a second for 60 s after the bucket is empty gets in 20 times", async () => {
  await database.clock.freeze(noon);
  const client = await arrangeClient(database);
  for (let request = 1; request <= 30; request += 1) assert.equal((await read(client)).status, 200);
  let admitted = 0;
  for (let knocked = 1; knocked <= 300; knocked += 1) {
    await database.clock.advance(0.2);
    admitted += Number((await read(client)).status === 200);
  }
  assert.ok(Math.abs(admitted - 20) <= 1, `${admitted} admitted`);
});

test("RL5 1,000 refused POSTs move neither bucket nor day, store nothing and report nothing", async () => {
  await database.clock.freeze(noon);
  const client = await arrangeClient(database);
  for (let request = 1; request <= 30; request += 1) await read(client);
  const before = await stateOf(client);
  const rows = await countRows();
  for (let batch = 1; batch <= 50; batch += 1) {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => createPerson(client, `R-${batch}-${index}`)));
    assert.ok(answers.every((answer) => answer.status === 429));
  }
  assert.deepEqual(await stateOf(client), before);
  assert.deepEqual(await countRows(), rows);
  await database.clock.advance(3);
  assert.equal((await createPerson(client, "R-LAST")).status, 201, "the same request passes with the next token");
  assert.notDeepEqual(await countRows(), rows);
});

test("RL7 an API key and two tokens share one bucket over two nodes (SCIM joins with its own routes)", async () => {
  await database.clock.freeze(noon);
  const client = await arrangeClient(database);
  const tokens = [
    (await askForToken(nodes[0].url, byBasic(client))).body.access_token as string,
    (await askForToken(nodes[1].url, byBasic(client), { grant_type: "client_credentials", scope: "users:read" })).body
      .access_token as string,
  ];
  const ways = [byKey(client), byToken(client, tokens[0]!), byToken(client, tokens[1]!)];
  const statuses: number[] = [];
  for (let request = 0; request < 45; request += 1) {
    statuses.push((await knock(nodes[request % 2]!.url + read_path, { headers: ways[request % 3]! })).status);
  }
  assert.deepEqual(statuses, [...Array<number>(30).fill(200), ...Array<number>(15).fill(429)]);
});

test("RL7 a lowered burst, rate or daily quota acts on the next request, and so does a raised one", async () => {
  await database.clock.freeze(noon);
  const client = await arrangeClient(database, { rate: { per_minute: 60, burst: 100, per_day: 5_000 } });
  const shown = async () => {
    const { status, headers } = await read(client);
    return [status, headers["ratelimit-limit"], headers["ratelimit-remaining"], headers["ratelimit-policy"]];
  };
  assert.deepEqual(await shown(), [200, "100", "99", "60;w=60;burst=100, 5000;w=86400"]);
  await change(database, "client", client.client_id, "rate_burst = 3");
  assert.deepEqual(await shown(), [200, "3", "1", "60;w=60;burst=3, 5000;w=86400"]);
  await change(database, "client", client.client_id, "rate_per_minute = 30");
  // Two requests have left a debt of two seconds, which is one whole token at the new rate of one in two seconds.
  assert.deepEqual(await shown(), [200, "3", "1", "30;w=60;burst=3, 5000;w=86400"]);
  await change(database, "client", client.client_id, "rate_per_day = 4");
  assert.deepEqual(await shown(), [200, "3", "0", "30;w=60;burst=3, 4;w=86400"]);
  assert.deepEqual(await shown(), [429, "3", "0", "30;w=60;burst=3, 4;w=86400"]);
  await change(database, "client", client.client_id, "rate_per_day = null, rate_burst = null, rate_per_minute = null");
  assert.equal((await read(client)).status, 200);
});

test("RL7 a client's own limits never exceed the contract's, and a raised contract acts at once", async () => {
  await database.clock.freeze(noon);
  const client = await arrangeClient(database, { rate: { per_minute: 20, burst: 2, per_day: 5_000 } });
  await change(database, "client", client.client_id, "rate_burst = 100");
  assert.deepEqual([(await read(client)).status, (await read(client)).status, (await read(client)).status], [200, 200, 429]);
  await database.superuser.query("update tenant set rate_burst = 5 where id = $1", [client.tenant_id]);
  const answer = await read(client);
  assert.deepEqual([answer.status, answer.headers["ratelimit-remaining"]], [200, "2"]);
});

test("TM1 after any step of the clock the bucket is usable again within the time it takes to fill", async () => {
  const client = await arrangeClient(database);
  for (const hours of [1, -1, 24, -24]) {
    await database.clock.freeze(noon);
    await database.superuser.query("delete from rate_bucket where client_id = $1", [client.client_id]);
    for (let request = 1; request <= 30; request += 1) await read(client);
    await database.clock.advance(hours * 3_600);
    const answer = await read(client);
    assert.ok(
      Number(answer.headers["ratelimit-reset"]) <= 90,
      `${hours} h: full in ${String(answer.headers["ratelimit-reset"])} s`,
    );
    await database.clock.advance(90);
    assert.equal((await read(client)).headers["ratelimit-remaining"], "29", `${hours} h`);
  }
});

function read(client: TestClient) {
  return knock(nodes[0].url + read_path, { headers: byKey(client) });
}

function createPerson(client: TestClient, employee_no: string) {
  return knock(`${nodes[0].url}/api/v1/users`, {
    method: "POST",
    headers: { ...byKey(client), "content-type": "application/json" },
    body: JSON.stringify({ employee_no, first_name: "Anna", last_name: "Kowalska", email: `${employee_no}@muster.example` }),
  });
}

async function stateOf(client: TestClient): Promise<unknown> {
  const { rows } = await database.superuser.query("select tat_us, day_no, used from rate_bucket where client_id = $1", [
    client.client_id,
  ]);
  return rows;
}

async function countRows(): Promise<unknown> {
  const { rows } = await database.superuser.query(
    "select (select count(*) from person) people, (select count(*) from event) events, (select count(*) from audit_log) records",
  );
  return rows[0];
}
