import type { Db } from "../../platform/db/transaction.ts";
import { sql } from "../../platform/db/sql.ts";
import { caseNorm } from "../../platform/text.ts";
import type { PersonColumns, PersonRow } from "./definition.ts";
import { platform_names } from "./sql.ts";

/** A person who stands in the database. */
export type StandingPerson = PersonRow & Pick<PersonColumns, "managed_by"> & { last_sign_in_at: string | null };

export type AttributeRow = { key: string; type: "string" | "number" | "boolean" | "string_array"; label: string | null };

/**
 * The people with these employee numbers. Each is looked up by itself (`lateral … limit`): no statistics yet know how many
 * people an organisation has that was filled a moment ago, and a join would read all of them.
 */
export async function listPersonRows(db: Db, tenant_id: string, employee_nos: readonly string[]): Promise<StandingPerson[]> {
  return db.rows(sql`
    select p.*
    from unnest(${employee_nos.map(caseNorm)}::text[]) as wanted(employee_no_norm)
    cross join lateral (
      select id, ${platform_names}, managed_by, last_sign_in_at
      from person p
      where tenant_id = ${tenant_id} and employee_no_norm = wanted.employee_no_norm
      limit 1
    ) p`);
}

/** Locks people, so that what is read of them next is what will be changed. */
export async function lockPeople(db: Db, tenant_id: string, ids: readonly string[]): Promise<void> {
  await db.count(sql`
    select id
    from person
    where tenant_id = ${tenant_id} and id = any (${ids}::uuid[])
    order by id
    for no key update`);
}

/** Someone who holds the address or login that another person is to have. */
export type Holder = { employee_no: string; field: "email" | "login"; holder_id: string; holder_employee_no: string | null };

/** Everyone with another number who has one of these addresses or logins. */
export async function listHolderRows(
  db: Db,
  tenant_id: string,
  wanted: readonly Pick<PersonRow, "employee_no" | "email" | "login">[],
): Promise<Holder[]> {
  const rows = wanted.map(({ employee_no, email, login }) => ({
    employee_no,
    employee_no_norm: caseNorm(employee_no),
    email_norm: email === null ? null : caseNorm(email),
    login_norm: caseNorm(login),
  }));
  return db.rows(sql`
    with wanted as (
      select *
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r(employee_no text, employee_no_norm text, email_norm text, login_norm text)
    )
    select w.employee_no, 'email' as field, p.id as holder_id, p.employee_no as holder_employee_no
    from wanted w
    cross join lateral (
      select id, employee_no
      from person
      where tenant_id = ${tenant_id} and email_norm = w.email_norm and employee_no_norm is distinct from w.employee_no_norm
      limit 10
    ) p
    union all
    select w.employee_no, 'login', p.id, p.employee_no
    from wanted w
    cross join lateral (
      select id, employee_no
      from person
      where tenant_id = ${tenant_id} and login_norm = w.login_norm and employee_no_norm is distinct from w.employee_no_norm
      limit 1
    ) p`);
}

/** Frees the addresses and logins of people who get others later in this transaction. */
export async function parkKeys(db: Db, tenant_id: string, ids: readonly string[]): Promise<void> {
  await db.count(sql`
    update person
    set email_norm = null, login_norm = id::text
    where tenant_id = ${tenant_id} and id = any (${ids}::uuid[])`);
}

/** Keys of attributes under which some person has a value. */
export async function listAttributesInUse(db: Db, tenant_id: string, keys: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ key: string }>(sql`
    select key
    from unnest(${keys}::text[]) as key
    where exists (select from person where tenant_id = ${tenant_id} and attributes ? key)`);
  return rows.map((row) => row.key);
}

/** Brings the planner's statistics of people up to date. */
export async function analyzePeople(db: Db): Promise<void> {
  await db.count(sql`select infra.analyze_people()`);
}

export async function listAttributeRows(db: Db, tenant_id: string): Promise<AttributeRow[]> {
  return db.rows(sql`select key, type, label from attribute_definition where tenant_id = ${tenant_id}`);
}

export async function insertAttributes(db: Db, tenant_id: string, rows: readonly AttributeRow[]): Promise<void> {
  await db.count(sql`
    insert into attribute_definition (tenant_id, key, type, label)
    select ${tenant_id}, r.key, r.type, r.label
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(key text, type text, label text)`);
}

export async function updateAttributes(db: Db, tenant_id: string, rows: readonly AttributeRow[]): Promise<void> {
  await db.count(sql`
    update attribute_definition a
    set type = r.type, label = r.label, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(key text, type text, label text)
    where a.tenant_id = ${tenant_id} and a.key = r.key`);
}
