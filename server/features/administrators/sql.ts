import { columnsOf } from "../../platform/db/columns.ts";
import { part, sql, type Fragment } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { caseNorm } from "../../platform/text.ts";

export type AdministratorRow = {
  id: string;
  email: string;
  name: string;
  role: "it_admin" | "training_admin" | "compliance_officer" | "guard";
};

/** Roles whose administrators can be limited to departments. */
export const limitable_roles: ReadonlySet<AdministratorRow["role"]> = new Set(["training_admin", "compliance_officer"]);

const columns = columnsOf<AdministratorRow>({ email: "text", name: "text", role: "text" }, { email: caseNorm });

export async function listAdministrators(db: Db, tenant_id: string): Promise<AdministratorRow[]> {
  return db.rows(sql`
    select a.id, ${columns.of("a")}
    from administrator a
    where a.tenant_id = ${tenant_id}`);
}

export async function insertAdministrators(db: Db, tenant_id: string, rows: readonly AdministratorRow[]): Promise<void> {
  await db.count(sql`
    insert into administrator (tenant_id, id, ${columns.names})
    select ${tenant_id}, r.id, ${columns.values}
    from ${columns.from(rows)}`);
}

/** A role that covers the whole organisation also removes the limit to departments. */
export async function updateAdministrators(db: Db, tenant_id: string, rows: readonly AdministratorRow[]): Promise<void> {
  await db.count(sql`
    update administrator a
    set ${columns.assignments}, of_departments = a.of_departments and r.role = any (${[...limitable_roles]}::text[]), updated_at = now()
    from ${columns.from(rows)}
    where a.tenant_id = ${tenant_id} and a.id = r.id`);
  await db.count(sql`
    delete from administrator_department l
    using administrator a
    where l.tenant_id = ${tenant_id} and l.administrator_id = any (${rows.map(({ id }) => id)}::uuid[])
      and a.tenant_id = l.tenant_id and a.id = l.administrator_id and not a.of_departments`);
}

/** Administrators as the panel lists them, one or all, by name, as JSON text of a list. */
export async function listRecords(db: Db, tenant_id: string, id: string | null): Promise<string> {
  const row = await db.row<{ json: string }>(sql`
    select coalesce(json_agg(row_to_json(r) order by lower(r.name), r.id), '[]')::text as json
    from (
      select a.id, a.email, a.name, a.role,
        case when a.of_departments then coalesce((
          select json_agg(json_build_object('id', d.id, 'name', d.name) order by d.name_norm, d.id)
          from administrator_department l
          join department d on d.tenant_id = l.tenant_id and d.id = l.department_id
          where l.tenant_id = a.tenant_id and l.administrator_id = a.id
        ), '[]') end as departments,
        case when a.disabled_at is not null then 'disabled' when c.password_set_at is null then 'invited' else 'active' end as state,
        c.totp_confirmed_at is not null
          or exists (select from passkey k where k.tenant_id = a.tenant_id and k.account_id = a.id) as second_factor,
        (
          select infra.iso(to_timestamp(max(s.seen_us) / 1000000.0))
          from panel_session s
          where s.tenant_id = a.tenant_id and s.account_id = a.id
        ) as last_seen_at,
        (
          select count(*)::int
          from panel_session s
          where s.tenant_id = a.tenant_id and s.account_id = a.id and s.expires_us > infra.now_us()
            and s.seen_us + s.idle_us > infra.now_us()
        ) as sessions,
        infra.iso(a.created_at) as created_at
      from administrator a
      left join credential c on c.tenant_id = a.tenant_id and c.account_id = a.id
      where a.tenant_id = ${tenant_id} and (${id}::uuid is null or a.id = ${id}::uuid)
    ) r`);
  return row!.json;
}

/**
 * `has_password`: whether the account can sign in without a new link. `department_ids`: the departments that limit the
 * administrator, in their order; null: no limit.
 */
