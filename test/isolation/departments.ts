// An administrator of some departments, and people of other departments, for the tests of their isolation.
import type { TestDatabase } from "../harness/database.ts";
import type { TestOrganisation } from "../harness/organisation/organisation.ts";
import { createAccount, type Role, type TestAccount } from "../harness/panel/panel.ts";

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** A new administrator of these departments, with all below them. */
export async function createLimited(
  database: TestDatabase,
  { tenant_id }: TestOrganisation,
  role: Extract<Role, "training_admin" | "compliance_officer">,
  department_ids: readonly string[],
): Promise<TestAccount> {
  const account = await createAccount(database, tenant_id, role);
  await database.superuser.query("update administrator set of_departments = true where tenant_id = $1 and id = $2", [
    tenant_id,
    account.id,
  ]);
  await database.superuser.query(
    "insert into administrator_department (tenant_id, administrator_id, department_id) select $1, $2, unnest($3::uuid[])",
    [tenant_id, account.id, department_ids],
  );
  return account;
}

export async function departmentOf(database: TestDatabase, { tenant_id }: TestOrganisation, code: string): Promise<string> {
  const { rows } = await database.superuser.query("select id from department where tenant_id = $1 and code = $2", [
    tenant_id,
    code,
  ]);
  return rows[0].id as string;
}

/** Tables whose rows belong to a person, read from the catalogue, so that new tables are included. */
export async function listTablesOfPeople(database: TestDatabase): Promise<string[]> {
  const { rows } = await database.superuser.query<{ name: string }>(`
    select c.relname as name
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'person_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by 1`);
  return rows.map(({ name }) => name);
}

/** The ids of all people outside of the departments, and of all their rows; rows without a person are left out. */
export async function foreignIds(
  database: TestDatabase,
  { tenant_id }: TestOrganisation,
  own_department_ids: readonly string[],
): Promise<Set<string>> {
  const people = await database.superuser.query<{ id: string }>(
    "select id from person where tenant_id = $1 and (department_id is null or department_id <> all ($2::uuid[]))",
    [tenant_id, own_department_ids],
  );
  const ids = new Set(people.rows.map(({ id }) => id));
  const hanging = (await listTablesOfPeople(database)).filter((name) => !name.startsWith("identity_"));
  for (const name of hanging) {
    const { rows } = await database.superuser.query<{ id: string | null }>(
      `select to_jsonb(x) ->> 'id' as id from "${name}" x where x.tenant_id = $1 and x.person_id = any ($2::uuid[])`,
      [tenant_id, people.rows.map(({ id }) => id)],
    );
    for (const { id } of rows) if (id !== null && id.match(uuid)) ids.add(id);
  }
  return ids;
}

export function idsIn(text: string): string[] {
  return [...text.matchAll(uuid)].map(([id]) => id);
}
