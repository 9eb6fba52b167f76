// `muster org move`: an organisation in use moves to another node, on two real clusters.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { checkValueOf, readKeyring } from "../../../server/platform/crypto/keyring.ts";
import type { NodeEntry } from "../../../server/platform/nodes.ts";
import { openDatabase } from "../../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, openPanel, sessionOf } from "../../harness/panel/panel.ts";
import { settled } from "../../harness/settled.ts";
import { startReceiver, subscribe, type Receiver } from "../../harness/webhooks.ts";
import {
  compareJournal,
  createMoving,
  listReplication,
  placements,
  startClients,
  startNodes,
  type TestNode,
  type TestNodes,
} from "./moving.ts";
import { apiAt, assertUntouched, hasWork, sums, until } from "./state.ts";

let receiver: Receiver;
let nodes: TestNodes | string;
let moves: TestOrganisation;
let stays: TestOrganisation;
const named = (name: string) => (nodes as TestNodes).named(name);
const muster = (...args: string[]) => (nodes as TestNodes).muster(args);

before(async () => {
  receiver = await startReceiver();
  nodes = await startNodes([receiver.origin]);
  if (typeof nodes === "string") return;
  const { database } = named("n1");
  [moves, stays] = [await createMoving(database, "MOVES"), await createMoving(database, "STAYS")];
  await subscribe(database, moves, "HR sync", `${receiver.origin}/moves`, ["enrollment.assigned"]);
});
after(async () => {
  if (typeof nodes !== "string") await nodes.close();
  await receiver.close();
});

test("an organisation moves while its clients work: nothing is lost, doubled or refused, and its neighbour does not notice", async (t) => {
  if (typeof nodes === "string") return t.skip(nodes);
  const [n1, n2] = [named("n1"), named("n2")];
  const panel = await sessionOf(
    n1.server,
    n1.database,
    moves.tenant_id,
    await createAccount(n1.database, moves.tenant_id, "it_admin"),
  );
  const clients = startClients([n1, n2], moves, 3, "M");
  const neighbours = startClients([n1], stays, 3, "S");
  t.after(() => Promise.all([clients.stop(), neighbours.stop()]));
  await until("events have come", async () => clients.journal.assigned.length > 5);
  await settled(n1.database);
  const feed = (await apiAt(n1, moves).get("/api/v1/events?limit=5")).body;
  const rows = Array.from({ length: 1_500 }, (_, n) => `I${n},Jan,Import,i${n}@acme.example`);
  const sent = await apiAt(n1, moves).call("POST", "/api/v1/imports/users", {
    body: ["employee_no,first_name,last_name,email", ...rows].join("\n"),
    headers: { "content-type": "text/csv" },
  });
  assert.equal(sent.status, 202, sent.text);

  const moved = await muster("MOVES", "--to", "n2", "--json");
  assert.equal(moved.code, 0, moved.stdout + moved.stderr);
  const steps = moved.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const last = steps.at(-1);
  assert.deepEqual([last.step, last.node], ["moved", "n2"]);
  assert.ok(last.rows > 100 && last.tables > 20, moved.stdout);
  t.diagnostic(`paused for ${last.paused_ms} ms, ${last.rows} rows of ${last.tables} tables`);

  const before_it = clients.journal.assigned.length;
  await until("clients go on at the other node", async () => clients.journal.assigned.length > before_it + 10);
  await Promise.all([clients.stop(), neighbours.stop()]);
  t.diagnostic(`${clients.journal.requests} requests, ${clients.journal.put_off} put off`);
  assert.deepEqual([clients.journal.wrong, neighbours.journal.wrong, neighbours.journal.put_off], [[], [], 0]);
  assert.deepEqual(await compareJournal(n2, moves, clients.journal), []);
  assert.deepEqual(await compareJournal(n1, stays, neighbours.journal), []);

  // Running work continues: the import, deliveries, a reader's cursor, a session.
  const api = apiAt(n2, moves);
  await until("the import has ended", async () => (await api.get(`/api/v1/imports/${sent.body.id}`)).body.status === "finished");
  const { body: ended } = await api.get(`/api/v1/imports/${sent.body.id}`);
  assert.deepEqual([ended.counts.create, ended.counts.invalid], [1_500, 0], JSON.stringify(ended));
  const { rows: events } = await n2.database.superuser.query<{ id: string; type: string }>(
    "select id, type from event where tenant_id = $1 order by xid, id",
    [moves.tenant_id],
  );
  const assigned = events.filter(({ type }) => type === "enrollment.assigned").map(({ id }) => id);
  const delivered = () => receiver.received.map(({ headers }) => String(headers["x-lms-event-id"]));
  await until("all is delivered", async () => new Set(delivered()).size >= assigned.length);
  assert.deepEqual(delivered().toSorted(), assigned.toSorted(), "each event once");
  await settled(n2.database);
  const seen: string[] = feed.events.map(({ id }: { id: string }) => id);
  for (let cursor = feed.pagination.resume_cursor; ;) {
    const { status, body, text } = await api.get(`/api/v1/events?limit=500&cursor=${cursor}`);
    assert.equal(status, 200, text);
    seen.push(...body.events.map(({ id }: { id: string }) => id));
    cursor = body.pagination.resume_cursor;
    if (body.pagination.next_cursor === null) break;
  }
  assert.deepEqual(
    seen,
    events.map(({ id }) => id),
    "the feed goes on behind the cursor, without a gap",
  );
  const browser = openPanel(n2.server);
  for (const [name, value] of panel.cookies) browser.cookies.set(name, value);
  const session = await browser.get("/session");
  assert.equal(session.status, 200, session.text);
  const again = await api.post(
    "/api/v1/enrollments",
    { employee_no: clients.journal.assigned[0], course_code: "READ" },
    {
      headers: { "idempotency-key": `assign-${clients.journal.assigned[0]}` },
    },
  );
  assert.deepEqual([again.status, again.headers.get("idempotency-replayed")], [201, "true"], again.text);

  // Both nodes say where the organisation is, its old rows cannot be reached, and no replication slot is left that could fill a
  // disk.
  assert.deepEqual(await placements(nodes.all, "MOVES"), ["n1: moved n2"]);
  const { status } = await apiAt(n1, moves).get("/api/v1/users");
  assert.ok(status === 421 || status === 503, String(status));
  assert.deepEqual([await listReplication(n1), await listReplication(n2)], [[], []]);
  const said = await muster("MOVES", "--status");
  assert.deepEqual([said.code, said.stdout], [0, "MOVES is on n2.\nn1: it has moved from here to n2\nn2: has it\n"], said.stderr);
});

