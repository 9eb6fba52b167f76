import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Type } from "typebox";
import pino from "pino";
import { needsServer, openDatabase, type TestDatabase } from "../../../test/harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../../test/harness/organisation/organisation.ts";
import { patience_ms } from "../../../test/harness/patience.ts";
import { apiOf, byKey, startServer, test_keyring, type Api, type Reply, type TestServer } from "../../../test/harness/server.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { needs } from "../../platform/http/access.ts";
import { route } from "../../platform/http/route.ts";
import { createServer } from "../../platform/http/server.ts";
import { parseNetworks } from "../../platform/net/address.ts";
import { authenticate } from "../clients/admission/authenticate.ts";
import { deleteExpiredKeys } from "./forget.ts";
import { rememberAnswers } from "./remember.ts";

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
let api: Api;

const rate = { per_minute: 100_000, burst: 100_000, per_day: 1_000_000 };

before(async () => {
  database = await openDatabase();
  acme = await createOrganisation(database, {
    contract: { rate },
    clients: [
      { name: "full", scopes: ["users:read", "users:write"] },
      { name: "twin", scopes: ["users:read", "users:write"] },
    ],
  });
  server = await startServer(database, { connections_max: 10 });
  api = apiOf(server, byKey(acme.code, acme.clients["full"]!.secret));
});
after(async () => {
  await server.close();
  await database.close();
});

// Tests that freeze the clock set it to a later time than before and leave it frozen: a clock that goes back would empty every
// bucket.
let number = 0;
const someone = () => {
  number += 1;
  return { employee_no: `N${number}`, first_name: "Anna", last_name: "Kowalska", email: `n${number}@acme.example` };
};
const create = (body: object, key: string, by: Api = api): Promise<Reply> =>
  by.post("/api/v1/users", body, { headers: { "idempotency-key": key } });

async function keyRow(key: string): Promise<any> {
  const { rows } = await database.superuser.query("select * from idempotency_key where key = $1", [key]);
  return rows[0];
}

test("a repeated request is answered as the first one was, and does nothing", async () => {
  const body = someone();
  const first = await create(body, "k1");
  const second = await create(body, "k1");
  assert.equal(first.status, 201);
  assert.equal(first.headers.get("idempotency-replayed"), null);
  assert.equal(second.status, 201);
  assert.equal(second.headers.get("idempotency-replayed"), "true");
  assert.equal(second.text, first.text);
  for (const name of ["location", "etag", "content-type"]) assert.equal(second.headers.get(name), first.headers.get(name));
  assert.ok(second.headers.get("ratelimit-remaining"));
  const { rows } = await database.superuser.query("select count(*)::int as n from audit_log where target_id = $1", [
    first.body.id,
  ]);
  assert.equal(rows[0].n, 1);
});

test("without the header, a repeated create is a duplicate", async () => {
  const body = someone();
  assert.equal((await api.post("/api/v1/users", body)).status, 201);
  assert.equal((await api.post("/api/v1/users", body)).status, 409);
});

test("a refusal is remembered like a success", async () => {
  const body = someone();
  await api.post("/api/v1/users", body);
  const refused = await create(body, "refused");
  assert.equal(refused.status, 409);
  const again = await create(body, "refused");
  assert.equal(again.status, 409);
  assert.equal(again.text, refused.text);
  assert.equal(again.headers.get("content-type"), refused.headers.get("content-type"));
});

test("the order of a body's members does not make another request, a changed value does", async () => {
  const body = someone();
  assert.equal((await create(body, "order")).status, 201);
  assert.equal((await create(Object.fromEntries(Object.entries(body).toReversed()), "order")).status, 201);
  const other = await create({ ...body, first_name: "Ewa" }, "order");
  assert.deepEqual([other.status, other.body.code], [422, "IDEMPOTENCY_KEY_REUSED"]);
});

test("a key belongs to the client that sent it", async () => {
  const twin = apiOf(server, byKey(acme.code, acme.clients["twin"]!.secret));
  assert.equal((await create(someone(), "mine")).status, 201);
  const theirs = await create(someone(), "mine", twin);
  assert.equal(theirs.status, 201);
  assert.equal(theirs.headers.get("idempotency-replayed"), null);
});

test("a key has 1 to 255 visible ASCII characters", async () => {
  for (const key of ["", "a b", "é", "x".repeat(256), "tab\there"]) {
    const { status, body } = await create(someone(), key);
    assert.equal(status, 422, JSON.stringify(key));
    assert.deepEqual(
      body.errors.map((item: any) => [item.header, item.code]),
      [["Idempotency-Key", "INVALID_FORMAT"]],
    );
  }
  assert.equal((await create(someone(), "~".repeat(255))).status, 201);
});

test("a request that is refused before it is carried out claims no key", async () => {
  const { employee_no: _, ...incomplete } = someone();
  assert.equal((await create(incomplete, "later")).status, 422);
  assert.equal((await create(someone(), "later")).status, 201);
});

