import type { Pool } from "../../platform/db/pool.ts";
import { constant, part, sql, type Fragment } from "../../platform/db/sql.ts";
import { readFew, type Db } from "../../platform/db/transaction.ts";
import { caseNorm } from "../../platform/text.ts";
import { namesOf, platform_columns, all_columns, type PersonColumns, type PersonRow, type PersonState } from "./definition.ts";
import { Person } from "./schema.ts";

/** A stored person; `record` is the record for clients. */
export type StoredPerson = PersonRow & {
  managed_by: PersonColumns["managed_by"];
  last_sign_in_at: string | null;
  department_name: string | null;
  contractor_name: string | null;
  manager_employee_no: string | null;
  record: string;
};

/** The written columns, for a person `p`. */
export const platform_names: Fragment = constant(listOf(namesOf(platform_columns)));
export const all_names: Fragment = constant(listOf(namesOf(all_columns)));

/** Members of the record that are not columns with the same name. */
const computed: Readonly<Record<string, string>> = {
  full_name: "nullif(concat_ws(' ', p.first_name, p.last_name), '')",
  department_name: "d.name",
  contractor_name: "c.name",
  manager_employee_no: "m.employee_no",
  status: "p.state",
  active: "p.state in ('invited', 'active')",
  last_sign_in_at: "infra.iso(p.last_sign_in_at)",
  deactivated_at: "infra.iso(p.deactivated_at)",
  created_at: "infra.iso(p.created_at)",
  updated_at: "infra.iso(p.updated_at)",
};

/** The members of the record `Person`, for a person `p`, the department `d`, the company `c` and the manager `m`. */
export const person_columns: Fragment = constant(
  Object.keys(Person.properties)
    .map((name) => `${computed[name] ?? `p.${name}`} as ${name}`)
    .join(", "),
);

/** The joins that `person_columns` need. */
export const person_joins: Fragment = part`
  left join department d on d.tenant_id = p.tenant_id and d.id = p.department_id
  left join contractor c on c.tenant_id = p.tenant_id and c.id = p.contractor_id
  left join person m on m.tenant_id = p.tenant_id and m.id = p.manager_id
  cross join lateral (select ${person_columns}) r`;

/** A person's record as JSON text. */
export async function findPersonRecord(pool: Pool, tenant_id: string, id: string): Promise<string | undefined> {
  const [row] = await readFew<{ record: string }>(
    pool,
    tenant_id,
    sql`
      select row_to_json(r)::text as record
      from person p ${person_joins}
      where p.tenant_id = ${tenant_id} and p.id = ${id}`,
  );
  return row?.record;
}

/**
 * A person, locked until the transaction ends. After waiting for a lock, a statement sees new values only of the locked row, so
 * that joined names could be outdated. Therefore a second statement in the same packet reads the person.
 */
export async function findPersonForChange(db: Db, tenant_id: string, id: string): Promise<StoredPerson | undefined> {
  const locking = db.count(sql`select from person where tenant_id = ${tenant_id} and id = ${id} for update`);
  const reading = db.row<StoredPerson>(sql`
    select p.id, ${platform_names}, p.managed_by, p.last_sign_in_at, d.name as department_name, c.name as contractor_name,
      m.employee_no as manager_employee_no, row_to_json(r)::text as record
    from person p ${person_joins}
    where p.tenant_id = ${tenant_id} and p.id = ${id}`);
  const [, person] = await Promise.all([locking, reading]);
  return person;
}

/** A field whose value another person has. */
export type Conflict = { field: "employee_no" | "login" | "email"; user_id: string; status: PersonState };

/** Values that must be unique among people; null is not checked. */
export type PersonKeys = { employee_no: string | null; login: string | null; email: string | null };

/** Other people who have one of these values, whether SCIM manages them or not. */
export async function findConflicts(db: Db, tenant_id: string, id: string, keys: PersonKeys): Promise<Conflict[]> {
  return db.rows(sql`
    select 'employee_no' as field, id as user_id, state as status
    from person
    where tenant_id = ${tenant_id} and employee_no_norm = ${norm(keys.employee_no)} and id <> ${id}
    union all
    select 'login', id, state
    from person
    where tenant_id = ${tenant_id} and login_norm = ${norm(keys.login)} and id <> ${id}
    union all
    select 'email', id, state
    from person
    where tenant_id = ${tenant_id} and email_norm = ${norm(keys.email)} and id <> ${id}`);
}

/** Those of the given values, in normal form, that other people have. */
export async function listKeysTaken(
  db: Db,
  tenant_id: string,
  keys: readonly PersonKeys[],
): Promise<{ field: Conflict["field"]; key: string }[]> {
  const normsOf = (field: Conflict["field"]) => keys.flatMap((each) => (each[field] === null ? [] : [caseNorm(each[field])]));
  return db.rows(sql`
    select 'employee_no' as field, employee_no_norm as key
    from person
    where tenant_id = ${tenant_id} and employee_no_norm = any (${normsOf("employee_no")}::text[])
    union all
    select 'login', login_norm
    from person
    where tenant_id = ${tenant_id} and login_norm = any (${normsOf("login")}::text[])
    union all
    select 'email', email_norm
    from person
    where tenant_id = ${tenant_id} and email_norm = any (${normsOf("email")}::text[])`);
}

export type AttributeDefinition = {
  key: string;
  type: "string" | "number" | "boolean" | "string_array";
  /** The attribute's name for readers; null: its key. */
  label: string | null;
};

export async function listAttributeDefinitions(db: Db, tenant_id: string): Promise<AttributeDefinition[]> {
  return db.rows(sql`
    select key, type, label
    from attribute_definition
    where tenant_id = ${tenant_id}`);
}

/** Whether every person of the organisation needs an e-mail address. */
export async function findEmailRequired(db: Db, tenant_id: string): Promise<boolean> {
  const row = await db.row<{ email_required: boolean }>(sql`
    select email_required
    from tenant
    where id = ${tenant_id}`);
  return row!.email_required;
}

function norm(key: string | null): string | null {
  return key === null ? null : caseNorm(key);
}

function listOf(names: readonly string[]): string {
  return names.map((name) => `p.${name}`).join(", ");
}
