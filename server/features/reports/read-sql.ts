import { join, part, plannedEachTime, sql, type Fragment } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { groups_max, type ReportDefinition } from "./schema.ts";
import type { Place, Subject } from "./subjects/subject.ts";

/** Values of a row as the database says them, in the order of the columns; null: there is none. */
export type Row = { key: string[]; cells: (string | null)[] };

type Read = { subject: Subject; definition: ReportDefinition; place: Place };

/** Some rows behind another, in the order of their ids. */
export async function listRows(db: Db, read: Read, after: readonly string[] | null, limit: number): Promise<Row[]> {
  const { subject, definition, place } = read;
  const cells = definition.columns.map((name) => part`(${subject.columns[name]!.value})::text`);
  const keys = join(subject.keys, ", ");
  const behind =
    after === null
      ? []
      : [
          part`(${keys}) > (${join(
            after.map((id) => part`${id}::uuid`),
            ", ",
          )})`,
        ];
  return db.rows(
    plannedEachTime(sql`
      select array[${keys}]::text[] as key, array[${join(cells, ", ")}] as cells
      from ${subject.from(place)}
      where ${join([...subject.conditions(place, definition.filters), ...behind], " and ")}
      order by ${keys}
      limit ${limit}::int`),
  );
}

/** How many rows there are, up to one more than so many. */
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

/** A group, or all that come behind the largest. `value`: of the column, the month of a date; null: none. */
export type Group = { value: string | null; rows: number; is_rest: boolean };

/** The largest groups, and in one all others. */
export async function listGroups(db: Db, { subject, definition, place }: Read): Promise<Group[]> {
  const column = subject.columns[definition.group_by!]!;
  return db.rows(
    plannedEachTime(sql`
      with grouped as (
        select ${groupOf(column.value, column.kind === "day")} as value, count(*)::int as rows
        from ${subject.from(place)}
        where ${join(subject.conditions(place, definition.filters), " and ")}
        group by 1
      ),
      placed as (select value, rows, row_number() over (order by rows desc, value) as place from grouped)
      select value, rows, false as is_rest from placed where place <= ${groups_max}::int
      union all
      select null, sum(rows)::int, true from placed where place > ${groups_max}::int having count(*) > 0
      order by is_rest, rows desc, value`),
  );
}

function groupOf(value: Fragment, is_day: boolean): Fragment {
  return is_day ? part`to_char(${value}, 'YYYY-MM')` : part`(${value})::text`;
}
