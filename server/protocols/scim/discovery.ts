// What the service supports, and the schemas of its resources (RFC 7644 §4, RFC 7643 §5 to §7, RFC 9865 §4).
import { body_max_bytes } from "../../platform/http/server.ts";
import type { Attribute, ResourceSchema, ResourceType } from "./attributes.ts";
import { bulk_operations_max } from "./bulk/plan.ts";
import { cursor_timeout_s } from "./lists/cursor.ts";
import { scimError } from "./errors.ts";
import type { Exchange, ScimAnswer } from "./exchange.ts";
import { page_size_default, page_size_max } from "./lists/list-request.ts";
import { group_type } from "./schemas.ts";

const core = "urn:ietf:params:scim:schemas:core:2.0";

export function getServiceProviderConfig({ root_url }: Exchange): ScimAnswer {
  return found({
    schemas: [`${core}:ServiceProviderConfig`],
    patch: { supported: true },
    bulk: { supported: true, maxOperations: bulk_operations_max, maxPayloadSize: body_max_bytes },
    filter: { supported: true, maxResults: page_size_max },
    changePassword: { supported: false },
    sort: { supported: true },
    etag: { supported: true },
    pagination: {
      cursor: true,
      index: true,
      defaultPaginationMethod: "index",
      defaultPageSize: page_size_default,
      maxPageSize: page_size_max,
      cursorTimeout: cursor_timeout_s,
    },
    authenticationSchemes: [
      {
        type: "oauthbearertoken",
        name: "Bearer token",
        description: "The secret of an integration client with the scope scim, or an OAuth 2.0 access token issued for it.",
        specUri: "https://www.rfc-editor.org/info/rfc6750",
        primary: true,
      },
    ],
    meta: { resourceType: "ServiceProviderConfig", location: `${root_url}/ServiceProviderConfig` },
  });
}

export function listResourceTypes(exchange: Exchange, query: Query): ScimAnswer {
  return listed(
    query,
    typesOf(exchange).map((type) => resourceTypeOf(exchange, type)),
  );
}

export function getResourceType(exchange: Exchange, name: string): ScimAnswer {
  const type = typesOf(exchange).find((each) => each.name === name);
  if (type === undefined) throw scimError(404, null, "There is no such resource type.");
  return found(resourceTypeOf(exchange, type));
}

export function listSchemas(exchange: Exchange, query: Query): ScimAnswer {
  return listed(
    query,
    schemasOf(exchange).map((schema) => schemaOf(exchange, schema)),
  );
}

export function getSchema(exchange: Exchange, urn: string): ScimAnswer {
  const schema = schemasOf(exchange).find(({ id }) => id.toLowerCase() === urn.toLowerCase());
  if (schema === undefined) throw scimError(404, null, "There is no such schema.");
  return found(schemaOf(exchange, schema));
}

type Query = Readonly<Record<string, unknown>>;

/** RFC 7644 §4: filters of these lists are refused, and other parameters are ignored. */
function listed({ filter }: Query, resources: object[]): ScimAnswer {
  if (filter !== undefined) throw scimError(403, null, "What the service can do is not filtered (RFC 7644 §4).");
  return found({
    schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
    totalResults: resources.length,
    startIndex: 1,
    itemsPerPage: resources.length,
    Resources: resources,
  });
}

function found(body: object): ScimAnswer {
  return { status: 200, body };
}

function typesOf({ user_type }: Exchange): ResourceType[] {
  return [user_type, group_type];
}

function resourceTypeOf({ root_url }: Exchange, { name, endpoint, core: schema, extensions }: ResourceType): object {
  return {
    schemas: [`${core}:ResourceType`],
    id: name,
    name,
    endpoint,
    description: schema.description,
    schema: schema.id,
    schemaExtensions: extensions.map((extension) => ({ schema: extension.id, required: false })),
    meta: { resourceType: "ResourceType", location: `${root_url}/ResourceTypes/${name}` },
  };
}

function schemasOf(exchange: Exchange): ResourceSchema[] {
  return typesOf(exchange).flatMap((type) => [type.core, ...type.extensions]);
}

function schemaOf({ root_url }: Exchange, { id, name, description, attributes }: ResourceSchema): object {
  return {
    schemas: [`${core}:Schema`],
    id,
    name,
    description,
    attributes: attributes.map(published),
    meta: { resourceType: "Schema", location: `${root_url}/Schemas/${id}` },
  };
}

/** An attribute with only the members that RFC 7643 §7 defines. */
function published(attribute: Attribute): object {
  const { content: _, subAttributes, ...rest } = attribute;
  return { ...rest, ...(subAttributes === undefined ? {} : { subAttributes: subAttributes.map(published) }) };
}
