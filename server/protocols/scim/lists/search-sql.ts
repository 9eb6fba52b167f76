import { join, part, type Fragment } from "../../../platform/db/sql.ts";
import type { Reader } from "../exchange.ts";
import { onceOnly } from "../filter/sql.ts";
import { pageOf, type ListPlan, type ListSource, type Placed } from "./list-sql.ts";

export type Found = Omit<Placed, "place">;

/** The part of one resource type in a page of several types. */
export type Side = { source: ListSource; plan: ListPlan };

export type JointPage = {
  descending: boolean;
  /**
   * Whether all types have the sort attribute. Then its texts are compared here; otherwise the one type that has it has sorted
   * its rows already.
   */
  is_common_key: boolean;
  limit: number;
  offset: number;
};

const rows_max = 2_000_000_000;

/**
 * A page over several resource types in one order. Each type contributes at most as many rows as all pages up to this one have.
 */
export async function listFound(db: Reader, sides: readonly Side[], page: JointPage): Promise<Found[]> {
  const { descending, is_common_key, limit, offset } = page;
  const most = Math.min(limit + offset, rows_max);
  const each = sides.map(({ source, plan }) => part`(${pageOf(source, { ...plan, limit: most, offset: 0 })})`);
  const direction = descending ? part`desc` : part`asc`;
  const key: Fragment = is_common_key
    ? part`found.sort_key collate "C" ${direction}`
    : part`(found.sort_key is null) ${direction}, case when found.sort_key is not null then found.place end`;
  return db.rows(
    onceOnly(part`
      select found.row_id, found.sort_key, found.exact_created
      from (${join(each, " union all ")}) found
      order by ${key}, found.exact_created::timestamptz, found.row_id
      limit ${limit}::int offset ${offset}::bigint`),
  );
}

/** Restricts a type to the rows of the page. */
export function amongIds(row: Fragment, ids: readonly string[]): Fragment {
  return part`${row}.id = any (${ids}::uuid[])`;
}
