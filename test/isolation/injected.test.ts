// F4: what injected SQL could do, tried over a separate connection with the login that docs/operating/logins.md gives to a
// serving process: a member of muster_app and muster_limited, and of nothing else.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, test } from "node:test";
import pg from "pg";
import { directUrl } from "../../server/platform/db/servers/reach.ts";
import { needsServer, openDatabase, type TestDatabase } from "../harness/database.ts";
import type { TestOrganisation } from "../harness/organisation/organisation.ts";
import { createFullOrganisation } from "./neighbours.ts";
import { listTenantTables, type TenantTable } from "./tables.ts";

const skip = needsServer();
const login = `serving_${randomBytes(6).toString("hex")}`;

let database: TestDatabase;
let tables: TenantTable[];
let ours: TestOrganisation;
let theirs: TestOrganisation;
let smuggler: pg.Client;
let superuser: string;

before(async () => {
  if (skip) return;
  database = await openDatabase();
  tables = await listTenantTables(database);
  ours = await createFullOrganisation(database, "aardvark");
  theirs = await createFullOrganisation(database, "zebra");
  await database.superuser.query(`create role ${login} login in role muster_app, muster_limited`);
  const { rows } = await database.superuser.query("select current_user as superuser, current_database() as name");
  superuser = rows[0].superuser;
  // As `muster migrate` does. The test's database is a clone, which does not inherit rights on the database.
  await database.superuser.query(`revoke temporary on database ${rows[0].name} from public`);
  const url = new URL(directUrl(database.connection as { url: string }));
  url.username = login;
  smuggler = new pg.Client({ connectionString: url.href, options: "-c role=muster_app" });
  await smuggler.connect();
});
after(async () => {
  await smuggler?.end();
  await database?.superuser.query(`drop role if exists ${login}`);
  await database?.close();
});

