// `muster org move`: an organisation goes to another node while it works, on two real clusters.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { move, type Step } from "../../server/features/organisations/move/move.ts";
import type { Moving } from "../../server/features/organisations/move/place.ts";
import { replicationName } from "../../server/features/organisations/move/replication-sql.ts";
import { survey } from "../../server/features/organisations/move/survey.ts";
import { findSandbox } from "../../server/features/sandbox/own/own-sql.ts";
import { checkValueOf, readKeyring } from "../../server/platform/crypto/keyring.ts";
import type { NodeEntry } from "../../server/platform/nodes.ts";
import { openDatabase } from "../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { createAccount, openPanel, sessionOf } from "../harness/panel/panel.ts";
import { patience_ms } from "../harness/patience.ts";
import { apiOf, byKey, test_keyring } from "../harness/server.ts";
import { settled } from "../harness/settled.ts";
import { startReceiver, subscribe, type Receiver } from "../harness/webhooks.ts";
import { checksumsOf, listTenantTables, tables_of_counters } from "../isolation/tables.ts";
import {
  compareJournal,
  createMoving,
  killMove,
  listReplication,
  placements,
  startClients,
  startNodes,
  type TestNode,
  type TestNodes,
} from "./moving.ts";

let receiver: Receiver;
let nodes: TestNodes | string;
let moves: TestOrganisation;
let stays: TestOrganisation;
const all = () => (nodes as TestNodes).all;
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

const sums = async ({ database }: TestNode, { tenant_id }: TestOrganisation) =>
  checksumsOf(
    database,
    tenant_id,
    (await listTenantTables(database)).filter(({ name }) => !tables_of_counters.includes(name)),
  );
const apiAt = ({ server }: TestNode, organisation: TestOrganisation) =>
  apiOf({ url: server.url }, byKey(organisation.code, organisation.clients["HR sync"]!.secret));

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (const ends_ms = performance.now() + patience_ms; !(await holds()); await sleep(20))
    if (performance.now() > ends_ms) throw new Error(`waited in vain until ${what}`);
}

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

  // What was under way goes on: the import, deliveries, a reader's cursor, a session.
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

  // Both say where it is, nobody reaches what stayed, and no slot fills a disk.
  assert.deepEqual(await placements(all(), "MOVES"), ["n1: moved n2"]);
  const { status } = await apiAt(n1, moves).get("/api/v1/users");
  assert.ok(status === 421 || status === 503, String(status));
  assert.deepEqual([await listReplication(n1), await listReplication(n2)], [[], []]);
  const said = await muster("MOVES", "--status");
  assert.deepEqual([said.code, said.stdout], [0, "MOVES is on n2.\nn1: it has moved from here to n2\nn2: has it\n"], said.stderr);
});

/** A move within this process, which the test can end at any step. */
async function moving({ code, tenant_id }: TestOrganisation): Promise<Moving> {
  const [source, target] = [await (nodes as TestNodes).place("n1"), await (nodes as TestNodes).place("n2")];
  return { code, tenant_id, source, target };
}

const isEmpty = (all_sums: Record<string, string>) => Object.values(all_sums).every((sum) => sum === "0 rows, ");

/** The organisation is on n1 as it was, and n2 knows nothing of it. */
async function assertUntouched(organisation: TestOrganisation, before_it: Record<string, string>, what: string): Promise<void> {
  const [n1, n2] = [named("n1"), named("n2")];
  assert.deepEqual(await placements(all(), organisation.code), [], what);
  assert.deepEqual([await listReplication(n1), await listReplication(n2)], [[], []], what);
  assert.deepEqual(await sums(n1, organisation), before_it, what);
  assert.ok(isEmpty(await sums(n2, organisation)), what);
  assert.equal((await apiAt(n1, organisation).get("/api/v1/users")).status, 200, what);
}

const given_up_at: readonly Step["step"][] = [
  "check",
  "clean",
  "copy",
  "copied",
  "follow",
  "close",
  "pause",
  "compare",
  "compared",
  "detach",
  "commit",
];

test("a move that is given up at any of its steps has changed nothing", async (t) => {
  if (typeof nodes === "string") return t.skip(nodes);
  const gives = await createMoving(named("n1").database, "GIVES");
  const one = await moving(gives);
  await until("no worker has anything to do for it", async () => !(await hasWork(gives)));
  const before_it = await sums(named("n1"), gives);
  for (const last of given_up_at) {
    await rejectsOnce(`given up at ${last}`, () => {
      const stop = new AbortController();
      return move(one, {
        keyring: test_keyring,
        signal: stop.signal,
        onStep: ({ step }) => void (step === last && stop.abort(new Error(`given up at ${last}`))),
      });
    });
    await assertUntouched(gives, before_it, last);
  }
});

