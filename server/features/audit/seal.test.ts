// AL2: a change of the audit log outside the application is detected, even by a superuser of the database.
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { openDatabase, type TestDatabase } from "../../../test/harness/database.ts";
import { administratorOf, createOrganisation, type TestOrganisation } from "../../../test/harness/organisation/organisation.ts";
import { test_keyring } from "../../../test/harness/server.ts";
import { counted } from "../../../test/harness/rows-touched.ts";
import { settled } from "../../../test/harness/settled.ts";
import { readKeyring } from "../../platform/crypto/keyring.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { record } from "./record.ts";
import { findChainEnd, hasUnsealed, listUnsealed, type Unsealed } from "./seal-sql.ts";
import { sealAll, sealing } from "./seal.ts";
import { startDue } from "../../platform/jobs/due/start-due.ts";
import { workOffDue } from "../../platform/jobs/due/due.ts";
import { checkpoints } from "./checkpoints.ts";
import { verify } from "./verify.ts";

let database: TestDatabase;
let app: Pool;
let worker: Pool;
let acme: TestOrganisation;
const signal = new AbortController().signal;
const count = 6;

before(async () => {
  database = await openDatabase();
  app = database.pool("muster_app", 2);
  worker = database.pool("muster_worker", 2);
  acme = await createOrganisation(database, {});
});
after(() => database.close());

beforeEach(async () => {
  await query("delete from audit_seal");
  await query("delete from audit_log");
  for (let place = 1; place <= count; place += 1) await write(place);
  await seal();
});

async function query(text: string, values: unknown[] = []): Promise<any[]> {
  return (await database.superuser.query(text, values)).rows;
}
async function write(place: number): Promise<void> {
  await withTenant(app, acme.tenant_id, (db) =>
    record(db, administratorOf(acme), {
      operation: "attribute.create",
      target_type: "attribute",
      target_id: null,
      changes: { place: [null, place] },
      personal: { name: [null, `Name ${place}`] },
    }),
  );
}
async function seal(keyring = test_keyring): Promise<void> {
  await settled(database);
  // Removed seals make no row due in ordinary work, so the test makes all organisations due.
  await query("insert into infra.due (kind, tenant_id, due_us) select 'audit.seal', id, 0 from tenant");
  await sealAll(worker, keyring, signal);
}
const check = (checkpoint?: string, keyring = test_keyring) => verify(app, keyring, administratorOf(acme), checkpoint);
const idAt = async (seq: number) => (await query("select audit_id from audit_seal where seq = $1", [seq]))[0].audit_id as string;
async function beginEpoch(): Promise<number> {
  return (await query("select infra.begin_epoch() as epoch"))[0].epoch;
}
/** Deletes the end of the log, with its seals. */
async function cutOff(behind: number): Promise<void> {
  await query("delete from audit_log where id in (select audit_id from audit_seal where seq > $1)", [behind]);
  await query("delete from audit_seal where seq > $1", [behind]);
}
async function found(kind: string, seq: number): Promise<void> {
  const { intact, first_fault, rows } = await check();
  assert.deepEqual([intact, first_fault?.kind, first_fault?.seq, rows], [false, kind, seq, seq - 1]);
}

test("AL2 an untouched log is intact, and the latest rows are reported as unsealed", async () => {
  assert.deepEqual(await check(), {
    intact: true,
    rows: count,
    unsealed: 0,
    first_fault: null,
    checkpoint: (await check()).checkpoint,
    checkpoint_holds: null,
    takeovers: [],
    restored_before_checkpoint: null,
  });
  await write(7);
  const later = await check();
  assert.deepEqual([later.intact, later.rows, later.unsealed], [true, count, 1]);
  await seal();
  assert.deepEqual([(await check()).rows, (await check()).unsealed], [7, 0]);
});

test("AL2 the application may neither change nor delete rows or seals", async () => {
  for (const table of ["audit_log", "audit_seal"]) {
    for (const change of [
      `delete from ${table}`,
      `update ${table} set audit_id = audit_id`.replace("audit_id = audit_id", "tenant_id = tenant_id"),
    ]) {
      for (const role of ["muster_app", "muster_worker"]) {
        await assert.rejects(database.superuser.query(`begin; set local role ${role}; ${change}; commit`), /permission denied/);
        await query("rollback");
      }
    }
  }
});

test("AL2 an edited row is found and named", async () => {
  await query("update audit_log set changes = '{\"place\": [null, 99]}' where id = $1", [await idAt(3)]);
  await found("ROW_DIFFERS", 3);
});

test("AL2 edited personal data are found, erased ones may be", async () => {
  await query("update audit_log set personal = '{}' where id = $1", [await idAt(2)]);
  assert.equal((await check()).intact, true);
  await query('update audit_log set personal = \'{"name": [null, "Another"]}\' where id = $1', [await idAt(4)]);
  await found("ROW_DIFFERS", 4);
});

