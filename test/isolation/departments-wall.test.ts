// Decision 0072: the database's own isolation between departments, table by table, for any statement that the program may send.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type pg from "pg";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import type { TestOrganisation } from "../harness/organisation/organisation.ts";
import { createLimited, departmentOf, listTablesOfPeople } from "./departments.ts";
import { createFullOrganisation } from "./neighbours.ts";
import { listTenantTables } from "./tables.ts";

/** The tables that the role may read. A new table is refused until decision 0072 says how it is handled. */
const readable = [
  "alert",
  "attempt",
  "attribute_definition",
  "bulk_operation",
  "bulk_person",
  "certificate",
  "certificate_wording",
  "compliance_count",
  "compliance_delta",
  "compliance_history",
  "compliance_person",
  "compliance_person_history",
  "compliance_status",
  "contractor",
  "course",
  "department",
  "enrollment",
  "enrollment_source",
  "evidence_chunk",
  "evidence_file",
  "exemption",
  "group_course",
  "group_member",
  "license",
  "license_item",
  "license_seat",
  "organisation_logo",
  "path_item",
  "person",
  "person_count",
  "person_delta",
  "person_group",
  "report",
  "rule",
  "rule_course",
  "rule_match",
  "rule_version",
  "standing",
  "tenant",
];

let database: TestDatabase;
let ours: TestOrganisation;
let theirs: TestOrganisation;
let tables: string[];
let own_department: string;
let administrator_id: string;

before(async () => {
  database = await openDatabase();
  [ours, theirs] = [await createFullOrganisation(database, "aardvark"), await createFullOrganisation(database, "hedgehog")];
  tables = (await listTenantTables(database)).map(({ name }) => name);
  own_department = await departmentOf(database, ours, "LOG-aardvark");
  administrator_id = (await createLimited(database, ours, "training_admin", [own_department])).id;
});
after(() => database.close());