test("other methods ignore the header", async () => {
  const { id } = (await create(someone(), "patched")).body;
  const send = (job_title: string) =>
    api.patch(`/api/v1/users/${id}`, { job_title }, { headers: { "idempotency-key": "patched" } });
  assert.equal((await send("a")).body.job_title, "a");
  assert.equal((await send("b")).body.job_title, "b");
});

test("a failure on our side is not remembered: the repetition is carried out", async () => {
  const body = someone();
  await database.superuser.query("revoke insert on audit_log from muster_app");
  try {
    assert.equal((await create(body, "failed")).status, 500);
  } finally {
    await database.superuser.query("grant insert on audit_log to muster_app");
  }
  assert.equal(await keyRow("failed"), undefined);
  assert.equal((await create(body, "failed")).status, 201);
});

test("of many equal requests at once one is carried out, and the others wait or hear its answer", async () => {
  const body = someone();
  const replies = await Promise.all(Array.from({ length: 30 }, () => create(body, "parallel")));
  const first = replies.filter((reply) => reply.status === 201 && reply.headers.get("idempotency-replayed") === null);
  assert.equal(first.length, 1);
  for (const reply of replies) {
    if (reply.status === 409) assert.equal(reply.body.code, "IDEMPOTENCY_KEY_IN_USE");
    else assert.equal(reply.text, first[0]!.text);
  }
  assert.equal((await create(body, "parallel")).text, first[0]!.text);
});

test("a key is forgotten after a day", async () => {
  const body = someone();
  await database.clock.freeze("2030-03-01T00:00:00Z");
  const first = await create(body, "day");
  await database.clock.advance(24 * 3600 - 1);
  assert.equal((await create(body, "day")).text, first.text);
  await database.clock.advance(1);
  const anew = await create(body, "day");
  assert.deepEqual([anew.status, anew.body.code], [409, "PERSON_ALREADY_EXISTS"]);
  assert.equal((await create(someone(), "another-day")).status, 201);
});

test("a claim whose process died is taken over by the same request once it must have ended, and by no other", async () => {
  const body = someone();
  await database.clock.freeze("2030-03-04T00:00:00Z");
  const { id } = (await create(body, "died")).body;
  await database.superuser.query(
    "update idempotency_key set response_status = null, response_headers = null, response_body = null where key = 'died'",
  );
  await database.superuser.query("delete from audit_log where target_id = $1", [id]);
  await database.superuser.query("delete from person where id = $1", [id]);
  await database.clock.advance(14);
  const waiting = await create(body, "died");
  assert.deepEqual([waiting.status, waiting.body.code], [409, "IDEMPOTENCY_KEY_IN_USE"]);
  assert.equal(waiting.headers.get("retry-after"), "1");
  await database.clock.advance(1);
  assert.equal((await create({ ...body, first_name: "Ewa" }, "died")).body.code, "IDEMPOTENCY_KEY_REUSED");
  const taken = await create(body, "died");
  assert.equal(taken.status, 201);
  assert.equal((await create(body, "died")).text, taken.text);
});

/** Makes storing an answer fail, as when the process or its connection dies after the commit. */
async function withoutAnswers<T>(work: () => Promise<T>): Promise<T> {
  await database.superuser.query(`
    create function infra.test_no_answer() returns trigger language plpgsql as $$ begin raise 'the connection is gone'; end $$;
    create trigger test_no_answer before update on idempotency_key for each row
      when (new.response_status is not null) execute function infra.test_no_answer()`);
  try {
    return await work();
  } finally {
    await database.superuser.query("drop function infra.test_no_answer cascade");
  }
}

test("a create whose answer could not be stored is answered to its repetition as it was, soon and not with 409", async () => {
  const body = someone();
  const first = await withoutAnswers(() => create(body, "unheard"));
  assert.equal(first.status, 201);
  const ends_ms = performance.now() + patience_ms;
  let second = await create(body, "unheard");
  for (; second.status === 409 && performance.now() < ends_ms; second = await create(body, "unheard")) {
    assert.deepEqual([second.body.code, second.headers.get("retry-after")], ["IDEMPOTENCY_KEY_IN_USE", "1"]);
    await sleep(100);
  }
  assert.equal(second.status, 201, second.text);
  assert.equal(second.text, first.text);
  for (const name of ["location", "etag"]) assert.equal(second.headers.get(name), first.headers.get(name));
  assert.equal((await keyRow("unheard")).result, null, "kept only until the answer is");
  assert.equal((await create(body, "unheard")).headers.get("idempotency-replayed"), "true");
});

