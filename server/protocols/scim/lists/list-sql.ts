// Pages of resources. The ids of the page are found first, so that documents and names are read only for these.
import { join, part, sql, type Fragment, type Statement } from "../../../platform/db/sql.ts";
import type { Reader } from "../exchange.ts";
import { onceOnly } from "../filter/sql.ts";

/**
 * The source of a list: rows with an id and created_at under an alias. `table` has only these rows; `from` also joins what
 * filters may need. `total` is their number without a filter, if it is known without counting.
 */
export type ListSource = { table: Fragment; from: Fragment; row: Fragment; where: Fragment; total?: Fragment };

/**
 * The end of the previous page. `key`: its sort key as text, null if it has no value or the list has no sort key. `created` and
 * `id`: the list's own order.
 */
export type Position = { key: string | null; created: string; id: string };

export type ListPlan = {
  /** The condition of the filter; null: there is none. */
  condition: Fragment | null;
  /** The sort key; null: the order of creation. */
  key: Fragment | null;
  descending: boolean;
  limit: number;
  offset: number;
  after: Position | null;
  /** Whether there is no filter, or one of the few filters that providers use all the time; such a statement stays prepared. */
  is_common: boolean;
  /** Whether an index finds the few matching resources, however long a page may be. */
  is_look_up: boolean;
};

/** Columns of each row of a page besides the resource. */
export type Placed = { row_id: string; place: number; sort_key: string | null; exact_created: string };

/**
 * Rows of the page as `row_id`, in order of `place`, with what a cursor needs. These columns are computed for the rows of the
 * page only. In the same query as `offset` they would be computed for each skipped row too (measured: half of the cost of a page
 * of 100 in 10,000 people).
 */
export function pageOf({ table, from, row, where }: ListSource, plan: ListPlan): Fragment {
  const { condition, key, limit, offset, after } = plan;
  const conditions = [where, ...(condition ? [condition] : []), ...(after ? [behind(row, plan, after)] : [])];
  return part`
    select found.row_id, row_number() over (order by ${key ? part`found.key ${direction(plan)}, ` : part``}found.created_at, found.row_id) as place,
      ${key ? part`found.key::text` : part`null::text`} as sort_key, infra.exact(found.created_at) as exact_created
    from (
      select ${row}.id as row_id, ${row}.created_at${key ? part`, ${key} as key` : part``}
      from ${condition || key ? from : table}
      where ${join(conditions, " and ")}
      order by ${key ? part`${key} ${direction(plan)}, ` : part``}${row}.created_at, ${row}.id
      limit ${limit}::int offset ${offset}::bigint
    ) found`;
}

function direction({ descending }: ListPlan): Fragment {
  return descending ? part`desc` : part`asc`;
}

/**
 * The condition for rows after the end of the previous page, even if its last row was deleted. Rows without a value come last, or
 * first when descending.
 */
function behind(row: Fragment, { key, descending }: ListPlan, { key: at, created, id }: Position): Fragment {
  const later = part`(${row}.created_at, ${row}.id) > (${created}::timestamptz, ${id}::uuid)`;
  if (key === null) return later;
  if (at === null)
    return descending ? part`((${key} is null and ${later}) or ${key} is not null)` : part`(${key} is null and ${later})`;
  const same = part`(${key} = ${at} and ${later})`;
  return descending ? part`(${key} < ${at} or ${same})` : part`(${key} > ${at} or ${same} or ${key} is null)`;
}

/** The statement of a page; it stays prepared only if it is common. */
export function pageStatement(page: Fragment, { is_common }: ListPlan): Statement {
  return is_common ? sql`${page}` : onceOnly(page);
}

/** How many resources there are without a filter, if that is known without counting. */
export async function findKnownTotal(db: Reader, { total }: ListSource, condition: Fragment | null): Promise<number | null> {
  if (total === undefined || condition !== null) return null;
  const [row] = await db.few<{ total: number }>(sql`select ${total} as total`);
  return row!.total;
}

/**
 * How many resources the filter matches. Unused joins are left out, because the planner does not remove them completely and could
 * then not use an index alone.
 */
export async function countMatching(db: Reader, { table, from, where }: ListSource, condition: Fragment | null): Promise<number> {
  const row = await db.row<{ total: number }>(
    onceOnly(part`
      select count(*) as total
      from ${condition ? from : table}
      where ${join([where, ...(condition ? [condition] : [])], " and ")}`),
  );
  return row!.total;
}
