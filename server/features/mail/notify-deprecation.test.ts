import assert from "node:assert/strict";
import { after, before, test, type TestContext } from "node:test";
import pino from "pino";
import { openDatabase, type TestDatabase } from "../../../test/harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../../test/harness/organisation/organisation.ts";
import { byKey, request, test_keyring, test_mailing } from "../../../test/harness/server.ts";
import { needs } from "../../platform/http/access.ts";
import { announceDeprecations, deprecationHeaders } from "../../platform/http/deprecation.ts";
import { route } from "../../platform/http/route.ts";
import { createServer } from "../../platform/http/server.ts";
import { authenticate } from "../clients/admission/authenticate.ts";
import { notifyDeprecation } from "./notify-deprecation.ts";

let database: TestDatabase;
let acme: TestOrganisation;
let other: TestOrganisation;

before(async () => {
  database = await openDatabase();
  const admins = [
    { email: "ivy@muster.example", name: "Ivy" },
    { email: "ida@muster.example", name: "Ida" },
    { email: "olga@muster.example", name: "Olga", role: "training_admin" as const },
  ];
  const clients = [{ name: "HR sync", scopes: ["users:read" as const] }];
  acme = await createOrganisation(database, { organisation: { code: "ACME" }, admins, clients });
  other = await createOrganisation(database, { organisation: { code: "OTHER" }, admins: admins.slice(0, 1), clients });
});
after(() => database.close());

const deprecation = { deprecated_on: "2026-01-01", sunset_on: "2027-02-01", link: "https://muster.example/docs#old" };

/** A node with one deprecated operation and one other; `told(n)` resolves after n calls of the deprecated one. */
async function startNode(t: TestContext) {
  const pool = database.pool("muster_app");
  const log = pino({ level: "silent" });
  const notify = notifyDeprecation({ pool, ...test_mailing, log });
  const notifying: Promise<void>[] = [];
  let onTold = () => {};
  const app = createServer({ base_url: "https://muster.example", trusted_proxies: [], log, onAnswer: () => undefined });
  announceDeprecations(app, (caller, operation) => {
    const notified = notify(caller, operation);
    notifying.push(notified);
    onTold();
    return notified;
  });
  await app.register(async (api) => {
    api.addHook(
      "onRequest",
      authenticate({ pool, base_url: "https://muster.example", keyring: test_keyring, onRefused: () => undefined }),
    );
    const common = { method: "GET", access: needs("users:read"), handle: async () => ({ body: {} }) } as const;
    const operation = { tag: "Users", summary: "List things", answers: {}, problems: [] };
    route(api, { ...common, url: "/api/v1/old", operation: { ...operation, id: "listOldThings", deprecation } });
    route(api, { ...common, url: "/api/v1/new", operation: { ...operation, id: "listNewThings" } });
  });
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  t.after(() => app.close());
  const told = async (count: number) => {
    while (notifying.length < count) await new Promise<void>((resolve) => (onTold = resolve));
    await Promise.all(notifying);
  };
  return {
    get: (path: string, headers: Record<string, string>) => request(url, "GET", path, { headers }),
    told,
  };
}

const keyOf = (organisation: TestOrganisation) => byKey(organisation.code, organisation.clients["HR sync"]!.secret);

test("every answer of a deprecated operation says since when, until when and where to read on; others say nothing", async (t) => {
  const node = await startNode(t);
  for (const headers of [keyOf(acme), {}]) {
    const reply = await node.get("/api/v1/old", headers);
    assert.equal(reply.headers.get("deprecation"), "@1767225600", String(reply.status));
    assert.equal(reply.headers.get("sunset"), "Mon, 01 Feb 2027 00:00:00 GMT");
    assert.match(reply.headers.get("link")!, /<https:\/\/muster\.example\/docs#old>; rel="deprecation"/);
  }
  const reply = await node.get("/api/v1/new", keyOf(acme));
  assert.deepEqual([reply.status, reply.headers.get("deprecation"), reply.headers.get("sunset")], [200, null, null]);
});

test("the IT administrators of an organisation get one mail for each operation, however many nodes and clients call it", async (t) => {
  const nodes = [await startNode(t), await startNode(t)];
  for (const node of nodes) {
    await Promise.all([1, 2, 3].map(() => node.get("/api/v1/old", keyOf(acme))));
    await node.get("/api/v1/old", keyOf(other));
    await node.told(4);
  }
  await nodes[0]!.get("/api/v1/old", { "x-tenant-code": "ACME", "x-api-key": "wrong" });
  const { rows } = await database.superuser.query(
    "select t.code, m.recipient from mail m join tenant t on t.id = m.tenant_id where m.kind = 'operation.deprecated' order by 1, 2",
  );
  assert.deepEqual(rows, [
    { code: "ACME", recipient: "ida@muster.example" },
    { code: "ACME", recipient: "ivy@muster.example" },
    { code: "OTHER", recipient: "ivy@muster.example" },
  ]);
});

test("a mail that cannot be queued neither fails nor slows the request, and the next call tries again", async (t) => {
  const node = await startNode(t);
  t.after(() => database.superuser.query("alter table mail drop constraint if exists full_disk"));
  await database.superuser.query("delete from mail; alter table mail add constraint full_disk check (false) not valid");
  assert.equal((await node.get("/api/v1/old", keyOf(acme))).status, 200);
  await node.told(1);
  await database.superuser.query("alter table mail drop constraint full_disk");
  assert.equal((await node.get("/api/v1/old", keyOf(acme))).status, 200);
  await node.told(2);
  assert.equal((await database.superuser.query("select from mail")).rowCount, 2);
});

test("a deprecated operation stays for twelve months at least, or the server does not start", () => {
  assert.throws(() => deprecationHeaders({ ...deprecation, sunset_on: "2026-12-31" }), /less than 12 months/);
  assert.throws(() => deprecationHeaders({ ...deprecation, sunset_on: "next year" }));
});
