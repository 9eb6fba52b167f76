import { join, part, plannedEachTime, sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { groups_max, type ReportDefinition } from "./schema.ts";
import type { Place, Subject } from "./subjects/subject.ts";

/** The values of a row as texts of the database, in the order of the columns; null: no value. */
export type Row = { cells: (string | null)[] };

export type Read = { subject: Subject; definition: ReportDefinition; place: Place };

/** The ids of a row, in the order of the subject's keys. */
export type Key = readonly string[];

/**
 * The keys of the first rows, in order. `listRows` then reads the rows by their keys. Reading what a row shows costs more than
 * finding it, and a plan that sorts all rows would read it for all of them.
 */
export async function listKeys(db: Db, { subject, definition, place }: Read, limit: number): Promise<Key[]> {
  const keys = join(subject.keys, ", ");
  const rows = await db.rows<{ key: Key }>(
    plannedEachTime(sql`
      select array[${keys}]::text[] as key
      from ${subject.from(place)}
      where ${join(subject.conditions(place, definition.filters), " and ")}
      order by ${keys}
      limit ${limit}::int`),
  );
  return rows.map(({ key }) => key);
}

/** The rows with these keys that still exist, in the order of the keys. */
export async function listRows(db: Db, { subject, definition, place }: Read, keys: readonly Key[]): Promise<Row[]> {
  const cells = definition.columns.map((name) => part`(${subject.columns[name]!.value})::text`);
  const own = join(subject.keys, ", ");
  const wanted = subject.keys.map((_, place_of) => part`${keys.map((key) => key[place_of]!)}::uuid[]`);
  return db.rows(
    plannedEachTime(sql`
      select array[${join(cells, ", ")}] as cells
      from ${subject.from(place)}
      where ${join(subject.conditions(place, definition.filters), " and ")}
        and (${own}) in (select * from unnest(${join(wanted, ", ")}))
      order by ${own}`),
  );
}

/** The number of rows, counted up to `rows_max` + 1. */
export async function countRows(db: Db, { subject, definition, place }: Read, rows_max: number): Promise<number> {
  const row = await db.row<{ rows: number }>(
    plannedEachTime(sql`
      select count(*)::int as rows
      from (
        select from ${subject.from(place)}
        where ${join(subject.conditions(place, definition.filters), " and ")}
        limit ${rows_max}::int + 1
      ) counted`),
  );
  return row!.rows;
}

/** A group, or all groups after the largest ones together. `value`: that of the column, for a date its month; null: no value. */
export type Group = { value: string | null; rows: number; is_rest: boolean };

/**
 * The largest groups, and one group of all others. Rows are counted by a key, and the value is formatted once for each key,
 * because writing a million dates as months takes longer than counting them. The server may use several processes to count.
 */
export async function listGroups(db: Db, { subject, definition, place }: Read): Promise<Group[]> {
  const { kind, value, key } = subject.columns[definition.group_by!]!;
  const shown = key?.value(place) ?? (kind === "day" ? part`to_char(k.key, 'YYYY-MM')` : part`k.key::text`);
  return db.rows(
    plannedEachTime(sql`
      with keyed as (
        select ${key?.of ?? value} as key, count(*) as rows
        from ${subject.from({ ...place, counts: true })}
        where ${join(subject.conditions(place, definition.filters), " and ")}
        group by 1
      ),
      grouped as (select ${shown} as value, sum(k.rows)::int as rows from keyed k group by 1),
      placed as (select value, rows, row_number() over (order by rows desc, value) as place from grouped)
      select value, rows, false as is_rest from placed where place <= ${groups_max}::int
      union all
      select null, sum(rows)::int, true from placed where place > ${groups_max}::int having count(*) > 0
      order by is_rest, rows desc, value`),
  );
}
