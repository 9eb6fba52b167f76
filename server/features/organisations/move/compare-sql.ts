import type { Session } from "../../../platform/db/moving/session.ts";
import { constant, part, sql, type Fragment } from "../../../platform/db/sql.ts";
import { mine, type Table } from "../transfer/transfer-sql.ts";
import { listOrdered, within, type Ordered, type Span } from "./parts-sql.ts";

export type Sum = { rows: number; hashes: bigint };

/** A table with its key and with its columns in a form that can be hashed. */
export type Summable = Ordered;

/** A range of keys; its old rows are those below the horizon. */
export type Range = Span & { horizon: string };

/** Makes the session leave processors to others: no parallel workers, and no JIT compilation for statements that run once. */
export async function setFrugal(session: Session): Promise<void> {
  await session.rows(sql`set max_parallel_workers_per_gather = 0`);
  await session.rows(sql`set jit = off`);
}

/** A transaction id below which all transactions have ended. */
export async function findHorizon(session: Session): Promise<string> {
  const row = await session.row<{ horizon: string }>(sql`select pg_snapshot_xmin(pg_current_snapshot())::xid::text as horizon`);
  return row!.horizon;
}

/** The tables to compare; columns of type JSON are hashed as text. */
export async function listSummable(session: Session, tables: readonly Table[]): Promise<Summable[]> {
  const names = tables.map(({ name }) => name);
  const texts = await session.rows<{ name: string; column: string }>(sql`
    select a.attrelid::regclass::text as name, quote_ident(a.attname) as column
    from pg_attribute a
    where a.atttypid = 'json'::regtype and not a.attisdropped and a.attrelid = any (${names}::text[]::regclass[])`);
  const as_text = new Set(texts.map(({ name, column }) => `${name}.${column}`));
  return (await listOrdered(session, tables)).map((table) => ({
    ...table,
    columns: table.columns.map((column) => (as_text.has(`${table.name}.${column}`) ? `${column}::text` : column)),
  }));
}

/**
 * The number of old rows, and a sum of their hashes that does not depend on their order. Equal rows have equal hashes on servers
 * of the same architecture.
 */
export async function findSum(session: Session, tenant_id: string, table: Summable, range: Range): Promise<Sum> {
  const row = await session.row<{ rows: number; hashes: string }>(sql`
    select count(*)::int as rows, coalesce(sum(${hashOf(table)}), 0)::text as hashes
    from ${constant(table.name)}
    where ${mine(table, tenant_id)} and ${within(table, range)} and ${isOld(range)}`);
  return { rows: row!.rows, hashes: BigInt(row!.hashes) };
}

/** The number of old rows, and the sum over the newer ones. */
export async function countOld(
  session: Session,
  tenant_id: string,
  table: Summable,
  range: Range,
): Promise<{ old_rows: number; newer: Sum }> {
  const is_old = isOld(range);
  const row = await session.row<{ old_rows: number; rows: number; hashes: string }>(sql`
    select count(*) filter (where ${is_old})::int as old_rows, count(*) filter (where not ${is_old})::int as rows,
      coalesce(sum(${hashOf(table)}) filter (where not ${is_old}), 0)::text as hashes
    from ${constant(table.name)}
    where ${mine(table, tenant_id)} and ${within(table, range)}`);
  return { old_rows: row!.old_rows, newer: { rows: row!.rows, hashes: BigInt(row!.hashes) } };
}

function hashOf({ columns }: Table): Fragment {
  return constant(`hash_record_extended(row(${columns.join(", ")}), 0)`);
}

/** Transaction ids wrap around, so their ages are compared. A frozen row keeps its id. */
function isOld({ horizon }: Pick<Range, "horizon">): Fragment {
  return part`age(xmin) > age(${horizon}::xid)`;
}
