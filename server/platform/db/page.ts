import type { Pool } from "./pool.ts";
import { join, part, sql, type Fragment, type Statement } from "./sql.ts";
import { readTenant } from "./transaction.ts";

/** How far a list has been walked; see platform/http/cursor.ts. */
export type PagePlace = {
  order: "list" | "changes";
  limit: number;
  offset: number;
  since: string | null;
  after: { key: string; id: string } | null;
};

/** One page as a list's statement returns it; `total` may be null on pages behind a cursor. */
export type PageRow = {
  /** The entries: a JSON array as text. */
  items: string;
  count: number;
  more: boolean;
  last_key: string | null;
  last_id: string | null;
  total: number | null;
};

/** A list that is shown page by page: its rows under an alias, and the columns by which it is sorted. */
export type PagedList = {
  /** For example `person p`. */
  from: Fragment;
  conditions: readonly Fragment[];
  id: Fragment;
  /** Sort keys of the two orders. */
  keys: Record<PagePlace["order"], { column: Fragment; kind: "instant" | "name" }>;
  /**
   * How many rows meet the conditions, where that is known without counting them: a scalar expression, exact in the snapshot of the
   * statement. Pages behind the middle are then found from the end.
   */
  total?: Fragment | undefined;
  /** What is told of how many there are, where all that there are are not counted. */
  counted?: Fragment | undefined;
};

/** From this offset on it is worth knowing which end of a list is nearer. */
const far_from = 1_000;

/** The orders of a list of what has a name: by name, or by change. */
export function byName(alias: Fragment): PagedList["keys"] {
  return {
    list: { column: part`left(${alias}.name_norm, 200)`, kind: "name" },
    changes: { column: part`${alias}.updated_at`, kind: "instant" },
  };
}

/** The orders of a list of what is added all the time: by creation, or by change. */
export function byCreation(alias: Fragment): PagedList["keys"] {
  return {
    list: { column: part`${alias}.created_at`, kind: "instant" },
    changes: { column: part`${alias}.updated_at`, kind: "instant" },
  };
}

type PageParts = {
  /** Common table expressions of the rows in `shown`, the last of them `records`. */
  records: Fragment;
  /** Where key, id and record (JSON as text) of each entry stand. Default: `records`. */
  from?: Fragment;
  /** Common table expressions, each with a comma behind it, that the list itself reads. */
  first?: Fragment;
};

/** The statement of a page whose result is a PageRow. */
export function pageStatement(list: PagedList, place: PagePlace, parts: PageParts): Statement {
  const { records, from = part`records`, first = part`` } = parts;
  return sql`
      with recursive ${first}
      ${pageIds(list, place)},
      ${records}
      select ${pageFacts(list, place)},
        (select '[' || coalesce(string_agg(record, ',' order by key, id), '') || ']' from ${from}) as items`;
}

export async function readPage(pool: Pool, tenant_id: string, statement: Statement): Promise<PageRow> {
  const [row] = await readTenant<PageRow>(pool, tenant_id, statement);
  return row!;
}

/**
 * The page's common table expressions: `matching` holds the sort keys and ids of the page and of one entry more, `shown`
 * those of the page. Ids come from an index alone; rows are fetched for the shown ones only, so that a page deep in a list
 * costs little more than the first.
 */
export function pageIds(list: PagedList, place: PagePlace): Fragment {
  const { column } = list.keys[place.order];
  const where = join([...list.conditions, ...placeConditions(list, place)], " and ");
  const forward = part`
      select ${column} as key, ${list.id} as id
      from ${list.from}
      where ${where}`;
  const total = place.offset < far_from ? undefined : totalKnown(list, place);
  return part`
    ${
      total === undefined
        ? part`matching as (
      ${forward}
      order by ${column}, ${list.id}
      limit ${place.limit}::int + 1 offset ${place.offset}::bigint
    )`
        : fromNearerEnd(list, place, { forward, total })
    },
    shown as (
      select key, id from matching order by key, id limit ${place.limit}::int
    )`;
}

