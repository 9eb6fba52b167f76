import { join, part, type Fragment } from "./sql.ts";

/** How far a list has been walked; see platform/http/cursor.ts. */
export type PagePlace = {
  order: "list" | "changes";
  limit: number;
  offset: number;
  since: string | null;
  after: { key: string; id: string } | null;
};

/** A list that is shown page by page: its rows under an alias, and the columns by which it is sorted. */
export type PagedList = {
  /** For example `person p`. */
  from: Fragment;
  conditions: readonly Fragment[];
  id: Fragment;
  /** Sort keys of the two orders. */
  keys: Record<PagePlace["order"], { column: Fragment; kind: "instant" | "name" }>;
};

/**
 * The page's common table expressions: `matching` holds the sort keys and ids of the page and of one entry more, `shown`
 * those of the page. Ids come from an index alone; rows are fetched for the shown ones only, so that a page deep in a list
 * costs little more than the first.
 */
export function pageIds(list: PagedList, place: PagePlace): Fragment {
  const { column } = list.keys[place.order];
  const where = join([...list.conditions, ...placeConditions(list, place)], " and ");
  return part`
    matching as (
      select ${column} as key, ${list.id} as id
      from ${list.from}
      where ${where}
      order by ${column}, ${list.id}
      limit ${place.limit}::int + 1 offset ${place.offset}::bigint
    ),
    shown as (
      select key, id from matching order by key, id limit ${place.limit}::int
    )`;
}

/**
 * The columns count, more, last_key, last_id and total of a page whose common table expressions are above. Entries are
 * counted only where the page itself does not tell how many there are, and not behind a cursor, which carries the number.
 */
export function pageFacts(list: PagedList, place: PagePlace): Fragment {
  const last_key = list.keys[place.order].kind === "instant" ? part`infra.exact(key)` : part`key`;
  return part`
    (select count(*) from shown) as count,
    (select count(*) from matching) > ${place.limit}::int as more,
    (select ${last_key} from shown order by key desc, id desc limit 1) as last_key,
    (select id from shown order by key desc, id desc limit 1) as last_id,
    ${totalOf(list, place)} as total`;
}

function totalOf(list: PagedList, place: PagePlace): Fragment {
  if (place.after !== null) return part`null::bigint`;
  const since = place.since === null ? [] : [sinceCondition(list, place.since)];
  // A page that is empty tells how many there are only where it is the first.
  const least = place.offset === 0 ? 0 : 1;
  return part`
    case
      when (select count(*) from matching) between ${least}::int and ${place.limit}::int
      then ${place.offset}::bigint + (select count(*) from matching)
      else (select count(*) from ${list.from} where ${join([...list.conditions, ...since], " and ")})
    end`;
}

function placeConditions(list: PagedList, place: PagePlace): Fragment[] {
  const { column, kind } = list.keys[place.order];
  const conditions: Fragment[] = [];
  if (place.since !== null) conditions.push(sinceCondition(list, place.since));
  if (place.after !== null) {
    const key = kind === "instant" ? part`${place.after.key}::timestamptz` : part`${place.after.key}::text`;
    conditions.push(part`(${column}, ${list.id}) > (${key}, ${place.after.id}::uuid)`);
  }
  return conditions;
}

function sinceCondition(list: PagedList, since: string): Fragment {
  return part`${list.keys.changes.column} >= ${since}::timestamptz`;
}