/** A move's own deadlines, and a subscription that was started anew, which may come before the step that is meant. */
const too_slow = /is too far behind|does not end: process|cannot write what comes/;

/** The move is rejected with the message; one that the machine was too slow for is tried again, as its message asks. */
async function rejectsOnce(message: string, attempt: () => Promise<unknown>): Promise<void> {
  for (let tries_left = 5; ; tries_left -= 1) {
    const rejection = await attempt().then(
      () => new Error("it was not given up"),
      (error: unknown) => error as Error,
    );
    if (tries_left > 0 && too_slow.test(rejection.message)) continue;
    return assert.equal(rejection.message, message);
  }
}

/** Whether a worker may still write something of the organisation: what is due, and figures that are not folded. */
async function hasWork({ tenant_id }: TestOrganisation): Promise<boolean> {
  const { rows } = await named("n1").database.superuser.query(
    `select from infra.due where tenant_id = $1 and due_us <= infra.now_us() and kind <> 'audit.checkpoint'
    union all select from compliance_delta where tenant_id = $1
    union all select from person_delta where tenant_id = $1
    union all select from forecast_delta where tenant_id = $1`,
    [tenant_id],
  );
  return rows.length > 0;
}

/** A difference, a server that goes away, and somebody whose transaction does not end. */
const faults: readonly { what: string; at: Step["step"]; happens: (tenant_id: string) => Promise<unknown>; says: RegExp }[] = [
  {
    what: "a row that was changed at the target",
    at: "close",
    happens: (tenant_id) =>
      named("n2").database.superuser.query("update client set name = name || '!' where tenant_id = $1", [tenant_id]),
    says: /^n1 and n2 differ in client\. Move it again\.$/,
  },
  {
    what: "a row that cannot be written at the target",
    at: "follow",
    happens: async (tenant_id) => {
      const add = "insert into attribute_definition (tenant_id, key, type) values ($1, 'badge', 'string')";
      for (const name of ["n2", "n1"]) await named(name).database.superuser.query(add, [tenant_id]);
      await named("n1").database.superuser.query("delete from attribute_definition where tenant_id = $1", [tenant_id]);
    },
    says: /^n2 cannot write what comes; the log of its server says why\.$/,
  },
  {
    what: "the target's server restarts",
    at: "close",
    happens: () => named("n2").cluster.restart("immediate"),
    says: /./,
  },
  {
    what: "the source's server restarts within the pause",
    at: "compare",
    happens: () => named("n1").cluster.restart("immediate"),
    says: /./,
  },
  {
    what: "a transaction at the source that does not end",
    at: "pause",
    happens: async () => {
      endless = await named("n1").database.superuser.connect();
      await endless.query("begin; select count(*) from person");
    },
    says: /^A transaction at n1 does not end: process \d+ \(.+\), since .+\.$/,
  },
];
let endless: pg.PoolClient | undefined;

test("a move that meets a fault leaves the organisation where it was", async (t) => {
  if (typeof nodes === "string") return t.skip(nodes);
  const meets = await createMoving(named("n1").database, "MEETS");
  await until("no worker has anything to do for it", async () => !(await hasWork(meets)));
  for (const { what, at, happens, says } of faults) {
    const one = await moving(meets);
    const before_it = await sums(named("n1"), meets);
    const options = {
      keyring: test_keyring,
      signal: new AbortController().signal,
      onStep: async ({ step }: Step) => {
        if (step === at) await happens(meets.tenant_id);
      },
    };
    await assert.rejects(move(one, options), { message: says }, what);
    endless?.release(true);
    await assertUntouched(meets, before_it, what);
  }
});

/** Doctor tells of what a killed move left at the source, once the target does not follow any more. */
async function assertSlotIsNamed({ tenant_id }: TestOrganisation): Promise<void> {
  const [n1, n2] = [named("n1"), named("n2")];
  await n2.database.superuser.query(`alter subscription ${replicationName(tenant_id)} disable`);
  await until("nobody reads the slot", async () => {
    const { rows } = await n1.database.superuser.query("select from pg_replication_slots where active");
    return rows.length === 0;
  });
  const { stdout: checkup } = await (nodes as TestNodes).run(["doctor"], { DATABASE_URL: n1.url });
  assert.match(
    checkup,
    /^warning  moves +The replication slot muster_move_[0-9a-f]{32}, .+ has no connected reader; the server keeps \d+\.\d\d GiB of its log/m,
  );
}