test("in flight, a key is in use; a request that has lost its claim writes nothing", { skip: needsServer() }, async () => {
  const body = someone();
  await database.clock.freeze("2030-03-06T00:00:00Z");
  const lock = await database.superuser.connect();
  try {
    await lock.query("begin");
    await lock.query("lock table person in share row exclusive mode");
    const first = create(body, "flight");
    while ((await keyRow("flight")) === undefined);
    assert.equal((await create(body, "flight")).body.code, "IDEMPOTENCY_KEY_IN_USE");
    const { claim_id } = await keyRow("flight");
    await database.clock.advance(15);
    const second = create(body, "flight");
    while ((await keyRow("flight")).claim_id === claim_id);
    await lock.query("commit");
    const [late, kept] = await Promise.all([first, second]);
    // Either request may get the lock first: the late one has lost its claim, or finds that the person exists.
    assert.ok(late.status === 503 || late.status === 409, late.text);
    assert.equal(kept.status, 201, kept.text);
    assert.equal((await create(body, "flight")).text, kept.text);
  } finally {
    lock.release();
  }
});

test("expired keys are deleted a batch at a time, others stay", async () => {
  const pool = database.pool();
  await database.superuser.query("delete from idempotency_key");
  for (const key of ["old-1", "old-2", "old-3", "young"]) await create(someone(), key);
  const now_us = Number((await database.superuser.query("select infra.now_us() as now_us")).rows[0].now_us);
  await database.superuser.query("update idempotency_key set claimed_us = $1 where key like 'old%'", [
    now_us - 25 * 3_600_000_000,
  ]);
  const forget = () => withTenant(pool, acme.tenant_id, (db) => deleteExpiredKeys(db, acme.tenant_id, now_us, 2));
  assert.deepEqual([await forget(), await forget(), await forget()], [2, 1, 0]);
  assert.ok(await keyRow("young"));
});

type Route = { handle: () => object; pool?: Pool; problems?: string[] };

/** A server with one POST route at /api/v1/test, whose keys are stored through the given pool. */
async function servePost({
  handle,
  pool = database.pool(),
  problems = [],
}: Route): Promise<{ send(key: string): Promise<Reply>; close(): Promise<void> }> {
  const log = pino({ level: "silent" });
  const app = createServer({
    base_url: "https://muster.example",
    trusted_proxies: parseNetworks(""),
    log,
    onAnswer: () => undefined,
  });
  await app.register(async (scope) => {
    scope.addHook(
      "onRequest",
      authenticate({
        pool: database.pool(),
        base_url: "https://muster.example",
        keyring: test_keyring,
        onRefused: () => undefined,
      }),
    );
    rememberAnswers(scope, pool, log);
    const operation = {
      id: "test",
      tag: "Test",
      summary: "Test",
      answers: { 200: { description: "x", schema: null } },
      problems: [],
    };
    route(scope, {
      method: "POST",
      url: "/api/v1/test",
      access: needs("users:write"),
      operation,
      body: Type.Object({}),
      handle: async () => ({ body: handle() }),
    });
    problems.push(...operation.problems.map((maker: any) => maker.type.code));
  });
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  const there = apiOf({ url }, byKey(acme.code, acme.clients["full"]!.secret));
  return {
    send: (key) => there.post("/api/v1/test", {}, { headers: { "idempotency-key": key } }),
    close: () => app.close(),
  };
}

/** A pool whose next commit succeeds in the database but loses its answer, with the connection. */
function losingOneCommit(pool: Pool): Pool {
  let lost = false;
  const connect = async () => {
    const client = await pool.connect();
    if (lost) return client;
    const query = client.query.bind(client) as (...given: any[]) => any;
    client.query = (...given: any[]) => {
      if (given[0] !== "commit" || lost) return query(...given);
      lost = true;
      return query("commit").then(() => Promise.reject(Object.assign(new Error("reset"), { code: "ECONNRESET" })));
    };
    return client;
  };
  return { ...pool, connect };
}

test("a claim whose commit was not answered is given back: the repetition does not wait until it has aged", async () => {
  await database.clock.freeze("2030-03-08T00:00:00Z"); // so no claim ages here
  let times = 0;
  const there = await servePost({ handle: () => ({ id: String((times += 1)) }), pool: losingOneCommit(database.pool()) });
  try {
    const first = await there.send("unclear");
    assert.deepEqual([first.status, first.headers.get("retry-after"), times], [503, "1", 0], first.text);
    assert.ok(await keyRow("unclear"), "the claim was committed");
    const ends_ms = performance.now() + patience_ms;
    let second = await there.send("unclear");
    for (; second.status === 409 && performance.now() < ends_ms; second = await there.send("unclear")) await sleep(100);
    assert.deepEqual([second.status, second.body, times], [200, { id: "1" }, 1], second.text);
  } finally {
    await there.close();
  }
});

test("a secret that is shown once is not in the stored answer, and every POST tells of the key in its description", async () => {
  const problems: string[] = [];
  const there = await servePost({ handle: () => ({ id: "1", secret_token: "whsec_abc" }), problems });
  try {
    assert.deepEqual((await there.send("secret")).body, { id: "1", secret_token: "whsec_abc" });
    assert.deepEqual((await there.send("secret")).body, { id: "1" });
    assert.ok(!JSON.stringify(await keyRow("secret")).includes("whsec_abc"));
    assert.deepEqual(problems, ["IDEMPOTENCY_KEY_IN_USE", "IDEMPOTENCY_KEY_REUSED"]);
  } finally {
    await there.close();
  }
});
