// F9: a machine whose clock is an hour ahead makes records that sort correctly among those of other machines.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../harness/machine/cluster.ts";
import { needsServer, openDatabase, type TestDatabase } from "../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { slowness } from "../harness/patience.ts";
import { startProcess, type Process } from "../harness/machine/processes.ts";
import { request } from "../harness/server.ts";

const start_ms_max = 60_000 * slowness;
const hour_ms = 3_600_000;
/** Code that runs before the program and moves its clock an hour ahead. */
const ahead = `data:text/javascript,${encodeURIComponent(`const now = Date.now; Date.now = () => now() + ${hour_ms};`)}`;
const skip = needsServer();

let database: TestDatabase;
let organisation: TestOrganisation;
let api: Process;

before(async () => {
  if (skip) return;
  database = await openDatabase();
  organisation = await createOrganisation(database, { clients: [{ name: "all", scopes: ["users:write"] }] });
});
after(async () => {
  await api?.end("SIGKILL");
  await database?.close();
});

test("a process whose clock is an hour ahead says so, and makes ids by the database's clock", { skip }, async () => {
  assert.equal(database.connection.kind, "server");
  const port = await findFreePort();
  api = startProcess("api", {
    DATABASE_URL: (database.connection as { url: string }).url,
    SECRET_KEY: "v1:a-test-secret-of-at-least-32-characters",
    HOST: "127.0.0.1",
    PORT: String(port),
    LOG_LEVEL: process.env["TEST_LOG"] ?? "fatal",
    NODE_OPTIONS: `--import=${ahead}`,
  });
  const url = `http://127.0.0.1:${port}`;
  const ask = () => request(url, "GET", "/readyz").catch(() => undefined);
  let ready = await ask();
  for (const ends_ms = performance.now() + start_ms_max; ready?.status !== 200; ready = await ask()) {
    if (performance.now() > ends_ms) throw new Error("the API has not come up");
    await sleep(50);
  }
  assert.equal(ready.body.checks.clock, "skewed");
  const before_ms = Date.now();
  const { status, body, headers } = await request(url, "POST", "/api/v1/users", {
    headers: { "x-tenant-code": organisation.code, "x-api-key": organisation.clients["all"]!.secret },
    body: { employee_no: "C1", first_name: "Anna", last_name: "Nowak", email: "c1@acme.example" },
  });
  assert.equal(status, 201);
  const made_ms = Number.parseInt(body.id.replace("-", "").slice(0, 12), 16);
  assert.ok(Math.abs(made_ms - before_ms) < hour_ms / 60, `made ${made_ms - before_ms} ms from now`);
  assert.ok(timeOf(headers.get("x-request-id")!) < before_ms + hour_ms / 60);
});

/** The time of a request, from its id: ten characters of Crockford's base 32. */
function timeOf(request_id: string): number {
  const digits = request_id.slice("req_".length, "req_".length + 10).split("");
  return digits.reduce((sum, digit) => sum * 32 + "0123456789ABCDEFGHJKMNPQRSTVWXYZ".indexOf(digit), 0);
}
