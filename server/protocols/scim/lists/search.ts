// Searches by POST (RFC 7644 §3.4.3): the parameters of a list are in the body, because filters may be too long for a URL. At the
// root the search covers users and groups together.
import type { ResourceType } from "../attributes.ts";
import { readCursor, type Cursor } from "./cursor.ts";
import type { Exchange, ScimAnswer } from "../exchange.ts";
import { parseSortBy } from "../filter/sort.ts";
import { listedGroups } from "../groups/groups.ts";
import { answerPage, listResources, planOf, projectionOf, scopeOf, type Listed } from "./list.ts";
import { readListRequest, type ListRequest } from "./list-request.ts";
import { countMatching, type Placed } from "./list-sql.ts";
import { checkSchemas, readMembers } from "../normalise/request.ts";
import { project } from "../patch/project.ts";
import { group_type } from "../schemas.ts";
import { amongIds, listFound, type Found, type Side } from "./search-sql.ts";
import { listedUsers } from "../users/users.ts";

const search_urn = "urn:ietf:params:scim:api:messages:2.0:SearchRequest";
const parameters = ["filter", "sortBy", "sortOrder", "startIndex", "count", "cursor", "attributes", "excludedAttributes"];

export function searchUsers(exchange: Exchange, body: unknown): Promise<ScimAnswer> {
  return listResources(exchange, listedUsers(exchange), readSearchRequest(exchange, body));
}

export function searchGroups(exchange: Exchange, body: unknown): Promise<ScimAnswer> {
  return listResources(exchange, listedGroups(exchange), readSearchRequest(exchange, body));
}

function readSearchRequest({ profile }: Exchange, body: unknown): ListRequest {
  const members = readMembers(body, "The request body");
  checkSchemas(members["schemas"], search_urn, profile);
  return readListRequest(Object.fromEntries(parameters.map((name) => [name, members[name.toLowerCase()]])));
}

/** Users and groups in one list. An attribute that one of the types lacks has no value there (RFC 7644 §3.4.2.1). */
export async function searchAll(exchange: Exchange, body: unknown): Promise<ScimAnswer> {
  const { reader, caller, keyring, user_type } = exchange;
  const request = readSearchRequest(exchange, body);
  const scope = scopeOf(exchange, { name: "/" }, request);
  const begun = request.cursor ? readCursor(keyring, scope, request.cursor, caller.now) : null;
  const sides = [
    sideOf(exchange, listedUsers(exchange), [group_type], request, begun),
    sideOf(exchange, listedGroups(exchange), [user_type], request, begun),
  ];
  const { descending, offset } = sides[0]!.plan;
  const page = {
    descending,
    offset,
    limit: request.count + 1,
    is_common_key: isCommonKey(exchange, request, [user_type, group_type]),
  };
  const found = request.count === 0 ? [] : await listFound(reader, sides, page);
  const shown = found.slice(0, request.count);
  const total = begun?.total ?? (await totalOf(exchange, sides));
  const resources = new Map((await Promise.all(sides.map((side) => side.read(shown)))).flat());
  const there = shown.flatMap(({ row_id }) => resources.get(row_id) ?? []);
  return answerPage(exchange, request, scope, { found, total, resources: there });
}

type ReadSide = Side & { read(found: readonly Found[]): Promise<[id: string, resource: object][]> };

function sideOf<Row extends Placed>(
  exchange: Exchange,
  listed: Listed<Row>,
  others: readonly ResourceType[],
  request: ListRequest,
  begun: Cursor | null,
): ReadSide {
  const plan = planOf(exchange, listed, request, begun, others);
  const { type, source } = listed;
  const projection = projectionOf(request, type);
  const read: ReadSide["read"] = async (found) => {
    const ids = found.map(({ row_id }) => row_id);
    const chosen = {
      condition: amongIds(source.row, ids),
      key: null,
      descending: false,
      offset: 0,
      after: null,
      is_common: false,
      is_look_up: false,
    };
    const rows = ids.length === 0 ? [] : await listed.read(exchange.reader, { ...chosen, limit: ids.length }, projection);
    return rows.map((row) => [row.row_id, project(listed.show(row), type, projection)]);
  };
  return { source, plan, read };
}

/** Whether all types have the attribute of `sort_by`. Call it when at least one is known to have it. */
function isCommonKey({ profile }: Exchange, { sort_by }: ListRequest, types: readonly ResourceType[]): boolean {
  const options = { others: types, unqualified_names: profile.keys_as_paths };
  return sort_by !== undefined && types.every((type) => parseSortBy(sort_by, type, options) !== null);
}

async function totalOf({ reader }: Exchange, sides: readonly Side[]): Promise<number> {
  const counts = await Promise.all(sides.map(({ source, plan }) => countMatching(reader, source, plan.condition)));
  return counts.reduce((sum, count) => sum + count, 0);
}