test("AL2 a deleted row is found, with its seal or without", async () => {
  const id = await idAt(2);
  await query("delete from audit_log where id = $1", [id]);
  await found("ROW_MISSING", 2);
  await query("delete from audit_seal where seq = 2");
  await found("SEAL_MISSING", 2);
  await query("update audit_seal set seq = seq - 1 where seq > 2 and seq <= 3");
  await found("ROW_DIFFERS", 2);
});

test("AL2 rows that were swapped are found", async () => {
  const [one, other] = [await idAt(2), await idAt(5)];
  await query("update audit_seal set audit_id = gen_random_uuid() where seq = 2");
  await query("update audit_seal set audit_id = $1 where seq = 5", [one]);
  await query("update audit_seal set audit_id = $1 where seq = 2", [other]);
  await found("ROW_DIFFERS", 2);
});

test("AL2 a row that was put in where all is sealed is found", async () => {
  await query(
    `insert into audit_log (tenant_id, id, occurred_at, actor_type, operation, target_type, xid)
    select tenant_id, gen_random_uuid(), now(), 'system', 'test.smuggled', 'test', '1' from audit_log limit 1`,
  );
  assert.equal((await check()).first_fault?.kind, "NEVER_SEALED");
});

test("AL2 a log whose end was cut off verifies by itself, and fails against the earlier checkpoint", async () => {
  const lines: any[] = [];
  await query("update infra.due set due_us = 0 where kind = 'audit.checkpoint'");
  const work = checkpoints({ pool: worker, log: { info: (line: unknown) => void lines.push(line) } });
  // The first round closes the due row; the second one writes the checkpoint.
  for (let round = 1; round <= 2; round += 1) {
    await workOffDue(worker, work, signal);
    await settled(database);
  }
  const { checkpoint } = lines.find(({ tenant_id }) => tenant_id === acme.tenant_id);
  assert.equal((await check(checkpoint)).checkpoint_holds, true);
  await query("delete from audit_log where id in (select audit_id from audit_seal where seq > 4)");
  await query("delete from audit_seal where seq > 4");
  assert.equal((await check()).intact, true);
  assert.deepEqual([(await check(checkpoint)).intact, (await check(checkpoint)).checkpoint_holds], [false, false]);
  await write(8);
  await write(9);
  await seal();
  assert.equal((await check(checkpoint)).checkpoint_holds, false);
});

test("AL2 a log that was written all anew without the key is found at its first row, with the key by the checkpoint", async () => {
  const { checkpoint } = await check();
  await query("update audit_log set operation = 'test.rewritten'");
  await query("delete from audit_seal");
  await seal(readKeyring("v1:another secret that is long enough for it"));
  await found("ROW_DIFFERS", 1);
  await query("delete from audit_seal");
  await seal();
  assert.equal((await check()).intact, true);
  assert.equal((await check(checkpoint!)).intact, false);
});

test("AL2 where another database went on, the chain says so by itself, and is intact", async () => {
  const { checkpoint } = await check();
  await write(7);
  const epoch = await beginEpoch();
  await write(8);
  await write(9);
  await seal();
  const found = await check(checkpoint!);
  // Row 7 belongs to the epoch before and had no seal when the new one began.
  assert.deepEqual([found.intact, found.checkpoint_holds, found.rows, found.unsealed], [true, true, count + 4, 0]);
  assert.deepEqual(
    found.takeovers.map((one) => [one.seq, one.epoch, one.before.timeline === null]),
    [[8, epoch, false]],
  );
  assert.match(found.checkpoint!, new RegExp(`^10-[0-9a-f]{64}-${epoch}$`));
  const [row] = await query("select operation, actor_type, changes from audit_log where operation = 'database.take_over'");
  assert.deepEqual([row.actor_type, row.changes.epoch], ["system", [epoch - 1, epoch]]);
});

test("AL2 a checkpoint that a restore has left behind names the restore; one whose end was cut off has no excuse", async () => {
  const { checkpoint: before } = await check();
  await cutOff(4);
  await beginEpoch();
  await write(7);
  await seal();
  const restored = await check(before!);
  assert.deepEqual(
    [restored.intact, restored.first_fault, restored.checkpoint_holds, restored.restored_before_checkpoint],
    [false, null, false, 5],
  );
  const { checkpoint: later } = await check();
  await cutOff(5);
  await write(8);
  await seal();
  const cut = await check(later!);
  assert.deepEqual([cut.intact, cut.checkpoint_holds, cut.restored_before_checkpoint], [false, false, null]);
});

