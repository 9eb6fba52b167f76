// AU10: hashing passwords takes processor time by design. So at most two are hashed at a time, one on a machine with two
// processors; a limited number waits, and the others are refused at once.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { rate } from "../../harness/organisation/people.ts";
import { openPanel } from "../../harness/panel/panel.ts";
import { byKey, request, startServer, type TestServer } from "../../harness/server.ts";

const sign_ins = 150;
/**
 * The number of sign-ins that are decided: fifty that wait, and at least the one that is being hashed
 * (features/sign-in/hash-password.ts).
 */
const judged_min = 51;
/** The log's message for a sign-in that found fifty waiting. */
const turned_away = "too many passwords wait";

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;

before(async () => {
  database = await openDatabase();
  server = await startServer(database, { trust_proxy: "127.0.0.1/32" });
  acme = await createOrganisation(database, { contract: { rate }, clients: [{ name: "HR", scopes: ["users:read"], rate }] });
});
after(async () => {
  await server.close();
  await database.close();
});

test("AU10 a flood of sign-ins is bounded and told when to come back, and requests pass beside it", async () => {
  const flood = Array.from({ length: sign_ins }, (_, at) => {
    const body = { tenant_code: "ACME", login: `nobody${at}@acme.example`, password: "three green bicycles" };
    return openPanel(server).post("/sign-in", body, { headers: { "x-forwarded-for": `198.51.100.${at}` } });
  });
  const flooding = { left: sign_ins };
  for (const one of flood) void one.finally(() => (flooding.left -= 1));
  const replies = Promise.all(flood);
  let passed = 0;
  while (flooding.left > 0) {
    const reply = await request(server.url, "GET", "/api/v1/departments", { headers: byKey("ACME", acme.clients["HR"]!.secret) });
    // A busy database may refuse too; there is no other answer.
    assert.ok(reply.status === 200 || reply.headers.get("retry-after") !== null, reply.text);
    if (reply.status === 200) passed += 1;
  }
  const statuses = new Map<number, number>();
  for (const { status, headers, text } of await replies) {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    assert.ok(status === 401 || (status === 503 && headers.get("retry-after") !== null), text);
  }
  // On a machine with other load, some of the accepted sign-ins reach their own deadline, or the database's.
  const failed = server.log
    .filter(({ msg, route }) => msg === "a request failed" && route === "/panel/api/sign-in")
    .map(({ err }) => (err as Error).message);
  const late = failed.filter((message) => !message.includes(turned_away)).length;
  assert.ok((statuses.get(401) ?? 0) + late >= judged_min, JSON.stringify([...statuses, failed]));
  assert.ok(statuses.get(503)! > 0, JSON.stringify([...statuses]));
  assert.ok(passed > 0);
});