async function codeOf(statement: string): Promise<string> {
  try {
    await smuggler.query(statement.replaceAll("SUPERUSER", superuser));
    return "done";
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

const insufficient_privilege = "42501";

/** Statements by their aim; each is refused because a right is missing. */
const refused: Readonly<Record<string, readonly string[]>> = {
  "another role": [
    ...["muster_owner", "muster_worker", "muster_delivery", "muster_auth", "SUPERUSER", "pg_read_all_data"].flatMap((role) => [
      `set role ${role}`,
      `select set_config('role', '${role}', false)`,
    ]),
    "set session authorization SUPERUSER",
    "grant muster_owner to muster_app",
    "alter role muster_app superuser",
    "create role smuggled superuser",
  ],
  "no row-level security": [
    "alter table person disable row level security",
    "alter table person no force row level security",
    "drop policy tenant on person",
    "create policy everything on person using (true)",
    "alter table person owner to muster_app",
    "alter table person disable trigger all",
  ],
  "things of its own": [
    "create table public.smuggled (id int)",
    "create table infra.smuggled (id int)",
    "create temporary table person (id int)",
    "create schema smuggled",
    "create function public.smuggled() returns int language sql as 'select 1'",
    "create or replace function infra.now_us() returns bigint language sql as 'select 0'",
    "create function pg_temp.smuggled() returns int language sql as 'select 1'",
    "drop table person",
    "truncate person",
  ],
  "files and programs": [
    "copy person to '/tmp/smuggled'",
    "copy person from '/etc/passwd'",
    "copy person to program 'id'",
    "copy department (name) from program 'id'",
    "select pg_read_file('/etc/passwd')",
    "select pg_read_binary_file('/etc/passwd')",
    "select pg_ls_dir('/')",
    "select lo_import('/etc/passwd')",
    "load '/tmp/smuggled.so'",
  ],
  secrets: [
    "select digest from client_secret",
    "select * from client_secret",
    "update client_secret set digest = decode(repeat('00', 32), 'hex')",
    "update client_secret set pepper_version = 1",
    "select token_hash from panel_session",
    "select rolpassword from pg_authid",
    "select passwd from pg_shadow",
    "select data from pgboss.job",
    "update infra.secret_key set check_value = decode(repeat('00', 32), 'hex')",
    "update infra.secret_key set audit_key = null",
    "delete from infra.secret_key",
  ],
  "what was done before": [
    "update audit_log set actor_name = 'another'",
    "delete from audit_log",
    "delete from audit_seal",
    "update event set type = 'another'",
    "delete from request_log",
    "delete from request_pack",
    "insert into infra.migration values (9999, 'smuggled', '')",
  ],
  "which organisations there are": [
    "select infra.tenants_with_due_mail()",
    "select infra.tenants_with_a_new_day()",
    "select infra.tenants_with_unsealed_audit()",
    "select infra.tenants_with_key_versions('{1,2,3}')",
    "select infra.tenants_with_chain_end(1)",
    "select * from infra.audit_chain_ends()",
    "select * from infra.audit_chain_ends_of('{}')",
    "select infra.look_out(50)",
    "select * from infra.due",
    "select infra.forget_requests('ffffffff-ffff-ffff-ffff-ffffffffffff', 1000)",
    "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'SUPERUSER'",
    "alter system set log_connections = on",
  ],
};

for (const [aim, statements] of Object.entries(refused)) {
  test(`F4 SQL in a request does not reach ${aim}`, { skip }, async () => {
    const tenant = `select set_config('app.tenant', '${ours.tenant_id}', false)`;
    await smuggler.query(tenant);
    const answers: Record<string, string> = {};
    for (const statement of statements) answers[statement] = await codeOf(statement);
    assert.deepEqual(answers, Object.fromEntries(statements.map((statement) => [statement, insufficient_privilege])));
    await smuggler.query("reset app.tenant");
  });
}

test("F4 leaving the role gains nothing: the login itself has no more rights", { skip }, async () => {
  await smuggler.query("set role none");
  const { rows } = await smuggler.query(
    "select current_user = session_user as same, pg_has_role('muster_owner', 'member') as owner",
  );
  assert.deepEqual(rows, [{ same: true, owner: false }]);
  assert.equal(await codeOf("set role muster_owner"), insufficient_privilege);
  assert.equal(await codeOf("select digest from client_secret"), insufficient_privilege);
  assert.notEqual(await codeOf("select count(*) from person"), "done");
  await smuggler.query("set role muster_app");
});

test("F4 no row of another organisation is seen or changed without naming it", { skip }, async () => {
  for (const { name } of tables) {
    assert.notEqual(await codeOf(`select count(*) from "${name}"`), "done", `${name} without an organisation`);
  }
  await smuggler.query(`select set_config('app.tenant', '${ours.tenant_id}', false)`);
  for (const { name, tenant_column } of tables) {
    const { rows } = await smuggler.query(`select distinct ${tenant_column} as owner from "${name}"`);
    assert.deepEqual(rows, [{ owner: ours.tenant_id }], name);
  }
  const { rowCount } = await smuggler.query("update department set name = name where tenant_id = $1", [theirs.tenant_id]);
  assert.equal(rowCount, 0);
  await smuggler.query("reset app.tenant");
});

test(
  "F4 what docs/operating/logins.md says of its limit is so: a program that knows an organisation's id can name it",
  { skip },
  async () => {
    const { rows } = await smuggler.query("select infra.tenant_by_code('ZEBRA') as id");
    assert.equal(rows[0].id, theirs.tenant_id);
    await smuggler.query(`select set_config('app.tenant', '${theirs.tenant_id}', false)`);
    const seen = await smuggler.query("select distinct tenant_id from person");
    assert.deepEqual(seen.rows, [{ tenant_id: theirs.tenant_id }]);
    // Even readable rows contain no secret in plain text: each is encrypted with a key outside the database, or a digest.
    const { rows: secrets } = await smuggler.query(
      "select encode(secret, 'escape') as text from webhook_subscription where secret is not null union all select encode(body, 'escape') from mail where body <> ''",
    );
    assert.ok(secrets.length > 0);
    for (const { text } of secrets) assert.doesNotMatch(text, /whsec_|https?:|sign-in/);
    await smuggler.query("reset app.tenant");
  },
);

test("F4 with one login for everything the same statement succeeds, which a start in production warns of", { skip }, async () => {
  const client = new pg.Client({
    connectionString: directUrl(database.connection as { url: string }),
    options: "-c role=muster_app",
  });
  await client.connect();
  try {
    await client.query("select set_config('role', 'muster_owner', false)");
  } finally {
    await client.end();
  }
});
