import { constant, join, sql, type Fragment } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { isUuid } from "../../../platform/ids.ts";
import type { Header, Kept, Total } from "./file.ts";

/** A table with rows of organisations; partitions belong to their parent table. Names are quoted where necessary. */
export type Table = {
  name: string;
  /** Columns that are written; generated columns are left out. */
  columns: string[];
  /** The column with the tenant's id: `id` for the organisation's own row. */
  key: "id" | "tenant_id";
  /** The database numbers its rows in the order of writing. */
  numbered: boolean;
};

/** `number` as text; null: no row was numbered yet. */
export type LastNumber = { table: string; number: string | null };

/**
 * All tables with rows of organisations, the organisation's own row first. They are read from the catalogue, so that none is
 * forgotten.
 */
export async function listTables(db: Db): Promise<Table[]> {
  return db.rows(sql`
    select c.oid::regclass::text as name, case when c.relname = 'tenant' then 'id' else 'tenant_id' end as key,
      json_agg(quote_ident(a.attname) order by a.attnum) filter (where a.attgenerated = '') as columns,
      bool_or(a.attidentity <> '') as numbered
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'p') and not c.relispartition and (c.oid = 'infra.audit_export'::regclass
      or c.relnamespace = 'public'::regnamespace and (c.relname = 'tenant'
        or exists (select from pg_attribute t where t.attrelid = c.oid and t.attname = 'tenant_id' and not t.attisdropped)))
    group by c.oid
    order by c.relname <> 'tenant', c.relname`);
}

/** Sets the formats that make PostgreSQL's JSON equal on all servers. */
export async function setFormats(db: Db): Promise<void> {
  await db.rows(sql`
    select set_config('TimeZone', 'UTC', true), set_config('bytea_output', 'hex', true), set_config('extra_float_digits', '1', true)`);
}

/** Opens a cursor over a table's rows of an organisation, which fetchRows reads. One table at a time. */
export async function openRows(db: Db, tenant_id: string, table: Table): Promise<void> {
  // Values are literals, because a cursor's declaration takes no parameters.
  await db.rows(sql`
    declare muster_rows no scroll cursor for
    select row_to_json(r)::text as row from (select ${columnsOf(table)} from ${constant(table.name)} where ${mine(table, tenant_id)}) r`);
}

export async function fetchRows(db: Db): Promise<string[]> {
  const rows = await db.rows<{ row: string }>(sql`fetch 200 from muster_rows`);
  return rows.map(({ row }) => row);
}

export async function closeRows(db: Db): Promise<void> {
  await db.rows(sql`close muster_rows`);
}

/** The number of rows of an organisation in a table, and a checksum that does not depend on their order. */
export async function findTotal(db: Db, tenant_id: string, table: Table): Promise<Total> {
  const row = await db.row<Total>(sql`
    select count(*)::int as rows, coalesce(sum(hashtextextended(row_to_json(r)::text, 0)), 0)::text as checksum
    from (select ${columnsOf(table)} from ${constant(table.name)} where ${mine(table, tenant_id)}) r`);
  return row!;
}

/** Inserts rows in the form that `openRows` returns. */
export async function insertRows(db: Db, table: Table, rows: readonly string[]): Promise<void> {
  const name = constant(table.name);
  await db.count(sql`
    insert into ${name} (${columnsOf(table)}) overriding system value
    select ${columnsOf(table)} from json_populate_recordset(null::${name}, ${`[${rows.join(",")}]`}::json)`);
}

/** Raises the sequence of a table above the numbers of an imported organisation. */
export async function raiseNumbers(db: Db, tenant_id: string, { name, numbered }: Table): Promise<void> {
  if (!numbered) return;
  await db.rows(sql`
    select setval(s.sequence, greatest(m.number, pg_sequence_last_value(s.sequence)))
    from (select pg_get_serial_sequence(${name}, 'id')::regclass as sequence) s,
      (select max(id) as number from ${constant(name)} where tenant_id = ${tenant_id}) m
    where m.number is not null`);
}