/** One transaction within the limit, rolled back at the end; `departments`: null sets no limit. */
async function within<T>(departments: string | null, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await database.superuser.connect();
  try {
    await client.query(`begin; set local role muster_limited; set local app.tenant = '${ours.tenant_id}'`);
    if (departments !== null)
      await client.query("select set_config('app.departments', $1, true), set_config('app.administrator', $2, true)", [
        departments,
        administrator_id,
      ]);
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

const own = () => `{${own_department}}`;

test("the role reads the tables that are named, and no other", async () => {
  const read: string[] = [];
  for (const name of tables) {
    const code = await within(own(), (client) => codeOf(client.query(`select count(*) from "${name}"`)));
    assert.ok(["succeeded", "42501"].includes(code), `${name}: ${code}`);
    if (code === "succeeded") read.push(name);
  }
  assert.deepEqual(read.toSorted(), readable);
});

test("of what hangs on people it sees what hangs on those of the departments, and of the organisation nothing else", async () => {
  const of_people = (await listTablesOfPeople(database)).filter((name) => readable.includes(name));
  assert.ok(of_people.length >= 10, `saw only ${of_people.length}`);
  const { rows: people } = await database.superuser.query<{ id: string; own: boolean }>(
    "select id, coalesce(department_id = $2, false) as own from person where tenant_id = $1",
    [ours.tenant_id, own_department],
  );
  assert.deepEqual(new Set(people.map((person) => person.own)), new Set([true, false]));
  for (const name of of_people) {
    // A row of each person, so that there are visible and invisible rows.
    const { rows: all } = await database.superuser.query<{ person_id: string; tenant_id: string }>(
      `select tenant_id, person_id from "${name}"`,
    );
    const wanted = all.filter(
      (row) => row.tenant_id === ours.tenant_id && people.some((person) => person.own && person.id === row.person_id),
    );
    const { rows: seen } = await within(own(), (client) =>
      client.query<{ person_id: string }>(`select person_id from "${name}"`),
    );
    assert.deepEqual(
      seen.map(({ person_id }) => person_id).toSorted(),
      wanted.map(({ person_id }) => person_id).toSorted(),
      name,
    );
    const nobody = await within("{}", (client) => client.query(`select from "${name}"`));
    assert.equal(nobody.rowCount, 0, `${name} without a department`);
  }
  const { rows } = await within(own(), (client) => client.query("select id from person"));
  assert.deepEqual(
    rows.map(({ id }) => id),
    people.filter((person) => person.own).map(({ id }) => id),
  );
});

test("rows without a person are those of the departments, of their enrollments and certificates, or of nobody", async () => {
  const counted = async (statement: string, values: readonly unknown[] = []) =>
    (await database.superuser.query(statement, [...values])).rows[0].count as string;
  for (const name of ["person_count", "person_delta", "compliance_count", "compliance_delta", "compliance_person", "standing"]) {
    const { rows } = await within(own(), (client) => client.query(`select count(*) from "${name}"`));
    const wanted = await counted(`select count(*) from "${name}" where tenant_id = $1 and department_id = $2`, [
      ours.tenant_id,
      own_department,
    ]);
    assert.equal(rows[0].count, wanted, name);
  }
  for (const [name, parent, key] of [
    ["attempt", "enrollment", "enrollment_id"],
    ["enrollment_source", "enrollment", "enrollment_id"],
    ["evidence_file", "certificate", "certificate_id"],
    ["evidence_chunk", "certificate", "certificate_id"],
  ] as const) {
    const { rows } = await within(own(), (client) => client.query(`select count(*) from "${name}"`));
    const wanted = await counted(
      `select count(*) from "${name}" x join "${parent}" o on o.tenant_id = x.tenant_id and o.id = x.${key}
      join person p on p.tenant_id = o.tenant_id and p.id = o.person_id
      where x.tenant_id = $1 and p.department_id = $2`,
      [ours.tenant_id, own_department],
    );
    assert.equal(rows[0].count, wanted, name);
  }
  const departments = await within(own(), (client) => client.query("select id from department"));
  assert.deepEqual(departments.rows, [{ id: own_department }]);
});

test("who forgets to name the departments gets an error, and not everybody", async () => {
  for (const name of ["person", "enrollment", "certificate", "compliance_status", "person_count", "department"]) {
    const code = await within(null, (client) => codeOf(client.query(`select count(*) from "${name}"`)));
    // 42704: the setting does not exist yet; 22P02: an earlier transaction left it empty, which is no list.
    assert.ok(["42704", "22P02"].includes(code), `${name}: ${code}`);
  }
});

test("the role changes nothing, in any table", async () => {
  for (const name of tables) {
    const column = name === "tenant" ? "id" : "tenant_id";
    for (const statement of [
      `delete from "${name}"`,
      `insert into "${name}" select * from "${name}"`,
      `update "${name}" set ${column} = ${column}`,
    ]) {
      const code = await within(own(), (client) => codeOf(client.query(statement)));
      // 428C9: a generated column, which is checked before rights.
      assert.ok(["42501", "428C9"].includes(code), `${statement}: ${code}`);
    }
  }
});

test("departments are looked up within the transaction's own organisation, with all below them", async () => {
  const idsOf = (tenant_id: string) =>
    within(null, async (client) => {
      await client.query(`set local app.tenant = '${tenant_id}'`);
      const { rows } = await client.query("select infra.departments_of_administrator($1) as ids", [administrator_id]);
      return rows[0].ids as string[];
    });
  assert.deepEqual(await idsOf(ours.tenant_id), [own_department]);
  assert.deepEqual(await idsOf(theirs.tenant_id), []);
  const above = await departmentOf(database, ours, "OPS-aardvark");
  await database.superuser.query("update administrator_department set department_id = $2 where administrator_id = $1", [
    administrator_id,
    above,
  ]);
  assert.deepEqual(new Set(await idsOf(ours.tenant_id)), new Set([above, own_department]));
});

test("roles of requests and jobs are not the limited one, whose policies are none of theirs", async () => {
  const { rows } = await database.superuser.query(
    "select rolname from pg_roles where rolname in ('muster_app', 'muster_worker') and pg_has_role(oid, 'muster_limited', 'member')",
  );
  assert.deepEqual(rows, []);
});
