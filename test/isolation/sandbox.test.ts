// What an application's login can do with the functions that remove a sandbox together with its audit log: they affect only
// organisations that were created as a sandbox of another one. The statements are SQL, because an attacker with a stolen login
// would send SQL.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type pg from "pg";
import { newId } from "../../server/platform/ids.ts";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { createOrganisation } from "../harness/organisation/organisation.ts";

let database: TestDatabase;
let live_id: string;
let trial_id: string;
before(async () => {
  database = await openDatabase();
  live_id = (await createOrganisation(database, { organisation: { code: "LIVE", kind: "live" } })).tenant_id;
  trial_id = (await createOrganisation(database, { organisation: { code: "TRIAL", kind: "sandbox" } })).tenant_id;
});
after(() => database.close());

const roles = ["muster_app", "muster_worker"] as const;

/** Runs statements in one transaction of a role, rolled back at the end; returns the error of the first that fails, or null. */
async function refusalOf(
  role: string,
  tenant_id: string,
  ...statements: string[]
): Promise<{ code: string; message: string } | null> {
  const client: pg.PoolClient = await database.superuser.connect();
  try {
    await client.query(`begin; set local role ${role}; set local app.tenant = '${tenant_id}'`);
    for (const statement of statements) await client.query(statement);
    return null;
  } catch (error) {
    return error as { code: string; message: string };
  } finally {
    await client.query("rollback");
    client.release();
  }
}

/** The row of a new sandbox of the live organisation. */
const birth = (id: string, kind = "sandbox") =>
  `insert into tenant (id, code, name, kind, time_zone, sandbox_of) values ('${id}', 'BORN', 'Born', '${kind}', 'UTC', '${live_id}')`;

test("TI2 no organisation that exists becomes a sandbox, or another's sandbox: its audit log stays", async () => {
  const erasing = "select infra.remove_sandbox_part('audit_log', '{}', 1000)";
  for (const role of roles) {
    for (const change of [`kind = 'sandbox', sandbox_of = '${trial_id}'`, "kind = 'sandbox'"]) {
      const refused = await refusalOf(role, live_id, "update tenant set name = name", `update tenant set ${change}`, erasing);
      assert.match(refused?.message ?? "done", /never change$/, `${role}: ${change}`);
    }
    for (const change of [`sandbox_of = '${live_id}'`, "kind = 'live'"]) {
      const refused = await refusalOf(role, trial_id, `update tenant set ${change}`, erasing);
      assert.match(refused?.message ?? "done", /never change$/, `${role}: ${change}`);
    }
    const writing = `on conflict (id) do update set kind = excluded.kind, sandbox_of = excluded.sandbox_of`;
    const again = `insert into tenant (id, code, name, kind, time_zone, sandbox_of)
      values ('${live_id}', 'LIVE', 'Live', 'sandbox', 'UTC', '${trial_id}') ${writing}`;
    assert.match((await refusalOf(role, live_id, again))?.message ?? "done", /never change$/, role);
    assert.equal((await refusalOf(role, live_id, "delete from tenant"))?.code, foreign_key_violation, role);
    for (const call of [erasing, "select infra.close_sandbox()"]) {
      for (const id of [live_id, trial_id])
        assert.match(
          (await refusalOf(role, id, call))?.message ?? "done",
          /^only the sandbox of an organisation/,
          `${role}: ${call}`,
        );
    }
  }
});

test("TI2 a sandbox is born as one, of the kind sandbox only, and stays whose it is", async () => {
  const id = newId();
  assert.equal(await refusalOf("muster_app", id, birth(id), "update tenant set name = 'Other'"), null);
  assert.equal((await refusalOf("muster_app", id, birth(id, "live")))?.code, check_violation);
  for (const change of ["sandbox_of = null", `sandbox_of = '${trial_id}'`, "kind = 'live', sandbox_of = null"]) {
    const refused = await refusalOf("muster_app", id, birth(id), `update tenant set ${change}`);
    assert.match(refused?.message ?? "done", /never change$/, change);
  }
});

test("TI2 what is called a column is none of the owner's statements", async () => {
  const id = newId();
  const injected = `id = id where false; alter table public.audit_log no force row level security; --`;
  const refused = await refusalOf(
    "muster_app",
    id,
    birth(id),
    `select infra.remove_sandbox_part('person', array['${injected}'], 1)`,
  );
  assert.equal(refused?.code, undefined_column, refused?.message ?? "done");
});

test("TI2 a temporary table does not take the place of the organisations", async () => {
  // No application's login may create temporary tables, but here it may.
  await database.superuser.query(
    "do $$ begin execute format('grant temporary on database %I to muster_app', current_database()); end $$",
  );
  const refused = await refusalOf(
    "muster_app",
    live_id,
    `create temporary table tenant as select '${live_id}'::uuid as id, '${trial_id}'::uuid as sandbox_of`,
    "grant select on pg_temp.tenant to public",
    "select infra.remove_sandbox_part('audit_log', '{}', 1000)",
  );
  assert.match(refused?.message ?? "done", /^only the sandbox of an organisation/);
});

const foreign_key_violation = "23503";
const check_violation = "23514";
const undefined_column = "42703";
