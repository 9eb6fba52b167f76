import type { Pool } from "../../platform/db/pool.ts";
import { part, sql, type Fragment } from "../../platform/db/sql.ts";
import { readTenant, type Db } from "../../platform/db/transaction.ts";
import { caseNorm, nameNorm } from "../../platform/text.ts";
import type { AttributeValue, PersonState, WorkerType } from "./schema.ts";

/** What a person's record keeps and clients may change. */
export type PersonFields = {
  employee_no: string;
  first_name: string;
  last_name: string;
  email: string | null;
  worker_type: WorkerType;
  department_id: string | null;
  contractor_id: string | null;
  job_title: string | null;
  attributes: Record<string, AttributeValue>;
  language: string | null;
  employment_start_date: string | null;
  employment_end_date: string | null;
};

/** A person as stored; `record` is the record as clients see it. */
export type StoredPerson = PersonFields & {
  id: string;
  login: string;
  state: PersonState;
  managed_by: "platform" | "scim";
  last_sign_in_at: string | null;
  deactivated_at: string | null;
  department_name: string | null;
  contractor_name: string | null;
  record: string;
};

/** The columns of the record `Person`, for a person `p`, the department `d` and the company `c`. */
export const person_columns: Fragment = part`
  p.id, p.employee_no, p.first_name, p.last_name, nullif(concat_ws(' ', p.first_name, p.last_name), '') as full_name,
  p.email, p.login, p.worker_type, p.department_id, d.name as department_name, p.contractor_id, c.name as contractor_name,
  p.job_title, p.attributes, p.state as status, p.state in ('invited', 'active') as active, p.managed_by, p.external_id,
  p.language, p.employment_start_date, p.employment_end_date, infra.iso(p.last_sign_in_at) as last_sign_in_at,
  infra.iso(p.deactivated_at) as deactivated_at, infra.iso(p.created_at) as created_at, infra.iso(p.updated_at) as updated_at`;

/** The joins that `person_columns` need. */
export const person_joins: Fragment = part`
  left join department d on d.tenant_id = p.tenant_id and d.id = p.department_id
  left join contractor c on c.tenant_id = p.tenant_id and c.id = p.contractor_id
  cross join lateral (select ${person_columns}) r`;

/** A person's record as JSON text. */
export async function findPersonRecord(pool: Pool, tenant_id: string, id: string): Promise<string | undefined> {
  const [row] = await readTenant<{ record: string }>(
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
 * A person, locked until the transaction ends. A statement that waits for a lock reads all but the locked row as it was before
 * the wait, so that names would be missing: they are read by the next one, in the same packet.
 */
export async function findPersonForChange(db: Db, tenant_id: string, id: string): Promise<StoredPerson | undefined> {
  const locking = db.count(sql`select from person where tenant_id = ${tenant_id} and id = ${id} for update`);
  const reading = db.row<StoredPerson>(sql`
    select p.id, p.employee_no, p.first_name, p.last_name, p.email, p.login, p.worker_type, p.department_id, p.contractor_id,
      p.job_title, p.attributes, p.language, p.employment_start_date, p.employment_end_date, p.state, p.managed_by,
      p.last_sign_in_at, p.deactivated_at, d.name as department_name, c.name as contractor_name, row_to_json(r)::text as record
    from person p ${person_joins}
    where p.tenant_id = ${tenant_id} and p.id = ${id}`);
  const [, person] = await Promise.all([locking, reading]);
  return person;
}

export type NewPerson = PersonFields & { id: string; login: string };

/** Inserts a person and returns the record; undefined when someone has the number, the login or the address. */
export async function insertPerson(db: Db, tenant_id: string, person: NewPerson): Promise<string | undefined> {
  const row = await db.row<{ record: string }>(sql`
    with p as (
      insert into person (tenant_id, id, employee_no, employee_no_norm, first_name, last_name, full_name_norm, email, email_norm,
        login, login_norm, worker_type, department_id, contractor_id, job_title, attributes, language, employment_start_date,
        employment_end_date)
      values (${tenant_id}, ${person.id}, ${person.employee_no}, ${caseNorm(person.employee_no)}, ${person.first_name},
        ${person.last_name}, ${nameNorm(`${person.first_name} ${person.last_name}`)}, ${person.email}, ${norm(person.email)},
        ${person.login}, ${caseNorm(person.login)}, ${person.worker_type}, ${person.department_id}, ${person.contractor_id},
        ${person.job_title}, ${JSON.stringify(person.attributes)}::jsonb, ${person.language}, ${person.employment_start_date},
        ${person.employment_end_date})
      on conflict do nothing
      returning *
    )
    select row_to_json(r)::text as record
    from p ${person_joins}`);
  return row?.record;
}

export type ChangedPerson = PersonFields & { login: string; state: PersonState; deactivated_at: string | null };

/** Updates a person and returns the record. */
export async function updatePerson(db: Db, tenant_id: string, id: string, person: ChangedPerson): Promise<string> {
  const row = await db.row<{ record: string }>(sql`
    with p as (
      update person
      set employee_no = ${person.employee_no}, employee_no_norm = ${caseNorm(person.employee_no)},
        first_name = ${person.first_name}, last_name = ${person.last_name},
        full_name_norm = ${nameNorm(`${person.first_name} ${person.last_name}`)},
        email = ${person.email}, email_norm = ${norm(person.email)},
        login = ${person.login}, login_norm = ${caseNorm(person.login)}, worker_type = ${person.worker_type},
        department_id = ${person.department_id}, contractor_id = ${person.contractor_id}, job_title = ${person.job_title},
        attributes = ${JSON.stringify(person.attributes)}::jsonb, language = ${person.language},
        employment_start_date = ${person.employment_start_date}, employment_end_date = ${person.employment_end_date},
        state = ${person.state}, deactivated_at = ${person.deactivated_at}, updated_at = greatest(now(), updated_at)
      where tenant_id = ${tenant_id} and id = ${id}
      returning *
    )
    select row_to_json(r)::text as record
    from p ${person_joins}`);
  return row!.record;
}

/** A field of a person that someone else has already. */
export type Conflict = { field: "employee_no" | "login" | "email"; user_id: string; status: PersonState };

/** What must be unique of a person; null is not looked for. */
export type PersonKeys = { employee_no: string | null; login: string | null; email: string | null };

/** Other people with one of these keys, managed by SCIM or not. */
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

export type AttributeDefinition = {
  key: string;
  type: "string" | "number" | "boolean" | "string_array";
  /** How people read its name; null: as its key. */
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
