import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import pino from "pino";
import { buildApp } from "../../app.ts";
import { openDatabase, type TestDatabase } from "../../../test/harness/database.ts";
import { identityCallsOf, request, test_keyring, webhooksOf } from "../../../test/harness/server.ts";
import { startMetrics } from "./endpoint.ts";
import { createMetrics } from "./metrics.ts";

let database: TestDatabase;
before(async () => {
  database = await openDatabase();
});
after(() => database.close());

test("/metrics counts answers by route, refusals by cause and waiting requests, on a port of its own and without ids", async (t) => {
  const metrics = createMetrics();
  const pool = database.pool("muster_app");
  metrics.watchPool(pool);
  metrics.ranJob("mail.send", "failed", 0.2);
  const endpoint = await startMetrics({ port: 0, host: "127.0.0.1", registry: metrics.registry });
  t.after(() => endpoint.close());
  const app = await buildApp({
    base_url: "https://muster.example",
    trusted_proxies: [],
    pool,
    keyring: test_keyring,
    log: pino({ level: "silent" }),
    webhooks: webhooksOf(),
    identity_calls: identityCallsOf(),
    metrics,
  });
  t.after(() => app.close());
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  const headers = { "x-api-key": "lms_live_unknown", "x-tenant-code": "NONE" };
  for (const id of ["019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f", "019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e40"]) {
    assert.equal((await request(url, "GET", `/api/v1/users/${id}`, { headers })).status, 401);
  }
  await app.close();

  const { status, text } = await request(`http://127.0.0.1:${endpoint.port}`, "GET", "/metrics");
  assert.equal(status, 200);
  assert.match(text, /^http_request_duration_seconds_count\{route="\/api\/v1\/users\/:id",method="GET",status="401"\} 2$/m);
  assert.match(text, /^refused_authentications_total\{cause="unknown_key"\} 2$/m);
  assert.match(text, /^database_pool_waiting\{role="muster_app"\} 0$/m);
  assert.match(text, /^job_duration_seconds_count\{queue="mail\.send",outcome="failed"\} 1$/m);
  assert.match(text, /^nodejs_eventloop_lag_p99_seconds /m);
  assert.doesNotMatch(text, /019a3f5e|lms_live/);
  assert.equal((await request(`http://127.0.0.1:${endpoint.port}`, "GET", "/")).status, 404);
});

test("two applications in one process measure apart", async () => {
  const [first, second] = [createMetrics(), createMetrics()];
  first.refusedAuthentication("wrong_secret");
  assert.match(await first.registry.metrics(), /refused_authentications_total\{cause="wrong_secret"\} 1/);
  assert.doesNotMatch(await second.registry.metrics(), /wrong_secret/);
});

test("a process that is not ready, and measures that cannot be read, are answered with 503 and when to come again", async (t) => {
  const { registry } = createMetrics();
  let ready = true;
  const endpoint = await startMetrics({ port: 0, host: "127.0.0.1", registry, isReady: async () => ready });
  t.after(() => endpoint.close());
  const get = (path: string) => request(`http://127.0.0.1:${endpoint.port}`, "GET", path);
  assert.equal((await get("/readyz")).status, 200);
  ready = false;
  registry.metrics = () => Promise.reject(new Error("a collector failed"));
  for (const path of ["/readyz", "/metrics"]) {
    const { status, headers } = await get(path);
    assert.deepEqual([status, headers.get("retry-after")], [503, "1"], path);
  }
});
