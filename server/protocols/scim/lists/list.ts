import type { ResourceType } from "../attributes.ts";
import { writeCursor, readCursor, type Cursor, type CursorScope } from "./cursor.ts";
import { syntaxRefused } from "../errors.ts";
import type { Exchange, Reader, ScimAnswer } from "../exchange.ts";
import { parseFilter, type Filter } from "../filter/filter.ts";
import { conditionOf, type Storage } from "../filter/sql.ts";
import { parseSortBy } from "../filter/sort.ts";
import { sortKeyOf } from "../filter/sort-sql.ts";
import type { ListRequest } from "./list-request.ts";
import { countMatching, findKnownTotal, type ListPlan, type ListSource, type Placed } from "./list-sql.ts";
import type { JsonObject } from "../patch/merge-json.ts";
import { parseProjection, project, type Projection } from "../patch/project.ts";

/** Resources of one type, and how their pages are read and shown. */
export type Listed<Row extends Placed> = {
  type: ResourceType;
  storage: Storage;
  source: ListSource;
  read(db: Reader, plan: ListPlan, projection: Projection): Promise<Row[]>;
  show(row: Row): JsonObject;
};

const list_urn = "urn:ietf:params:scim:api:messages:2.0:ListResponse";

/** One page of resources (RFC 7644 §3.4.2), by index or by cursor. */
export async function listResources<Row extends Placed>(
  exchange: Exchange,
  listed: Listed<Row>,
  request: ListRequest,
): Promise<ScimAnswer> {
  const { reader, caller, keyring } = exchange;
  const projection = projectionOf(request, listed.type);
  const scope = scopeOf(exchange, listed.type, request);
  const begun = request.cursor ? readCursor(keyring, scope, request.cursor, caller.now) : null;
  const plan = planOf(exchange, listed, request, begun);
  // One row more than the page shows is read, to know whether there are further pages.
  const reading = request.count === 0 ? [] : listed.read(reader, { ...plan, limit: request.count + 1 }, projection);
  const [rows, known] = await Promise.all([reading, begun?.total ?? findKnownTotal(reader, listed.source, plan.condition)]);
  const total = known ?? (await totalOf(reader, listed.source, plan, rows.length, request.count));
  const resources = rows.slice(0, request.count).map((row) => project(listed.show(row), listed.type, projection));
  return answerPage(exchange, request, scope, { found: rows, total, resources });
}

/** `found` has one row more than the page if others follow; `resources` lacks those deleted in the meantime. */
type Page = {
  found: readonly Pick<Placed, "sort_key" | "exact_created" | "row_id">[];
  total: number;
  resources: readonly object[];
};

export function answerPage(
  { keyring, caller }: Exchange,
  { count, cursor, start_index }: ListRequest,
  scope: CursorScope,
  { found, total, resources }: Page,
): ScimAnswer {
  const last = found.length > count ? found[count - 1] : undefined;
  const by_cursor = cursor !== undefined;
  return {
    status: 200,
    body: {
      schemas: [list_urn],
      totalResults: total,
      ...(by_cursor ? {} : { startIndex: start_index }),
      itemsPerPage: resources.length,
      ...(by_cursor && last ? { nextCursor: writeCursor(keyring, scope, { after: positionOf(last), total }, caller.now) } : {}),
      Resources: resources,
    },
  };
}

export function projectionOf({ attributes, excluded_attributes }: ListRequest, type: ResourceType): Projection {
  return parseProjection({ attributes, excludedAttributes: excluded_attributes }, type);
}

/** Parses the filter and order of a list; `others` are further types of the same search. */
export function planOf<Row extends Placed>(
  { profile }: Exchange,
  { type, storage }: Listed<Row>,
  { filter, sort_by, descending, start_index, cursor }: ListRequest,
  begun: Cursor | null,
  others: readonly ResourceType[] = [],
): ListPlan {
  const options = {
    lenient_booleans: profile.convert_scalars,
    cleaned_lines: profile.clean_lines,
    compared_elements: profile.reshape_values,
    unqualified_names: profile.keys_as_paths,
    others,
  };
  const parsed = filter === undefined ? null : syntaxRefused(() => parseFilter(filter, type, options));
  const sorted = sort_by === undefined ? undefined : syntaxRefused(() => parseSortBy(sort_by, type, options));
  return {
    condition: parsed && conditionOf(parsed, storage),
    key: sorted === undefined ? null : sortKeyOf(sorted, storage),
    descending: descending && sort_by !== undefined,
    limit: 0,
    offset: cursor === undefined ? start_index - 1 : 0,
    after: begun?.after ?? null,
    is_common: sorted === undefined && (parsed === null || isLookUp(parsed)),
    is_look_up: sorted === undefined && parsed !== null && isLookUp(parsed),
  };
}

/** Attributes by which providers find a user before each change; each has an index. */
const looked_up: ReadonlySet<string> = new Set(["userName", "externalId", "id"]);

function isLookUp(filter: Filter): boolean {
  return filter.kind === "compare" && filter.operator === "eq" && looked_up.has(filter.target.name);
}

/** Counted only if the page is not the end of the list. */
async function totalOf(db: Reader, source: ListSource, plan: ListPlan, found: number, count: number): Promise<number> {
  const ends_list = count > 0 && found <= count && (found > 0 || plan.offset === 0);
  return ends_list ? plan.offset + found : countMatching(db, source, plan.condition);
}

export function scopeOf(
  { caller }: Exchange,
  { name }: { name: string },
  { filter, sort_by, descending }: ListRequest,
): CursorScope {
  return { tenant_id: caller.tenant.id, parts: [name, filter ?? null, sort_by ?? null, descending] };
}

function positionOf({ sort_key, exact_created, row_id }: Pick<Placed, "sort_key" | "exact_created" | "row_id">) {
  return { key: sort_key, created: exact_created, id: row_id };
}
