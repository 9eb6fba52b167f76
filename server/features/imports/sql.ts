import type { Actor, Tenant } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { sql } from "../../platform/db/sql.ts";
import { readTenant, type Db } from "../../platform/db/transaction.ts";
import type { FileFormat } from "./schema.ts";

export type ImportOptions = { dry_run: boolean; deactivate_missing: boolean; max_deactivate_percent: number };

export type Counts = { rows: number; create: number; update: number; unchanged: number; deactivate: number; invalid: number };

export type NewImport = ImportOptions & { id: string; client_id: string | null; started_by: Actor | null; format: FileFormat };

/** The most unfinished imports of an organisation, and how long a file may take to arrive. */
export type Limits = { unfinished_max: number; arriving_max_ms: number };

/** Takes a lock by which only one import of the organisation begins at a time. */
export async function lockBeginnings(db: Db, tenant_id: string): Promise<void> {
  await db.count(sql`select from tenant where id = ${tenant_id} for no key update`);
}

/**
 * Begins to receive a file. Returns false when the organisation has `unfinished_max` unfinished imports. A file that has taken
 * longer than `arriving_max_ms` does not count, because its process has died.
 */
export async function insertImport(db: Db, tenant_id: string, row: NewImport, limits: Limits): Promise<boolean> {
  const { id, client_id, started_by, format, dry_run, deactivate_missing, max_deactivate_percent } = row;
  const count = await db.count(sql`
    insert into import (tenant_id, id, client_id, kind, format, dry_run, options, status, guard)
    select ${tenant_id}, ${id}, ${client_id}, 'users', ${format}, ${dry_run},
      ${JSON.stringify({ deactivate_missing, max_deactivate_percent, ...(started_by && { started_by }) })}::jsonb, 'receiving',
      ${JSON.stringify({ max_deactivate_percent, tripped: false })}::jsonb
    where (
      select count(*)
      from import
      where tenant_id = ${tenant_id}
        and (status in ('queued', 'running') or (status = 'receiving'
          and created_at > to_timestamp((infra.now_us() - ${limits.arriving_max_ms}::bigint * 1000) / 1000000.0)))
    ) < ${limits.unfinished_max}`);
  return count === 1;
}

export async function insertChunk(db: Db, tenant_id: string, import_id: string, number: number, bytes: Buffer): Promise<void> {
  await db.count(sql`
    insert into import_chunk (tenant_id, import_id, number, bytes)
    values (${tenant_id}, ${import_id}, ${number}, ${bytes})`);
}

/** Marks a file as arrived; false: the upload was abandoned meanwhile. */
export async function updateQueued(db: Db, tenant_id: string, id: string, bytes: number): Promise<boolean> {
  const count = await db.count(sql`
    update import
    set status = 'queued', bytes = ${bytes}
    where tenant_id = ${tenant_id} and id = ${id} and status = 'receiving'`);
  return count === 1;
}

/** Deletes an upload that broke off, with the bytes that have arrived. */
export async function deleteUpload(db: Db, tenant_id: string, id: string): Promise<void> {
  await db.count(sql`
    delete from import
    where tenant_id = ${tenant_id} and id = ${id} and status = 'receiving'`);
}

/** The record `Import` as JSON text. */
export async function findImportRecord(pool: Pool, tenant_id: string, id: string): Promise<string | undefined> {
  const [row] = await readTenant<{ record: string }>(
    pool,
    tenant_id,
    sql`
      select row_to_json(r)::text as record
      from import i
      cross join lateral (
        select coalesce((i.counts->>'rows')::integer, 0) as rows, coalesce((i.counts->>'create')::integer, 0) as "create",
          coalesce((i.counts->>'update')::integer, 0) as "update",
          coalesce((i.counts->>'unchanged')::integer, 0) as unchanged,
          coalesce((i.counts->>'deactivate')::integer, 0) as deactivate,
          coalesce((i.counts->>'invalid')::integer, 0) as invalid
      ) c
      cross join lateral (
        select (i.guard->>'max_deactivate_percent')::integer as max_deactivate_percent, (i.guard->>'tripped')::boolean as tripped
      ) g
      left join lateral (select i.failure_line as line, i.failure as detail where i.failure is not null) f on true
      cross join lateral (
        select coalesce('[' || string_agg(row_to_json(q)::text, ',' order by p.row_number) || ']', '[]')::json as rows
        from (
          select *
          from import_row
          where tenant_id = ${tenant_id} and import_id = i.id
          order by row_number
          limit ${preview_max}
        ) p
        cross join lateral (
          select case when p.in_file then p.row_number end as row, p.employee_no, p.full_name, p.action, p.changes, p.effects, p.errors
        ) q
      ) v
      cross join lateral (
        select i.id, i.kind, i.format, i.dry_run, i.status, case when f.detail is not null then row_to_json(f) end as failure,
          infra.iso(i.created_at) as created_at, infra.iso(i.finished_at) as finished_at, i.rows_done, row_to_json(c) as counts,
          row_to_json(g) as guard, '/api/v1/imports/' || i.id || '/report.csv' as report_url, v.rows as rows_preview
      ) r
      where i.tenant_id = ${tenant_id} and i.id = ${id}`,
  );
  return row?.record;
}

