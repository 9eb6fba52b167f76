import { matches } from "../../../platform/http/route.ts";
import { isUuid } from "../../../platform/ids.ts";
import { scimError } from "../errors.ts";
import { checkVersion } from "../change-request.ts";
import { etagOfVersion, resourceHeaders, type Exchange, type Preconditions, type ScimAnswer } from "../exchange.ts";
import { groupStorage, type Site } from "../filter/storage-sql.ts";
import { findGroup, groupSource, listGroups, type GroupRow } from "./sql.ts";
import { listResources, type Listed } from "../lists/list.ts";
import type { ListRequest } from "../lists/list-request.ts";
import type { Placed } from "../lists/list-sql.ts";
import { memberOf, type JsonObject } from "../patch/merge-json.ts";
import { parseProjection, project, shows, type Projection, type ProjectionRequest } from "../patch/project.ts";
import { group_type } from "../schemas.ts";

/** How lists of groups are read; a search over several types uses parts of it. */
export function listedGroups({ site }: Exchange): Listed<GroupRow & Placed> {
  return {
    type: group_type,
    storage: groupStorage(site),
    source: groupSource(site.tenant_id),
    read: (db, plan, projection) => listGroups(db, site.tenant_id, plan, showsMembers(projection)),
    show: (row) => showGroup(row, site),
  };
}

export function listGroupPage(exchange: Exchange, request: ListRequest): Promise<ScimAnswer> {
  return listResources(exchange, listedGroups(exchange), request);
}

/** One group; 304 if the client has this version already (RFC 7644 §3.14). */
export async function getGroup(
  exchange: Exchange,
  id: string,
  shown: ProjectionRequest,
  { if_match, if_none_match }: Preconditions,
): Promise<ScimAnswer> {
  const { reader, site } = exchange;
  const projection = parseProjection(shown, group_type);
  const row = isUuid(id) ? await findGroup(reader, site.tenant_id, id, showsMembers(projection)) : undefined;
  if (row === undefined) throw noSuchGroup();
  checkVersion("group", row.version, { if_match });
  const etag = etagOfVersion(row.version);
  // Joining and leaving do not change the version of groups of other kinds, so these are never answered with 304.
  if (row.kind === "scim" && matches(if_none_match, etag)) return { status: 304, body: null, headers: { etag } };
  return answerGroup(200, showGroup(row, site), projection);
}

/** An answer with a group, limited to the attributes that the client wants. */
export function answerGroup(status: number, group: JsonObject, projection: Projection): ScimAnswer {
  return { status, body: project(group, group_type, projection), headers: resourceHeaders(group) };
}

export function noSuchGroup() {
  return scimError(404, null, "There is no such group.");
}

export function showsMembers(projection: Projection): boolean {
  return shows(projection, "members", group_type);
}

/** A group as SCIM shows it: attributes with a column come from the column, all others are as the client sent them. */
export function showGroup({ document, ...row }: GroupRow, site: Site): JsonObject {
  const { schemas: _, ...others } = document ?? {};
  return {
    schemas: memberOf(document ?? {}, "schemas") ?? [group_type.core.id],
    id: row.id,
    ...(row.external_id === null ? {} : { externalId: row.external_id }),
    displayName: row.name,
    ...others,
    ...(row.members && row.members.length > 0 ? { members: row.members.map((member) => showMember(member, site)) } : {}),
    meta: {
      resourceType: "Group",
      created: row.created,
      lastModified: row.modified,
      location: site.groups_url + row.id,
      version: etagOfVersion(row.version),
    },
  };
}

function showMember({ id, name }: { id: string; name: string | null }, { users_url }: Site): JsonObject {
  return { value: id, $ref: users_url + id, ...(name === null ? {} : { display: name }), type: "User" };
}
