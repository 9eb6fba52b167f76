import { limitHere } from "./limit/limit.ts";
import type { Pool } from "./pool.ts";
import { constant, join, part, sql, type Fragment, type Statement } from "./sql.ts";
import { readTenant } from "./transaction.ts";

/** The position in a list that is read page by page; see platform/http/cursor.ts. */
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
   * A scalar expression for the number of matching rows, where it is known without counting; exact in the snapshot of the
   * statement. With it, pages in the second half are found from the end.
   */
  total?: Fragment | undefined;
  /** The number to report where the matching rows are not all counted. */
  counted?: Fragment | undefined;
};

/** From this offset on, the list may be read from its nearer end. */
const far_from = 1_000;

/** The most entries that have not changed since an instant where those that have are found by subtraction. */
const few_max = 10_000;

/** The orders of a list of named records: by name, or by change. */
export function byName(alias: Fragment): PagedList["keys"] {
  return {
    list: { column: part`left(${alias}.name_norm, 200)`, kind: "name" },
    changes: { column: part`${alias}.updated_at`, kind: "instant" },
  };
}

/** The orders of a list of records that are added continually: by creation, or by change. */
export function byCreation(alias: Fragment): PagedList["keys"] {
  return {
    list: { column: part`${alias}.created_at`, kind: "instant" },
    changes: { column: part`${alias}.updated_at`, kind: "instant" },
  };
}

type PageParts = {
  /** Common table expressions of the rows in `shown`, the last of them `records`. */
  records: Fragment;
  /** The `from` clause that gives key, id and record (JSON as text) of each entry. Default: `records`. */
  from?: Fragment;
  /** Common table expressions that the list itself reads, each followed by a comma. */
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
 * The page's common table expressions: `matching` holds sort keys and ids of the page and of one more entry, `shown` those of the
 * page. Ids come from an index alone and rows are fetched for the shown ids only, so a page deep in a list costs little more than
 * the first.
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

/** The same entries, read from the end of the list if that is nearer. Only one of the two reads is executed. */
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

/** The known total, except for changes since an instant and for pages behind a cursor. */
function totalKnown(list: PagedList, place: PagePlace): Fragment | undefined {
  return place.since === null && place.after === null ? list.total : undefined;
}

/**
 * The columns count, more, last_key, last_id and total of a page whose common table expressions precede them. Entries are counted
 * only if the page itself does not show the total. A page behind a cursor is never counted: its cursor carries the total.
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
  const count = place.since === null ? countWhere(list, []) : countSince(list, place.since);
  // An empty page shows the total only if it is the first page.
  const least = place.offset === 0 ? 0 : 1;
  return part`
    case
      when (select count(*) from matching) between ${least}::int and ${place.limit}::int
      then ${place.offset}::bigint + (select count(*) from matching)
      else ${totalKnown(list, place) ?? (place.since === null ? list.counted : undefined) ?? count}
    end`;
}

/**
 * How many entries have changed since an instant. Where the number of all is known, those that have changed are counted only up
 * to a quarter of it; if there are more, those that have not changed are counted and subtracted.
 */
function countSince(list: PagedList, since: string): Fragment {
  const changed = sinceCondition(list, since);
  const unchanged = part`${list.keys.changes.column} < ${since}::timestamptz`;
  if (list.total === undefined) return countUnlessFew(list, changed, unchanged);
  return part`(
        select case when c.count <= t.total / 4 then c.count else t.total - ${countWhere(list, [unchanged])} end
        from (select ${list.total} as total offset 0) t
        cross join lateral (
          select count(*) as count
          from (select from ${list.from} where ${join([...list.conditions, changed], " and ")} limit t.total / 4 + 1) few
        ) c
      )`;
}

/**
 * The entries that have changed, without a known total. If few have not changed, all are counted and those are subtracted: a pass
 * over the table does not have to read the instants, which stand behind many columns. Only lists without a filter are counted so,
 * because the index of most of them finds the few by itself; an administrator's limit is a filter, too.
 */
function countUnlessFew(list: PagedList, changed: Fragment, unchanged: Fragment): Fragment {
  if (list.conditions.length > 1 || limitHere() !== undefined) return countWhere(list, [changed]);
  return part`(
        select case when u.count <= ${constant(String(few_max))} then ${countWhere(list, [])} - u.count else ${countWhere(list, [changed])} end
        from (
          select count(*) as count
          from (
            select from ${list.from} where ${join([...list.conditions, unchanged], " and ")}
            order by ${list.keys.changes.column} limit ${constant(String(few_max + 1))}
          ) few
        ) u
      )`;
}

function countWhere(list: PagedList, conditions: readonly Fragment[]): Fragment {
  return part`(select count(*) from ${list.from} where ${join([...list.conditions, ...conditions], " and ")})`;
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

/** A log that is listed newest first: its ids grow with time. */
export type PagedLog = {
  table: Fragment;
  /** The alias of an entry in the conditions and the record. */
  alias: Fragment;
  conditions: readonly Fragment[];
  /** Joins behind `from shown <alias>`, with a lateral select that gives the entry as `r`. */
  record: Fragment;
  /**
   * True when the conditions contain no time. All entries that meet them are found first, and the newest of these are taken.
   * Otherwise the search would start at the newest entry and read the entries of all people until enough match.
   */
  is_found_first?: boolean;
  /** A common table expression that the record reads, with a leading comma. */
  beside?: Fragment;
  /** The `from` clause of the whole statement, where it has one. */
  from?: Fragment;
};

/**
 * The statement of a page whose result is a PageRow. The index of each partition has the order of the page, so a page costs the
 * same however long the log is. With `is_found_first` it costs one pass over the organisation's part of an index.
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

/** `offset 0` keeps the planner from reading the log in the order of the page. */
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

/**
 * Entries are counted only if the page does not show the total. A page behind a cursor is never counted: its cursor carries the
 * total.
 */
function logTotal({ table, alias, conditions }: PagedLog, limit: number, offset: number): Fragment {
  // An empty page shows the total only if it is the first page.
  const least = offset === 0 ? 0 : 1;
  return part`
        case
          when (select count(*) from found) between ${least}::int and ${limit}::int
          then ${offset}::bigint + (select count(*) from found)
          else (select count(*) from ${table} ${alias} where ${join(conditions, " and ")})
        end`;
}
