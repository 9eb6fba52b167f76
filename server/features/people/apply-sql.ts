import type { Db } from "../../platform/db/transaction.ts";
import { plannedEachTime, sql } from "../../platform/db/sql.ts";
import { caseNorm } from "../../platform/text.ts";
import type { PersonColumns, PersonRow } from "./definition.ts";
import { platform_names } from "./sql.ts";

/** A stored person. */
export type StandingPerson = PersonRow &
  Pick<PersonColumns, "managed_by"> & { last_sign_in_at: string | null; manager_employee_no: string | null };

export type AttributeRow = { key: string; type: "string" | "number" | "boolean" | "string_array"; label: string | null };

/**
 * The people with these employee numbers. The numbers are passed as one list: for an organisation that was just filled there are
 * no statistics, and with a join or single look-ups the planner might read all people for each number.
 */
export async function listPersonRows(db: Db, tenant_id: string, employee_nos: readonly string[]): Promise<StandingPerson[]> {
  return db.rows(
    plannedEachTime(sql`
      select id, ${platform_names}, managed_by, last_sign_in_at,
        (select m.employee_no from person m where m.tenant_id = p.tenant_id and m.id = p.manager_id) as manager_employee_no
      from person p
      where tenant_id = ${tenant_id} and employee_no_norm = any (${employee_nos.map(caseNorm)}::text[])`),
  );
}

/** Locks people, so that their rows do not change between reading and writing. */
export async function lockPeople(db: Db, tenant_id: string, ids: readonly string[]): Promise<void> {
  await db.count(sql`
    select id
    from person
    where tenant_id = ${tenant_id} and id = any (${ids}::uuid[])
    order by id
    for no key update`);
}

/** A person who has an address or login; `key` is its normal form. */
export type HolderRow = {
  field: "email" | "login";
  key: string;
  id: string;
  employee_no: string | null;
  employee_no_norm: string | null;
};

/** People of an identity provider may share an address; at most this many of them are named. */
const sharing_max = 11;

/** All people who have one of these addresses or logins; these are also passed as lists. */
export async function listHolderRows(
  db: Db,
  tenant_id: string,
  { emails, logins }: { emails: readonly string[]; logins: readonly string[] },
): Promise<HolderRow[]> {
  return db.rows(
    plannedEachTime(sql`
      select 'email' as field, email_norm as key, id, employee_no, employee_no_norm
      from (
        select email_norm, id, employee_no, employee_no_norm, row_number() over (partition by email_norm order by id) as place
        from person
        where tenant_id = ${tenant_id} and email_norm = any (${emails.map(caseNorm)}::text[])
      ) p
      where place <= ${sharing_max}::int
      union all
      select 'login', login_norm, id, employee_no, employee_no_norm
      from person
      where tenant_id = ${tenant_id} and login_norm = any (${logins.map(caseNorm)}::text[])`),
  );
}

/** Frees the addresses and logins of people who get other ones later in this transaction. */
export async function parkKeys(db: Db, tenant_id: string, ids: readonly string[]): Promise<void> {
  await db.count(sql`
    update person
    set email_norm = null, login_norm = id::text
    where tenant_id = ${tenant_id} and id = any (${ids}::uuid[])`);
}

/** Keys of attributes for which a person has a value. */
export async function listAttributesInUse(db: Db, tenant_id: string, keys: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ key: string }>(sql`
    select key
    from unnest(${keys}::text[]) as key
    where exists (select from person where tenant_id = ${tenant_id} and attributes ? key)`);
  return rows.map((row) => row.key);
}

/** Updates the planner's statistics of people. */
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
