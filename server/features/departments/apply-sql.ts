import { columnsOf } from "../../platform/db/columns.ts";
import { part, sql, type Fragment } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { caseNorm, nameNorm } from "../../platform/text.ts";

/** A department as the organisation file sees it. */
export type DepartmentRow = { id: string; name: string; code: string; parent_id: string | null; active: boolean };

const columns = columnsOf<DepartmentRow>(
  { name: "text", code: "text", parent_id: "uuid", active: "boolean" },
  { name: nameNorm, code: caseNorm },
);

export async function listDepartmentRows(db: Db, tenant_id: string): Promise<DepartmentRow[]> {
  return db.rows(sql`
    select d.id, ${columns.of("d")}
    from department d
    where tenant_id = ${tenant_id}`);
}

/** Locks all departments until the transaction ends, because moving one depends on the parents of the others. */
export async function lockDepartmentRows(db: Db, tenant_id: string): Promise<DepartmentRow[]> {
  return db.rows(sql`
    select d.id, ${columns.of("d")}
    from department d
    where tenant_id = ${tenant_id}
    order by id
    for no key update`);
}

/** Locks a department: waits for transactions that are placing people in it, and makes later ones wait. */
export async function lockDepartment(db: Db, tenant_id: string, id: string): Promise<void> {
  await db.count(sql`
    select from department
    where tenant_id = ${tenant_id} and id = ${id}
    for update`);
}

/** Inserts departments in one statement, so that parents and children may come in any order. */
export async function insertDepartments(db: Db, tenant_id: string, rows: readonly DepartmentRow[]): Promise<void> {
  await db.count(sql`${insertion(tenant_id, rows)}`);
}

/** False when another department has the code. */
export async function insertDepartmentUnlessTaken(db: Db, tenant_id: string, row: DepartmentRow): Promise<boolean> {
  return (await db.count(sql`${insertion(tenant_id, [row])} on conflict (tenant_id, code_norm) do nothing`)) === 1;
}

function insertion(tenant_id: string, rows: readonly DepartmentRow[]): Fragment {
  return part`
    insert into department (tenant_id, id, ${columns.names})
    select ${tenant_id}, r.id, ${columns.values}
    from ${columns.from(rows)}`;
}

/**
 * The path of a department contains the names of all departments above it, so a new name or parent also changes the records
 * below.
 */
export async function updateDepartments(db: Db, tenant_id: string, rows: readonly DepartmentRow[]): Promise<void> {
  await db.count(sql`
    with recursive below as (
      select d.id
      from department d
      join ${columns.from(rows)} on d.id = r.id
      where d.tenant_id = ${tenant_id} and (d.name, d.parent_id) is distinct from (r.name, r.parent_id)
      union
      select d.id
      from below b
      join department d on d.tenant_id = ${tenant_id} and d.parent_id = b.id
    )
    update department d
    set updated_at = greatest(now(), d.updated_at)
    where d.tenant_id = ${tenant_id} and d.id = any (array(select id from below))`);
  await db.count(sql`
    update department d
    set ${columns.assignments}, updated_at = greatest(now(), d.updated_at)
    from ${columns.from(rows)}
    where d.tenant_id = ${tenant_id} and d.id = r.id`);
}