export type StoredAdministrator = AdministratorRow & {
  disabled: boolean;
  has_password: boolean;
  department_ids: string[] | null;
  /** A sign-in took the role by disabling the account. The next sign-in that gives a role enables it again. */
  role_taken: boolean;
};

/**
 * All administrators, locked until the transaction ends. Of two concurrent changes that would each leave one IT administrator,
 * the second one sees the result of the first.
 */
export async function lockAdministrators(db: Db, tenant_id: string): Promise<StoredAdministrator[]> {
  return db.rows(sql`
    ${stored(tenant_id)}
    order by a.id
    for update`);
}

/** An administrator, without a lock. */
export async function findAdministrator(db: Db, tenant_id: string, id: string): Promise<StoredAdministrator | undefined> {
  return db.row(sql`${stored(tenant_id)} and a.id = ${id}`);
}

/** All administrators, without locks. */
export async function listStored(db: Db, tenant_id: string): Promise<StoredAdministrator[]> {
  return db.rows(sql`${stored(tenant_id)}`);
}

function stored(tenant_id: string): Fragment {
  return part`
    select a.id, a.email, a.name, a.role, a.disabled_at is not null as disabled, a.role_taken_at is not null as role_taken,
      exists (
        select from credential c
        where c.tenant_id = a.tenant_id and c.account_id = a.id and c.password_set_at is not null
      ) as has_password,
      case when a.of_departments then array(
        select l.department_id
        from administrator_department l
        where l.tenant_id = a.tenant_id and l.administrator_id = a.id
        order by l.department_id
      ) end as department_ids
    from administrator a
    where a.tenant_id = ${tenant_id}`;
}

/** Returns whether the row was inserted; false when another administrator has the address. */
export async function insertAdministrator(db: Db, tenant_id: string, row: AdministratorRow): Promise<boolean> {
  const count = await db.count(sql`
    insert into administrator (tenant_id, id, email, email_norm, name, role)
    values (${tenant_id}, ${row.id}, ${row.email}, ${caseNorm(row.email)}, ${row.name}, ${row.role})
    on conflict (tenant_id, email_norm) do nothing`);
  return count === 1;
}

export async function updateAdministrator(db: Db, tenant_id: string, row: StoredAdministrator, at: string): Promise<void> {
  await db.count(sql`
    update administrator
    set name = ${row.name}, role = ${row.role}, updated_at = now(),
      disabled_at = case when ${row.disabled}::boolean then coalesce(disabled_at, ${at}::timestamptz) end,
      role_taken_at = case when ${row.disabled && row.role_taken}::boolean then coalesce(role_taken_at, ${at}::timestamptz) end
    where tenant_id = ${tenant_id} and id = ${row.id}`);
}

export async function deleteAdministrator(db: Db, tenant_id: string, id: string): Promise<void> {
  await db.count(sql`delete from administrator where tenant_id = ${tenant_id} and id = ${id}`);
}

/** Limits an administrator to departments; null removes the limit. */
export async function setDepartments(
  db: Db,
  tenant_id: string,
  id: string,
  department_ids: readonly string[] | null,
): Promise<void> {
  await db.count(sql`
    update administrator
    set of_departments = ${department_ids !== null}, updated_at = now()
    where tenant_id = ${tenant_id} and id = ${id}`);
  await db.count(sql`
    delete from administrator_department
    where tenant_id = ${tenant_id} and administrator_id = ${id}`);
  await db.count(sql`
    insert into administrator_department (tenant_id, administrator_id, department_id)
    select ${tenant_id}, ${id}, u.id
    from unnest(${department_ids ?? []}::uuid[]) as u(id)`);
}

/** Those of the ids that are departments of the organisation. */
export async function listKnownDepartments(db: Db, tenant_id: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id
    from department
    where tenant_id = ${tenant_id} and id = any (${ids}::uuid[])
    for key share`);
  return rows.map(({ id }) => id);
}