test("a move that cannot be is refused by name, and changes nothing", async (t) => {
  if (typeof nodes === "string") return t.skip(nodes);
  const [n1, n2] = [named("n1"), named("n2")];
  const { entries } = nodes;
  const bad = await createMoving(n1.database, "BAD");
  await until("no worker has anything to do for it", async () => !(await hasWork(n1, bad)));
  const before_it = await sums(n1, bad);
  const refuse = async (args: readonly string[], says: RegExp, change: Record<string, string> = {}) => {
    const { code, stdout, stderr } = await (nodes as TestNodes).muster(args, change);
    assert.deepEqual([code, stdout], [2, ""], stderr);
    assert.match(stderr, says);
  };
  const folder = mkdtempSync(path.join(tmpdir(), "muster-move-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const listed = (change: (list: NodeEntry[]) => unknown) => {
    const file = path.join(folder, "nodes.json");
    writeFileSync(file, JSON.stringify(change(entries.map((entry) => ({ ...entry })))));
    return { NODES_FILE: file };
  };
  await refuse(["BAD"], /^usage: muster org move CODE/);
  await refuse(["NOBODY", "--to", "n2"], /^There is no organisation NOBODY on n1, n2\.$/m);
  await refuse(["BAD", "--to", "n3"], /^NODES_FILE has no node n3; it lists n1, n2\.$/m);
  await refuse(["BAD", "--to", "n1"], /^BAD is on n1 already\.$/m);
  await refuse(["BAD", "--to", "n2"], /^NODES_FILE .+none: ENOENT/m, { NODES_FILE: path.join(folder, "none") });
  const nowhere = "postgres://nobody@localhost/none?host=%2Fnowhere";
  const unreachable = listed(([first, second]) => [first, { ...second, database_url: nowhere }]);
  await refuse(["BAD", "--to", "n2"], /^n2 does not answer: /m, unreachable);
  await refuse(["BAD", "--to", "n2"], /^n1: Version 1 of SECRET_KEY does not open|^n1: /m, {
    SECRET_KEY: "v1:another-test-secret-of-at-least-32-chars",
  });
  // The key ring of a node: another key under the same number, and a used version that the other node does not have.
  const two = "v2:a-second-test-secret-of-at-least-32-chars,v1:a-test-secret-of-at-least-32-characters";
  const keys = n1.database.superuser;
  await keys.query("insert into infra.secret_key (version, check_value, known_us, first_us) values (2, $1, 0, 0)", [
    checkValueOf(readKeyring(two), 2),
  ]);
  await refuse(
    ["BAD", "--to", "n2"],
    /^BAD stays on n1: The organisation needs version 2 of SECRET_KEY, which n2 does not have\. .+ restart its processes\.$/m,
    { SECRET_KEY: two },
  );
  await keys.query("delete from infra.secret_key where version = 2");
  const { rows: ring } = await n2.database.superuser.query(
    "select check_value, first_us from infra.secret_key where version = 1",
  );
  await n2.database.superuser.query(
    `insert into infra.secret_key (version, check_value, known_us) values (1, sha256('another'), 0)
     on conflict (version) do update set check_value = excluded.check_value`,
  );
  await refuse(
    ["BAD", "--to", "n2"],
    /^n2: Version 1 of SECRET_KEY is another key than the one that this database has been used with/m,
  );
  await n2.database.superuser.query("delete from infra.secret_key where version = 1");
  for (const { check_value, first_us } of ring)
    await n2.database.superuser.query(
      "insert into infra.secret_key (version, check_value, known_us, first_us) values (1, $1, 0, $2)",
      [check_value, first_us],
    );
  const login = `mover_${process.pid}`;
  await n1.database.superuser.query(`create role ${login} login in role muster_owner`);
  const weak = listed(([first, second]) => [
    { ...first, database_url: first!.database_url.replace("postgres@", `${login}@`) },
    second,
  ]);
  await refuse(["BAD", "--to", "n2"], /The login in the database_url of n1 must be a superuser of its server\.$/m, weak);
  const plain = await openDatabase();
  t.after(() => plain.close());
  await createMoving(plain, "PLAIN");
  const { connection } = plain;
  assert.ok(connection.kind === "server");
  await refuse(
    ["PLAIN", "--to", "n2"],
    /^PLAIN stays on n1: The server of n1 has wal_level = replica\. Set wal_level = logical in its postgresql\.conf, and restart it\.$/m,
    listed(([first, second]) => [{ ...first, database_url: connection.url }, second]),
  );
  const verify = ({ database }: TestNode, tenant_id: string) =>
    database.superuser.query(
      `insert into identity_domain (tenant_id, id, domain, token, verified_at, look_us)
       values ($1, infra.new_id(), 'bad.example', 'muster-0123456789abcdef', now(), infra.now_us() + 86400000000)`,
      [tenant_id],
    );
  const other = await createOrganisation(n2.database, { organisation: { code: "OTHER" } });
  await verify(n2, other.tenant_id);
  await verify(n1, bad.tenant_id);
  await refuse(
    ["BAD", "--to", "n2"],
    /^BAD stays on n1: bad\.example is a verified domain of BAD, and of OTHER on n2\. One of the two has to give it up first, .+\.$/m,
  );
  await n1.database.superuser.query("delete from identity_domain where tenant_id = $1", [bad.tenant_id]);
  await n2.database.superuser.query("insert into infra.migration (number, name, sha256) values (9999, '9999_later.sql', 'x')");
  await refuse(["BAD", "--to", "n2"], /n1 has the tables of .+, and n2 those of 9999_later\.sql\. Bring both to one version\.$/m);
  await n2.database.superuser.query("delete from infra.migration where number = 9999");
  const holding = await n1.database.superuser.connect();
  await holding.query("select pg_advisory_lock(hashtextextended('muster move BAD', 0))");
  await refuse(["BAD", "--to", "n2"], /^Another move of BAD is under way at n1\.$/m);
  holding.release(true);
  await n1.database.superuser.query(
    "insert into infra.placement (code, tenant_id, state, node) values ('BAD', $1, 'copying', 'n3')",
    [bad.tenant_id],
  );
  await refuse(["BAD", "--to", "n2"], /^A move of BAD to n3 was begun: "muster org move BAD --abort" ends it\.$/m);
  await n1.database.superuser.query("delete from infra.placement where code = 'BAD'");
  await assertUntouched(nodes, bad, before_it, "refused");
});
