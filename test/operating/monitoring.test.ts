// A real Prometheus with a real API and worker: the metrics in alert rules and dashboards exist, no alert fires while everything
// is well, and real faults raise alerts.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { emit, subscribe } from "../harness/deliveries.ts";
import { needsServer } from "../harness/database.ts";
import { findFreePort } from "../harness/machine/cluster.ts";
import { startProcess, type Process } from "../harness/machine/processes.ts";
import { needsPrometheus, startPrometheus, type Prometheus } from "../harness/machine/prometheus.ts";
import { startSilentProxy, type SilentProxy } from "../harness/machine/silent-proxy.ts";
import { patience_ms } from "../harness/patience.ts";
import { byKey, request } from "../harness/server.ts";
import { openSubscribing, type Subscribing } from "../harness/subscribing.ts";
import { startReceiver, type Receiver } from "../harness/webhooks.ts";
import { impatient_rules, measuresOf, readAlerts, readPanels } from "./watching.ts";

const skip = needsServer() || needsPrometheus();
const token = "a-token-for-the-monitoring";
const hour_ms = 3_600_000;
/** Code that runs before the program and moves its clock an hour ahead. */
const ahead = `data:text/javascript,${encodeURIComponent(`const now = Date.now; Date.now = () => now() + ${hour_ms};`)}`;

let here: Subscribing;
let receiver: Receiver;
let proxy: SilentProxy;
let prometheus: Prometheus;
let api_url: string;
const started: { process: Process; address: string }[] = [];

before(async () => {
  if (skip) return;
  receiver = await startReceiver();
  here = await openSubscribing({ trusted_origins: [receiver.origin] });
  proxy = await startSilentProxy((here.database.connection as { url: string }).url);
  const port = await findFreePort();
  api_url = `http://127.0.0.1:${port}`;
  await start("api", { PORT: String(port) });
  await start("worker");
  prometheus = await startPrometheus(impatient_rules, token);
  prometheus.scrape({ "muster-api": [started[0]!.address], "muster-worker": [started[1]!.address] });
});
after(async () => {
  await Promise.all(started.map(({ process }) => process.end("SIGKILL")));
  await prometheus?.close();
  await proxy?.close();
  await here?.close();
  await receiver?.close();
});

/** Starts a process that serves its metrics; returns their address. */
async function start(command: "api" | "worker", more: Record<string, string> = {}): Promise<string> {
  const metrics_port = await findFreePort();
  const process = startProcess(command, {
    DATABASE_URL: proxy.url,
    SECRET_KEY: "v1:a-test-secret-of-at-least-32-characters",
    HOST: "127.0.0.1",
    METRICS_PORT: String(metrics_port),
    METRICS_TOKEN: token,
    WEBHOOK_TRUSTED_TARGETS: receiver.origin,
    SMTP_URL: "smtp://127.0.0.1:9",
    AUDIT_EXPORT_URL: `${receiver.origin}/audit`,
    LOG_LEVEL: globalThis.process.env["TEST_LOG"] ?? "fatal",
    ...more,
  });
  const address = `127.0.0.1:${metrics_port}`;
  started.push({ process, address });
  return address;
}

/** Repeats a question until the answer is the wanted one; throws the last answer when the time is over. */
async function until<T>(ask: () => Promise<T>, wanted: (seen: T) => boolean): Promise<T> {
  for (const ends_ms = performance.now() + patience_ms * 3; ; await sleep(200)) {
    const seen = await ask();
    if (wanted(seen)) return seen;
    if (performance.now() > ends_ms) throw new Error(`has not come: ${JSON.stringify(seen)}`);
  }
}

const fires = (alert: string) =>
  until(
    () => prometheus.firing(),
    (names) => names.includes(alert),
  );
const series = (expression: string) => prometheus.query(expression);
const isReady = () =>
  request(api_url, "GET", "/readyz").then(
    ({ status }) => status,
    () => 0,
  );

/** Not present in a healthy state, because it needs a failing subscription. */
const not_while_healthy = new Set(["webhook_subscription_moves_total"]);