test("a move that was killed leaves the organisation on exactly one node, which is known, and goes on when it is run again", async (t) => {
  if (typeof nodes === "string") return t.skip(nodes);
  const [n1, n2] = [named("n1"), named("n2")];
  const dies = await createMoving(n1.database, "DIES");
  await until("no worker has anything to do for it", async () => !(await hasWork(dies)));
  const before_it = await sums(n1, dies);
  const { entries } = nodes;
  for (const [step, served] of [
    ["copied", 200],
    ["close", 200],
    ["commit", 503],
  ] as const) {
    await killMove([n1, n2], dies, step);
    const { holder, is_taken_in } = await survey(entries, "DIES");
    assert.deepEqual([holder?.node.name, is_taken_in], ["n1", true], step);
    assert.equal((await apiAt(n1, dies).get("/api/v1/users")).status, served, step);
    assert.equal((await apiAt(n2, dies).get("/api/v1/users")).status, 503, step);
    if (step === "close") await assertSlotIsNamed(dies);
  }
  const status = await muster("DIES", "--status");
  assert.equal(
    status.stdout,
    "DIES is on n1.\nn1: has it, paused for its move to n2\nn2: it is coming here from n1\n",
    status.stderr,
  );
  const aborted = await muster("DIES", "--abort");
  assert.deepEqual([aborted.code, aborted.stdout], [0, "DIES stays on n1; nothing of it is left on n2.\n"], aborted.stderr);
  await assertUntouched(dies, before_it, "aborted");

  // Behind the commit point it is on n2, whatever happens to the command.
  await killMove([n1, n2], dies, "take_in");
  const { holder, is_taken_in } = await survey(entries, "DIES");
  assert.deepEqual([holder?.node.name, is_taken_in], ["n2", false]);
  for (const node of [n1, n2]) assert.notEqual((await apiAt(node, dies).get("/api/v1/users")).status, 200, node.name);
  const refused = await muster("DIES", "--abort");
  assert.deepEqual([refused.code, refused.stdout], [2, ""]);
  assert.match(refused.stderr, /^DIES is on n2 already, which has yet to take it in: run "muster org move DIES --to n2"\.\n$/);
  const again = await muster("DIES", "--to", "n2");
  assert.equal(again.code, 0, again.stderr);
  assert.equal((await apiAt(n2, dies).get("/api/v1/users")).status, 200);
  assert.deepEqual(await sums(n2, dies), before_it);
  assert.deepEqual([await listReplication(n1), await listReplication(n2)], [[], []]);

  // Back to where it was: what stayed there goes first, and the note of where it went stays until then.
  const early = await muster("DIES", "--to", "n1");
  assert.equal(early.code, 2);
  assert.match(early.stderr, /n1 has rows of DIES already\. .+ muster org delete DIES\.\n$/);
  const deleted = await nodes.run(["org", "delete", "DIES", "--confirm", "DIES"], { DATABASE_URL: n1.url });
  assert.equal(deleted.code, 0, deleted.stderr);
  assert.match(deleted.stderr, /It has moved to n2: what is deleted are the rows that stayed here\.\n/);
  assert.deepEqual(await placements(all(), "DIES"), ["n1: moved n2"]);
  assert.notEqual((await apiAt(n1, dies).get("/api/v1/users")).status, 401, "who has no rows here either is told where it is");
  // Its sandbox is an organisation of its own, which follows by its own code.
  const administrator = await createAccount(n2.database, dies.tenant_id, "it_admin");
  const made = await (await sessionOf(n2.server, n2.database, dies.tenant_id, administrator)).post("/sandbox", { name: "Try" });
  assert.equal(made.status, 201, made.text);
  const back = await muster("DIES", "--to", "n1");
  assert.equal(back.code, 0, back.stderr);
  assert.match(back.stderr, /^Its sandbox DIES-SANDBOX stays on n2 .+: muster org move DIES-SANDBOX --to n1\.$/m);
  const followed = await muster("DIES-SANDBOX", "--to", "n1");
  assert.equal(followed.code, 0, followed.stderr);
  assert.equal((await findSandbox(n1.database.pool(), dies.tenant_id))?.code, "DIES-SANDBOX", "they belong together again");
  assert.deepEqual(await placements(all(), "DIES"), ["n2: moved n1"]);
  assert.equal((await apiAt(n1, dies).get("/api/v1/users")).status, 200);
});

test("a move that cannot be is refused by name, and changes nothing", async (t) => {
  if (typeof nodes === "string") return t.skip(nodes);
  const [n1, n2] = [named("n1"), named("n2")];
  const { entries } = nodes;
  const bad = await createMoving(n1.database, "BAD");
  await until("no worker has anything to do for it", async () => !(await hasWork(bad)));
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
  // The key ring of a node: another key under the same number, and a version in use that the other node does not have.
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
  await assertUntouched(bad, before_it, "refused");
});