/** The most rows of the report that the record shows. */
const preview_max = 100;

/** The data of an unfinished import that a run needs. */
export type Work = {
  id: string;
  format: FileFormat;
  dry_run: boolean;
  options: Omit<ImportOptions, "dry_run">;
  status: "queued" | "running";
  rows_done: number;
  counts: Counts;
  started_by: Actor;
};

export async function findWork(pool: Pool, tenant_id: string, id: string): Promise<Work | undefined> {
  const [row] = await readTenant<Work>(
    pool,
    tenant_id,
    sql`
      select i.id, i.format, i.dry_run, i.options, i.status, i.rows_done, i.counts,
        coalesce(i.options->'started_by', jsonb_build_object('type', 'client', 'id', i.client_id, 'name', c.name)) as started_by
      from import i
      left join client c on c.tenant_id = i.tenant_id and c.id = i.client_id
      where i.tenant_id = ${tenant_id} and i.id = ${id} and i.status in ('queued', 'running')`,
  );
  return row;
}

/**
 * Unfinished imports of the organisation that began before this one. Imports whose file is still arriving count until their time
 * limit. Dry runs change nothing, so they wait for no other import.
 */
export async function listEarlierImports(
  db: Db,
  tenant_id: string,
  id: string,
  arriving_max_ms: number,
): Promise<{ id: string; is_arriving: boolean }[]> {
  return db.rows(sql`
    select o.id, o.status = 'receiving' as is_arriving
    from import i
    join import o on o.tenant_id = i.tenant_id and (o.created_at, o.id) < (i.created_at, i.id)
    where i.tenant_id = ${tenant_id} and i.id = ${id} and i.status in ('queued', 'running') and not i.dry_run and not o.dry_run
      and (
        o.status in ('queued', 'running')
        or (o.status = 'receiving' and o.created_at > to_timestamp((infra.now_us() - ${arriving_max_ms}::bigint * 1000) / 1000000.0))
      )
    order by o.created_at, o.id`);
}

/** The organisation, and the instant on its clock. */
export async function findTenantNow(db: Db, tenant_id: string): Promise<Tenant & { now: string }> {
  const row = await db.row<Tenant & { now: string }>(sql`
    select id, code, kind, time_zone, fiscal_month, infra.tenant_now(id) as now
    from tenant
    where id = ${tenant_id}`);
  return row!;
}

export async function findChunk(pool: Pool, tenant_id: string, import_id: string, number: number): Promise<Buffer | undefined> {
  const [row] = await readTenant<{ bytes: Buffer }>(
    pool,
    tenant_id,
    sql`
      select bytes
      from import_chunk
      where tenant_id = ${tenant_id} and import_id = ${import_id} and number = ${number}`,
  );
  return row?.bytes;
}

/** Stores that the file was read to its end and the work on its rows begins. */
export async function updateRunning(db: Db, tenant_id: string, id: string, counts: Counts, tripped: boolean): Promise<void> {
  await db.count(sql`
    update import
    set status = 'running', counts = ${JSON.stringify(counts)}::jsonb,
      guard = guard || jsonb_build_object('tripped', ${tripped}::boolean)
    where tenant_id = ${tenant_id} and id = ${id} and status = 'queued'`);
}

/** Stores the progress; false when another process has continued this import. */
export async function updateProgress(
  db: Db,
  tenant_id: string,
  id: string,
  { before, after, counts }: { before: number; after: number; counts: Counts },
): Promise<boolean> {
  const count = await db.count(sql`
    update import
    set rows_done = ${after}, counts = ${JSON.stringify(counts)}::jsonb
    where tenant_id = ${tenant_id} and id = ${id} and status = 'running' and rows_done = ${before}`);
  return count === 1;
}

export type Ending =
  | { status: "finished" }
  | { status: "failed"; failure: string; failure_line: number | null; tripped?: boolean; counts?: Counts };

/** Ends an unfinished import. */
export async function updateEnded(db: Db, tenant_id: string, id: string, ending: Ending): Promise<void> {
  const { failure, failure_line, tripped, counts } = { failure: null, failure_line: null, tripped: false, counts: {}, ...ending };
  await db.count(sql`
    update import
    set status = ${ending.status}, failure = ${failure}, failure_line = ${failure_line},
      counts = counts || ${JSON.stringify(counts)}::jsonb,
      guard = guard || jsonb_build_object('tripped', ${tripped} or (guard->>'tripped')::boolean),
      finished_at = to_timestamp(infra.now_us() / 1000000.0)
    where tenant_id = ${tenant_id} and id = ${id} and status in ('queued', 'running')`);
}

export async function deleteChunks(db: Db, tenant_id: string, import_id: string): Promise<void> {
  await db.count(sql`
    delete from import_chunk
    where tenant_id = ${tenant_id} and import_id = ${import_id}`);
}
