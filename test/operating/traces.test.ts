// Traces and metrics of real processes, as an OpenTelemetry collector receives them.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { emit, subscribe } from "../harness/deliveries.ts";
import { needsServer } from "../harness/database.ts";
import { findFreePort } from "../harness/machine/cluster.ts";
import { createAccount, sessionOf } from "../harness/panel/panel.ts";
import { patience_ms } from "../harness/patience.ts";
import { byKey, request } from "../harness/server.ts";
import { openSubscribing, type Subscribing } from "../harness/subscribing.ts";
import { startReceiver, type Receiver } from "../harness/webhooks.ts";

const skip = needsServer();
const main = path.join(import.meta.dirname, "../../server/main.ts");

type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Record<string, unknown>;
  links?: { traceId: string; spanId: string }[];
};

let here: Subscribing;
let receiver: Receiver;
let collector: Server;
let endpoint: string;
const spans: Span[] = [];
const measures: { name: string }[] = [];
const ends: Started["end"][] = [];

before(async () => {
  if (skip) return;
  collector = createServer((call, answer) => void take(call.url!, text(call)).then(() => answer.writeHead(200).end("{}")));
  collector.listen(0, "127.0.0.1");
  await once(collector, "listening");
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  receiver = await startReceiver();
  here = await openSubscribing({ trusted_origins: [receiver.origin] });
  await here.database.superuser.query("update client set scopes = scopes || '{users:write}'::text[] where name = 'HR sync'");
});
after(async () => {
  await Promise.all(ends.map((end) => end("SIGTERM")));
  await here?.close();
  await receiver?.close();
  collector?.close();
});

const valueOf = ({ stringValue, intValue, boolValue }: any) => stringValue ?? boolValue ?? Number(intValue);

async function take(url: string, body: Promise<string>): Promise<void> {
  const told = JSON.parse(await body);
  for (const { scopeSpans } of told.resourceSpans ?? [])
    for (const span of scopeSpans.flatMap((scope: any) => scope.spans))
      spans.push({ ...span, attributes: Object.fromEntries(span.attributes.map((one: any) => [one.key, valueOf(one.value)])) });
  for (const { scopeMetrics } of told.resourceMetrics ?? [])
    measures.push(...scopeMetrics.flatMap((scope: any) => scope.metrics));
  assert.match(url, /^\/v1\/(traces|metrics)$/);
}

type Started = { lines: Record<string, unknown>[]; end: (signal: "SIGTERM") => Promise<void> };

