// People whom an identity provider manages. It may leave out what the platform asks of others.
import { sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { caseNorm, nameNorm } from "../../platform/text.ts";
import type { AttributeValue, PersonState, WorkerType } from "./schema.ts";

/** What is written of a person by an identity provider. */
export type ProvisionedRow = {
  employee_no: string;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  login: string;
  worker_type: WorkerType;
  department_id: string | null;
  contractor_id: string | null;
  job_title: string | null;
  attributes: Record<string, AttributeValue>;
  language: string | null;
  employment_start_date: string | null;
  employment_end_date: string | null;
  state: PersonState;
  deactivated_at: string | null;
  external_id: string | null;
  managed_by: "platform" | "scim";
};

/** A person before an identity provider changes them. */
export type StandingProvisioned = Omit<ProvisionedRow, "employee_no"> & {
  id: string;
  employee_no: string | null;
  last_sign_in_at: string | null;
  scim_deleted_at: string | null;
  department_name: string | null;
  contractor_name: string | null;
};

/** A person, locked until the transaction ends. */
export async function findProvisionedForChange(db: Db, tenant_id: string, id: string): Promise<StandingProvisioned | undefined> {
  return db.row(sql`
    select p.id, p.employee_no, p.first_name, p.last_name, p.email, p.login, p.worker_type, p.department_id, p.contractor_id,
      p.job_title, p.attributes, p.language, p.employment_start_date, p.employment_end_date, p.state, p.deactivated_at,
      p.external_id, p.managed_by, p.last_sign_in_at, p.scim_deleted_at, d.name as department_name, c.name as contractor_name
    from person p
    left join department d on d.tenant_id = p.tenant_id and d.id = p.department_id
    left join contractor c on c.tenant_id = p.tenant_id and c.id = p.contractor_id
    where p.tenant_id = ${tenant_id} and p.id = ${id}
    for no key update of p`);
}

/** Who has a login, and whether the identity provider has deleted them. */
export type LoginHolder = { id: string; state: PersonState; is_deleted: boolean };

export async function findLoginHolder(db: Db, tenant_id: string, login: string): Promise<LoginHolder | undefined> {
  return db.row(sql`
    select id, state, scim_deleted_at is not null as is_deleted
    from person
    where tenant_id = ${tenant_id} and login_norm = ${caseNorm(login)}`);
}

/** Those of some employee numbers that others have, in their normal form. */
export async function listNumbersTaken(db: Db, tenant_id: string, id: string, numbers: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ employee_no_norm: string }>(sql`
    select employee_no_norm
    from person
    where tenant_id = ${tenant_id} and employee_no_norm = any (${numbers.map(caseNorm)}::text[]) and id <> ${id}`);
  return rows.map((row) => row.employee_no_norm);
}

/** Somebody whom the provider has deleted, and who has not come back, with keys that another person is to have. */
export type LeftBehind = { id: string; login: string; employee_no: string | null };

/** Those who have a login or a number of whom the provider no longer knows, locked. */
export async function listLeftBehindForChange(
  db: Db,
  tenant_id: string,
  id: string,
  { login, employee_no }: { login: string | null; employee_no: string | null },
): Promise<LeftBehind[]> {
  return db.rows(sql`
    select id, login, employee_no
    from person
    where tenant_id = ${tenant_id} and id <> ${id} and scim_deleted_at is not null and state = 'deactivated'
      and (login_norm = ${norm(login)} or employee_no_norm = ${norm(employee_no)})
    order by id
    for no key update`);
}

export async function updateKeys(db: Db, tenant_id: string, { id, login, employee_no }: LeftBehind): Promise<void> {
  await db.count(sql`
    update person
    set login = ${login}, login_norm = ${caseNorm(login)}, employee_no = ${employee_no}, employee_no_norm = ${norm(employee_no)},
      updated_at = greatest(now(), updated_at)
    where tenant_id = ${tenant_id} and id = ${id}`);
}

/** Whether the person was inserted: not, when someone has the number or the login. */
export async function insertProvisioned(db: Db, tenant_id: string, id: string, person: ProvisionedRow): Promise<boolean> {
  const inserted = await db.count(sql`
    insert into person (tenant_id, id, employee_no, employee_no_norm, first_name, last_name, full_name_norm, email, email_norm,
      login, login_norm, worker_type, department_id, contractor_id, job_title, attributes, language, employment_start_date,
      employment_end_date, state, deactivated_at, external_id, managed_by)
    values (${tenant_id}, ${id}, ${person.employee_no}, ${caseNorm(person.employee_no)}, ${person.first_name},
      ${person.last_name}, ${fullNameNorm(person)}, ${person.email}, ${norm(person.email)}, ${person.login},
      ${caseNorm(person.login)}, ${person.worker_type}, ${person.department_id}, ${person.contractor_id}, ${person.job_title},
      ${JSON.stringify(person.attributes)}::jsonb, ${person.language}, ${person.employment_start_date},
      ${person.employment_end_date}, ${person.state}, ${person.deactivated_at}, ${person.external_id}, ${person.managed_by})
    on conflict do nothing`);
  return inserted === 1;
}

export async function updateProvisioned(db: Db, tenant_id: string, id: string, person: ProvisionedRow): Promise<void> {
  await db.count(sql`
    update person
    set employee_no = ${person.employee_no}, employee_no_norm = ${caseNorm(person.employee_no)},
      first_name = ${person.first_name}, last_name = ${person.last_name}, full_name_norm = ${fullNameNorm(person)},
      email = ${person.email}, email_norm = ${norm(person.email)}, login = ${person.login},
      login_norm = ${caseNorm(person.login)}, worker_type = ${person.worker_type}, department_id = ${person.department_id},
      contractor_id = ${person.contractor_id}, job_title = ${person.job_title},
      attributes = ${JSON.stringify(person.attributes)}::jsonb, language = ${person.language},
      employment_end_date = ${person.employment_end_date}, state = ${person.state}, deactivated_at = ${person.deactivated_at},
      suspended_at = case when ${person.state} = 'suspended' then suspended_at end, external_id = ${person.external_id},
      managed_by = ${person.managed_by}, scim_deleted_at = null, updated_at = greatest(now(), updated_at)
    where tenant_id = ${tenant_id} and id = ${id}`);
}

/**
 * Gives a person back to the platform, which must have left already. An address that others have, too, stays with these:
 * among people of the platform it belongs to one.
 */
export async function updateReleased(db: Db, tenant_id: string, id: string, at: string): Promise<void> {
  await db.count(sql`
    update person p
    set managed_by = 'platform', scim_deleted_at = ${at}, external_id = null, email = o.email, email_norm = o.email_norm,
      updated_at = greatest(now(), p.updated_at)
    from (
      select case when is_shared then null else email end as email, case when is_shared then null else email_norm end as email_norm
      from (
        select h.email, h.email_norm, exists (
          select from person other
          where other.tenant_id = ${tenant_id} and other.email_norm = h.email_norm and other.id <> h.id
        ) as is_shared
        from person h
        where h.tenant_id = ${tenant_id} and h.id = ${id}
      ) held
    ) o
    where p.tenant_id = ${tenant_id} and p.id = ${id}`);
}

function fullNameNorm({ first_name, last_name }: Pick<ProvisionedRow, "first_name" | "last_name">): string {
  return nameNorm(`${first_name ?? ""} ${last_name ?? ""}`);
}

function norm(key: string | null): string | null {
  return key === null ? null : caseNorm(key);
}
