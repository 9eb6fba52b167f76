// IN7: sqlmap (https://sqlmap.org) tries to inject SQL into ten operations of the integration API, of SCIM and of the panel. It
// is installed from PyPI into a temporary folder; without Python or PyPI the test is skipped and says so. An endpoint of the
// test's own that builds its statement from the request shows first that sqlmap would find an injection.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { needsServer, openDatabase, type TestDatabase } from "../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { rate } from "../harness/organisation/people.ts";
import { own_page, signInAs, type Panel } from "../harness/panel/panel.ts";
import { byKey, startServer, type TestServer } from "../harness/server.ts";

const run = promisify(execFile);
const sqlmap_package = "sqlmap==1.10.10";
const scan_max_ms = 240_000;
const skip = needsServer();

let folder: string;
let reason: string | null = null;
let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
let panel: Panel;

before(async () => {
  if (skip) return;
  folder = mkdtempSync(path.join(tmpdir(), "muster-sqlmap-"));
  reason = await installed();
  if (reason !== null) return;
  database = await openDatabase();
  server = await startServer(database, { trust_proxy: "127.0.0.1/32" });
  acme = await createOrganisation(database, {
    contract: { rate },
    courses: [{ code: "FIRE-01", title: "Fire safety" }],
    people: [{ employee_no: "P1", first_name: "Anna", last_name: "Kowalska", email: "p1@acme.example" }],
    clients: [
      {
        name: "all",
        scopes: ["users:read", "users:write", "enrollments:write", "compliance:read", "webhooks:manage", "scim"],
        rate,
      },
    ],
  });
  panel = await signInAs(server, database, acme, "it_admin");
});
after(async () => {
  await server?.close();
  await database?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

async function installed(): Promise<string | null> {
  try {
    await run("python3", ["-m", "venv", folder]);
    await run(path.join(folder, "bin", "pip"), ["install", "--quiet", "--disable-pip-version-check", sqlmap_package]);
    return null;
  } catch (error) {
    return `${sqlmap_package} could not be installed: ${(error as Error).message.slice(0, 300)}`;
  }
}

/** A request in which a star marks where sqlmap injects. */
type Target = { name: string; method?: string; path: string; headers?: Record<string, string>; body?: string };

/** Runs sqlmap on a target; returns its final message and the number of requests. */
async function scan(origin: string, { name, method = "GET", path: place, headers = {}, body }: Target): Promise<string> {
  const lines = [
    `${method} ${place} HTTP/1.1`,
    `Host: ${new URL(origin).host}`,
    ...Object.entries(headers).map(([header, value]) => `${header}: ${value}`),
    ...(body === undefined ? [] : ["Content-Type: application/json"]),
    "",
    body ?? "",
  ];
  const file = path.join(folder, `${name.replaceAll(/\W+/g, "-")}.http`);
  writeFileSync(file, lines.join("\r\n"));
  const options = ["-r", file, "--batch", "--flush-session", "--disable-coloring", "--output-dir", path.join(folder, "out")];
  // The requests are refused with many statuses; sqlmap must compare each refusal like an answer.
  options.push(
    "--dbms=PostgreSQL",
    "--technique=BEUSQ",
    "--level=2",
    "--risk=2",
    "--threads=4",
    "--ignore-code=*",
    "--answers=follow=N",
  );
  const done = await run(path.join(folder, "bin", "sqlmap"), options, { timeout: scan_max_ms, maxBuffer: 1 << 26 });
  return done.stdout;
}

const is_clean = /all tested parameters do not appear to be injectable/;
const is_found = /sqlmap identified the following injection point/;

function targets(): Target[] {
  const api = byKey("ACME", acme.clients["all"]!.secret);
  const scim = { authorization: `Bearer ${acme.clients["all"]!.secret}` };
  const cookie = { ...own_page, cookie: [...panel.cookies].map(([name, value]) => `${name}=${value}`).join("; ") };
  const own = "00000000-0000-4000-8000-000000000000";
  return [
    { name: "GET users by number", path: "/api/v1/users?employee_no=P1*", headers: api },
    { name: "GET users by status", path: "/api/v1/users?status=active*&updated_since=2026-01-01T00:00:00Z*", headers: api },
    { name: "GET user by id", path: `/api/v1/users/${own}*`, headers: api },
    { name: "GET matrix", path: "/api/v1/compliance/matrix?course_code=FIRE-01*&compliance_flag=PENDING*", headers: api },
    {
      name: "POST user",
      method: "POST",
      path: "/api/v1/users",
      headers: api,
      body: '{"employee_no":"P9*","first_name":"Jan*","last_name":"Nowak","email":"p9@acme.example"}',
    },
    {
      name: "GET departments by code of the organisation",
      path: "/api/v1/departments",
      headers: { ...api, "x-tenant-code": "ACME*" },
    },
    { name: "SCIM filter", path: "/scim/v2/ACME/Users?filter=userName%20eq%20%22p1*%22&startIndex=1*", headers: scim },
    { name: "SCIM organisation", path: "/scim/v2/ACME*/Users?count=1", headers: scim },
    { name: "panel people", path: "/panel/api/people?q=Anna*&limit=10*", headers: cookie },
    {
      name: "panel sign-in",
      method: "POST",
      path: "/panel/api/sign-in",
      headers: { ...own_page, "x-forwarded-for": "198.51.100.7" },
      body: '{"tenant_code":"ACME*","login":"it@acme.example*","password":"three green bicycles"}',
    },
  ];
}

test("IN7 sqlmap finds the endpoint that is made to be found", { skip }, async (t) => {
  if (reason !== null) return t.skip(reason);
  const careless: Server = createServer((request, reply) => {
    const code = new URL(request.url!, "http://here").searchParams.get("code");
    database.superuser.query(`select code, title from course where code = '${code}'`).then(
      ({ rows }) => reply.end(JSON.stringify(rows)),
      (error: Error) => reply.writeHead(500).end(error.message),
    );
  });
  await new Promise<void>((resolve) => careless.listen(0, "127.0.0.1", resolve));
  t.after(() => careless.close());
  const origin = `http://127.0.0.1:${(careless.address() as AddressInfo).port}`;
  assert.match(await scan(origin, { name: "careless", path: "/?code=FIRE-01*" }), is_found);
});

test("IN7 sqlmap finds nothing to inject into in ten operations of REST, SCIM and the panel", { skip }, async (t) => {
  if (reason !== null) return t.skip(reason);
  const before_ms = performance.now();
  const found: Record<string, string> = {};
  for (const target of targets()) {
    const said = await scan(server.url, target);
    if (is_clean.test(said) && !is_found.test(said)) continue;
    found[target.name] = said.slice(-1_500);
  }
  const errors = server.log.filter(({ status }) => typeof status === "number" && status >= 500);
  const asked = server.log.filter(({ msg }) => msg === "answered").length;
  t.diagnostic(
    `${asked} requests answered in ${Math.round((performance.now() - before_ms) / 1_000)} s, ${errors.length} of them with a 5xx`,
  );
  assert.deepEqual(found, {});
  assert.deepEqual(errors, []);
  assert.ok(asked > 1_000, `sqlmap asked only ${asked} times`);
});
