import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { listTenantTables, tables_without_tenant, type TenantTable } from "./tables.ts";

let database: TestDatabase;
let tables: TenantTable[];

before(async () => {
  database = await openDatabase();
  tables = await listTenantTables(database);
});
after(() => database.close());

/** Rows to which a check of the catalogue objects; there should be none. */
async function objections(text: string, values: unknown[] = []): Promise<string[]> {
  const { rows } = await database.superuser.query<{ objection: string }>(text, values);
  return rows.map((row) => row.objection);
}

test("TI2 every table has a tenant, or a reason to have none", async () => {
  assert.ok(tables.length > 15, `saw only ${tables.length} tables`);
  const { rows } = await database.superuser.query<{ name: string }>(`
    select n.nspname || '.' || c.relname as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'infra') and c.relkind in ('r', 'p', 'f') and not c.relispartition`);
  const known = new Set([...tables.map(({ name }) => `public.${name}`), ...Object.keys(tables_without_tenant)]);
  const unknown = rows.map(({ name }) => name).filter((name) => !known.has(name));
  assert.deepEqual(unknown, [], "give these tables a tenant_id, or a reason in test/isolation/tables.ts");
  const others = await objections(`
    select nspname as objection from pg_namespace
    where nspname !~ '^pg_' and nspname not in ('information_schema', 'public', 'infra', 'pgboss')`);
  assert.deepEqual(others, [], "schemas that this test does not look into");
});

test("TI2 every table of organisations is under forced row-level security, owned by no role that serves requests", async () => {
  const wrong = await objections(
    `select c.relname || case when not c.relrowsecurity then ' has no row-level security'
        when not c.relforcerowsecurity then ' does not force it on its owner' else ' belongs to ' || r.rolname end as objection
     from pg_class c join pg_roles r on r.oid = c.relowner
     where c.relnamespace = 'public'::regnamespace and c.relname = any ($1)
       and not (c.relrowsecurity and c.relforcerowsecurity and r.rolname = 'muster_owner')`,
    [tables.map(({ name }) => name)],
  );
  assert.deepEqual(wrong, []);
  // A role with rights on a partition could read it without its parent's policies.
  const partitions = await objections(`
    select c.relname || ' is open to ' || r.role as objection
    from pg_class c, (values ('muster_app'), ('muster_worker'), ('muster_delivery')) r(role)
    where c.relnamespace = 'public'::regnamespace and c.relispartition and c.relkind in ('r', 'p')
      and not (c.relrowsecurity and c.relforcerowsecurity) and has_table_privilege(r.role, c.oid, 'select, insert, update, delete')`);
  assert.deepEqual(partitions, []);
  const views = await objections(`
    select relname || ' shows rows past the policies; make it security_invoker' as objection
    from pg_class
    where relnamespace in ('public'::regnamespace, 'infra'::regnamespace)
      and (relkind = 'm' or relkind = 'v' and not coalesce(reloptions @> array['security_invoker=true'], false))`);
  assert.deepEqual(views, []);
});

/** Policies for muster_delivery, the only role that works on several organisations at once; its rights are listed below. */
const policies_of_delivery = [
  "client.deliver",
  "event.deliver",
  "tenant.deliver",
  "webhook_attempt.deliver",
  "webhook_delivery.deliver",
  "webhook_delivery_pending.deliver",
  "webhook_subscription.deliver",
  "webhook_subscription_state.deliver",
];

/**
 * Policies that allow access across organisations. All others are for muster_auth, which only the functions of functions.test.ts
 * use.
 */
const policies_across = [
  ...policies_of_delivery,
  "administrator.authenticate",
  "administrator_department.authenticate",
  "audit_log.seal",
  "audit_seal.seal",
  "certificate.verify",
  "client.authenticate",
  "client_key.authenticate",
  "client_key.note_use",
  "client_secret.authenticate",
  "client_secret.rotate",
  "compliance_delta.fold",
  "course_booking.release",
  "compliance_status.turn",
  "credential.authenticate",
  "department.authenticate",
  "forecast_delta.fold",
  "idempotency_key.age",
  "identity_domain.find",
  "identity_provider.keys",
  "import.age",
  "mail.due",
  "organisation_logo.authenticate",
  "panel_session.authenticate",
  "person.authenticate",
  "person_delta.fold",
  "person_erasure.unfinished",
  "rate_bucket.admit",
  "request_log.log",
  "request_pack.log",
  "retention.look",
  "scim_exchange.age",
  "sign_in_link.authenticate",
  "sign_in_link.invite",
  "tenant.authenticate",
  "tenant_day.turn",
  "webhook_subscription.keys",
];

