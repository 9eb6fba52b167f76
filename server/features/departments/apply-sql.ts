import type { Db } from "../../platform/db/transaction.ts";
import { sql } from "../../platform/db/sql.ts";
import { caseNorm, nameNorm } from "../../platform/text.ts";

/** A department as the organisation file sees it. */
export type DepartmentRow = { id: string; name: string; code: string; parent_id: string | null; active: boolean };

export async function listDepartmentRows(db: Db, tenant_id: string): Promise<DepartmentRow[]> {
  return db.rows(sql`
    select id, name, code, parent_id, active
    from department
    where tenant_id = ${tenant_id}`);
}

/** Locks all departments until the transaction ends: moving one depends on the places of the others. */
export async function lockDepartmentRows(db: Db, tenant_id: string): Promise<DepartmentRow[]> {
  return db.rows(sql`
    select id, name, code, parent_id, active
    from department
    where tenant_id = ${tenant_id}
    order by id
    for no key update`);
}

/** Waits for transactions that place people in a department, and makes later ones wait. */
export async function lockDepartment(db: Db, tenant_id: string, id: string): Promise<void> {
  await db.count(sql`
    select from department
    where tenant_id = ${tenant_id} and id = ${id}
    for update`);
}

/** Inserts departments in one statement, so that parents and children may come in any order. */
export async function insertDepartments(db: Db, tenant_id: string, rows: readonly DepartmentRow[]): Promise<void> {
  await db.count(sql`
    insert into department (tenant_id, id, name, name_norm, code, code_norm, parent_id, active)
    select ${tenant_id}, r.id, r.name, r.name_norm, r.code, r.code_norm, r.parent_id, r.active
    from jsonb_to_recordset(${withNorms(rows)}::jsonb)
      as r(id uuid, name text, name_norm text, code text, code_norm text, parent_id uuid, active boolean)`);
}

/** Whether the department was inserted: not, when another one has the code. */
export async function insertDepartmentUnlessTaken(db: Db, tenant_id: string, row: DepartmentRow): Promise<boolean> {
  const inserted = await db.count(sql`
    insert into department (tenant_id, id, name, name_norm, code, code_norm, parent_id, active)
    values (${tenant_id}, ${row.id}, ${row.name}, ${nameNorm(row.name)}, ${row.code}, ${caseNorm(row.code)}, ${row.parent_id},
      ${row.active})
    on conflict (tenant_id, code_norm) do nothing`);
  return inserted === 1;
}

export async function updateDepartments(db: Db, tenant_id: string, rows: readonly DepartmentRow[]): Promise<void> {
  await db.count(sql`
    update department d
    set name = r.name, name_norm = r.name_norm, code = r.code, code_norm = r.code_norm, parent_id = r.parent_id,
      active = r.active, updated_at = greatest(now(), d.updated_at)
    from jsonb_to_recordset(${withNorms(rows)}::jsonb)
      as r(id uuid, name text, name_norm text, code text, code_norm text, parent_id uuid, active boolean)
    where d.tenant_id = ${tenant_id} and d.id = r.id`);
}

function withNorms(rows: readonly DepartmentRow[]): string {
  return JSON.stringify(rows.map((row) => ({ ...row, name_norm: nameNorm(row.name), code_norm: caseNorm(row.code) })));
}
