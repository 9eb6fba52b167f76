import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import {
  arrangeClient,
  askForToken,
  byBasic,
  byKey,
  byToken,
  insist,
  knock,
  read_path,
  type Answered,
  type TestClient,
} from "../authentication/arrange.ts";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { startServer, type TestServer } from "../harness/server.ts";

let database: TestDatabase;
let nodes: TestServer[];
let client: TestClient;

before(async () => {
  database = await openDatabase();
  nodes = [await start(), await start()];
});
after(async () => {
  await Promise.all(nodes.map((node) => node.close()));
  await database.close();
});
beforeEach(async () => {
  await database.clock.freeze("2026-06-01T12:00:00.000Z");
  await database.superuser.query("truncate infra.failed_authentication, infra.sliding_window");
  client = await arrangeClient(database);
});

test("RL8 the 61st token request of an address within a minute is 429 over two nodes, before credentials are read; other addresses are free", async () => {
  for (let count = 1; count <= 60; count += 1) {
    // Every request counts, even if its form cannot be read.
    const [form, status] = count % 2 === 0 ? (["grant_type=x", 401] as const) : (["%%%", 400] as const);
    const answer = await askForToken(node(count), {}, form, "127.0.0.2");
    assert.equal(answer.status, status, `request ${count}`);
    await database.clock.advance(0.5);
  }
  const refused = await askForToken(node(1), byBasic(client), undefined, "127.0.0.2");
  assert.equal(refused.status, 429);
  assert.equal(refused.body.limit_name, "token_requests");
  assert.equal(refused.headers["retry-after"], "30");
  assert.equal((await askForToken(node(0), byBasic(client), undefined, "127.0.0.3")).status, 200);
  assert.equal((await read(byKey(client), "127.0.0.2")).status, 200, "only the token endpoint is limited so");
});

test("RL8 the window of token requests slides: Retry-After is tight, and refused requests did not count", async () => {
  for (let count = 1; count <= 60; count += 1) await askForToken(node(0), {}, undefined, "127.0.0.2");
  await database.clock.advance(29.5);
  for (let knocked = 1; knocked <= 20; knocked += 1) {
    const refused = await askForToken(node(knocked), {}, undefined, "127.0.0.2");
    assert.deepEqual([refused.status, refused.headers["retry-after"]], [429, "31"]);
  }
  await database.clock.advance(30);
  assert.equal((await askForToken(node(0), {}, undefined, "127.0.0.2")).status, 429);
  await database.clock.advance(1);
  assert.equal((await askForToken(node(0), {}, undefined, "127.0.0.2")).status, 401);
});

test("RL8 exactly 60 of 100 token requests at once are let in over two nodes", async () => {
  const answers: Answered[] = [];
  for (let batch = 0; batch < 5; batch += 1) {
    answers.push(
      ...(await Promise.all(Array.from({ length: 20 }, (_, index) => askForToken(node(index), {}, undefined, "127.0.0.2")))),
    );
  }
  assert.equal(answers.filter((answer) => answer.status === 401).length, 60);
  assert.equal(answers.filter((answer) => answer.status === 429).length, 40);
});

test("RL8 the 11th token of a client within a minute is 429 over two nodes and two addresses; only issued ones count", async () => {
  const other = await arrangeClient(database);
  for (let count = 1; count <= 10; count += 1) {
    assert.equal((await askForToken(node(count), byBasic(client), undefined, "127.0.0.2")).status, 200);
    assert.equal(
      (await askForToken(node(count), byBasic(client), "grant_type=client_credentials&scope=x", "127.0.0.3")).status,
      400,
    );
    assert.equal(
      (await askForToken(node(count), { ...byBasic(client), "x-tenant-code": "NO-SUCH" }, undefined, "127.0.0.4")).status,
      401,
    );
  }
  for (const from of ["127.0.0.2", "127.0.0.3"]) {
    const refused = await askForToken(node(0), byBasic(client), undefined, from);
    assert.deepEqual([refused.status, refused.body.limit_name, refused.headers["retry-after"]], [429, "issued_tokens", "60"]);
  }
  assert.equal((await askForToken(node(0), byBasic(other), undefined, "127.0.0.2")).status, 200, "another client is free");
  await database.clock.advance(59);
  assert.equal((await askForToken(node(1), byBasic(client), undefined, "127.0.0.3")).status, 429);
  await database.clock.advance(1);
  assert.equal((await askForToken(node(1), byBasic(client), undefined, "127.0.0.3")).status, 200);
});

test("RL8 exactly 10 of 30 token requests of one client at once are granted over two nodes", async () => {
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) => askForToken(node(index), byBasic(client), undefined, `127.0.0.${2 + (index % 3)}`)),
  );
  assert.equal(answers.filter((answer) => answer.status === 200).length, 10);
  assert.equal(answers.filter((answer) => answer.status === 429).length, 20);
});

