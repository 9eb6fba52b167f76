// F5: a process that is told to stop reports that first and finishes the requests that it has; none is refused with a 503 without
// explanation.
import assert from "node:assert/strict";
import { once } from "node:events";
import http from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../harness/machine/cluster.ts";
import { needsServer, openDatabase, type TestDatabase } from "../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { slowness } from "../harness/patience.ts";
import { rate } from "../harness/organisation/people.ts";
import { startProcess, type Process } from "../harness/machine/processes.ts";

const start_ms_max = 60_000 * slowness;
const skip = needsServer();

let database: TestDatabase;
let organisation: TestOrganisation;
let api: Process;
let port: number;

before(async () => {
  if (skip) return;
  database = await openDatabase();
  organisation = await createOrganisation(database, {
    contract: { rate },
    clients: [{ name: "all", scopes: ["users:read", "users:write", "scim"], methods: ["api_key", "oauth2"] }],
  });
  assert.equal(database.connection.kind, "server");
  port = await findFreePort();
  api = startProcess("api", {
    DATABASE_URL: (database.connection as { url: string }).url,
    SECRET_KEY: "v1:a-test-secret-of-at-least-32-characters",
    HOST: "127.0.0.1",
    PORT: String(port),
    BASE_URL: "https://muster.example",
    STOP_DELAY_S: "2",
    LOG_LEVEL: process.env["TEST_LOG"] ?? "fatal",
  });
  for (const ends_ms = performance.now() + start_ms_max; (await readiness()) !== 200; await sleep(50))
    if (performance.now() > ends_ms) throw new Error("the API has not come up");
});
after(async () => {
  await api?.end("SIGKILL");
  await database?.close();
});

type Seen = { status: number; headers: http.IncomingHttpHeaders; body: string };

async function call(path: string, options: http.RequestOptions = {}, body = ""): Promise<Seen> {
  const request = http.request({ host: "127.0.0.1", port, path, ...options }).end(body);
  const [response] = (await once(request, "response")) as [http.IncomingMessage];
  return { status: response.statusCode!, headers: response.headers, body: await text(response) };
}

const readiness = () =>
  call("/readyz", { agent: false }).then(
    ({ status }) => status,
    (error: NodeJS.ErrnoException) => error.code,
  );

test(
  "a process that is told to stop says not ready, answers on, closes connections, and finishes what has begun",
  { skip },
  async () => {
    const { client_id, secret } = organisation.clients["all"]!;
    const headers = { "x-tenant-code": organisation.code, "x-api-key": secret };
    const calls: [string, http.RequestOptions][] = [
      ["/api/v1/departments", { headers }],
      [`/scim/v2/${organisation.code}/Users`, { headers: { authorization: `Bearer ${secret}` } }],
      ["/healthz", {}],
    ];
    // Keep-alive clients, one for each protocol, which continue until an answer closes their connection.
    const agents = calls.map(() => new http.Agent({ keepAlive: true, maxSockets: 1 }));
    const seen: Seen[][] = calls.map(() => []);
    const going = calls.map(async ([path, options], place) => {
      for (let last: Seen | undefined; last?.headers.connection !== "close"; seen[place]!.push(last))
        last = await call(path, { ...options, agent: agents[place]! });
    });
    // A create request of which only half of the body was sent.
    const person = JSON.stringify({ employee_no: "S1", first_name: "Anna", last_name: "Nowak", email: "s1@acme.example" });
    const socket = connect(port, "127.0.0.1");
    const answered = text(socket);
    socket.write(
      `POST /api/v1/users HTTP/1.1\r\nHost: x\r\nX-Tenant-Code: ${organisation.code}\r\nX-API-Key: ${secret}\r\nContent-Type: application/json\r\nContent-Length: ${person.length}\r\n\r\n${person.slice(0, 20)}`,
    );
    while (seen.some((answers) => answers.length === 0)) await sleep(10);

    api.child.kill("SIGTERM");
    const exit = once(api.child, "exit");
    while ((await readiness()) === 200) await sleep(10);
    const unready = await call("/readyz", { agent: false });
    assert.deepEqual([unready.status, JSON.parse(unready.body).checks.process], [503, "draining"]);
    assert.equal(unready.headers["retry-after"], "1");
    // The process is not ready, but still answers requests that arrive.
    const late = await call(
      "/api/v1/oauth/token",
      {
        agent: false,
        method: "POST",
        headers: {
          "x-tenant-code": organisation.code,
          authorization: `Basic ${btoa(`${client_id}:${secret}`)}`,
          "content-type": "application/x-www-form-urlencoded",
        },
      },
      "grant_type=client_credentials",
    );
    assert.equal(late.status, 200, late.body);
    await Promise.all(going);
    for (const answers of seen) {
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
      for (const answer of answers) assert.match(answer.headers["strict-transport-security"] ?? "none", /^max-age=31536000/);
    }
    while ((await readiness()) !== "ECONNREFUSED") await sleep(10);
    socket.write(person.slice(20));
    const answer = await answered;
    assert.match(answer, /^HTTP\/1\.1 201 Created\r\n/);
    assert.match(answer, /\r\nconnection: close\r\n/i);
    assert.deepEqual(await exit, [0, null]);
  },
);
