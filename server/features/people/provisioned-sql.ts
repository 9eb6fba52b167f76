// People whom an identity provider manages. Values that other people must have may be missing.
import { sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { caseNorm } from "../../platform/text.ts";
import type { PersonColumns, PersonState } from "./definition.ts";
import { all_names } from "./sql.ts";

/** The stored person before a change by an identity provider. */
export type StandingProvisioned = PersonColumns & {
  id: string;
  last_sign_in_at: string | null;
  scim_deleted_at: string | null;
  department_name: string | null;
  contractor_name: string | null;
};

/** A person, locked until the transaction ends. */
export async function findProvisionedForChange(db: Db, tenant_id: string, id: string): Promise<StandingProvisioned | undefined> {
  return db.row(sql`
    select p.id, ${all_names}, p.last_sign_in_at, p.scim_deleted_at, d.name as department_name, c.name as contractor_name
    from person p
    left join department d on d.tenant_id = p.tenant_id and d.id = p.department_id
    left join contractor c on c.tenant_id = p.tenant_id and c.id = p.contractor_id
    where p.tenant_id = ${tenant_id} and p.id = ${id}
    for no key update of p`);
}

/** The person with a login, and whether the identity provider has deleted them. */
export type LoginHolder = { id: string; state: PersonState; is_deleted: boolean };

export async function findLoginHolder(db: Db, tenant_id: string, login: string): Promise<LoginHolder | undefined> {
  return db.row(sql`
    select id, state, scim_deleted_at is not null as is_deleted
    from person
    where tenant_id = ${tenant_id} and login_norm = ${caseNorm(login)}`);
}

/** Those of the given employee numbers, in normal form, that other people have. */
export async function listNumbersTaken(db: Db, tenant_id: string, id: string, numbers: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ employee_no_norm: string }>(sql`
    select employee_no_norm
    from person
    where tenant_id = ${tenant_id} and employee_no_norm = any (${numbers.map(caseNorm)}::text[]) and id <> ${id}`);
  return rows.map((row) => row.employee_no_norm);
}

/** A person whom the provider has deleted, with a login or number that another person is to get. */
export type LeftBehind = { id: string; login: string; employee_no: string | null };

/** Locks people whom the provider has deleted and who have this login or number. */
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

/**
 * Makes the platform manage a deactivated person again. The person loses an address that other people also have, because among
 * people of the platform an address belongs to one person.
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

function norm(key: string | null): string | null {
  return key === null ? null : caseNorm(key);
}
