import { matches } from "../../../platform/http/route.ts";
import { isUuid } from "../../../platform/ids.ts";
import { checkVersion } from "../change-request.ts";
import { resourceHeaders, type Exchange, type Preconditions, type ScimAnswer } from "../exchange.ts";
import { scimError } from "../errors.ts";
import { userStorage } from "../filter/storage-sql.ts";
import { listResources, type Listed } from "../lists/list.ts";
import type { ListRequest } from "../lists/list-request.ts";
import type { Placed } from "../lists/list-sql.ts";
import type { JsonObject } from "../patch/merge-json.ts";
import { parseProjection, project, shows, type Projection, type ProjectionRequest } from "../patch/project.ts";
import { ownKeys } from "./map.ts";
import { showUser, tagOfUser } from "./show.ts";
import { findUser, listUsers, userSource, type UserRow } from "./sql.ts";

type ListedUsers = Listed<UserRow & Placed>;

/**
 * How people of each organisation are listed (types and places of attributes), as its last request needed it. To make it for each
 * request took a fifth of what a look-up allocates.
 */
const listed_known = new WeakMap<Exchange["site"], ListedUsers>();

/** How lists of people are read; a search over several types uses parts of it. */
export function listedUsers({ site, own, user_type }: Exchange): ListedUsers {
  const known = listed_known.get(site);
  if (known?.type === user_type) return known;
  const own_keys = ownKeys(user_type);
  const made: ListedUsers = {
    type: user_type,
    storage: userStorage(site, own),
    source: userSource(site.tenant_id),
    read: (db, plan, projection) => listUsers(db, site.tenant_id, plan, showsGroups(projection, user_type)),
    show: (row) => showUser(row, site, own_keys),
  };
  listed_known.set(site, made);
  return made;
}

export function listUserPage(exchange: Exchange, request: ListRequest): Promise<ScimAnswer> {
  return listResources(exchange, listedUsers(exchange), request);
}

/** One person; 304 if the client has this version already (RFC 7644 §3.14). */
export async function getUser(
  exchange: Exchange,
  id: string,
  shown: ProjectionRequest,
  { if_match, if_none_match }: Preconditions,
): Promise<ScimAnswer> {
  const { reader, site, user_type } = exchange;
  const projection = parseProjection(shown, user_type);
  const row = isUuid(id) ? await findUser(reader, site.tenant_id, id, showsGroups(projection, user_type)) : undefined;
  if (row === undefined) throw noSuchUser();
  checkVersion("user", row.version, ofPersonAlone({ if_match }));
  const etag = tagOfUser(row);
  if (matches(if_none_match, etag)) return { status: 304, body: null, headers: { etag } };
  return answerUser(exchange, 200, showUser(row, site, ownKeys(user_type)), projection);
}

/** The preconditions without the ETag's part about groups: a change of a person does not change their groups. */
export function ofPersonAlone({ if_match, if_none_match }: Preconditions): Preconditions {
  const part = (tags: string | undefined) => tags?.replace(/-[0-9a-f]{16}(?=")/g, "");
  return { if_match: part(if_match), if_none_match: part(if_none_match) };
}

/** An answer with a person, limited to the attributes that the client wants. */
export function answerUser({ user_type }: Exchange, status: number, user: JsonObject, projection: Projection): ScimAnswer {
  return { status, body: project(user, user_type, projection), headers: resourceHeaders(user) };
}

export function noSuchUser() {
  return scimError(404, null, "There is no such user.");
}

function showsGroups(projection: Projection, type: Exchange["user_type"]): boolean {
  return shows(projection, "groups", type);
}
