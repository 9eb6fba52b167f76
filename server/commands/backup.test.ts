// OP2: `muster backup verify` on a copy of a database with every kind of record, and on copies with one fault each.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { createFullOrganisation } from "../../test/harness/organisation/full-organisation.ts";
import { needsServer, openDatabase, type TestDatabase } from "../../test/harness/database.ts";
import { findFreePort } from "../../test/harness/machine/cluster.ts";
import { pastPooler } from "../../test/harness/machine/processes.ts";
import { openEarlier } from "../../test/harness/machine/upgrade.ts";
import { startServer, test_keyring, type TestServer } from "../../test/harness/server.ts";
import { settled } from "../../test/harness/settled.ts";
import { sealAll } from "../features/audit/seal.ts";
import { verifyBackup } from "../features/backup/verify-backup.ts";
import { keepStandings } from "../features/compliance/outlook/keep-standings.ts";
import { seal } from "../platform/crypto/seal.ts";
import { listMigrations } from "../platform/db/migrate.ts";
import type { Pool } from "../platform/db/pool.ts";
import { newId } from "../platform/ids.ts";

const skip = needsServer();
const secret_key = "v1:a-test-secret-of-at-least-32-characters";
let database: TestDatabase;
let server: TestServer;

before(async () => {
  if (skip) return;
  database = await openDatabase();
  server = await startServer(database, { own_port: await findFreePort() });
  await createFullOrganisation(database, server);
  // A certificate's document, stored in two chunks.
  const bytes = Buffer.from("%PDF-1.4 and more of it");
  await database.superuser.query(
    `with one as (select tenant_id, id from certificate limit 1),
     file as (
       insert into evidence_file (tenant_id, certificate_id, name, media_type, size_bytes, sha256, uploaded_at)
       select tenant_id, id, 'card.pdf', 'application/pdf', $1, $2, now() from one returning tenant_id, certificate_id)
     select from file`,
    [bytes.length, createHash("sha256").update(bytes).digest()],
  );
  for (const [number, piece] of [bytes.subarray(0, 9), bytes.subarray(9)].entries())
    await database.superuser.query(
      `insert into evidence_chunk (tenant_id, certificate_id, number, bytes)
       select tenant_id, certificate_id, $1, $2 from evidence_file`,
      [number, piece],
    );
  const { rows } = await database.superuser.query("select id from tenant");
  const provider_id = newId();
  await database.superuser.query(
    `insert into identity_provider (tenant_id, id, issuer, client_id, authentication, secret, state)
     values ($1, $2, 'https://id.example', 'muster', 'client_secret_basic', $3, 'draft')`,
    [rows[0].id, provider_id, seal(test_keyring, "identity-provider", provider_id, "a secret of the provider")],
  );
  await keepStandings(database.pool("muster_worker", 1), rows[0].id, new AbortController().signal, 1);
  await settled(database);
  await sealAll(database.pool("muster_worker", 1), test_keyring, new AbortController().signal);
});
after(async () => {
  await server?.close();
  await database?.close();
});

const main = path.join(import.meta.dirname, "../main.ts");

async function verified(url: string, { key = secret_key, args = [] as string[] } = {}) {
  const env = { ...process.env, DATABASE_URL: url, ...pastPooler(url), SECRET_KEY: key };
  return promisify(execFile)(process.execPath, [main, "backup", "verify", ...args], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
  );
}

const urlOf = () => (database.connection as { url: string }).url;

test("a whole copy can be used: every check has looked at something, and nothing was written", { skip }, async () => {
  const counts = "select (select count(*)::int from infra.epoch) as epochs, (select count(*)::int from audit_log) as rows";
  const before_it = (await database.superuser.query(counts)).rows;
  const { code, stdout, stderr } = await verified(urlOf());
  assert.deepEqual([code, stderr], [0, ""], stdout);
  assert.match(stdout, /1 organisations were checked; the copy can be used\.\n$/);
  const lines = stdout.split("\n").filter((line) => line.endsWith("  ok"));
  assert.ok(lines.length >= 18, stdout);
  assert.deepEqual(
    lines.filter((line) => / 0 {2}ok$/.test(line)).map((line) => line.split(" ")[0]),
    ["certificates.before"],
    "checks that have seen nothing",
  );
  assert.deepEqual((await database.superuser.query(counts)).rows, before_it);
  const report = JSON.parse((await verified(urlOf(), { args: ["--json"] })).stdout);
  assert.deepEqual([report.usable, report.organisations, report.checks.length], [true, 1, lines.length]);
});

test("a key that does not open anything is named, with the version that is missing", { skip }, async () => {
  const { code, stdout } = await verified(urlOf(), { key: "v2:another-secret-of-at-least-32-characters" });
  assert.equal(code, 1);
  assert.match(stdout, /secrets: FULL: SECRET_KEY does not open \d+ of \d+ values, sealed with v1; it has v2/);
  assert.match(stdout, /secrets of clients need v1 of SECRET_KEY/);
  assert.match(stdout, /audit: FULL: ROW_DIFFERS at 1, row \S+; is SECRET_KEY the one of this copy\?/);
});

