// `muster org delete`: an organisation is deleted with all its data, and another one stays.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { sealAll } from "../../server/features/audit/seal.ts";
import { findOrganisation, removeOrganisation } from "../../server/features/organisations/remove/remove.ts";
import { holds } from "../../server/features/organisations/remove/statement.ts";
import { needsServer, openDatabase, type TestDatabase } from "../harness/database.ts";
import { createFullOrganisation, type FullOrganisation } from "../harness/organisation/full-organisation.ts";
import { createOrganisation } from "../harness/organisation/organisation.ts";
import { freePort } from "../harness/panel/browser.ts";
import { scimOf } from "../harness/scim.ts";
import { byKey, request, startServer, test_keyring, type TestServer } from "../harness/server.ts";
import { settled } from "../harness/settled.ts";
import { checksumsOf, listTenantTables, tables_of_counters } from "../isolation/tables.ts";
import { mentionsOf } from "./mentions.ts";

let database: TestDatabase;
let server: TestServer;
const folder = mkdtempSync(path.join(tmpdir(), "muster-removal-"));

before(async () => {
  database = await openDatabase();
  server = await startServer(database, { own_port: await freePort() });
});
after(async () => {
  await server.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const query = async (sql: string, values: unknown[] = []) => (await database.superuser.query(sql, values)).rows;

/** Runs the program as an operator does. */
async function muster(args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const main = path.join(import.meta.dirname, "../../server/main.ts");
  assert.equal(database.connection.kind, "server");
  const env = {
    PATH: process.env["PATH"] ?? "",
    DATABASE_URL: (database.connection as { url: string }).url,
    SECRET_KEY: "v1:a-test-secret-of-at-least-32-characters",
  };
  const child = spawn(process.execPath, [main, ...args], { env, stdio: ["pipe", "pipe", "pipe"] });
  child.stdin.end();
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code: code as number, stdout, stderr };
}

/** The number of rows of an organisation in every table that has its id, partitions separately. */
async function rowsOf(tenant_id: string): Promise<Record<string, number>> {
  const tables = await query(`
    select c.oid::regclass::text as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`);
  assert.ok(tables.length > 50, `saw only ${tables.length} tables`);
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [{ n }] = await query(`select count(*)::int as n from ${name} where tenant_id = $1`, [tenant_id]);
    if (n > 0) counts[name] = n;
  }
  return counts;
}

/**
 * The statuses for a client, an identity provider and a session, and whether the client's answer is the same as for an unknown
 * organisation.
 */
async function answersOf({ organisation }: FullOrganisation, panel: { get(path: string): Promise<{ status: number }> }) {
  const { code, clients } = organisation;
  const { secret } = clients["HR sync"]!;
  const uniform = (body: any) => ({ ...body, request_id: null, instance: null });
  const known = await request(server.url, "GET", "/api/v1/users", { headers: byKey(code, secret) });
  const unknown = await request(server.url, "GET", "/api/v1/users", { headers: byKey("NEVER-WAS", secret) });
  const scim = await scimOf(server, code, clients["Identity provider"]!.secret).get("/Users");
  return {
    statuses: [known.status, scim.status, (await panel.get("/session")).status],
    is_uniform: JSON.stringify(uniform(known.body)) === JSON.stringify(uniform(unknown.body)),
  };
}