test("RL8 the 20th failure is 401 and blocks the address on every node for 600 s, valid credentials included, over a restart", async () => {
  const token = (await askForToken(node(0), byBasic(client))).body.access_token as string;
  const ways: Record<string, string>[] = [
    { "x-tenant-code": client.tenant_code, "x-api-key": `${client.secret}x` },
    { "x-tenant-code": client.tenant_code, authorization: `Bearer ${token}x` },
    { ...byBasic(client), "x-tenant-code": "NO-SUCH" },
  ];
  for (let failure = 0; failure < 20; failure += 1) {
    const wrong = ways[failure % 3]!;
    const answer =
      failure % 3 === 2
        ? await askForToken(node(failure), wrong, undefined, "127.0.0.2")
        : await read(wrong, "127.0.0.2", failure);
    assert.equal(answer.status, 401, `failure ${failure + 1}`);
    await database.clock.advance(2);
  }
  const everything = async () => [
    await read(byKey(client), "127.0.0.2", 0),
    await read(byToken(client, token), "127.0.0.2", 1),
    await askForToken(node(0), byBasic(client), undefined, "127.0.0.2"),
    await read(ways[0]!, "127.0.0.2", 1),
    await read({}, "127.0.0.2", 1),
    await knock(`${node(0)}/api/v1/nothing`, { from: "127.0.0.2" }),
  ];
  for (const answer of await everything()) assertBlocked(answer, "598");
  for (const free of ["127.0.0.3", "127.0.0.4"]) assert.equal((await read(byKey(client), free)).status, 200);
  for (const path of ["/openapi.json", "/healthz", "/readyz"]) {
    assert.equal((await knock(node(0) + path, { from: "127.0.0.2" })).status, 200, `${path} stays open`);
  }

  await Promise.all(nodes.map((running) => running.close()));
  nodes = [await start(), await start()];
  await database.clock.advance(300);
  for (const answer of await everything()) assertBlocked(answer, "298");
  await database.clock.advance(297.9);
  for (const answer of await everything()) assertBlocked(answer, "1");
  await database.clock.advance(0.1);
  assert.equal(
    (await read(byKey(client), "127.0.0.2")).status,
    200,
    "the block lifts at 600 s, and knocking has not prolonged it",
  );
});

test("RL8 success does not reset the count of failures", async () => {
  for (let failure = 1; failure <= 20; failure += 1) {
    assert.equal((await read({ ...byKey(client), "x-tenant-code": "NO-SUCH" }, "127.0.0.2")).status, 401);
    if (failure < 20) assert.equal((await read(byKey(client), "127.0.0.2")).status, 200);
  }
  assert.equal((await read(byKey(client), "127.0.0.2")).status, 429);
});

test("RL8 failures count within a sliding minute: 19 and then one more after 60 s do not block", async () => {
  const wrong = { ...byKey(client), "x-api-key": "wrong" };
  for (let failure = 1; failure <= 19; failure += 1) await read(wrong, "127.0.0.2");
  await database.clock.advance(60);
  assert.equal((await read(wrong, "127.0.0.2")).status, 401);
  assert.equal((await read(byKey(client), "127.0.0.2")).status, 200);
  for (let failure = 1; failure <= 19; failure += 1) assert.equal((await read(wrong, "127.0.0.2")).status, 401);
  assert.equal((await read(byKey(client), "127.0.0.2")).status, 429);
});

test("RL8 a request without credentials is 401 and not counted, at the API and at the token endpoint", async () => {
  for (let request = 1; request <= 30; request += 1) {
    assert.equal((await read({ "x-tenant-code": client.tenant_code }, "127.0.0.2")).status, 401);
    assert.equal((await askForToken(node(0), { "x-tenant-code": client.tenant_code }, undefined, "127.0.0.2")).status, 401);
  }
  assert.equal((await read(byKey(client), "127.0.0.2")).status, 200);
});

test("RL8 exactly 20 of 60 wrong keys at once are judged over two nodes, the rest meet the block", async () => {
  const wrong = { ...byKey(client), "x-api-key": "wrong" };
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) => insist(node(index) + read_path, { headers: wrong, from: "127.0.0.2" })),
  );
  assert.equal(answers.filter((answer) => answer.status === 401).length, 20);
  const refused = answers.filter((answer) => answer.status === 429);
  assert.equal(refused.length, 40);
  for (const answer of refused) assertBlocked(answer, "600");
});

test("TM1 after a step of the clock back by an hour neither a block nor the windows of the token endpoint last longer than their time", async () => {
  const wrong = { ...byKey(client), "x-api-key": "wrong" };
  for (let failure = 1; failure <= 20; failure += 1) await read(wrong, "127.0.0.2");
  for (let count = 1; count <= 61; count += 1) await askForToken(node(0), {}, undefined, "127.0.0.3");
  for (let count = 1; count <= 11; count += 1) await askForToken(node(0), byBasic(client), undefined, "127.0.0.4");
  await database.clock.advance(-3_600);
  assert.equal((await read(byKey(client), "127.0.0.2")).status, 200);
  assert.equal((await askForToken(node(0), byBasic(client), undefined, "127.0.0.3")).status, 200);
});

test("TM1 a clock that steps back by a second admits no request twice", async () => {
  for (let count = 1; count <= 60; count += 1) await askForToken(node(0), {}, undefined, "127.0.0.3");
  await database.clock.advance(-1);
  assert.equal((await askForToken(node(0), {}, undefined, "127.0.0.3")).status, 429);
  const wrong = { ...byKey(client), "x-api-key": "wrong" };
  for (let failure = 1; failure <= 19; failure += 1) await read(wrong, "127.0.0.2");
  await database.clock.advance(-1);
  await read(wrong, "127.0.0.2");
  assert.equal((await read(byKey(client), "127.0.0.2")).status, 429);
});

function start(): Promise<TestServer> {
  return startServer(database, { connections_max: 10 });
}

function node(index: number): string {
  return nodes[index % nodes.length]!.url;
}

function read(headers: Record<string, string>, from: string, index = 0): Promise<Answered> {
  return knock(node(index) + read_path, { headers, from });
}

function assertBlocked(answer: Answered, retry_after: string): void {
  assert.equal(answer.status, 429, answer.text);
  assert.equal(answer.body.code, "TOO_MANY_FAILED_AUTHENTICATIONS");
  assert.equal(answer.headers["retry-after"], retry_after);
}