test("a copy of another version is refused, and nothing else of it is looked at", { skip }, async (t) => {
  const newest = listMigrations().at(-1)!;
  const earlier = await openEarlier(newest.number - 1);
  t.after(() => earlier.close());
  const older = await verified(earlier.connection.url);
  assert.equal(older.code, 1);
  assert.match(older.stdout, new RegExp(`older version: it lacks migration ${newest.name}`));
  assert.doesNotMatch(older.stdout, /^audit /m);
  await earlier.upgrade();
  assert.equal((await verified(earlier.connection.url)).code, 0);
  await earlier.superuser.query("insert into infra.migration (number, name, sha256) values (9999, '9999_later.sql', '')");
  assert.match((await verified(earlier.connection.url)).stdout, /newer version: it has migration 9999/);
  await earlier.superuser.query(
    "delete from infra.migration where number = 9999; update infra.migration set sha256 = 'x' where number = 9",
  );
  assert.match((await verified(earlier.connection.url)).stdout, /another text of migration 0009_/);
  await earlier.superuser.query("drop schema infra cascade");
  assert.match((await verified(earlier.connection.url)).stdout, /no database of Muster/);
});

test("a copy of files that was put back is said to be one, and is verified like any other", async (t) => {
  const data_dir = mkdtempSync(path.join(tmpdir(), "muster-copy-"));
  t.after(() => rmSync(data_dir, { recursive: true, force: true }));
  const env = { ...process.env, DATA_DIR: data_dir };
  const muster = async (...args: string[]) => (await promisify(execFile)(process.execPath, [main, ...args], { env })).stdout;
  await muster("migrate");
  assert.equal(await muster("backup", "restored"), "Epoch 1 has begun.\n");
  assert.match(
    await muster("backup", "verify"),
    /Written in epoch 1 by [^;]+\.\n0 organisations were checked; the copy can be used\.\n$/,
  );
});

/** Statements that damage the copy, each with the check that must report it. */
const damages: readonly [check: string, statement: string][] = [
  ["compliance.numbers", "update compliance_delta set people = people + 1"],
  ["compliance.forecast", "update forecast_delta set entries = entries + 1"],
  ["compliance.standing", "update standing set entries = entries + 1"],
  ["compliance.worst", "update compliance_person set worst = 'COMPLIANT' where worst = 'PENDING'"],
  ["compliance.people", "delete from compliance_person where worst is null"],
  ["people.numbers", "update person_delta set people = people + 1"],
  ["licences.seats", "update license set seats_used = seats_used + 1"],
  [
    "events.bodies",
    "update event set body = convert_to('{\"id\":\"' || gen_random_uuid() || '\"}', 'UTF8') where type <> 'course.completed'",
  ],
  ["deliveries.events", "update webhook_delivery set payload_sha256 = sha256('another')"],
  ["deliveries.subscriptions", "update webhook_delivery set subscription_id = gen_random_uuid()"],
  ["evidence.files", "delete from evidence_chunk where number = 0"],
  ["certificates.before", "update certificate set previous_certificate_id = gen_random_uuid()"],
  ["enrollments.sources", "update enrollment_source set ref_id = gen_random_uuid() where source in ('rule', 'group')"],
  ["flags.evidence", "update compliance_status set enrollment_id = gen_random_uuid() where enrollment_id is not null"],
  ["flags.people", "update compliance_status set course_id = gen_random_uuid()"],
  ["enrollments.people", "update enrollment set course_id = gen_random_uuid()"],
  ["groups.members", "update group_member set person_id = gen_random_uuid()"],
  ["scim.documents", "update scim_resource set person_id = gen_random_uuid() where person_id is not null"],
  ["scim.addresses", "update scim_email set person_id = gen_random_uuid()"],
  ["scim.log", "update scim_exchange set client_id = gen_random_uuid()"],
  ["history.people", "update compliance_history set course_id = gen_random_uuid()"],
  ["numbers", "select setval(pg_get_serial_sequence('compliance_history', 'id'), 1)"],
  ["audit", "update audit_log set actor_name = 'Another name' where id = (select audit_id from audit_seal order by seq limit 1)"],
  [
    "secrets",
    "update identity_provider set secret = set_byte(secret, length(secret) - 1, get_byte(secret, length(secret) - 1) # 1)",
  ],
  ["walls", "alter table person no force row level security"],
  ["indexes", "update pg_index set indisvalid = false where indexrelid = 'person_employee_no'::regclass"],
  ["order", "alter table only event alter column xid set default infra.place(9, pg_current_xact_id())"],
];

test("each thing that is wrong is found by its check, and by no other one", { skip }, async () => {
  const [owner, delivery, worker] = (["muster_owner", "muster_delivery", "muster_worker"] as const).map((role) =>
    database.pool(role, 1),
  ) as [Pool, Pool, Pool];
  const found: string[] = [];
  for (const [check, statement] of damages) {
    const { rowCount, command } = await database.superuser.query(statement);
    assert.ok(command === "ALTER" || rowCount! > 0, `${check}: nothing was there to be damaged`);
    const { usable, checks } = await verifyBackup({
      owner,
      delivery,
      worker,
      keyring: test_keyring,
      onProgress: () => undefined,
    });
    assert.equal(usable, false, check);
    const wrong = checks.filter(({ faults }) => faults > 0);
    found.push(check);
    assert.deepEqual(wrong.map((one) => one.check).toSorted(), found.toSorted(), statement);
    assert.ok(wrong.every(({ examples }) => examples.length > 0));
  }
});
