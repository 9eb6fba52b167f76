// A person as SCIM shows them: attributes with a column come from the column, all others are as the client sent them.
import { hash } from "node:crypto";
import { etagOfVersion } from "../exchange.ts";
import type { Site } from "../filter/storage-sql.ts";
import { isArray, isForbidden, isObject, memberOf, type Json, type JsonObject } from "../patch/merge-json.ts";
import { training_urn, user_schemas } from "../schemas.ts";
import { enterprise_schema } from "../schemas-user.ts";
import { places } from "./places.ts";
import type { UserRow } from "./sql.ts";

export function showUser(row: UserRow, site: Site, own_keys: readonly string[]): JsonObject {
  const sent = row.document ?? {};
  const { schemas: _, ...others } = sent;
  return assigned({
    schemas: schemasOf(sent),
    id: row.id,
    externalId: row.external_id,
    userName: row.login,
    ...others,
    name: assigned({ ...part(sent, "name"), ...fieldsIn(row, "name") }),
    ...fieldsIn(row, null),
    active: row.state === "invited" || row.state === "active",
    emails: memberOf(sent, "emails") ?? knownEmails(row),
    [enterprise_schema.id]: enterpriseOf(row, part(sent, enterprise_schema.id), site),
    [training_urn]: trainingOf(row, part(sent, training_urn), own_keys),
    groups: row.groups?.map(({ id, name }) => ({ value: id, $ref: site.groups_url + id, display: name, type: "direct" })),
    meta: {
      resourceType: "User",
      created: row.created,
      lastModified: row.modified,
      location: site.users_url + row.id,
      version: tagOfUser(row),
    },
  });
}

/**
 * The ETag of a user. The answer shows the user's groups, which change without the user's row, a hundred thousand members at
 * once. So the ETag of a user in groups includes a digest of these groups.
 */
export function tagOfUser({ version, groups }: Pick<UserRow, "version" | "groups">): string {
  if (groups === null || groups.length === 0) return etagOfVersion(version);
  const digest = hash("sha256", JSON.stringify(groups.map(({ id, name }) => [id, name])), "hex");
  return `W/"${version}-${digest.slice(0, digest_characters)}"`;
}

const digest_characters = 16;

function schemasOf(sent: JsonObject): readonly Json[] {
  const schemas = memberOf(sent, "schemas");
  return isArray(schemas) ? schemas : user_schemas;
}

function knownEmails({ email }: UserRow): Json {
  return email === null ? [] : [{ value: email, type: "work", primary: true }];
}

function enterpriseOf(row: UserRow, sent: JsonObject, { users_url }: Site): JsonObject {
  const department = memberOf(sent, "department") ?? row.department_name;
  const { manager_id: value, manager_name: displayName } = row;
  const manager = value === null ? memberOf(sent, "manager") : assigned({ value, $ref: users_url + value, displayName });
  return assigned({ ...sent, ...fieldsIn(row, enterprise_schema.id), department, manager });
}

/** The fields that are shown unchanged, of the resource itself (null) or of a member. */
function fieldsIn(row: UserRow, holder: string | null): Record<string, string | null> {
  const fields: Record<string, string | null> = {};
  for (const { field, member } of places_of.get(holder)!) fields[member] = row[field];
  return fields;
}

const places_of = Map.groupBy(places, ({ holder }) => holder);

function trainingOf(row: UserRow, sent: JsonObject, own_keys: readonly string[]): JsonObject {
  return assigned({
    ...sent,
    ...Object.fromEntries(own_keys.map((key) => [key, row.attributes[key] ?? null])),
    workerType: row.worker_type,
    contractorId: row.contractor_id ?? memberOf(sent, "contractorId"),
    contractorName: memberOf(sent, "contractorName") ?? row.contractor_name,
  });
}

function part(sent: JsonObject, name: string): JsonObject {
  const value = memberOf(sent, name);
  return isObject(value) ? value : {};
}

/** RFC 7643 §2.5: attributes without a value are not shown. Written as a loop, because pages have thousands of members. */
function assigned(members: Record<string, Json | undefined>): JsonObject {
  const shown: Record<string, Json> = {};
  for (const name of Object.keys(members)) {
    const value = members[name];
    if (value !== undefined && value !== null && !isEmpty(value) && !isForbidden(name)) shown[name] = value;
  }
  return shown;
}

function isEmpty(value: Json): boolean {
  return typeof value === "object" && value !== null && (isArray(value) ? value : Object.keys(value)).length === 0;
}
