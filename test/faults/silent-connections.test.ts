// F1, F11: connections to PostgreSQL that stop without being closed. Real processes and sockets: a proxy in between drops every
// byte of the open connections but closes none, while new connections work.
import assert from "node:assert/strict";
import { once } from "node:events";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../harness/machine/cluster.ts";
import { needsServer, openDatabase, type TestDatabase } from "../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { slowness } from "../harness/patience.ts";
import { rate } from "../harness/organisation/people.ts";
import { pastPooler, startProcess, type Process } from "../harness/machine/processes.ts";
import { startSilentProxy, type SilentProxy } from "../harness/machine/silent-proxy.ts";

const recovered_ms_max = 15_000 * slowness;
/**
 * Through a pooler the server cannot be asked about a session, so only the worker's statement timeout ends the wait
 * (docs/operating/database.md).
 */
const worker_recovered_ms_max = process.env["TEST_POOLER_URL"] ? 62_000 + recovered_ms_max : recovered_ms_max;
const start_ms_max = 30_000 * slowness;
const writers = 8;
const skip = needsServer();

let database: TestDatabase;
let organisation: TestOrganisation;
let proxy: SilentProxy;
let env: Record<string, string>;
const started: Process[] = [];

before(async () => {
  if (skip) return;
  database = await openDatabase();
  organisation = await createOrganisation(database, {
    contract: { rate },
    clients: Array.from({ length: writers }, (_, place) => ({ name: `Writer ${place}`, scopes: ["users:write", "users:read"] })),
  });
  assert.equal(database.connection.kind, "server");
  proxy = await startSilentProxy((database.connection as { url: string }).url);
  env = {
    DATABASE_URL: proxy.url,
    ...pastPooler((database.connection as { url: string }).url),
    SECRET_KEY: "v1:a-test-secret-of-at-least-32-characters",
    HOST: "127.0.0.1",
    LOG_LEVEL: process.env["TEST_LOG"] ?? "fatal",
  };
});
after(async () => {
  await Promise.all(started.map((one) => one.end("SIGKILL")));
  await proxy?.close();
  await database?.close();
});

function start(command: "api" | "worker", more: Record<string, string>): Process {
  const one = startProcess(command, { ...env, ...more });
  started.push(one);
  return one;
}

/** Repeats a question until the answer is the wanted one; throws the last answer when the time is over. */
async function until<T>(ms_max: number, ask: () => Promise<T>, wanted: (seen: T) => boolean): Promise<T> {
  for (const ends_ms = performance.now() + ms_max; ; await sleep(50)) {
    const seen = await ask();
    if (wanted(seen)) return seen;
    if (performance.now() > ends_ms) throw new Error(`not within ${ms_max} ms: ${JSON.stringify(seen)}`);
  }
}

const statusOf = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
    ({ status }) => status,
    (error: unknown) => String(error),
  );

type Answer = { status: number; retry_after: string | null; code: string | undefined };

