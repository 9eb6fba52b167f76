// `muster org move` that is given up, fails or is killed, on two real clusters.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type pg from "pg";
import type { Step } from "../../../server/features/organisations/move/course.ts";
import { move } from "../../../server/features/organisations/move/move.ts";
import { replicationName } from "../../../server/features/organisations/move/replication-sql.ts";
import { survey } from "../../../server/features/organisations/move/survey.ts";
import { findSandbox } from "../../../server/features/sandbox/own/own-sql.ts";
import type { TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, sessionOf } from "../../harness/panel/panel.ts";
import { test_keyring } from "../../harness/server.ts";
import { createMoving, killMove, listReplication, placements, restless, startNodes, type TestNodes } from "./moving.ts";
import { apiAt, assertUntouched, hasWork, moving, sums, until } from "./state.ts";

let nodes: TestNodes | string;
const named = (name: string) => (nodes as TestNodes).named(name);
const muster = (...args: string[]) => (nodes as TestNodes).muster(args);

before(async () => {
  nodes = await startNodes([]);
});
after(async () => {
  if (typeof nodes !== "string") await nodes.close();
});

const all_steps: readonly Step["step"][] = [
  "check",
  "clean",
  "copy",
  "copied",
  "follow",
  "sum",
  "close",
  "pause",
  "compare",
  "compared",
  "detach",
  "commit",
];
/** Every second step here, every step in given-up.long.ts. */
const given_up_at = all_steps.filter((_, index) => process.env["WALK"] === "all" || index % 2 === 1);
/** The step at which a move is killed, and the status that the organisation's own node answers then. */
const killed_at = [
  ...(process.env["WALK"] === "all" ? [["copied", 200] as const] : []),
  ["close", 200] as const,
  ["commit", 503] as const,
];

test("a move that is given up at any of its steps has changed nothing", async (t) => {
  if (typeof nodes === "string") return t.skip(nodes);
  const gives = await createMoving(named("n1").database, "GIVES");
  const one = await moving(nodes, gives);
  await until("no worker has anything to do for it", async () => !(await hasWork(named("n1"), gives)));
  const before_it = await sums(named("n1"), gives);
  for (const last of given_up_at) {
    await rejectsOnce(`given up at ${last}`, () => {
      const stop = new AbortController();
      return move(one, {
        keyring: test_keyring,
        budget: restless,
        signal: stop.signal,
        onStep: ({ step }) => void (step === last && stop.abort(new Error(`given up at ${last}`))),
      });
    });
    await assertUntouched(nodes, gives, before_it, last);
  }
});

/** A move's own deadlines, and a replication subscription that was restarted, any of which may fail before the expected fault. */
const too_slow = /is too far behind|does not end: process|cannot write what comes/;

/** The move fails with the message. If the machine was too slow, it is tried again, as the message asks. */
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

/** A difference between the nodes, a server that stops, and a transaction that does not end. */
const faults: readonly { what: string; at: Step["step"]; happens: (tenant_id: string) => Promise<unknown>; says: RegExp }[] = [
  {
    what: "a row that was changed at the target",
    at: "close",
    happens: (tenant_id) =>
      named("n2").database.superuser.query("update client set name = name || '!' where tenant_id = $1", [tenant_id]),
    says: /^n1 and n2 differ in client\. Move it again\.$/,
  },
  {
    what: "a row too many at the target",
    at: "pause",
    happens: (tenant_id) =>
      named("n2").database.superuser.query(
        "insert into attribute_definition (tenant_id, key, type) values ($1, 'more', 'string')",
        [tenant_id],
      ),
    says: /^n1 and n2 differ in attribute_definition\. Move it again\.$/,
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
  await until("no worker has anything to do for it", async () => !(await hasWork(named("n1"), meets)));
  for (const { what, at, happens, says } of faults) {
    const one = await moving(nodes, meets);
    const before_it = await sums(named("n1"), meets);
    const options = {
      keyring: test_keyring,
      budget: restless,
      signal: new AbortController().signal,
      onStep: async ({ step }: Step) => {
        if (step === at) await happens(meets.tenant_id);
      },
    };
    await assert.rejects(move(one, options), { message: says }, what);
    endless?.release(true);
    await assertUntouched(nodes, meets, before_it, what);
  }
});

