import type { PagePlace } from "./page.ts";
import { join, part, sql, type Fragment, type Statement } from "./sql.ts";

/** A log that is shown newest first: its ids grow with time. */
export type PagedLog = {
  table: Fragment;
  /** How the conditions and the records call an entry. */
  alias: Fragment;
  conditions: readonly Fragment[];
  /** The entry as `r`: joins and a lateral select behind `from shown <alias>`. */
  record: Fragment;
  /** A common table expression, with a comma before it, that the record reads. */
  beside?: Fragment;
  /** From what else the page is selected. */
  from?: Fragment;
};

/**
 * The statement of a page whose result is a PageRow. Each partition's index is in the order of the page, so that a page costs the
 * same however long the log is.
 */
export function logPage(log: PagedLog, { after, limit, offset }: Pick<PagePlace, "after" | "limit" | "offset">): Statement {
  const { table, alias, conditions, record, beside = part``, from = part`` } = log;
  const behind = after === null ? [] : [part`${alias}.id < ${after.id}::uuid`];
  return sql`
      with found as materialized (
        select ${alias}.*
        from ${table} ${alias}
        where ${join([...conditions, ...behind], " and ")}
        order by ${alias}.id desc
        limit ${limit}::int + 1 offset ${offset}::bigint
      ),
      shown as materialized (select * from found order by id desc limit ${limit}::int) ${beside}
      select (select count(*) from shown)::int as count,
        (select count(*) from found) > ${limit}::int as more,
        '' as last_key,
        (select id from shown order by id limit 1) as last_id,
        ${after === null ? totalOf(log, limit, offset) : part`null::bigint`} as total,
        (
          select '[' || coalesce(string_agg(row_to_json(r)::text, ',' order by ${alias}.id desc), '') || ']'
          from shown ${alias}
          ${record}
        ) as items
      ${from}`;
}

/** Entries are counted only where the page does not tell how many there are, and not behind a cursor, which carries the number. */
function totalOf({ table, alias, conditions }: PagedLog, limit: number, offset: number): Fragment {
  return part`
        case
          when (select count(*) from found) between 1 and ${limit}::int
          then ${offset}::bigint + (select count(*) from found)
          else (select count(*) from ${table} ${alias} where ${join(conditions, " and ")})
        end`;
}