/** The same entries, walked to from the end where that is nearer. Of the two walks only one is carried out. */
function fromNearerEnd(
  { keys, id }: PagedList,
  { order, limit, offset }: PagePlace,
  { forward, total }: { forward: Fragment; total: Fragment },
): Fragment {
  const { column } = keys[order];
  return part`way as materialized (
      select t.total < 2 * ${offset}::bigint as backward, greatest(t.total - ${offset}::bigint, 0) as rest
      from (select ${total} as total) t
    ),
    matching as (
      select * from (
        ${forward} and not (select backward from way)
        order by ${column}, ${id}
        limit ${limit}::int + 1 offset ${offset}::bigint
      ) f
      union all
      select * from (
        ${forward} and (select backward from way)
        order by ${column} desc, ${id} desc
        limit (select least(rest, ${limit}::int + 1) from way)
        offset (select rest - least(rest, ${limit}::int + 1) from way)
      ) l
    )`;
}

/** Not of the changes since an instant, and not behind a cursor. */
function totalKnown(list: PagedList, place: PagePlace): Fragment | undefined {
  return place.since === null && place.after === null ? list.total : undefined;
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
  const counted = part`(select count(*) from ${list.from} where ${join([...list.conditions, ...since], " and ")})`;
  // A page that is empty tells how many there are only where it is the first.
  const least = place.offset === 0 ? 0 : 1;
  return part`
    case
      when (select count(*) from matching) between ${least}::int and ${place.limit}::int
      then ${place.offset}::bigint + (select count(*) from matching)
      else ${totalKnown(list, place) ?? (place.since === null ? list.counted : undefined) ?? counted}
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

/** A log that is shown newest first: its ids grow with time. */
export type PagedLog = {
  table: Fragment;
  /** How the conditions and the records call an entry. */
  alias: Fragment;
  conditions: readonly Fragment[];
  /** The entry as `r`: joins and a lateral select behind `from shown <alias>`. */
  record: Fragment;
  /**
   * The conditions contain no time. All entries that meet them are found first, and the newest are taken from these. Otherwise the search would start at the
   * newest entry and read everybody's entries until it reaches enough that match.
   */
  is_found_first?: boolean;
  /** A common table expression, with a comma before it, that the record reads. */
  beside?: Fragment;
  /** The `from` clause of the whole statement, where it has one. */
  from?: Fragment;
};

/**
 * The statement of a page whose result is a PageRow. Each partition's index is in the order of the page, so that a page costs the
 * same however long the log is; where entries are found first, it costs a pass over the organisation's part of an index.
 */
export function logPage(log: PagedLog, { after, limit, offset }: Pick<PagePlace, "after" | "limit" | "offset">): Statement {
  const { table, alias, conditions, record, beside = part``, from = part`` } = log;
  const behind = after === null ? [] : [part`${alias}.id < ${after.id}::uuid`];
  const where = join([...conditions, ...behind], " and ");
  const cut = part`order by ${alias}.id desc limit ${limit}::int + 1 offset ${offset}::bigint`;
  return sql`
      with found as materialized (
        ${log.is_found_first === true ? foundFirst(log, where, cut) : part`select ${alias}.* from ${table} ${alias} where ${where} ${cut}`}
      ),
      shown as materialized (select * from found order by id desc limit ${limit}::int) ${beside}
      select (select count(*) from shown)::int as count,
        (select count(*) from found) > ${limit}::int as more,
        '' as last_key,
        (select id from shown order by id limit 1) as last_id,
        ${after === null ? logTotal(log, limit, offset) : part`null::bigint`} as total,
        (
          select '[' || coalesce(string_agg(row_to_json(r)::text, ',' order by ${alias}.id desc), '') || ']'
          from shown ${alias}
          ${record}
        ) as items
      ${from}`;
}

/** `offset 0` keeps the planner from walking to them in the order of the page. */
function foundFirst({ table, alias, conditions }: PagedLog, where: Fragment, cut: Fragment): Fragment {
  return part`
        select ${alias}.*
        from (
          select ${alias}.id from (select ${alias}.id from ${table} ${alias} where ${where} offset 0) ${alias} ${cut}
        ) k
        cross join lateral (
          select * from ${table} ${alias} where ${conditions[0]!} and ${alias}.id >= k.id and ${alias}.id <= k.id order by ${alias}.id limit 1
        ) ${alias}`;
}

/** Entries are counted only where the page does not tell how many there are, and not behind a cursor, which carries the number. */
function logTotal({ table, alias, conditions }: PagedLog, limit: number, offset: number): Fragment {
  // A page that is empty tells how many there are only where it is the first.
  const least = offset === 0 ? 0 : 1;
  return part`
        case
          when (select count(*) from found) between ${least}::int and ${limit}::int
          then ${offset}::bigint + (select count(*) from found)
          else (select count(*) from ${table} ${alias} where ${join(conditions, " and ")})
        end`;
}
