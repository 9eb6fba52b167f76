// Pages of resources. The page's ids come first, so that documents and names are read only for them.
import { join, part, sql, type Fragment, type Statement } from "../../../platform/db/sql.ts";
import type { Reader } from "../exchange.ts";
import { onceOnly } from "../filter/sql.ts";

/**
 * Rows with an id and created_at under an alias. `table` is theirs alone, `from` joins what filters may ask; `total` is how many there are
 * without a filter, where that is known without counting them.
 */
export type ListSource = { table: Fragment; from: Fragment; row: Fragment; where: Fragment; total?: Fragment };

/** Where the page before ended: its sort key as text, null where it has no value or nothing is sorted by, and the list's own. */
export type Position = { key: string | null; created: string; id: string };

export type ListPlan = {
  /** What the filter asks; null: nothing. */
  condition: Fragment | null;
  /** What is sorted by; null: the order in which resources came. */
  key: Fragment | null;
  descending: boolean;
  limit: number;
  offset: number;
  after: Position | null;
  /** Whether nothing is asked, or one of the few things that providers ask all day long: its statement stays prepared. */
  is_common: boolean;
  /** Whether it finds a few resources by an index, however long a page may be. */
  is_look_up: boolean;
};

/** What a page knows of each row beside the resource. */
export type Placed = { row_id: string; place: number; sort_key: string | null; exact_created: string };

/**
 * Rows of the page as `row_id`, in their order by `place`, with what a cursor needs. These are worked out of the page alone: beside `offset` the
 * server would do it for each row before the page, too (measured: half of what a page of 100 in 10,000 people costs).
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

/** Behind a row of the page before, whatever has become of it since. What has no value comes last, or first when descending. */
function behind(row: Fragment, { key, descending }: ListPlan, { key: at, created, id }: Position): Fragment {
  const later = part`(${row}.created_at, ${row}.id) > (${created}::timestamptz, ${id}::uuid)`;
  if (key === null) return later;
  if (at === null)
    return descending ? part`((${key} is null and ${later}) or ${key} is not null)` : part`(${key} is null and ${later})`;
  const same = part`(${key} = ${at} and ${later})`;
  return descending ? part`(${key} < ${at} or ${same})` : part`(${key} > ${at} or ${same} or ${key} is null)`;
}

/** The statement of a page, prepared for one use unless it is a common one. */
export function pageStatement(page: Fragment, { is_common }: ListPlan): Statement {
  return is_common ? sql`${page}` : onceOnly(page);
}

/** How many resources there are without a filter, where that is known without counting them. */
export async function findKnownTotal(db: Reader, { total }: ListSource, condition: Fragment | null): Promise<number | null> {
  if (total === undefined || condition !== null) return null;
  const [row] = await db.few<{ total: number }>(sql`select ${total} as total`);
  return row!.total;
}

/** How many resources the filter finds. Without joins, of which traces remain in the plan, an index alone tells. */
export async function countMatching(db: Reader, { table, from, where }: ListSource, condition: Fragment | null): Promise<number> {
  const row = await db.row<{ total: number }>(
    onceOnly(part`
      select count(*) as total
      from ${condition ? from : table}
      where ${join([where, ...(condition ? [condition] : [])], " and ")}`),
  );
  return row!.total;
}
