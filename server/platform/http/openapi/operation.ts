import { panel_roles, type Scope } from "../../context.ts";
import type { MountedOperation } from "./mounted-operations.ts";
import { etagExample, keyExample, knownName } from "./headers.ts";
import { responsesOf } from "./responses.ts";
import { exampleOf, type Components, type Json, type Surroundings } from "./schemas.ts";

/** The Operation Object of a mounted operation (OpenAPI 3.1 §4.8.10). */
export function operationObject(mounted: MountedOperation, surroundings: Surroundings): Json {
  const { access, operation, body } = mounted;
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.description ? { description: operation.description } : {}),
    ...(operation.deprecation ? { deprecated: true, "x-sunset": operation.deprecation.sunset_on } : {}),
    security: securityOf(mounted),
    ...(access.kind === "scope" ? { "x-required-scopes": access.any_of } : {}),
    ...(access.kind === "panel"
      ? {
          "x-roles": access.roles ?? ["anonymous", ...panel_roles],
          "x-step-up": access.step_up,
          "x-departments": access.departments,
        }
      : {}),
    ...nonEmpty("parameters", parametersOf(mounted, surroundings.components)),
    ...(body ? { requestBody: requestBody(mounted, body, surroundings.components) } : {}),
    ...(operation.upload ? { requestBody: uploadBody(operation.upload) } : {}),
    responses: responsesOf(mounted, surroundings),
  };
}

/** Each entry suffices by itself, so several scopes of one operation are alternatives. */
function securityOf({ access, operation }: MountedOperation): Json[] {
  // OpenAPI has no scheme for credentials in a form. The empty entry stands for such a request, which has no Authorization
  // header.
  if (operation.authentication === "client_secret") return [{ clientBasic: [] }, {}];
  if (access.kind === "open") return [];
  if (access.kind === "panel") return access.roles === null ? [] : [{ session: [] }];
  if (access.kind === "client") return [{ apiKey: [] }, { oauth2: [] }];
  return [{ apiKey: [] }, ...access.any_of.map((scope: Scope) => ({ oauth2: [scope] }))];
}

function parametersOf(mounted: MountedOperation, components: Components): Json[] {
  const { url, method, operation, params, query, headers } = mounted;
  const codes = new Set((operation.problems ?? []).map((maker) => maker.type.code));
  const described = Object.keys(operation.headers ?? {}).map((name) => knownName(name));
  return [
    ...pathParameters(url, params, components),
    ...(url.startsWith("/api/v1/") ? [parameter("XTenantCode")] : []),
    ...parametersIn("query", query, components),
    ...parametersIn("header", headers, components),
    ...(method === "GET" && described.includes("ETag") ? [ifNoneMatch(url)] : []),
    ...(codes.has("PRECONDITION_FAILED") ? [ifMatch(url)] : []),
    ...(codes.has("IDEMPOTENCY_KEY_REUSED") ? [idempotencyKey(operation.id)] : []),
  ];
}

/** Parameters that several operations share. */
export const parameter_components: Readonly<Record<string, Json>> = {
  XTenantCode: {
    name: "X-Tenant-Code",
    in: "header",
    required: true,
    description: "The organisation's tenant code, as the IT administration panel shows it.",
    schema: { type: "string", pattern: "^[A-Z0-9][A-Z0-9-]{1,31}$", examples: ["ACME-PL"] },
  },
};

/** Request headers that several operations read, each with an example. */
function ifNoneMatch(url: string): Json {
  const description = "ETag of an earlier answer: 304 without a body if it still holds.";
  return { name: "If-None-Match", in: "header", description, schema: { type: "string", examples: [etagExample(url)] } };
}

function ifMatch(url: string): Json {
  const description = "ETag of the record that the change is meant for: 412 if it has changed since.";
  return { name: "If-Match", in: "header", description, schema: { type: "string", examples: [etagExample(url)] } };
}

function idempotencyKey(operation_id: string): Json {
  return {
    name: "Idempotency-Key",
    in: "header",
    description:
      "1 to 255 visible ASCII characters, new for each request. Repeating a request with the same key and body within 24 hours answers as the first time did, and does nothing.",
    schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[!-~]+$", examples: [keyExample(operation_id)] },
  };
}

function parameter(name: keyof typeof parameter_components): Json {
  return { $ref: `#/components/parameters/${name}` };
}

function pathParameters(url: string, params: object | null, components: Components): Json[] {
  const properties = ((params as Json | null)?.["properties"] ?? {}) as Record<string, Json>;
  return [...url.matchAll(/:([a-z_]+)/g)].map(([, name]) => {
    const { description, ...schema } = components.parameter(properties[name!] ?? { type: "string" });
    return {
      name,
      in: "path",
      required: true,
      description: description ?? "Id of the record. A malformed one is answered like an unknown one.",
      schema: { ...schema, examples: schema["examples"] ?? [exampleOf({ type: "string", format: "uuid" })] },
    };
  });
}

function parametersIn(place: "query" | "header", source: object | null, components: Components): Json[] {
  const { properties = {}, required = [] } = (source ?? {}) as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = components.parameter(property);
    return {
      name,
      in: place,
      ...(required.includes(name) && !("default" in property) ? { required: true } : {}),
      ...(description ? { description } : {}),
      schema,
    };
  });
}

function requestBody({ method, operation, access }: MountedOperation, body: object, components: Components): Json {
  const name = `${operation.id.charAt(0).toUpperCase()}${operation.id.slice(1)}Request`;
  const content = {
    schema: components.define("schemas", name, components.body(body)),
    example: operation.request_example ?? exampleOf(body),
  };
  const usual =
    method === "PATCH" && access.kind !== "panel" ? ["application/json", "application/merge-patch+json"] : ["application/json"];
  const media_types = operation.request_media_type ? [operation.request_media_type] : usual;
  return {
    required: (body as Json)["optional"] !== true,
    content: Object.fromEntries(media_types.map((media_type) => [media_type, content])),
  };
}

/** OpenAPI 3.1 §4.8.14: a text file is described by its media type alone. Only bytes need a schema. */
function uploadBody(upload: Readonly<Record<string, string>>): Json {
  const content = Object.entries(upload).map(([media_type, example]) => {
    // Without this format openapi-python-client treats bytes as text, and its function fails when it is called.
    const format = media_type === "application/octet-stream" ? { format: "binary" } : {};
    return [media_type, { schema: { type: "string", ...format }, example }];
  });
  return { required: true, content: Object.fromEntries(content) };
}

function nonEmpty(name: string, list: unknown[]): Json {
  return list.length > 0 ? { [name]: list } : {};
}