/** The last number of each numbered table, over all organisations, from its sequence without reading rows. */
export async function findNumbers(db: Db, tables: readonly Table[]): Promise<LastNumber[]> {
  const names = tables.flatMap(({ name, numbered }) => (numbered ? [name] : []));
  return db.rows(sql`
    select t.name as table, pg_sequence_last_value(pg_get_serial_sequence(t.name, 'id')::regclass)::text as number
    from unnest(${names}::text[]) t(name)`);
}

/** Like `raiseNumbers`, for tables whose last number is known. */
export async function raiseNumbersTo(db: Db, numbers: readonly LastNumber[]): Promise<void> {
  await db.rows(sql`
    select setval(s.sequence, greatest(s.number, pg_sequence_last_value(s.sequence)))
    from (
      select pg_get_serial_sequence(n.table, 'id')::regclass as sequence, n.number
      from json_to_recordset(${JSON.stringify(numbers)}::json) n("table" text, number bigint)
      where n.number is not null
    ) s`);
}

/** Disables triggers for this transaction: the imported rows were counted and checked before. */
export async function setTriggersAside(db: Db): Promise<void> {
  // Resets the role, because the permission belongs to the login.
  await db.rows(sql`
    select set_config('role', 'none', true)`);
  await db.rows(sql`
    select set_config('session_replication_role', 'replica', true)`);
  await db.rows(sql`
    select set_config('role', 'muster_owner', true)`);
}

export async function findKept(db: Db, tenant_id: string): Promise<Kept> {
  const row = await db.row<Kept>(sql`
    select
      (select coalesce(json_agg(d order by d.kind, d.subject_id), '[]') from (
        select kind, subject_id, min(due_us) as due_us from infra.due where tenant_id = ${tenant_id} group by kind, subject_id) d) as due,
      (select coalesce(json_agg(j), '[]') from (
        select name, data, greatest(0, extract(epoch from start_after - now()))::int as after_s
        from pgboss.job where data->>'tenant_id' = ${tenant_id} and state in ('created', 'retry', 'active')
        order by start_after) j) as jobs`);
  return row!;
}

export async function insertKept(db: Db, tenant_id: string, { due }: Kept): Promise<void> {
  await db.count(sql`
    insert into infra.due as d (kind, tenant_id, subject_id, due_us)
    select kind, ${tenant_id}, subject_id, due_us
    from json_to_recordset(${JSON.stringify(due)}::json) k(kind text, subject_id uuid, due_us bigint)`);
}

export async function findSchema(db: Db): Promise<Header["schema"]> {
  const row = await db.row<Header["schema"]>(sql`select number, name, sha256 from infra.migration order by number desc limit 1`);
  return row!;
}

export async function findEpoch(db: Db): Promise<number> {
  const row = await db.row<{ epoch: number }>(sql`select max(epoch) as epoch from infra.epoch`);
  return row!.epoch;
}

/** Begins an epoch above that of an organisation's rows, so that they come before rows that are written from now on. */
export async function beginEpochAbove(db: Db, epoch: number): Promise<number> {
  const row = await db.row<{ epoch: number }>(sql`select infra.begin_epoch(${epoch}::integer) as epoch`);
  return row!.epoch;
}

/** The code of an organisation here that has the same id or code; null: there is none. */
export async function findPresent(db: Db, { id, code }: { id: string; code: string }): Promise<string | null> {
  const row = await db.row<{ code: string | null }>(sql`
    select coalesce((select t.code from tenant t where t.id = ${id}), case when infra.tenant_by_code(${code}) is not null then ${code} end)
      as code`);
  return row?.code ?? null;
}

/** Whether the transaction's organisation is the sandbox of one that is not here. */
export async function isLone(db: Db, tenant_id: string): Promise<boolean> {
  const row = await db.row<{ is_lone: boolean }>(sql`
    select sandbox_of is not null and (infra.organisation_of_sandbox(id)).id is null as is_lone from tenant where id = ${tenant_id}`);
  return row!.is_lone;
}

export function columnsOf({ columns }: Table): Fragment {
  return join(columns.map(constant), ", ");
}

export function mine({ key }: Table, tenant_id: string): Fragment {
  if (!isUuid(tenant_id)) throw new TypeError("a tenant id is a uuid");
  return constant(`${key} = '${tenant_id}'`);
}
