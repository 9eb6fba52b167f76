import type { Pool } from "../../platform/db/pool.ts";
import { sql } from "../../platform/db/sql.ts";
import { readTenant, type Db } from "../../platform/db/transaction.ts";

export type ReportRow = {
  /** The line of the file, or a number after its last line. */
  row_number: number;
  in_file: boolean;
  employee_no: string | null;
  /** First and last name, as far as they are known; null: neither is known. */
  full_name: string | null;
  action: string;
  changes: Record<string, unknown>;
  effects: { enrollments_assigned: readonly string[]; enrollments_cancelled: readonly string[] };
  errors: readonly { pointer: string; code: string; detail: string }[];
};

export async function insertReportRows(db: Db, tenant_id: string, import_id: string, rows: readonly ReportRow[]): Promise<void> {
  await db.count(sql`
    insert into import_row (tenant_id, import_id, row_number, in_file, employee_no, full_name, action, changes, effects, errors)
    select ${tenant_id}, ${import_id}, r.row_number, r.in_file, r.employee_no, r.full_name, r.action, r.changes, r.effects,
      r.errors
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(row_number integer, in_file boolean, employee_no text, full_name text, action text, changes jsonb, effects jsonb,
        errors jsonb)`);
}

/** The report after a place. Each row has only one action. */
export async function listReportRows(
  pool: Pool,
  tenant_id: string,
  import_id: string,
  after: number,
  limit: number,
): Promise<ReportRow[]> {
  return readTenant(
    pool,
    tenant_id,
    sql`
      select row_number, in_file, employee_no, full_name, action, changes, effects, errors
      from import_row
      where tenant_id = ${tenant_id} and import_id = ${import_id} and row_number > ${after}
      order by row_number
      limit ${limit}`,
  );
}

/** The last row number in the report; 0: it is empty. */
export async function findLastPlace(db: Db, tenant_id: string, import_id: string): Promise<number> {
  const row = await db.row<{ last: number }>(sql`
    select coalesce(max(row_number), 0) as last
    from import_row
    where tenant_id = ${tenant_id} and import_id = ${import_id}`);
  return row!.last;
}

/** How many lines of the report are about people who are not in the file. */
export async function countReportedLeavers(db: Db, tenant_id: string, import_id: string): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*) as count
    from import_row
    where tenant_id = ${tenant_id} and import_id = ${import_id} and not in_file`);
  return row!.count;
}

/** Those of the lines whose rows were refused. */
export async function listInvalidLines(
  db: Db,
  tenant_id: string,
  import_id: string,
  lines: readonly number[],
): Promise<Set<number>> {
  const rows = await db.rows<{ row_number: number }>(sql`
    select row_number
    from import_row
    where tenant_id = ${tenant_id} and import_id = ${import_id} and row_number = any (${lines}::int[]) and action = 'invalid'`);
  return new Set(rows.map(({ row_number }) => row_number));
}

/** Adds faults to the report of rows that were otherwise accepted. */
export async function addReportFaults(
  db: Db,
  tenant_id: string,
  import_id: string,
  faults: readonly { row_number: number; fault: object }[],
): Promise<void> {
  await db.count(sql`
    update import_row r
    set errors = r.errors || f.fault
    from jsonb_to_recordset(${JSON.stringify(faults)}::jsonb) as f(row_number integer, fault jsonb)
    where r.tenant_id = ${tenant_id} and r.import_id = ${import_id} and r.row_number = f.row_number and r.in_file`);
}
