// Successful requests are stored in packs (docs/decisions/0102), but a reader of the log sees them one by one.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { requestLogJobs } from "../../../server/features/request-log/forget.job.ts";
import { listRequestPage } from "../../../server/features/request-log/page-sql.ts";
import { sql } from "../../../server/platform/db/sql.ts";
import { readInfrastructure } from "../../../server/platform/db/transaction.ts";
import { firstIdOf } from "../../../server/platform/ids.ts";
import { hour_us } from "../../../server/platform/instants.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { workOff } from "../../harness/jobs.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { rate } from "../../harness/organisation/people.ts";
import { createAccount, sessionOf, type Panel } from "../../harness/panel/panel.ts";
import { settled } from "../../harness/settled.ts";
import { apiOf, byKey, startServer, type Api, type Reply, type TestServer } from "../../harness/server.ts";

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
let other: TestOrganisation;
let panel: Panel;
let hr: Api;
let writer: Api;

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  const clients = [
    { name: "HR", scopes: ["users:read", "compliance:read"] as const },
    { name: "Writer", scopes: ["users:read", "users:write"] as const },
  ];
  acme = await createOrganisation(database, { contract: { rate }, clients: clients as never });
  other = await createOrganisation(database, { organisation: { code: "OTHER", name: "Other" }, clients: clients as never });
  panel = await panelOf(acme);
  [hr, writer] = ["HR", "Writer"].map((name) => apiOf(server, byKey(acme.code, acme.clients[name]!.secret))) as [Api, Api];
});
after(async () => {
  await server?.close();
  await database?.close();
});

const panelOf = async ({ tenant_id }: TestOrganisation) =>
  sessionOf(server, database, tenant_id, await createAccount(database, tenant_id, "it_admin"));
const query = async (text: string, values: unknown[] = []) => (await database.superuser.query(text, values)).rows;
const idOf = ({ headers }: Reply) => headers.get("x-request-id")!;