test(
  "an API whose connections fall silent says so, and serves again within 15 s; no acknowledged write is lost or doubled",
  { skip },
  async (t) => {
    const port = await findFreePort();
    const base_url = `http://127.0.0.1:${port}`;
    const api = start("api", { PORT: String(port) });
    t.after(() => api.end("SIGKILL"));
    await until(
      start_ms_max,
      () => statusOf(`${base_url}/readyz`),
      (status) => status === 200,
    );

    const answers: Answer[] = [];
    const acknowledged: string[] = [];
    const served = Array.from({ length: writers }, () => ({ at_ms: 0 }));
    const stopping = new AbortController();
    /** Creates one person after the other, repeating each request with its key until it is answered. */
    const write = async (place: number) => {
      const { secret } = organisation.clients[`Writer ${place}`]!;
      for (let count = 0; !stopping.signal.aborted; count += 1) {
        const employee_no = `W${place}-${count}`;
        const person = {
          employee_no,
          first_name: "Anna",
          last_name: "Nowak",
          email: `${employee_no}@acme.example`.toLowerCase(),
        };
        for (let certain = false; !certain;) {
          const answer = await fetch(`${base_url}/api/v1/users`, {
            method: "POST",
            headers: {
              "content-type": "application/json",
              "x-tenant-code": organisation.code,
              "x-api-key": secret,
              "idempotency-key": employee_no,
            },
            body: JSON.stringify(person),
          });
          const { code } = (await answer.json()) as { code?: string };
          answers.push({ status: answer.status, retry_after: answer.headers.get("retry-after"), code });
          certain = answer.status === 201;
          if (certain) {
            acknowledged.push(employee_no);
            served[place]!.at_ms = performance.now();
          } else if (stopping.signal.aborted) break;
          else await sleep(100);
        }
      }
    };
    const writing = Array.from({ length: writers }, (_, place) => write(place));
    for (const one of writing) one.catch(() => undefined); // awaited at the end
    await until(
      start_ms_max,
      async () => served.map(({ at_ms }) => at_ms),
      (times) => times.every((at_ms) => at_ms > 0),
    );

    proxy.swallow();
    const silent_ms = performance.now();
    await until(
      recovered_ms_max,
      () => statusOf(`${base_url}/readyz`),
      (status) => status === 503,
    );
    const wentOn = async () => ({
      ready: await statusOf(`${base_url}/readyz`),
      served: served.map(({ at_ms }) => at_ms > silent_ms),
    });
    const not_ready_ms = performance.now() - silent_ms;
    await until(recovered_ms_max - not_ready_ms, wentOn, (seen) => seen.ready === 200 && seen.served.every(Boolean)).finally(
      () => {
        const counts = Object.entries(Object.groupBy(answers, ({ status, code }) => `${status} ${code ?? ""}`));
        const said = counts.map(([answer, all]) => `${all!.length} × ${answer}`).join(", ");
        t.diagnostic(
          `not ready after ${Math.round(not_ready_ms)} ms, ${Math.round(performance.now() - silent_ms)} ms in all; ${said}`,
        );
      },
    );
    stopping.abort();
    await Promise.all(writing);

    const refusals = answers.filter(({ status }) => status !== 201);
    assert.deepEqual(
      refusals.filter(({ status, code }) => status !== 503 && code !== "IDEMPOTENCY_KEY_IN_USE"),
      [],
      "a repetition by key is answered as the first request",
    );
    assert.deepEqual(
      refusals.filter(({ retry_after }) => retry_after === null),
      [],
      "a refusal says when to come again",
    );
    const { rows } = await database.superuser.query<{ employee_no: string }>(
      "select employee_no from person where employee_no like 'W%'",
    );
    const kept = rows.map(({ employee_no }) => employee_no);
    assert.equal(new Set(kept).size, kept.length, "no row is there twice");
    assert.deepEqual(
      acknowledged.filter((employee_no) => !kept.includes(employee_no)),
      [],
    );
  },
);

test("a worker whose connections fall silent works on within 15 s", { skip }, async () => {
  const metrics_port = await findFreePort();
  const worker = start("worker", { METRICS_PORT: String(metrics_port) });
  const ready = `http://127.0.0.1:${metrics_port}/readyz`;
  await until(
    start_ms_max,
    () => statusOf(ready),
    (status) => status === 200,
  );
  const ask = async () => {
    const { rows } = await database.superuser.query<{ state: string }>(
      "select state from pgboss.job where name = 'mail.send' order by created_on desc limit 1",
    );
    return rows[0]?.state;
  };
  const send = () =>
    database.superuser.query(
      `insert into pgboss.job (name, data, expire_seconds, deletion_seconds, keep_until, retry_limit, retry_delay, policy)
       select name, '{}', expire_seconds, deletion_seconds, now() + interval '1 day', retry_limit, retry_delay, policy from pgboss.queue where name = 'mail.send'`,
    );
  await until(
    start_ms_max,
    async () => (await send()).rowCount,
    (sent) => sent === 1,
  );
  await until(start_ms_max, ask, (state) => state === "completed");

  proxy.swallow();
  await send();
  await until(worker_recovered_ms_max, ask, (state) => state === "completed");
  await until(
    worker_recovered_ms_max,
    () => statusOf(ready),
    (status) => status === 200,
  );
  await until(
    worker_recovered_ms_max,
    async () => proxy.swallowed,
    (left) => left === 0,
  );
  worker.child.kill("SIGTERM");
  assert.deepEqual(await once(worker.child, "exit"), [0, null]);
});
