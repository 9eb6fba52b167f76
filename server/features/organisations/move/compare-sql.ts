import type { Session } from "../../../platform/db/moving/session.ts";
import { constant, part, sql, type Fragment } from "../../../platform/db/sql.ts";
import { mine, type Table } from "../transfer/transfer-sql.ts";
import { listOrdered, within, type Ordered, type Span } from "./parts-sql.ts";

export type Sum = { rows: number; hashes: bigint };

/** A table in its order, with its columns as they can be hashed. */
export type Summable = Ordered;

/** Old rows of a part are those below the horizon. */
export type Range = Span & { horizon: string };

/** What the session reads leaves processors to others: no statement takes more than one, nor compiles for what it does once. */
export async function setFrugal(session: Session): Promise<void> {
  await session.rows(sql`set max_parallel_workers_per_gather = 0`);
  await session.rows(sql`set jit = off`);
}

/** The id of a transaction: all below have ended, for this statement and all later ones. */
export async function findHorizon(session: Session): Promise<string> {
  const row = await session.row<{ horizon: string }>(sql`select pg_snapshot_xmin(pg_current_snapshot())::xid::text as horizon`);
  return row!.horizon;
}

/** JSON is hashed by its text. */
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

/** How many old rows there are, and a sum of their hashes whatever their order. Equal rows have equal hashes on servers of one architecture. */
export async function findSum(session: Session, tenant_id: string, table: Summable, range: Range): Promise<Sum> {
  const row = await session.row<{ rows: number; hashes: string }>(sql`
    select count(*)::int as rows, coalesce(sum(${hashOf(table)}), 0)::text as hashes
    from ${constant(table.name)}
    where ${mine(table, tenant_id)} and ${within(table, range)} and ${isOld(range)}`);
  return { rows: row!.rows, hashes: BigInt(row!.hashes) };
}

/** How many old rows there are, and the sum of those that are not. */
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

/** Ids of transactions come round; their ages compare. A frozen row keeps its id. */
function isOld({ horizon }: Pick<Range, "horizon">): Fragment {
  return part`age(xmin) > age(${horizon}::xid)`;
}