test("TI2 each table has exactly the policy that compares its tenant with app.tenant, for reading and for writing", async () => {
  const { rows: all } = await database.superuser.query<{
    name: string;
    policy: string;
    cmd: string;
    permissive: string;
    roles: string[];
    qual: string;
    with_check: string;
  }>(`
    select tablename as name, policyname as policy, cmd, permissive, roles::text[] as roles, qual, with_check
    from pg_policies where schemaname in ('public', 'infra')`);
  // Administrators of some departments see fewer rows, never more (docs/decisions/0072).
  const limited = all.filter(({ policy }) => policy === "departments");
  assert.ok(limited.length > 20, `saw only ${limited.length} policies of departments`);
  for (const { name, roles, qual, with_check } of limited) {
    const { tenant_column } = tables.find((table) => table.name === name)!;
    const rule = `((${tenant_column} = ( SELECT (current_setting('app.tenant'::text))::uuid AS current_setting)) AND `;
    assert.deepEqual([roles, qual.startsWith(rule), with_check], [["muster_limited"], true, "false"], name);
  }
  const rows = all.filter(({ policy }) => policy !== "departments");
  const wanted = ({ name, tenant_column }: TenantTable) => {
    const rule = `(${tenant_column} = ( SELECT (current_setting('app.tenant'::text))::uuid AS current_setting))`;
    return {
      name,
      policy: "tenant",
      cmd: "ALL",
      permissive: "PERMISSIVE",
      roles: ["muster_app", "muster_worker"],
      qual: rule,
      with_check: rule,
    };
  };
  for (const table of tables) {
    const own = rows.filter(
      ({ name, policy }) => name === table.name && policy !== "remove" && !policies_across.includes(`${name}.${policy}`),
    );
    assert.deepEqual(
      own.map((policy) => ({ ...policy, roles: policy.roles.toSorted() })),
      [wanted(table)],
      table.name,
    );
  }
  // The owner of the tables, who removes organisations, is restricted in the same way.
  for (const table of tables) {
    const removing = rows.filter(({ name, policy }) => name === table.name && policy === "remove");
    assert.deepEqual(removing, [{ ...wanted(table), policy: "remove", roles: ["muster_owner"] }], table.name);
  }
  const across = rows.filter((row) => row.policy !== "tenant" && row.policy !== "remove");
  assert.deepEqual(across.map((row) => `${row.name}.${row.policy}`).toSorted(), policies_across.toSorted());
  for (const { name, policy, roles } of across) {
    const one = `${name}.${policy}`;
    assert.deepEqual(roles, [policies_of_delivery.includes(one) ? "muster_delivery" : "muster_auth"], one);
  }
});

/** Unique across all organisations, so that one organisation may learn that another has the value; each with its reason. */
const unique_across: Readonly<Record<string, string>> = {
  certificate_verification_code_key: "the code on a certificate finds its organisation; it is random and at least 60 bits long",
  tenant_code_key: "tenant codes name organisations to everyone",
  tenant_one_sandbox: "an organisation has one sandbox, which is an organisation of its own; ids alone are compared",
  client_secret_key_id_key: "the public id of a secret finds its organisation; it is random and 12 characters long",
  identity_domain_verified:
    "a domain is verified by one organisation at a time; who comes second has proved by DNS that they may know",
  panel_session_token_hash_key: "a cookie finds its organisation; the hash is of 32 random bytes",
  sign_in_link_token_hash_key: "a one-time link finds its organisation; the hash is of 32 random bytes",
};

test("TI2 keys begin with the tenant, and a foreign key cannot leave it", async () => {
  const names = tables.map(({ name }) => name).filter((name) => name !== "tenant");
  const without = await objections(
    `select c.relname || ' has no primary key that begins with tenant_id' as objection
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relname = any ($1) and not exists (
       select from pg_constraint k join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
       where k.conrelid = c.oid and k.contype = 'p' and a.attname = 'tenant_id')`,
    [names],
  );
  assert.deepEqual(without, []);
  const unique = await objections(
    `select i.indexrelid::regclass::text as objection
     from pg_index i join pg_class c on c.oid = i.indrelid
     left join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
     where i.indisunique and c.relnamespace = 'public'::regnamespace and c.relname <> 'tenant' and a.attname is distinct from 'tenant_id'
     union all
     select indexrelid::regclass::text from pg_index
     where indisunique and not indisprimary and indrelid = 'tenant'::regclass`,
  );
  assert.deepEqual(unique.toSorted(), Object.keys(unique_across).toSorted());
  const { rows } = await database.superuser.query<{ name: string; target: string; mine: string; other: string; columns: number }>(
    `select k.conrelid::regclass || '.' || k.conname as name, k.confrelid::regclass::text as target, mine.attname as mine,
       other.attname as other, cardinality(k.conkey) as columns
     from pg_constraint k
     join pg_attribute mine on mine.attrelid = k.conrelid and mine.attnum = k.conkey[1]
     join pg_attribute other on other.attrelid = k.confrelid and other.attnum = k.confkey[1]
     where k.contype = 'f' and k.connamespace = 'public'::regnamespace`,
  );
  assert.ok(rows.length > 20, `saw only ${rows.length} foreign keys`);
  for (const { name, target, mine, other, columns } of rows) {
    assert.equal(mine, "tenant_id", `${name} does not begin with tenant_id`);
    if (target === "tenant") assert.deepEqual([other, columns], ["id", 1], name);
    else assert.equal(other, "tenant_id", `${name} refers to ${target}, but not by its tenant_id`);
  }
});

