import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type pg from "pg";
import { newId } from "../../server/platform/ids.ts";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import type { TestOrganisation } from "../harness/organisation/organisation.ts";
import { createFullOrganisation } from "./neighbours.ts";
import { checksumsOf, listTenantTables, type TenantTable } from "./tables.ts";

let database: TestDatabase;
let tables: TenantTable[];
let ours: TestOrganisation;
let theirs: TestOrganisation;

before(async () => {
  database = await openDatabase();
  tables = await listTenantTables(database);
  ours = await createFullOrganisation(database, "aardvark");
  theirs = await createFullOrganisation(database, "zebra");
});
after(() => database.close());

/** One transaction of a role, rolled back at the end; `tenant_id` null: no tenant is set. */
async function acting<T>(role: string, tenant_id: string | null, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await database.superuser.connect();
  try {
    await client.query(`begin; set local role ${role}`);
    if (tenant_id !== null) await client.query(`set local app.tenant = '${tenant_id}'`);
    return await work(client);
  } finally {
    await client.query("rollback");
    client.release();
  }
}

async function codeOf(statement: Promise<unknown>): Promise<string> {
  try {
    await statement;
    return "succeeded";
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

const roles = ["muster_app", "muster_worker"] as const;

/** What the roles may not do even with rows of their own organisation. */
const denied = new Set([
  "muster_app update request_log",
  "muster_app delete request_log",
  "muster_worker update request_log",
  "muster_app update request_pack",
  "muster_app delete request_pack",
  "muster_worker update request_pack",
  "muster_app delete retention",
  "muster_worker delete retention",
  "muster_app update audit_log",
  "muster_app delete audit_log",
  "muster_worker update audit_log",
  "muster_worker delete audit_log",
  "muster_app update event",
  "muster_app delete event",
  "muster_app update compliance_history",
  "muster_app delete compliance_history",
  "muster_worker update compliance_history",
  "muster_worker delete compliance_history",
  "muster_app update compliance_person_history",
  "muster_app delete compliance_person_history",
  "muster_worker update compliance_person_history",
  "muster_worker delete compliance_person_history",
  "muster_app update audit_seal",
  "muster_app delete audit_seal",
  "muster_worker update audit_seal",
  "muster_worker delete audit_seal",
  "muster_app update audit_erasure",
  "muster_app delete audit_erasure",
  "muster_worker update audit_erasure",
  "muster_worker delete audit_erasure",
  "muster_app delete person_erasure",
  "muster_worker delete person_erasure",
  "muster_app update rule_version",
  "muster_app delete rule_version",
  "muster_worker update rule_version",
  "muster_worker delete rule_version",
  "muster_app update attempt_report",
  "muster_app delete attempt_report",
  "muster_worker update attempt_report",
  "muster_worker delete attempt_report",
  "muster_app update attempt",
  "muster_app delete attempt",
  "muster_worker update attempt",
  "muster_worker delete attempt",
  "muster_app delete certificate",
  "muster_worker delete certificate",
  "muster_app update client_secret",
  "muster_worker update client_secret",
  "muster_worker update credential",
  "muster_worker update passkey",
  "muster_worker update passkey_challenge",
  "muster_worker update recovery_code",
  "muster_worker update sign_in_link",
  "muster_app update certificate_wording",
  "muster_worker update certificate_wording",
  "muster_app delete exemption",
  "muster_worker delete exemption",
]);

test("TI2 a statement that forgot its tenant is an error on every table, on a fresh and on a used connection", async () => {
  for (const role of roles) {
    for (const { name, tenant_column } of tables) {
      const statements = {
        select: `select count(*) from "${name}"`,
        update: `update "${name}" set ${tenant_column} = ${tenant_column}`,
        delete: `delete from "${name}"`,
      };
      for (const [verb, statement] of Object.entries(statements)) {
        const code = await acting(role, null, (client) => codeOf(client.query(statement)));
        // 42704: the setting does not exist yet; 22P02: an earlier transaction left it empty, which is no uuid.
        const wanted = denied.has(`${role} ${verb} ${name}`) ? ["42501"] : ["42704", "22P02"];
        assert.ok(wanted.includes(code), `${role}: ${statement}: ${code}`);
      }
    }
  }
});

test("TI2 a statement that forgot its where meets no foreign row, on any table", async () => {
  const before = await checksumsOf(database, theirs.tenant_id, tables);
  for (const role of roles) {
    for (const { name, tenant_column } of tables) {
      const own = await database.superuser.query(`select from "${name}" where ${tenant_column} = $1`, [ours.tenant_id]);
      const foreign = await database.superuser.query(`select from "${name}" where ${tenant_column} = $1`, [theirs.tenant_id]);
      assert.ok(own.rowCount! > 0 && foreign.rowCount! > 0, `nothing to see in ${name}`);

      const seen = await acting(role, ours.tenant_id, (client) =>
        client.query(`select ${tenant_column} as owner from "${name}"`),
      );
      assert.deepEqual([...new Set(seen.rows.map(({ owner }) => owner))], [ours.tenant_id], `${role} reads ${name}`);
      assert.equal(seen.rowCount, own.rowCount, `${role} reads ${name}`);

      const updating = `update "${name}" set ${tenant_column} = ${tenant_column}`;
      if (denied.has(`${role} update ${name}`)) {
        assert.equal(
          await acting(role, ours.tenant_id, (client) => codeOf(client.query(updating))),
          "42501",
          `${role}: ${updating}`,
        );
      } else {
        const updated = await acting(role, ours.tenant_id, (client) => client.query(updating));
        assert.equal(updated.rowCount, own.rowCount, `${role}: ${updating}`);
      }

      const deleting = `delete from "${name}" where ${tenant_column} <> '${ours.tenant_id}'`;
      if (denied.has(`${role} delete ${name}`)) {
        assert.equal(
          await acting(role, ours.tenant_id, (client) => codeOf(client.query(deleting))),
          "42501",
          `${role}: ${deleting}`,
        );
      } else {
        const deleted = await acting(role, ours.tenant_id, (client) => client.query(deleting));
        assert.equal(deleted.rowCount, 0, `${role}: ${deleting}`);
      }
    }
  }
  assert.deepEqual(await checksumsOf(database, theirs.tenant_id, tables), before);
});

/** The columns of a table that a statement can set. */
async function listOwnColumns(name: string): Promise<string> {
  const { rows } = await database.superuser.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns
    from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [`public."${name}"`],
  );
  return rows[0]!.columns;
}

test("TI2 no row can be written into, or moved into, another organisation", async () => {
  for (const role of roles) {
    for (const { name, tenant_column } of tables) {
      const { rows } = await database.superuser.query(
        `select to_jsonb(x) as row from "${name}" x where ${tenant_column} = $1 limit 1`,
        [theirs.tenant_id],
      );
      const columns = await listOwnColumns(name);
      const copying = `insert into "${name}" (${columns}) overriding system value select ${columns} from jsonb_populate_record(null::"${name}", $1)`;
      const copied = await acting(role, ours.tenant_id, (client) => codeOf(client.query(copying, [rows[0].row])));
      assert.equal(copied, "42501", `${role} inserts a foreign row into ${name}`);
      const moved = await acting(role, ours.tenant_id, (client) =>
        codeOf(client.query(`update "${name}" set ${tenant_column} = $1`, [theirs.tenant_id])),
      );
      assert.equal(moved, "42501", `${role} moves rows of ${name}`);
    }
  }
});

test("TI2 the audit log and the events are written once: muster_app may neither change nor delete them", async () => {
  for (const name of ["audit_log", "event"]) {
    for (const statement of [`update ${name} set id = id`, `delete from ${name}`, `truncate ${name}`]) {
      const code = await acting("muster_app", ours.tenant_id, (client) => codeOf(client.query(statement)));
      assert.equal(code, "42501", statement);
    }
    const inserted = await acting("muster_app", ours.tenant_id, (client) =>
      codeOf(
        client.query(
          name === "event"
            ? `insert into event (tenant_id, id, type, body, created_at) values ($1, $2, 'ping', '', now())`
            : `insert into audit_log (tenant_id, id, occurred_at, actor_type, operation, target_type) values ($1, $2, now(), 'system', 'x', 'x')`,
          [ours.tenant_id, newId()],
        ),
      ),
    );
    assert.equal(inserted, "succeeded", `muster_app inserts into ${name}`);
  }
});

test("TI2 the role that delivers sees both organisations where it must, and is refused everything else", async () => {
  const one = (statement: string) => acting("muster_delivery", null, (client) => codeOf(client.query(statement)));
  const readable: Readonly<Record<string, string>> = {
    client: "tenant_id, id, webhook_hosts, disabled_at, revoked_at, expires_at",
    event: "tenant_id",
    tenant: "id as tenant_id, code, clock_offset_us",
    webhook_attempt: "tenant_id",
    webhook_delivery: "tenant_id",
    webhook_subscription: "tenant_id",
    webhook_subscription_state: "tenant_id",
  };
  for (const [name, columns] of Object.entries(readable)) {
    const { rows } = await acting("muster_delivery", null, (client) => client.query(`select ${columns} from ${name}`));
    assert.deepEqual(new Set(rows.map(({ tenant_id }) => tenant_id)), new Set([ours.tenant_id, theirs.tenant_id]), name);
  }
  const others = tables.map(({ name }) => name).filter((name) => !(name in readable));
  assert.ok(others.length > 20, `saw only ${others.length} other tables`);
  for (const name of others) {
    for (const statement of [`select from "${name}"`, `update "${name}" set tenant_id = tenant_id`, `delete from "${name}"`])
      assert.equal(await one(statement), "42501", statement);
  }
  for (const statement of [
    "select name from tenant",
    "select name from client",
    "update tenant set id = id",
    "update client set webhook_hosts = '{}'",
    "update webhook_subscription set name = name",
    "update event set type = type",
    "update webhook_attempt set number = number",
    ...Object.keys(readable).map((name) => `delete from ${name}`),
    "insert into event (tenant_id, id, type, body, created_at) select tenant_id, id, type, body, created_at from event",
    "insert into webhook_delivery select * from webhook_delivery",
    "insert into webhook_subscription select * from webhook_subscription",
  ])
    assert.equal(await one(statement), "42501", statement);
});
