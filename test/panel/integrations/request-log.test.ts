import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import pino from "pino";
import { createRequestLog } from "../../../server/features/request-log/log.ts";
import { requestLogJobs } from "../../../server/features/request-log/forget.job.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, sessionOf, type Panel } from "../../harness/panel/panel.ts";
import { apiOf, byKey, request, startServer, type TestServer } from "../../harness/server.ts";

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
let other: TestOrganisation;
let panel: Panel;

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  acme = await createOrganisation(database, {
    clients: [
      { name: "HR", scopes: ["users:read"], rate: { burst: 3 } },
      { name: "Writer", scopes: ["users:read", "users:write"] },
      { name: "Directory", scopes: ["scim"] },
    ],
  });
  other = await createOrganisation(database, {
    organisation: { code: "OTHER", name: "Other" },
    clients: [{ name: "Theirs", scopes: ["users:read"] }],
  });
  panel = await panelOf(acme);
});
after(async () => {
  await server?.close();
  await database?.close();
});

const panelOf = async ({ tenant_id }: TestOrganisation) =>
  sessionOf(server, database, tenant_id, await createAccount(database, tenant_id, "it_admin"));

async function list(query = "", as = panel): Promise<any[]> {
  const reply = await as.get(`/requests?${query}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.body.requests;
}

/** Repeats the search until the row of a request has been written. */
async function find(request_id: string | null, as = panel): Promise<any> {
  for (;;) {
    const [row] = await list(`request_id=${request_id}`, as);
    if (row) return row;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
const idOf = ({ headers }: { headers: Headers }) => headers.get("x-request-id");

test("a request is listed with its client, route, status, code and time, without its query", async () => {
  const api = apiOf(server, byKey(acme.code, acme.clients["HR"]!.secret));
  const found = await api.get("/api/v1/users?email=ada%40acme.example");
  const row = await find(idOf(found));
  const { id: _, at, duration_ms, limiter, ...rest } = row;
  assert.deepEqual(rest, {
    client: { id: acme.clients["HR"]!.client_id, name: "HR" },
    method: "GET",
    route: "/api/v1/users",
    path: "/api/v1/users",
    status: 200,
    code: null,
    cause: null,
    request_id: idOf(found),
    trace_id: null,
    address: "127.0.0.1",
    retry_after_s: null,
  });
  const told = ["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"].map((name) => Number(found.headers.get(name)));
  assert.deepEqual([limiter.burst, limiter.remaining, limiter.full_in_s], told, "the limits in the answer's headers");
  assert.deepEqual([limiter.burst, limiter.day_used, limiter.day_limit], [3, 1, 5_000]);
  assert.ok(duration_ms > 0 && Math.abs(Date.parse(at) - Date.now()) < 60_000);
  const missing = await find(idOf(await api.get("/api/v1/users/019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f")));
  assert.deepEqual([missing.route, missing.status, missing.code], ["/api/v1/users/:id", 404, "NOT_FOUND"]);
});

test("the cause of a 401 and of a 429 is shown here, and nowhere else", async () => {
  const { client_id, secret } = acme.clients["HR"]!;
  const wrong = `${secret.slice(0, -8)}AAAAAAAA`;
  const refused = await request(server.url, "GET", "/api/v1/users", { headers: byKey(acme.code, wrong) });
  const unknown = await request(server.url, "GET", "/api/v1/users", { headers: byKey(acme.code, "lms_live_x") });
  const silent = await request(server.url, "GET", "/api/v1/users", { headers: { "x-tenant-code": acme.code } });
  const foreign = await request(server.url, "GET", "/api/v1/users", {
    headers: byKey(acme.code, other.clients["Theirs"]!.secret),
  });
  const shown = ({ status, code, cause, client }: any) => [status, code, cause, client?.id ?? null];
  assert.deepEqual(shown(await find(idOf(refused))), [401, "UNAUTHORIZED", "wrong_secret", client_id]);
  assert.deepEqual(shown(await find(idOf(unknown))), [401, "UNAUTHORIZED", "unknown_key", null]);
  assert.deepEqual(shown(await find(idOf(silent))), [401, "UNAUTHORIZED", null, null]);
  // The organisation that owns the key sees the request; the one that was named does not.
  const theirs = await find(idOf(foreign), await panelOf(other));
  assert.deepEqual([theirs.cause, theirs.client.name], ["tenant_mismatch", "Theirs"]);
  assert.deepEqual(await list(`request_id=${idOf(foreign)}`), []);
  for (const { text } of [refused, unknown, foreign]) assert.ok(!/wrong_secret|unknown_key|mismatch/.test(text));
  const api = apiOf(server, byKey(acme.code, secret));
  let limited = await api.get("/api/v1/departments");
  while (limited.status !== 429) limited = await api.get("/api/v1/departments");
  const row = await find(idOf(limited));
  assert.deepEqual(shown(row), [429, "RATE_LIMITED", "bucket", client_id]);
  assert.deepEqual([row.limiter.remaining, row.retry_after_s], [0, Number(limited.headers.get("retry-after"))]);
  assert.ok(row.retry_after_s > 0);
  const of_no_client = await find(idOf(silent));
  assert.deepEqual([of_no_client.limiter, of_no_client.retry_after_s], [null, null], "no client's limits");
});

test("P10 of a refused request the fields at fault and the headers are kept, and no value, secret or name", async () => {
  const { secret } = acme.clients["Writer"]!;
  const sent = {
    employee_no: "E-4711",
    first_name: "Wilhelmina",
    last_name: "Zażółć",
    email: "wilhelmina at acme.example",
    worker_type: "freelancer",
    department: "No such hall",
    hired_on: "2026-02-30",
  };
  const refused = await request(server.url, "POST", "/api/v1/users", {
    headers: { ...byKey(acme.code, secret), "x-trace": "Wilhelmina", cookie: "a=secret-cookie", "user-agent": "hr-sync/3" },
    body: sent,
  });
  assert.equal(refused.status, 422, refused.text);
  const row = await find(idOf(refused));
  const kept = await panel.get(`/requests/${row.id}/refusal`);
  assert.equal(kept.status, 200, kept.text);
  const { headers, errors, errors_left_out, detail } = kept.body.refusal;
  assert.deepEqual(
    errors.map(({ place, code }: any) => [place, code]),
    refused.body.errors.map(({ pointer, code }: any) => [pointer, code]),
  );
  assert.ok(errors.length > 0 && errors.every((error: any) => error.detail.length > 5), kept.text);
  assert.deepEqual([errors_left_out, detail], [0, refused.body.detail]);
  const header = (name: string) => headers.find((one: any) => one.name === name);
  assert.deepEqual(header("content-type"), { name: "content-type", value: "application/json", masked: 0 });
  assert.deepEqual(header("user-agent"), { name: "user-agent", value: "hr-sync/3", masked: 0 });
  assert.deepEqual(header("x-api-key"), { name: "x-api-key", value: null, masked: secret.length });
  for (const text of [...Object.values(sent), secret, "secret-cookie"])
    assert.ok(!kept.text.includes(text), `${text} is kept: ${kept.text}`);
  const stored = await database.superuser.query("select refused::text from request_log where id = $1", [row.id]);
  assert.ok(stored.rows[0].refused.length < 8_192);
  // A request of another organisation, and one that was not refused.
  const theirs = await panelOf(other);
  assert.equal((await theirs.get(`/requests/${row.id}/refusal`)).status, 404);
  const fine = await find(idOf(await request(server.url, "GET", "/api/v1/users", { headers: byKey(acme.code, secret) })));
  assert.deepEqual((await panel.get(`/requests/${fine.id}/refusal`)).body, { refusal: null });
  const bearer = await request(server.url, "GET", "/api/v1/users", {
    headers: { "x-tenant-code": acme.code, authorization: "Bearer nonsense-token" },
  });
  const unknown = (await panel.get(`/requests/${(await find(idOf(bearer))).id}/refusal`)).body.refusal;
  assert.deepEqual(
    unknown.headers.find((one: any) => one.name === "authorization"),
    { name: "authorization", value: "Bearer", masked: "nonsense-token".length },
  );
});

test("P10 a sentence that repeats the input is kept without it, in SCIM and in a query too", async () => {
  const headers = { authorization: `Bearer ${acme.clients["Directory"]!.secret}` };
  const url = `/scim/v2/${acme.code}/Users`;
  const filter = await request(server.url, "GET", `${url}?filter=${encodeURIComponent('userName resembles "Wilhelmina"')}`, {
    headers,
  });
  assert.equal(filter.status, 400, filter.text);
  const users = await request(server.url, "GET", "/api/v1/users?email=Wilhelmina%00", {
    headers: byKey(acme.code, acme.clients["Writer"]!.secret),
  });
  assert.equal(users.status, 422, users.text);
  for (const reply of [filter, users]) {
    const { text, body } = await panel.get(`/requests/${(await find(idOf(reply))).id}/refusal`);
    assert.ok(!/wilhelmina/i.test(text), text);
    assert.ok(body.refusal.detail.length > 5, text);
  }
});

test("it is narrowed by client, method, path, status, code and time, and walked by cursor", async () => {
  const all = await list("limit=500");
  const walked: any[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const { body } = await panel.get(`/requests?limit=3${cursor === "" ? "" : `&cursor=${cursor}`}`);
    walked.push(...body.requests);
    cursor = body.pagination.next_cursor;
  }
  assert.deepEqual(walked, all);
  const same = async (query: string, keep: (row: any) => boolean) => {
    const kept = all.filter(keep);
    assert.ok(kept.length > 0 && kept.length < all.length, query);
    assert.deepEqual(await list(`limit=500&${query}`), kept, query);
  };
  await same(`client_id=${acme.clients["HR"]!.client_id}`, ({ client }) => client?.name === "HR");
  await same("path=departments", ({ path }) => path.includes("departments"));
  await same("status=4xx", ({ status }) => status >= 400);
  await same("status=404", ({ status }) => status === 404);
  await same("code=UNAUTHORIZED", ({ code }) => code === "UNAUTHORIZED");
  const edge = all[3].at;
  await same(`from=${edge}`, ({ at }) => at >= edge);
  await same(`to=${edge}`, ({ at }) => at < edge);
  assert.deepEqual(await list("method=DELETE"), []);
  assert.equal((await panel.get("/requests?status=abc")).status, 422);
  assert.equal((await panel.get("/requests?cursor=abc")).status, 422);
  assert.equal((await panel.get("/requests?from=0000-01-01T00:00:00Z")).status, 422);
});

test("refused requests are grouped by code, endpoint and client, and each group finds its requests in the log", async () => {
  const api = apiOf(server, byKey(acme.code, acme.clients["HR"]!.secret));
  const lost = await api.get("/api/v1/no-such-address");
  await find(idOf(lost));
  const { since, complete, errors } = (await panel.get("/request-errors")).body;
  assert.ok(complete && Math.abs(Date.parse(since) - (Date.now() - 7 * 86_400_000)) < 60_000, since);
  const refused = await list("limit=500&status=4xx");
  assert.equal(
    errors.reduce((sum: number, { count }: any) => sum + count, 0),
    refused.length,
  );
  for (const { code, method, route, client, count, causes, first_at, last_at } of errors) {
    const query = new URLSearchParams({ method, route: route ?? "none", client_id: client?.id ?? "none", limit: "500" });
    // SCIM's own refusals have no code of ours.
    if (code !== null) query.set("code", code);
    const rows = (await list(`status=refused&${query.toString()}`)).filter((row) => row.code === code);
    assert.deepEqual([rows.length, rows[0].at, rows.at(-1).at], [count, last_at, first_at], query.toString());
    assert.deepEqual(new Set(causes), new Set(rows.map(({ cause }) => cause).filter((cause) => cause !== null)));
  }
  assert.ok(errors.some(({ causes }: any) => causes.includes("wrong_secret")));
  const { body } = await (await panelOf(other)).get("/request-errors");
  assert.ok(body.errors.every(({ client }: any) => client?.name === "Theirs"));
});

test("a filtered list is exported as a file, and no cell is a formula", async (t) => {
  const rename = (from: string, to: string) =>
    database.superuser.query("update client set name = $2 where name = $1", [from, to]);
  t.after(() => rename("=1+1", "HR"));
  await rename("HR", "=1+1");
  const { status, text, headers } = await panel.get("/requests/export?status=404");
  assert.deepEqual([status, headers.get("content-type")], [200, "text/csv; charset=utf-8"]);
  const [heading, ...lines] = text.trim().split("\r\n");
  assert.match(heading!, /^\uFEFF?"at","client","method"/);
  assert.equal(lines.length, (await list("limit=500&status=404")).length);
  assert.ok(
    lines.every((line) => line.includes(`,"'=1+1","GET",`)),
    lines.join("\n"),
  );
  assert.equal((await panel.get("/requests/export?client_id=some")).status, 422);
});

test("strangers cannot fill an organisation's log, and dropped rows are counted", async (t) => {
  let dropped = 0;
  const pool = database.pool("muster_app", 1);
  const log = createRequestLog({ pool, log: pino({ level: "silent" }), onDropped: (count) => void (dropped += count) });
  t.after(() => log.close());
  const answered = (tenant_code: string) =>
    log.answered(
      {
        raw: { url: "/api/v1/nothing", rawHeaders: [] },
        headers: { "x-tenant-code": tenant_code },
        routeOptions: {},
        method: "GET",
        id: "req_stranger",
        address: "127.0.0.1",
        caller: null,
        refusal: { code: "UNAUTHORIZED", cause: null, tenant_id: null, client_id: null, problem: null },
      } as never,
      { statusCode: 401, elapsedTime: 1, getHeader: () => undefined } as never,
    );
  for (let sent = 0; sent < 80; sent += 1) answered(acme.code);
  answered("no organisation");
  await log.close();
  assert.equal((await list("request_id=req_stranger&limit=500")).length + dropped, 80);
  assert.ok(dropped > 0);
});

test("requests that wait when the log closes without a database are counted as dropped", async (t) => {
  let dropped = 0;
  const pool = { connect: () => Promise.reject(new Error("connect ECONNREFUSED")) } as never;
  const log = createRequestLog({ pool, log: pino({ level: "silent" }), onDropped: (count) => void (dropped += count) });
  t.after(() => log.close());
  for (let sent = 0; sent < 1_200; sent += 1)
    log.answered(
      {
        raw: { url: "/api/v1/nothing", rawHeaders: [] },
        headers: {},
        routeOptions: {},
        method: "GET",
        id: "req_closing",
        address: "127.0.0.1",
        caller: { tenant: { id: acme.tenant_id }, client: { id: acme.clients["HR"]!.client_id } },
        refusal: null,
      } as never,
      { statusCode: 404, elapsedTime: 1, getHeader: () => undefined } as never,
    );
  await log.close();
  assert.equal(dropped, 1_200);
});

test("rows are deleted after 30 days", async () => {
  await database.superuser.query(
    `insert into request_log (tenant_id, id, at, method, path, status, request_id, address, duration_us)
     values ($1, '01900000-0000-7000-8000-000000000000', now(), 'GET', '/api/v1/old', 200, 'req_old', '127.0.0.1', 1)`,
    [acme.tenant_id],
  );
  const kept = (await list("limit=500")).length;
  const [job] = requestLogJobs({ pool: database.pool("muster_worker", 1), minimums: {} });
  await job!.run([], new AbortController().signal);
  assert.deepEqual(await list("request_id=req_old"), []);
  assert.equal((await list("limit=500")).length, kept - 1);
});
