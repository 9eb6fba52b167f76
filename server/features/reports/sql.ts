import { part, sql, type Fragment } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { ReportDefinition, ReportInput } from "./schema.ts";

/** The reader of reports: an administrator, of the whole organisation or of some departments. */
export type Reader = { tenant_id: string; administrator_id: string; is_limited: boolean };

/** Condition: the reader may see the report. Within a limit the database shows no others (docs/decisions/0072). */
const seenBy = ({ tenant_id, administrator_id, is_limited }: Reader): Fragment =>
  is_limited
    ? part`r.tenant_id = ${tenant_id} and r.owner_id = ${administrator_id}`
    : part`r.tenant_id = ${tenant_id} and (r.is_shared or r.owner_id is null or r.owner_id = ${administrator_id})`;

const recordFor = ({ administrator_id }: Reader): Fragment => part`
  json_build_object('id', r.id, 'name', r.name, 'is_shared', r.is_shared, 'definition', r.definition,
    'owner', (select json_build_object('id', a.id, 'name', a.name) from administrator a where a.tenant_id = r.tenant_id and a.id = r.owner_id),
    'is_own', coalesce(r.owner_id = ${administrator_id}, true), 'updated_at', infra.iso(r.updated_at))`;

/** Reports by name, as JSON text. */
export async function listReports(db: Db, reader: Reader): Promise<string> {
  const row = await db.row<{ reports: string }>(sql`
    select coalesce(json_agg(${recordFor(reader)} order by r.name_norm, r.id), '[]')::text as reports
    from report r
    where ${seenBy(reader)}`);
  return row!.reports;
}

export async function findReportRecord(db: Db, reader: Reader, id: string): Promise<string | undefined> {
  const row = await db.row<{ record: string }>(sql`
    select ${recordFor(reader)}::text as record from report r where ${seenBy(reader)} and r.id = ${id}`);
  return row?.record;
}

/** The definition and name of a report. */
export async function findDefinition(
  db: Db,
  reader: Reader,
  id: string,
): Promise<{ name: string; definition: ReportDefinition } | undefined> {
  return db.row(sql`select r.name, r.definition from report r where ${seenBy(reader)} and r.id = ${id}`);
}

/** A report that the reader may change, locked until the transaction ends: the reader's own, or one whose owner was removed. */
export async function lockOwnReport(
  db: Db,
  reader: Reader,
  id: string,
): Promise<(ReportInput & { owner_id: string | null }) | undefined> {
  return db.row(sql`
    select r.name, r.is_shared, r.definition, r.owner_id
    from report r
    where ${seenBy(reader)} and r.id = ${id} and coalesce(r.owner_id = ${reader.administrator_id}, true)
    for update of r`);
}

/** Whether another report of the owner has the name. */
export async function isNameTaken(db: Db, reader: Reader, name_norm: string, but_id: string): Promise<boolean> {
  const row = await db.row(sql`
    select from report
    where tenant_id = ${reader.tenant_id} and owner_id = ${reader.administrator_id} and name_norm = infra.plain_letters(${name_norm})
      and id <> ${but_id}`);
  return row !== undefined;
}

type Written = ReportInput & { id: string; name_norm: string; at: string };

/** Returns false when the organisation has the most reports already. */
export async function insertReport(db: Db, reader: Reader, row: Written, reports_max: number): Promise<boolean> {
  const count = await db.count(sql`
    insert into report (tenant_id, id, owner_id, name, name_norm, is_shared, definition, created_at, updated_at)
    select ${reader.tenant_id}, ${row.id}::uuid, ${reader.administrator_id}, ${row.name}, ${row.name_norm}, ${row.is_shared},
      ${JSON.stringify(row.definition)}::jsonb, ${row.at}, ${row.at}
    where (select count(*) from report where tenant_id = ${reader.tenant_id}) < ${reports_max}::int`);
  return count === 1;
}

/** Changes a report and makes the reader its owner. */
export async function updateReport(db: Db, reader: Reader, row: Written): Promise<void> {
  await db.count(sql`
    update report
    set owner_id = ${reader.administrator_id}, name = ${row.name}, name_norm = ${row.name_norm}, is_shared = ${row.is_shared},
      definition = ${JSON.stringify(row.definition)}::jsonb, updated_at = ${row.at}
    where tenant_id = ${reader.tenant_id} and id = ${row.id}`);
}

export async function deleteReport(db: Db, { tenant_id }: Reader, id: string): Promise<void> {
  await db.count(sql`delete from report where tenant_id = ${tenant_id} and id = ${id}`);
}