test("AL2 a row is found that stands where no transaction has written", async () => {
  const epoch = BigInt(await beginEpoch());
  await write(7);
  await seal();
  const [{ next }] = await query("select pg_snapshot_xmax(pg_current_snapshot())::text as next");
  const places: Record<string, bigint> = {
    "where an epoch begins": epoch << 48n,
    "in an epoch that has not begun": (epoch + 3n) << 48n,
    "at a transaction that is to come": (epoch << 48n) + BigInt(next) + 1_000_000n,
    "behind all that the epoch before could write": (epoch << 48n) - 1n,
    "at the end of all numbers": (1n << 64n) - 1n,
  };
  for (const [where, place] of Object.entries(places)) {
    const [{ id }] = await query(
      `insert into audit_log (tenant_id, id, occurred_at, actor_type, operation, target_type, xid)
       values ($1, gen_random_uuid(), now(), 'system', 'database.take_over', 'database', $2::text::xid8) returning id`,
      [acme.tenant_id, String(place)],
    );
    await seal();
    const { intact, first_fault } = await check();
    assert.deepEqual([intact, first_fault], [false, { kind: "NEVER_SEALED", seq: null, audit_id: id }], where);
    await query("delete from audit_log where id = $1", [id]);
  }
});

test("a text that is no checkpoint is refused", async () => {
  for (const text of ["", "1", "0-ab", `1-${"g".repeat(64)}`, `1-${"a".repeat(64)}-0`])
    await assert.rejects(check(text), /./, text);
});

test("several sealers make one chain, and seals of a key that is not ours count for nothing", async () => {
  const other = readKeyring(
    "v2:a newer secret that is long enough for it,v1:x".replace("v1:x", "v1:another secret that is long enough"),
  );
  for (let place = 7; place < 12; place += 1) await write(place);
  await Promise.all([seal(), seal()]);
  const { intact, rows, unsealed } = await check();
  assert.deepEqual([intact, rows, unsealed], [true, 11, 0]);
  assert.equal((await check(undefined, other)).first_fault?.seq, 1, "the seals of a key that is not ours are none");
});

test("to seal what is new reads none of what is sealed, however long the log is", async () => {
  await query(
    `insert into audit_log (tenant_id, id, occurred_at, actor_type, operation, target_type)
     select $1, infra.new_id(), now(), 'system', 'test', 'person' from generate_series(1, 500)`,
    [acme.tenant_id],
  );
  await seal();
  await write(7);
  await settled(database);
  const look = async (db: Db) => {
    const counting = counted(db);
    assert.equal((await findChainEnd(counting.db, acme.tenant_id))!.seq, count + 500);
    assert.equal((await listUnsealed(counting.db, acme.tenant_id, 10)).length, 1);
    assert.equal((await counting.db.row<Unsealed>(hasUnsealed(acme.tenant_id)))!.has_unsealed, true);
    return counting.touched();
  };
  for (const { rows, plan } of await withTenant(worker, acme.tenant_id, look, "few_rows")) assert.ok(rows < 20, plan);
});

test("a running sealer seals new rows, and stops on request", async (t) => {
  await write(7);
  const sealer = startDue({
    pool: worker,
    works: [sealing(worker, test_keyring)],
    queues: [],
    onJobs: assert.fail,
    log: { warn: assert.fail, error: assert.fail } as never,
  });
  t.after(() => sealer.stop());
  while ((await check()).unsealed > 0);
  await sealer.stop();
  assert.equal((await check()).rows, 7);
});

test("an organisation whose log grows as fast as it is sealed leaves the turn to the others, and stays due", async () => {
  const globex = await createOrganisation(database, {});
  await query(
    `insert into audit_log (tenant_id, id, occurred_at, operation, actor_type, actor_name, target_type, changes, personal)
     select $1, infra.new_id(), now(), 'attribute.create', 'administrator', 'IT', 'attribute', '{}', '{}' from generate_series(1, 2500)`,
    [acme.tenant_id],
  );
  await settled(database);
  await query("insert into infra.due (kind, tenant_id, due_us) select 'audit.seal', id, 0 from tenant");
  const sealedOf = async (tenant_id: string): Promise<number> =>
    (await query("select count(*)::int as n from audit_seal where tenant_id = $1", [tenant_id]))[0].n;
  const before = await sealedOf(acme.tenant_id);
  const claims = await query(
    "select id, tenant_id, due_us::float8 as due_us, false as is_closed from infra.due where kind = 'audit.seal'",
  );
  const outcome = new Map<string, unknown>();
  await sealing(worker, test_keyring, 0).act(claims as never, signal, outcome as never);
  assert.equal((await sealedOf(acme.tenant_id)) - before, 1_000);
  assert.ok((await sealedOf(globex.tenant_id)) > 0);
  assert.notEqual(outcome.get(claims.find(({ tenant_id }) => tenant_id === acme.tenant_id).id), null);
});
