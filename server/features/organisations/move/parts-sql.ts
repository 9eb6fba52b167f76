// Divides an organisation's rows in a table into parts, by ranges of the primary key.
import pg from "pg";
import type { Session } from "../../../platform/db/moving/session.ts";
import { constant, join, part, sql, type Fragment } from "../../../platform/db/sql.ts";
import { mine, type Table } from "../transfer/transfer-sql.ts";

/** Values of a table's key columns, as text. */
export type Key = readonly string[];

/**
 * A table with the columns by which its rows are read in order: the primary key, as far as an index has it. Without such columns
 * all rows are one part.
 */
export type Ordered = Table & { order: readonly { column: string; type: string }[] };

/** A range of rows: after one key, up to another; null: from the first, to the last. */
export type Span = { after: Key | null; upto: Key | null };

export async function listOrdered(session: Session, tables: readonly Table[]): Promise<Ordered[]> {
  const names = tables.map(({ name }) => name);
  const keys = await session.rows<{ name: string; columns: { column: string; type: string }[] }>(sql`
    select i.indrelid::regclass::text as name,
      json_agg(json_build_object('column', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod)) order by k.place) as columns
    from pg_index i
    cross join unnest(i.indkey) with ordinality k(number, place)
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
    -- Columns after the first indnkeyatts are included in the index, but not part of the key.
    where k.place <= i.indnkeyatts and i.indisprimary and i.indrelid = any (${names}::text[]::regclass[])
    group by i.indrelid`);
  const key_of = new Map(keys.map(({ name, columns }) => [name, columns]));
  return tables.map((table) => {
    const [first, ...order] = key_of.get(table.name) ?? [];
    return { ...table, order: first?.column === "tenant_id" ? order : [] };
  });
}

/** The key of the last row of a part of `rows` rows; null: fewer rows are left, or the table has no order. */
export async function findEnd(
  session: Session,
  tenant_id: string,
  { order, ...table }: Ordered,
  after: Key | null,
  rows: number,
): Promise<Key | null> {
  if (order.length === 0) return null;
  const columns = order.map(({ column }) => column);
  const row = await session.row<{ key: string[] }>(sql`
    select array[${constant(columns.map((column) => `${column}::text`).join(", "))}] as key
    from ${constant(table.name)}
    where ${mine(table, tenant_id)} and ${within({ order }, { after, upto: null })}
    order by ${constant(columns.join(", "))}
    offset ${rows - 1}
    limit 1`);
  return row?.key ?? null;
}

/** The condition that a row is in a part. With `as_literals` the values are literals, for statements without parameters. */
export function within({ order }: Pick<Ordered, "order">, { after, upto }: Span, as_literals = false): Fragment {
  const columns = constant(order.map(({ column }) => column).join(", "));
  const valueOf = (value: string) => (as_literals ? constant(pg.escapeLiteral(value)) : part`${value}`);
  const values = (key: Key) =>
    join(
      order.map(({ type }, at) => part`${valueOf(key[at]!)}::${constant(type)}`),
      ", ",
    );
  const conditions = [
    part`true`,
    ...(after === null ? [] : [part`(${columns}) > (${values(after)})`]),
    ...(upto === null ? [] : [part`(${columns}) <= (${values(upto)})`]),
  ];
  return join(conditions, " and ");
}