/** `muster doctor` reports the replication slot that a killed move left at the source, once the target no longer follows. */
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
  await until("no worker has anything to do for it", async () => !(await hasWork(named("n1"), dies)));
  const before_it = await sums(n1, dies);
  const { entries } = nodes;
  for (const [step, served] of killed_at) {
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
  await assertUntouched(nodes, dies, before_it, "aborted");

  // After the commit point the organisation is on n2, whatever happens to the command.
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

  // The way back: the rows that stayed on the first node must be deleted first. Until then the command says where the
  // organisation is.
  const early = await muster("DIES", "--to", "n1");
  assert.equal(early.code, 2);
  assert.match(early.stderr, /n1 has rows of DIES already\. .+ muster org delete DIES\.\n$/);
  const deleted = await nodes.run(["org", "delete", "DIES", "--confirm", "DIES"], { DATABASE_URL: n1.url });
  assert.equal(deleted.code, 0, deleted.stderr);
  assert.match(deleted.stderr, /It has moved to n2: what is deleted are the rows that stayed here\.\n/);
  assert.deepEqual(await placements(nodes.all, "DIES"), ["n1: moved n2"]);
  assert.notEqual((await apiAt(n1, dies).get("/api/v1/users")).status, 401, "who has no rows here either is told where it is");
  // A sandbox is an organisation of its own, which is moved by its own code.
  const administrator = await createAccount(n2.database, dies.tenant_id, "it_admin");
  const made = await (await sessionOf(n2.server, n2.database, dies.tenant_id, administrator)).post("/sandbox", { name: "Try" });
  assert.equal(made.status, 201, made.text);
  const back = await muster("DIES", "--to", "n1");
  assert.equal(back.code, 0, back.stderr);
  assert.match(back.stderr, /^Its sandbox DIES-SANDBOX stays on n2 .+: muster org move DIES-SANDBOX --to n1\.$/m);
  const followed = await muster("DIES-SANDBOX", "--to", "n1");
  assert.equal(followed.code, 0, followed.stderr);
  assert.equal((await findSandbox(n1.database.pool(), dies.tenant_id))?.code, "DIES-SANDBOX", "they belong together again");
  assert.deepEqual(await placements(nodes.all, "DIES"), ["n2: moved n1"]);
  assert.equal((await apiAt(n1, dies).get("/api/v1/users")).status, 200);
});

/** What is handed over is as the version before wrote it, and rows have come whose numbers the target has not given yet. */
const as_before = `
  with handed as (update infra.placement set kept = (kept::jsonb - 'numbers')::json where tenant_id = $1 and kept is not null returning 1),
    last as (select pg_sequence_last_value(pg_get_serial_sequence('person_delta', 'id')::regclass) as number)
  insert into person_delta (tenant_id, id, department_id, worker_type, contractor_id, state, people) overriding system value
  select $1, coalesce(number, 0) + n, infra.no_id(), 'employee', infra.no_id(), 'active', 0 from handed, last, generate_series(1, 20) n`;

test("a move that the version before has handed over is taken in, and numbers that are given from then on are free", async (t) => {
  if (typeof nodes === "string") return t.skip(nodes);
  const [n1, n2] = [named("n1"), named("n2")];
  const handed = await createMoving(n1.database, "HANDED");
  await killMove([n1, n2], handed, "take_in");
  assert.equal((await n2.database.superuser.query(as_before, [handed.tenant_id])).rowCount, 20);

  const taken_in = await muster("HANDED", "--to", "n2");
  assert.equal(taken_in.code, 0, taken_in.stderr);
  const person = { employee_no: "P1", first_name: "Anna", last_name: "Nowak", email: "anna@acme.example" };
  const { status, text } = await apiAt(n2, handed).post("/api/v1/users", { ...person, department_name: "Operations" });
  assert.equal(status, 201, text);
});