test("TI2 no role that serves requests can step out of row-level security", async () => {
  const roles = await objections(`
    select rolname || ' may too much' as objection from pg_roles
    where rolname in ('muster_app', 'muster_worker', 'muster_delivery', 'muster_limited', 'muster_auth', 'muster_owner')
      and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication or rolcanlogin)`);
  assert.deepEqual(roles, []);
  const { rows } = await database.superuser.query(
    `select from pg_roles where rolname in ('muster_app', 'muster_worker', 'muster_delivery', 'muster_limited', 'muster_auth')`,
  );
  assert.equal(rows.length, 5);
  const owned = await objections(`
    select r.rolname || ' owns ' || c.relname as objection
    from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname in ('muster_app', 'muster_worker', 'muster_delivery', 'muster_limited', 'muster_auth')
    union all
    select r.rolname || ' owns the function ' || p.proname
    from pg_proc p join pg_roles r on r.oid = p.proowner where r.rolname in ('muster_app', 'muster_worker', 'muster_delivery', 'muster_limited')`);
  assert.deepEqual(owned, []);
  const members = await objections(`
    select member::regrole || ' is a member of ' || roleid::regrole as objection from pg_auth_members
    where member in ('muster_app'::regrole, 'muster_worker'::regrole, 'muster_delivery'::regrole, 'muster_limited'::regrole, 'muster_auth'::regrole)`);
  assert.deepEqual(members, []);
  const creators = await objections(`
    select r.role || ' may create in ' || n.nspname as objection
    from pg_namespace n, (values ('muster_app'), ('muster_worker'), ('muster_delivery'), ('muster_limited')) r(role)
    where n.nspname in ('public', 'infra', 'pgboss') and has_schema_privilege(r.role, n.oid, 'create')`);
  assert.deepEqual(creators, []);
  const more = await objections(
    `select r.role || ' may truncate, refer to or hang triggers on ' || t.name as objection
     from unnest($1::text[]) t(name), (values ('muster_app'), ('muster_worker'), ('muster_delivery'), ('muster_limited')) r(role)
     where has_table_privilege(r.role, t.name, 'truncate, references, trigger')`,
    [tables.map(({ name }) => name)],
  );
  assert.deepEqual(more, []);
});

/** All rights of muster_delivery on tables and columns; `*` means all columns. */
const rights_of_delivery: readonly string[] = [
  "client: select disabled_at",
  "client: select expires_at",
  "client: select id",
  "client: select revoked_at",
  "client: select tenant_id",
  "client: select webhook_hosts",
  "event: select *",
  "infra.due: select *",
  "infra.migration: select *",
  "infra.placement: select is_away",
  "infra.placement: select state",
  "infra.placement: select tenant_id",
  "tenant: select clock_offset_us",
  "tenant: select code",
  "tenant: select id",
  "webhook_attempt: insert *",
  "webhook_attempt: select *",
  "webhook_delivery: select *",
  "webhook_delivery: update *",
  "webhook_delivery_pending: select *",
  "webhook_delivery_pending: update *",
  "webhook_subscription: select *",
  "webhook_subscription_state: select *",
  "webhook_subscription_state: update *",
];

test("TI2 the role that delivers for all organisations reaches subscriptions, deliveries and their events, and nothing else", async () => {
  const { rows } = await database.superuser.query<{ may: string }>(`
    select c.oid::regclass || ': ' || lower(x.privilege_type) || ' *' as may
    from pg_class c join pg_namespace n on n.oid = c.relnamespace, aclexplode(c.relacl) x
    where x.grantee in (0, 'muster_delivery'::regrole) and n.nspname in ('public', 'infra', 'pgboss') and c.relname <> 'test_clock'
    union all
    select c.oid::regclass || ': ' || lower(x.privilege_type) || ' ' || a.attname
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid, aclexplode(a.attacl) x
    where x.grantee in (0, 'muster_delivery'::regrole) and n.nspname in ('public', 'infra', 'pgboss')`);
  assert.deepEqual(rows.map(({ may }) => may).toSorted(), rights_of_delivery.toSorted());
});