function start(command: "api" | "worker", more: Record<string, string> = {}): Started {
  const child = spawn(process.execPath, [main, command], {
    env: {
      ...process.env,
      DATABASE_URL: (here.database.connection as { url: string }).url,
      SECRET_KEY: "v1:a-test-secret-of-at-least-32-characters",
      HOST: "127.0.0.1",
      STOP_DELAY_S: "0",
      WEBHOOK_TRUSTED_TARGETS: receiver.origin,
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      LOG_LEVEL: "info",
      ...more,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: Record<string, unknown>[] = [];
  let rest = "";
  child.stdout.on("data", (chunk) => {
    const parts = (rest + String(chunk)).split("\n");
    rest = parts.pop()!;
    lines.push(...parts.map((line) => JSON.parse(line) as Record<string, unknown>));
  });
  const closed = once(child, "close");
  const end: Started["end"] = async (signal) => {
    child.kill(signal);
    await closed;
  };
  ends.push(end);
  return { lines, end };
}

async function until<T>(ask: () => Promise<T> | T, wanted: (seen: T) => boolean): Promise<T> {
  for (const ends_ms = performance.now() + patience_ms * 3; ; await sleep(100)) {
    const seen = await ask();
    if (wanted(seen)) return seen;
    if (performance.now() > ends_ms) throw new Error(`has not come: ${JSON.stringify(seen)}`);
  }
}

test(
  "a request, its statements, its job and its webhook are traced under ids that logs, problems and receivers tell; a client's trace is linked, not joined",
  { skip },
  async () => {
    const port = await findFreePort();
    const url = `http://127.0.0.1:${port}`;
    const api = start("api", { PORT: String(port), BASE_URL: "https://muster.example" });
    const worker = start("worker");
    await until(
      () => request(url, "GET", "/readyz").catch(() => null),
      (reply) => reply?.status === 200,
    );
    const theirs = { trace: "4bf92f3577b34da6a3ce929d0e0e4736", span: "00f067aa0ba902b7" };
    const credentials = byKey(here.organisation.code, here.organisation.clients["HR sync"]!.secret);
    const imported = await request(url, "POST", "/api/v1/imports/users", {
      headers: { ...credentials, "content-type": "text/csv", traceparent: `00-${theirs.trace}-${theirs.span}-01` },
      body: "employee_no,first_name,last_name,email\nT1,Anna,Wiśniewska,t1@acme.example\n",
    });
    assert.equal(imported.status, 202, imported.text);
    const trace = createHash("sha256").update(imported.headers.get("x-request-id")!).digest("hex").slice(0, 32);
    const refused = await request(url, "GET", "/api/v1/imports/019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f", { headers: credentials });
    assert.equal(refused.status, 404);
    assert.equal(refused.body.trace_id, createHash("sha256").update(refused.body.request_id).digest("hex").slice(0, 32));
    await subscribe(here, { target_url: `${receiver.origin}/hook` });
    await emit(here, ["course.completed"], Temporal.Now.instant().toString());
    const [hook] = await receiver.first(1);

    const of = (name: string, traceId: string) => spans.find((span) => span.name === name && span.traceId === traceId);
    const root = await until(
      () => of("POST /api/v1/imports/users", trace),
      (span) => span !== undefined,
    );
    assert.deepEqual(
      root!.links?.map(({ traceId, spanId }) => [traceId, spanId]),
      [[theirs.trace, theirs.span]],
    );
    assert.equal(root!.parentSpanId || "", "");
    assert.deepEqual(
      ["http.request.method", "http.route", "http.response.status_code", "muster.organisation_id"].map(
        (key) => root!.attributes[key],
      ),
      ["POST", "/api/v1/imports/users", 202, here.organisation.tenant_id],
    );
    const statements = await until(
      () => spans.filter(({ traceId, attributes }) => traceId === trace && attributes["db.system.name"] === "postgresql"),
      (found) => found.some(({ name }) => name.startsWith("insert")),
    );
    const kept = statements.find(({ parentSpanId, name }) => parentSpanId === root!.spanId && name.startsWith("insert"));
    assert.ok(kept, `the body's rows are inserted inside the request: ${statements.map(({ name }) => name).join(", ")}`);
    assert.match(String(kept.attributes["db.query.text"]), /\$1/);
    const job = await until(
      () => of("process imports.run", trace),
      (span) => span !== undefined,
    );
    assert.ok(statements.some(({ spanId }) => spanId === job!.parentSpanId) || job!.parentSpanId === root!.spanId);
    // The trace id that a receiver gets is that of the recorded attempt.
    const told = String(hook!.headers["traceparent"]).split("-")[1]!;
    const attempt = await until(
      () => of("send course.completed", told),
      (span) => span !== undefined,
    );
    assert.equal(attempt!.attributes["messaging.operation.type"], "send");

    const answered = await until(
      () => api.lines.find(({ msg, route }) => msg === "answered" && route === "/api/v1/imports/users"),
      (line) => line !== undefined,
    );
    assert.equal(answered!["trace_id"], trace);
    const { database, organisation } = here;
    const it = await createAccount(database, organisation.tenant_id, "it_admin");
    const panel = await sessionOf({ url }, database, organisation.tenant_id, it);
    const [listed] = await until(
      async () => (await panel.get(`/requests?request_id=${imported.headers.get("x-request-id")}`)).body.requests,
      (rows: { trace_id: string }[]) => rows.length > 0,
    );
    assert.equal(listed!.trace_id, trace);
    const file = await panel.get("/requests/export");
    assert.ok(file.text.includes(trace), file.text);
    // When the processes stop, they send the remaining data, and the same metrics that /metrics shows.
    await Promise.all([api.end("SIGTERM"), worker.end("SIGTERM")]);
    const names = new Set(measures.map(({ name }) => name));
    for (const name of [
      "http_request_duration_seconds",
      "jobs_due",
      "database_statement_seconds",
      "process_resident_memory_bytes",
    ])
      assert.ok(names.has(name), name);
    const everything = JSON.stringify(spans);
    for (const secret of [here.organisation.clients["HR sync"]!.secret, "Wiśniewska", "t1@acme.example"])
      assert.ok(!everything.includes(secret), secret);
  },
);