test("while all is well each measure that rules and dashboards ask for is there, and no alert fires", { skip }, async () => {
  await until(isReady, (status) => status === 200);
  const credentials = byKey(here.organisation.code, here.organisation.clients["HR sync"]!.secret);
  // Requests that produce series: an answer, a failed authentication, a rate limit, a delivery.
  const subscriptions = "/api/v1/webhooks/subscriptions";
  assert.equal((await request(api_url, "GET", subscriptions, { headers: credentials })).status, 200);
  assert.equal((await request(api_url, "GET", subscriptions, { headers: byKey("NONE", "lms_live_unknown") })).status, 401);
  await here.database.superuser.query("update client set rate_burst = 1, rate_per_minute = 1 where name = 'Other'");
  const other = { headers: byKey(here.organisation.code, here.organisation.clients["Other"]!.secret) };
  await until(
    () => request(api_url, "GET", subscriptions, other),
    ({ status }) => status === 429,
  );
  await subscribe(here, { target_url: `${receiver.origin}/hook` });
  await emit(here, ["course.completed"], Temporal.Now.instant().toString());
  await until(async () => receiver.received.some(({ path }) => path === "/hook"), Boolean);

  const panels = ["muster-service", "muster-background"].flatMap(readPanels);
  assert.ok(panels.length > 30, `saw only ${panels.length} panels`);
  const expressions = panels.flatMap((panel) => panel.expressions);
  const alerts = readAlerts();
  const measures = new Set([...expressions, ...alerts.map(({ expr }) => expr)].flatMap(measuresOf));
  assert.ok(measures.size > 30, `saw only ${[...measures].join(", ")}`);
  const missing = async () => {
    const found = await Promise.all([...measures].map(async (name) => ((await series(name)).length > 0 ? [] : [name])));
    return found.flat().filter((name) => !not_while_healthy.has(name));
  };
  await until(missing, (names) => names.length === 0);
  // A rate needs two scrapes.
  const empty = async () => {
    const shown = expressions.filter((one) => !measuresOf(one).some((name) => not_while_healthy.has(name)));
    const found = await Promise.all(shown.map(async (one) => ((await series(one)).length > 0 ? [] : [one])));
    return found.flat();
  };
  await until(empty, (unanswered) => unanswered.length === 0);
  // On a busy machine a request may wait for a moment, and the rules here are evaluated every few seconds; such an alert ends by
  // itself.
  const raised = async () => {
    const found = await Promise.all(alerts.map(async ({ alert, expr }) => ((await series(expr)).length > 0 ? [alert] : [])));
    return [...found.flat(), ...(await prometheus.firing())];
  };
  await until(raised, (names) => names.length === 0);
  const values = async (name: string) => (await series(name)).map(({ value }) => value);
  assert.deepEqual(await values("sum(process_ready)"), [2]);
  assert.deepEqual(await values('sum(http_request_duration_seconds_count{status="429"}) > bool 0'), [1]);
  // No label contains an organisation, a client or a person.
  const everything = JSON.stringify(await series('{__name__!=""}'));
  for (const name of [here.organisation.tenant_id, here.organisation.code, "HR sync", receiver.origin])
    assert.ok(!everything.includes(name), name);
});

test("measures are shown to those who have the token, and not at the address of the API", { skip }, async () => {
  const { address } = started[0]!;
  const status = async (url: string, headers = {}) => (await request(url, "GET", "/metrics", { headers })).status;
  assert.equal(await status(`http://${address}`), 401);
  assert.equal(await status(`http://${address}`, { authorization: `Bearer ${token}x` }), 401);
  assert.equal(await status(`http://${address}`, { authorization: `Bearer ${token}` }), 200);
  assert.equal(await status(api_url, { authorization: `Bearer ${token}` }), 404);
});

test(
  "deliveries that are held up, a wrong clock, a database that is away and an API that is killed are alarmed",
  { skip },
  async () => {
    const { superuser, clock } = here.database;
    const holding = await superuser.connect();
    try {
      await holding.query("begin");
      // Claims wait for the lock; reads continue.
      await holding.query("lock table webhook_subscription_state in share row exclusive mode");
      await emit(here, ["course.completed"], Temporal.Now.instant().toString());
      await clock.advance(120);
      await fires("MusterDeliveriesLate");
    } finally {
      await holding.query("rollback");
      holding.release();
    }
    await until(
      () => prometheus.firing(),
      (names) => !names.includes("MusterDeliveriesLate"),
    );

    const wrong = await start("api", { PORT: String(await findFreePort()), NODE_OPTIONS: `--import=${ahead}` });
    prometheus.scrape({ "muster-api": [started[0]!.address, wrong], "muster-worker": [started[1]!.address] });
    await fires("MusterClockSkewed");
    const [skewed] = await series("clock_skew_seconds > 5");
    assert.equal(skewed!.metric["instance"], wrong);
    assert.ok(Math.abs(skewed!.value - hour_ms / 1_000) < 5, `${skewed!.value} s`);

    await proxy.close();
    await fires("MusterDatabaseUnreachable");
    await until(
      () =>
        series(
          'sum(increase(database_failures_total{code="ECONNREFUSED"}[1m])) or sum(database_failures_total{code="ECONNREFUSED"})',
        ),
      ([seen]) => (seen?.value ?? 0) > 0,
    );

    await Promise.all(started.map(({ process }) => process.end("SIGKILL")));
    for (const alert of ["MusterApiDown", "MusterNoApi", "MusterWorkerDown", "MusterNoWorker"]) await fires(alert);
  },
);
