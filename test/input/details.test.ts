import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { createOrganisation } from "../harness/organisation/organisation.ts";
import { signInAs, type Panel } from "../harness/panel/panel.ts";
import { apiOf, byKey, startServer, type Api, type TestServer } from "../harness/server.ts";

// People read the details of a 422, so each says what the field must be, and not what it is for.

let database: TestDatabase;
let server: TestServer;
let api: Api;
let panel: Panel;
before(async () => {
  database = await openDatabase();
  const acme = await createOrganisation(database, {
    courses: [{ code: "FORK", title: "Forklift" }],
    clients: [
      {
        name: "all",
        scopes: ["users:read", "users:write", "enrollments:write", "compliance:read", "webhooks:manage"],
        webhook_hosts: ["hooks.acme.example"],
      },
    ],
  });
  server = await startServer(database);
  api = apiOf(server, byKey(acme.code, acme.clients["all"]!.secret));
  panel = await signInAs(server, database, acme, "it_admin");
});
after(async () => {
  await server.close();
  await database.close();
});

const date = "must be a date from 1900 on, YYYY-MM-DD";
const timestamp = "must be a timestamp from 1900 on, RFC 3339";

test("a date or timestamp that is none is told the form of dates, whatever the field is for", async () => {
  const detailOf = async (method: string, path: string, body?: unknown) => {
    const { status, body: problem, text } = await api.call(method, path, body === undefined ? {} : { body });
    assert.equal(status, 422, text);
    return problem.errors.map(({ detail }: { detail: string }) => detail);
  };
  const subscription = { name: "s", target_url: "https://hooks.acme.example/", subscribed_events: ["course.completed"] };
  const { id } = (await api.post("/api/v1/webhooks/subscriptions", subscription)).body;
  const at = `/api/v1/webhooks/subscriptions/${id}`;
  assert.deepEqual(await detailOf("POST", "/api/v1/enrollments", { employee_no: "x", course_code: "FORK", due_date: "soon" }), [
    date,
    "names no person of this organisation",
  ]);
  assert.deepEqual(await detailOf("POST", `${at}/replay`, { since: "soon", until: "later" }), [timestamp, timestamp]);
  assert.deepEqual(await detailOf("GET", `${at}/deliveries?since=soon&until=later`), [timestamp, timestamp]);
  assert.deepEqual(await detailOf("GET", "/api/v1/users?updated_since=soon"), [timestamp]);
  assert.deepEqual(await detailOf("GET", "/api/v1/users?cursor=!"), ["must be a cursor as it was received"]);
});

test("a query in another encoding than UTF-8 is refused, instead of finding nothing", async () => {
  for (const [path, parameter] of [
    ["/api/v1/users?employee_no=Z%D3%31", "employee_no"],
    ["/api/v1/compliance/matrix?department_query=P%F3%B3noc&course_code=X", "department_query"],
    ["/api/v1/departments?q=100%", "q"],
  ] as const) {
    const { status, body, text } = await api.get(path);
    assert.equal(status, 422, text);
    assert.deepEqual(body.errors, [{ parameter, code: "INVALID_FORMAT", detail: "must be percent-encoded UTF-8" }]);
  }
  for (const path of ["/api/v1/users?employee_no=100%25", "/api/v1/users?unknown=%ff", "/api/v1/departments?q=P%C3%B3%C5%82noc"])
    assert.equal((await api.get(path)).status, 200, path);
});

test("the panel is told so, too; entries that stand twice and texts of blanks are named in words", async () => {
  const detailOf = async (path: string, body?: unknown) => {
    const reply = body === undefined ? await panel.get(path) : await panel.post(path, body);
    assert.equal(reply.status, 422, reply.text);
    return reply.body.errors.map(({ detail }: { detail: string }) => detail);
  };
  assert.deepEqual(await detailOf("/audit?from=soon&until=later"), [timestamp, timestamp]);
  assert.deepEqual(await detailOf("/clients", { name: "x", scopes: ["users:read", "users:read"], methods: ["api_key"] }), [
    "must not have an entry twice",
  ]);
});