test(
  "nothing of it remains in any table, nothing of another organisation changes, and the statement says what went",
  { skip: needsServer() },
  async () => {
    const full = await createFullOrganisation(database, server, "GOES");
    const other = await createFullOrganisation(database, server, "STAYS");
    await settled(database);
    await sealAll(database.pool("muster_worker", 1), test_keyring, new AbortController().signal);
    const { tenant_id } = full.organisation;
    const panel = await full.panelOf("it_admin");
    assert.deepEqual((await answersOf(full, panel)).statuses, [200, 200, 200]);
    const tables = (await listTenantTables(database)).filter(({ name }) => !tables_of_counters.includes(name));
    const others_before = await checksumsOf(database, other.organisation.tenant_id, tables);
    const before_it = await rowsOf(tenant_id);
    for (const name of [
      "audit_log",
      "audit_seal",
      "certificate",
      "attempt",
      "compliance_history",
      "mail",
      "scim_exchange",
      "webhook_attempt_default",
    ])
      assert.ok(
        Object.keys(before_it).some((table) => table === name || table.startsWith("webhook_attempt")),
        name,
      );
    assert.ok(Object.keys(before_it).length > 40, Object.keys(before_it).join(", "));
    const [{ checkpoint }] = await query(
      "select seq || '-' || encode(hash, 'hex') as checkpoint from audit_seal where tenant_id = $1 order by seq desc limit 1",
      [tenant_id],
    );

    for (const [args, says] of [
      [["GOES"], /give the code with --confirm/],
      [["GOES", "--confirm", "goes"], /That is not its code\. Nothing was deleted\./],
      [["NOWHERE", "--confirm", "NOWHERE"], /There is no organisation NOWHERE\./],
      [["GOES", "--yes"], /usage: muster org delete CODE/],
      [[], /usage: muster org delete CODE/],
    ] as const) {
      const { code, stderr, stdout } = await muster(["org", "delete", ...args]);
      assert.deepEqual([code, stdout], [2, ""], stderr);
      assert.match(stderr, says);
    }
    assert.deepEqual((await answersOf(full, panel)).statuses, [200, 200, 200]);

    const { code, stdout, stderr } = await muster(["org", "delete", "GOES", "--confirm", "GOES"]);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /^GOES, ACME Logistics: \d+ people, \d+ enrollments, \d+ certificates, \d+ entries of the audit log\./);
    assert.deepEqual(await rowsOf(tenant_id), {});
    assert.deepEqual(await query("select from tenant where id = $1", [tenant_id]), []);
    // Its id occurs in no column of any table, and neither do those of its clients, by which limits are counted.
    const ids = [tenant_id, ...Object.values(full.organisation.clients).map(({ client_id }) => client_id)];
    assert.deepEqual(await mentionsOf(database, ids), ["removal.statement", "removal.tenant_id"]);
    assert.deepEqual(await checksumsOf(database, other.organisation.tenant_id, tables), others_before);

    assert.deepEqual(await answersOf(full, panel), { statuses: [401, 401, 401], is_uniform: true });
    assert.equal((await answersOf(other, await other.panelOf("it_admin"))).statuses[0], 200);

    const { statement, key_version, signature } = JSON.parse(stdout);
    assert.equal(holds(test_keyring, { statement, key_version, signature: Buffer.from(signature, "hex") }), true);
    const said = JSON.parse(statement);
    assert.deepEqual(said.organisation, { id: tenant_id, code: "GOES", name: "ACME Logistics" });
    assert.ok(said.audit_checkpoint.startsWith(checkpoint), said.audit_checkpoint);
    for (const table of ["person", "enrollment", "certificate", "audit_log", "audit_seal", "compliance_history"])
      assert.equal(said.removed[table], before_it[table], table);
    assert.equal(said.removed.tenant, 1);

    const file = path.join(folder, "statement.json");
    writeFileSync(file, stdout);
    for (const args of [[], [file]]) {
      const listed = await muster(["org", "removed", ...args]);
      assert.deepEqual([listed.code, listed.stdout], [0, `holds ${statement}\n`]);
    }
    writeFileSync(file, stdout.replace("ACME Logistics", "ACME Logistic"));
    const forged = await muster(["org", "removed", file]);
    assert.equal(forged.code, 1);
    assert.match(forged.stdout, /^DOES NOT HOLD /);
    assert.equal((await muster(["org", "delete", "GOES", "--confirm", "GOES"])).code, 2);

    // The code can be used for another organisation.
    const next = await createOrganisation(database, { organisation: { code: "GOES" } });
    assert.notEqual(next.tenant_id, tenant_id);
  },
);

test("one that is stopped keeps everybody out, goes on later, and counts what went in both runs", async () => {
  const full = await createFullOrganisation(database, server, "STOPPED");
  const { tenant_id } = full.organisation;
  const panel = await full.panelOf("it_admin");
  const pool = database.pool("muster_owner", 1);
  const found = (await findOrganisation(pool, "STOPPED"))!;
  const stopping = new AbortController();
  const options = { pool, keyring: test_keyring };
  const onProgress = (rows: number) => {
    if (rows > 100) stopping.abort();
  };
  await assert.rejects(removeOrganisation({ ...options, signal: stopping.signal, onProgress }, found, "STOPPED"), {
    name: "AbortError",
  });
  const left = await rowsOf(tenant_id);
  assert.ok(Object.keys(left).length > 5, "stopped before the end");
  assert.deepEqual((await answersOf(full, panel)).statuses, [401, 401, 401]);
  const [{ gone }] = await query("select removed as gone from infra.removal where tenant_id = $1", [tenant_id]);

  // A worker writes something meanwhile.
  let wrote = false;
  const again = await removeOrganisation(
    {
      ...options,
      signal: new AbortController().signal,
      onProgress: () => {
        if (wrote) return;
        wrote = true;
        void database.superuser
          .query(
            "insert into tenant_day (tenant_id, done_through) values ($1, '2026-01-01') on conflict (tenant_id) do update set done_through = excluded.done_through",
            [tenant_id],
          )
          .catch(() => undefined);
      },
    },
    found,
    "STOPPED",
  );
  const said = JSON.parse(again.statement);
  for (const [table, count] of Object.entries(gone as Record<string, number>)) assert.ok(said.removed[table] >= count, table);
  assert.ok(said.removed.person >= 60, JSON.stringify(said.removed));
  assert.deepEqual(await rowsOf(tenant_id), {});
  assert.deepEqual(await query("select from infra.removal where tenant_id = $1 and statement is null", [tenant_id]), []);
});

test("who serves requests or does jobs cannot remove an organisation", async () => {
  const { tenant_id } = await createOrganisation(database, { organisation: { code: "GUARDED" } });
  const found = { tenant_id, name: "x", people: 0, enrollments: 0, certificates: 0, audit_entries: 0 };
  for (const role of ["muster_app", "muster_worker"] as const) {
    const options = { pool: database.pool(role, 1), keyring: test_keyring, signal: new AbortController().signal };
    await assert.rejects(removeOrganisation(options, found, "GUARDED"), /permission denied for table removal/, role);
  }
  assert.equal((await query("select from tenant where id = $1", [tenant_id])).length, 1);
});