async function list(search = "", as = panel): Promise<any[]> {
  const reply = await as.get(`/requests?limit=500&${search}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.body.requests;
}

async function walk(search: string, limit: number): Promise<any[]> {
  const walked: any[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const { body } = await panel.get(`/requests?limit=${limit}&${search}${cursor === "" ? "" : `&cursor=${cursor}`}`);
    walked.push(...body.requests);
    cursor = body.pagination.next_cursor;
  }
  return walked;
}

/** Sends concurrent requests until the log has them and some are in a pack; returns the last answers. */
async function packed(send: () => Promise<Reply>[], as = panel): Promise<Reply[]> {
  const count = async () => Number((await query("select count(*) from request_pack"))[0].count);
  const before_it = await count();
  for (;;) {
    const replies = await Promise.all(send());
    const ids = new Set(replies.map(idOf));
    while ((await list("", as)).filter(({ request_id }) => ids.has(request_id)).length < ids.size);
    if ((await count()) > before_it) return replies;
  }
}

const six = <T>(send: (index: number) => T): T[] => Array.from({ length: 6 }, (_, index) => send(index));

test("packed requests are listed as they were answered, beside refused ones, and are found by each filter", async () => {
  const lookUp = (index: number) =>
    [
      () => hr.get("/api/v1/departments"),
      () => hr.get("/api/v1/users?email=ada%40acme.example"),
      () => hr.get("/api/v1/users/019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f"),
      () =>
        writer.post("/api/v1/users", {
          employee_no: `P-${index}`,
          first_name: "Ada",
          last_name: "Packed",
          email: `p${index}@acme.example`,
        }),
    ].map((send) => send());
  const made: Reply[] = [];
  const replies = await packed(() =>
    six((index) => lookUp(made.length + index))
      .flat()
      .map(async (sent) => {
        const reply = await sent;
        made.push(reply);
        return reply;
      }),
  );
  const all = await list();
  for (const reply of replies) {
    const row = all.find(({ request_id }) => request_id === idOf(reply));
    assert.equal(row.status, reply.status, reply.text);
    const told = ["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"].map((name) => Number(reply.headers.get(name)));
    assert.deepEqual([row.limiter.burst, row.limiter.remaining, row.limiter.full_in_s], told);
    assert.deepEqual([row.address, row.trace_id, row.cause], ["127.0.0.1", null, null]);
    assert.ok(row.duration_ms > 0 && Math.abs(Date.parse(row.at) - Date.now()) < 60_000);
    assert.deepEqual(await list(`request_id=${idOf(reply)}`), [row]);
  }
  assert.deepEqual(
    all.map(({ id }) => id),
    all.map(({ id }) => id).toSorted((one: string, later: string) => (one < later ? 1 : -1)),
  );
  assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
  const created = await list("method=POST&status=201");
  const user = await hr.get("/api/v1/users?employee_no=P-0");
  const [of_one] = await packed(() => six(() => hr.get(`/api/v1/users/${user.body.users[0].id}`)));
  assert.equal((await list(`request_id=${idOf(of_one!)}`))[0].path, `/api/v1/users/${user.body.users[0].id}`);
  assert.ok(created.length >= 6 && created.every(({ client }) => client.name === "Writer"));
  const now = await list();
  const same = async (search: string, keep: (row: any) => boolean) => {
    const kept = now.filter(keep);
    assert.ok(kept.length > 0 && kept.length < now.length, search);
    assert.deepEqual(await list(search), kept, search);
    assert.deepEqual(await walk(search, 2), kept, `${search}, page by page`);
  };
  await same(`client_id=${acme.clients["HR"]!.client_id}`, ({ client }) => client.name === "HR");
  await same("method=POST", ({ method }) => method === "POST");
  await same("route=%2Fapi%2Fv1%2Fusers", ({ route }) => route === "/api/v1/users");
  await same("path=departments", ({ path }) => path.includes("departments"));
  await same("status=2xx", ({ status }) => status < 300);
  await same("status=refused", ({ status }) => status >= 400);
  await same("code=NOT_FOUND", ({ code }) => code === "NOT_FOUND");
  const edge = now[7].at;
  await same(`from=${edge}`, ({ at }) => at >= edge);
  await same(`to=${edge}`, ({ at }) => at < edge);
  await same(
    `from=${now.at(-3).at}&to=${edge}&path=users`,
    ({ at, path }) => at >= now.at(-3).at && at < edge && path.includes("users"),
  );
  for (const nothing of [
    "method=DELETE",
    "path=nowhere",
    "client_id=none",
    "route=none",
    "request_id=req_01JZZZZZZZ0123456789000001",
  ])
    assert.deepEqual(await list(nothing), [], nothing);
  assert.deepEqual(await walk("", 3), now);
});

test("a packed request has no refusal, and another organisation cannot see it", async () => {
  const [reply] = await packed(() => six(() => hr.get("/api/v1/departments")));
  const [row] = await list(`request_id=${idOf(reply!)}`);
  assert.deepEqual((await panel.get(`/requests/${row.id}/refusal`)).body, { refusal: null });
  assert.deepEqual((await panel.get(`/requests/${row.id.toUpperCase()}/refusal`)).body, { refusal: null });
  const last = row.id.slice(-1) === "0" ? "f" : "0";
  assert.equal((await panel.get(`/requests/${row.id.slice(0, -4)}fff${last}/refusal`)).status, 404);
  const theirs = await panelOf(other);
  assert.equal((await theirs.get(`/requests/${row.id}/refusal`)).status, 404);
  assert.deepEqual(await list(`request_id=${idOf(reply!)}`, theirs), []);
  assert.deepEqual(await list("", theirs), []);
});

test("a file has packed requests too, and the figures count them", async () => {
  const replies = await packed(() => six(() => hr.get("/api/v1/departments")));
  const { client_id } = acme.clients["HR"]!;
  const rows = await list(`client_id=${client_id}`);
  const { text } = await panel.get(`/requests/export?client_id=${client_id}`);
  assert.equal(text.trim().split("\r\n").length - 1, rows.length);
  for (const reply of replies) assert.ok(text.includes(idOf(reply)));
  const sum = (hours: any[], kind: string) => hours.reduce((total, hour) => total + hour[kind], 0);
  const succeeded = (of: any[]) => of.filter(({ status }) => status < 400).length;
  const activity = (await panel.get(`/clients/${client_id}/activity`)).body;
  assert.deepEqual(
    [sum(activity.hours, "succeeded"), sum(activity.hours, "refused")],
    [succeeded(rows), rows.length - succeeded(rows)],
  );
  const all = await list();
  const figures = (await panel.get("/overview/integrations")).body;
  assert.deepEqual(
    [sum(figures.hours, "succeeded"), sum(figures.hours, "refused")],
    [succeeded(all), all.length - succeeded(all)],
  );
  assert.equal((await panel.get(`/clients/${client_id}`)).body.last_used_address, "127.0.0.1");
});

test("a pack that lies on both sides of a full hour is counted on both", async (t) => {
  const begins_us = Math.floor((Date.now() * 1_000) / hour_us) * hour_us;
  const { client_id } = acme.clients["HR"]!;
  const before_it = (await panel.get(`/clients/${client_id}/activity`)).body.hours;
  const overview_before = (await panel.get("/overview/integrations")).body.hours;
  const id = firstIdOf(begins_us / 1_000);
  t.after(() => query("delete from request_pack where id = $1", [id]));
  await insertPack({ id, last_us: begins_us + 400_000, ago_us: [700_000, 500_000, 400_000, 300_000, 0] });
  const later = (await panel.get(`/clients/${client_id}/activity`)).body.hours;
  const overview_later = (await panel.get("/overview/integrations")).body.hours;
  for (const [hours, hours_before] of [
    [later, before_it],
    [overview_later, overview_before],
  ]) {
    const more = hours.map(({ at, succeeded }: any) => [
      at,
      succeeded - (hours_before.find((one: any) => one.at === at)?.succeeded ?? 0),
    ]);
    const at = (us: number) => new Date(us / 1_000).toISOString();
    const changed = Object.fromEntries(
      more.filter(([, count]: any) => count !== 0).map(([when, count]: any) => [new Date(when).toISOString(), count]),
    );
    assert.deepEqual(changed, { [at(begins_us - hour_us)]: 2, [at(begins_us)]: 3 });
  }
});

test("a page that looks at many packs in vain ends, says that there is more, and the next ones find it", async (t) => {
  const first_us = Date.parse("2026-01-10T00:00:00Z") * 1_000;
  t.after(() => query("delete from request_pack where process = 'BOUND'"));
  const old = { process: "BOUND", last_us: first_us, ago_us: [0] };
  await insertPack({ ...old, id: firstIdOf(first_us / 1_000 - 1), path: "/api/v1/sought", last_us: first_us - 1_000 });
  await query(
    `insert into request_pack
     select p.tenant_id, infra.logged_id(p.last_us + n * 1000::bigint, '8000000000000001'), p.client_id, 1, p.last_us + n * 1000::bigint, 0, p.process,
       1, 1, 0, '[["GET", "/api/v1/departments", null, 200, "127.0.0.1", null, null, null]]', p.kind, p.ago_us, p.duration_us,
       p.limit_remaining, p.limit_full_s, p.day_used, p.asked_ms, p.number
     from request_pack p cross join generate_series(1, 21000) n where p.process = 'BOUND'`,
  );
  const { body } = await panel.get("/requests?path=sought");
  assert.deepEqual([body.requests, typeof body.pagination.next_cursor], [[], "string"]);
  const found = await walk("path=sought", 50);
  assert.deepEqual(
    found.map(({ path }) => path),
    ["/api/v1/sought"],
  );
  const { text } = await panel.get("/requests/export?path=sought");
  assert.equal(text.trim().split("\r\n").length, 2);
});

test("a page that is full with what is in packs reads no older rows", async (t) => {
  const refused = await hr.get("/api/v1/nothing");
  while ((await list(`request_id=${idOf(refused)}`)).length === 0);
  const begins_us = (Date.now() + 3_600_000) * 1_000;
  const begins = firstIdOf(begins_us / 1_000);
  t.after(async () => {
    for (const table of ["request_log", "request_pack"]) await query(`delete from ${table} where id >= $1`, [begins]);
  });
  await query(
    `insert into request_log
     select (jsonb_populate_record(l, jsonb_build_object('id', infra.logged_id($2::bigint + n * 1000, '8000000000000001')))).*
     from request_log l cross join generate_series(1, 3000) n
     where l.tenant_id = $1 and l.request_id = $3`,
    [acme.tenant_id, begins_us, idOf(refused)],
  );
  for (const last_us of [begins_us + 10_000_000, begins_us + 20_000_000])
    await insertPack({
      id: firstIdOf(last_us / 1_000),
      last_us,
      ago_us: Array.from({ length: 100 }, (_, place) => place * 1_000),
    });
  await settled(database);
  const pool = database.pool("muster_app", 1);
  const rowsRead = async () => {
    await readInfrastructure(pool, sql`select pg_stat_force_next_flush()`);
    return Number((await query("select idx_tup_fetch from pg_stat_user_tables where relname = 'request_log'"))[0].idx_tup_fetch);
  };
  const before_it = await rowsRead();
  assert.equal((await listRequestPage(pool, acme.tenant_id, { limit: 50, traced: false })).count, 50);
  const read = (await rowsRead()) - before_it;
  assert.ok(read < 100, `${read} rows were read`);
});

test("an erased person is taken out of packs, and the requests stay", async () => {
  const email = "hanna.packed@people.example";
  const person = { employee_no: "Q-99801", first_name: "Hanna", last_name: "Packedsson", email };
  const { id } = (await writer.post("/api/v1/users", person)).body;
  await packed(() => six(() => writer.get(`/api/v1/users/${id}`)));
  // No path of a successful request contains an e-mail address, so one is inserted.
  await query(`update request_pack set kinds = replace(kinds::text, $1, $2)::jsonb`, [id, encodeURIComponent(email)]);
  const before_it = (await list()).length;
  assert.ok((await list(`path=${encodeURIComponent(encodeURIComponent(email))}`)).length >= 6);
  assert.equal((await writer.patch(`/api/v1/users/${id}`, { active: false })).status, 200);
  assert.equal((await panel.post(`/people/${id}/erasure`, { confirmation: person.employee_no })).status, 202);
  await workOff(database);
  const done = (await panel.get(`/people/${id}/erasure`)).body;
  assert.ok(done.state === "done" && done.erased.request_log >= 6, JSON.stringify(done));
  assert.deepEqual(await query("select from request_pack where kinds::text ~ 'hanna'"), []);
  const rows = await list();
  assert.ok(rows.length >= before_it);
  assert.ok(rows.filter(({ path }) => path === "/api/v1/users/:id").length >= 6);
});

test("packs are deleted once the last of their requests is old enough, and are counted before", async () => {
  await packed(() => six(() => hr.get("/api/v1/departments")));
  const kept = await list();
  const old_us = (Date.now() - 31 * 86_400_000) * 1_000;
  for (const after_us of [0, 1_000, 2_000])
    await insertPack({ id: firstIdOf((old_us + after_us) / 1_000), last_us: old_us + after_us, ago_us: [500, 400, 0] });
  assert.equal((await list()).length, kept.length + 9);
  const preview = async () =>
    (await panel.post("/retention/preview", {})).body.kinds.find(({ kind }: any) => kind === "request_log");
  assert.equal((await preview()).goes, 9);
  const [job] = requestLogJobs({ pool: database.pool("muster_worker", 1), minimums: {} });
  await job!.run([], new AbortController().signal);
  assert.deepEqual(await list(), kept);
  assert.deepEqual([(await preview()).goes, (await preview()).oldest_left === null], [0, false]);
});

test("a server that closes has written what it noted", async (t) => {
  const own = await startServer(database);
  t.after(() => own.close());
  const api = apiOf(own, byKey(acme.code, acme.clients["HR"]!.secret));
  const replies = await Promise.all(six(() => api.get("/api/v1/departments")));
  await own.close();
  const ids = new Set((await list()).map(({ request_id }) => request_id));
  assert.ok(replies.every((reply) => ids.has(idOf(reply))));
});

type Insert = { id: string; last_us: number; ago_us: number[]; path?: string; process?: string };

async function insertPack({ id, last_us, ago_us, path = "/api/v1/departments", process = "TEST" }: Insert): Promise<void> {
  const same = (value: number) => ago_us.map(() => value);
  await query(
    `insert into request_pack (tenant_id, id, client_id, count, last_us, clock_offset_us, process, first_number, last_number, came_ms, kinds,
       kind, ago_us, duration_us, limit_remaining, limit_full_s, day_used, asked_ms, number)
     values ($1, $2, $3, $4, $5, 0, $6, 1, 1, 0, $7, $8, $9, $8, $8, $8, $8, $8, $8)`,
    [
      acme.tenant_id,
      id,
      acme.clients["HR"]!.client_id,
      ago_us.length,
      last_us,
      process,
      JSON.stringify([["GET", "/api/v1/departments", path, 200, "127.0.0.1", null, null, null]]),
      same(1),
      ago_us,
    ],
  );
}
