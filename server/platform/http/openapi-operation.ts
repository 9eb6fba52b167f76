import { panel_roles, type Scope } from "../context.ts";
import type { MountedOperation } from "./mounted-operations.ts";
import { headers_of_clients, headersOf, knownName } from "./openapi-headers.ts";
import { problemContent, problemsOf } from "./openapi-problems.ts";
import { exampleOf, type Components, type Json } from "./openapi-schemas.ts";
import type { ProblemType } from "./problem.ts";
import type { AnswerDescription } from "./route.ts";

/** What an operation is described with, beside itself. */
export type Surroundings = { components: Components; base_url: string };

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
    ...(access.kind === "panel" ? { "x-roles": access.roles ?? ["anonymous", ...panel_roles], "x-step-up": access.step_up } : {}),
    ...nonEmpty("parameters", parametersOf(mounted, surroundings.components)),
    ...(body ? { requestBody: requestBody(mounted, body, surroundings.components) } : {}),
    ...(operation.upload ? { requestBody: uploadBody(operation.upload) } : {}),
    responses: responsesOf(mounted, surroundings),
  };
}

/** Each entry suffices by itself; several scopes of one operation are alternatives. */
function securityOf({ access, operation }: MountedOperation): Json[] {
  if (operation.authentication === "client_basic") return [{ clientBasic: [] }];
  if (access.kind === "open") return [];
  if (access.kind === "panel") return access.roles === null ? [] : [{ session: [] }];
  return [{ apiKey: [] }, ...access.any_of.map((scope: Scope) => ({ oauth2: [scope] }))];
}

function parametersOf(mounted: MountedOperation, components: Components): Json[] {
  const { url, method, operation, params, query, headers } = mounted;
  const codes = new Set(operation.problems.map((maker) => maker.type.code));
  const described = Object.keys(operation.headers ?? {}).map((name) => knownName(name));
  return [
    ...pathParameters(url, params, components),
    ...(url.startsWith("/api/v1/") ? [parameter("XTenantCode")] : []),
    ...parametersIn("query", query, components),
    ...parametersIn("header", headers, components),
    ...(method === "GET" && described.includes("ETag") ? [parameter("IfNoneMatch")] : []),
    ...(codes.has("PRECONDITION_FAILED") ? [parameter("IfMatch")] : []),
    ...(codes.has("IDEMPOTENCY_KEY_REUSED") ? [parameter("IdempotencyKey")] : []),
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
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    description: "ETag of an earlier answer: 304 without a body if it still holds.",
    schema: { type: "string", examples: ['"5bX1kZ0x2Qm7yVt3Lr9sWA"'] },
  },
  IfMatch: {
    name: "If-Match",
    in: "header",
    description: "ETag of the record that the change is meant for: 412 if it has changed since.",
    schema: { type: "string", examples: ['"5bX1kZ0x2Qm7yVt3Lr9sWA"'] },
  },
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description:
      "Repeating a request with the same key and body within 24 hours answers as the first time did, and does nothing.",
    schema: { type: "string", minLength: 1, maxLength: 255, examples: ["4f1c2b7e-9d0a-4a57-8d3e-6f5b1c0a9e21"] },
  },
};

function parameter(name: keyof typeof parameter_components): Json {
  return { $ref: `#/components/parameters/${name}` };
}

function pathParameters(url: string, params: object | null, components: Components): Json[] {
  const properties = ((params as Json | null)?.["properties"] ?? {}) as Record<string, Json>;
  return [...url.matchAll(/:([a-z_]+)/g)].map(([, name]) => {
    const { description, ...schema } = components.request(properties[name!] ?? { type: "string" });
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
    const { description, ...schema } = components.request(property);
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
    schema: components.define(name, components.request(body)),
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

/** OpenAPI 3.1 §4.8.14: a file of text is described by its media type; a schema has nothing to add. */
function uploadBody(upload: Readonly<Record<string, string>>): Json {
  const content = Object.entries(upload).map(([media_type, example]) => [media_type, { schema: { type: "string" }, example }]);
  return { required: true, content: Object.fromEntries(content) };
}

function responsesOf(mounted: MountedOperation, surroundings: Surroundings): Json {
  const responses: Record<string, Json> = {};
  for (const [status, answer] of Object.entries(answersOf(mounted))) {
    responses[status] = answerObject(mounted, Number(status), answer, surroundings.components);
  }
  for (const [status, types] of Map.groupBy(problemsOf(mounted), (type) => type.status)) {
    const known = responses[status];
    const content = {
      "application/problem+json": problemContent(types, surroundings.components, surroundings.base_url, mounted.url),
    };
    responses[status] = {
      description: known?.["description"] ?? types.map((type) => `${type.code}: ${type.title}.`).join(" "),
      headers: { ...(known?.["headers"] as Json | undefined), ...headersOf(problemHeaders(mounted, types)) },
      content: { ...(known?.["content"] as Json | undefined), ...content },
    };
  }
  return responses;
}

/** What is sent with an ETag can also be answered 304. */
function answersOf({ method, operation }: MountedOperation): Readonly<Record<number, AnswerDescription>> {
  const conditional = method === "GET" && Object.keys(operation.headers ?? {}).some((name) => knownName(name) === "ETag");
  const not_modified = { description: "Not modified: If-None-Match names the current ETag. Without a body.", schema: null };
  return conditional ? { 304: not_modified, ...operation.answers } : operation.answers;
}

function answerObject(mounted: MountedOperation, status: number, answer: AnswerDescription, components: Components): Json {
  const { access, operation } = mounted;
  const success = status < 400;
  const names = [
    ...(access.kind === "scope" ? headers_of_clients : ["X-Request-Id"]),
    ...replayHeaders(mounted, status),
    ...failureHeaders(mounted, status, []),
    ...deprecationHeaders(mounted),
  ];
  const content = answer.schema && {
    [answer.media_type ?? "application/json"]: {
      schema: components.answer(answer.schema),
      example: answer.example ?? exampleOf(answer.schema),
    },
  };
  return {
    description: answer.description,
    headers: headersOf(names, success ? operation.headers : {}),
    ...(content ? { content } : {}),
  };
}

/** Statuses that are decided before a client is known. */
const statuses_before_admission = new Set([401, 414, 431]);

function problemHeaders(mounted: MountedOperation, types: readonly ProblemType[]): string[] {
  const { status } = types[0]!;
  const admitted = mounted.access.kind === "scope" && !statuses_before_admission.has(status);
  return [
    ...(admitted ? headers_of_clients : ["X-Request-Id"]),
    ...replayHeaders(mounted, status),
    ...failureHeaders(mounted, status, types),
    ...deprecationHeaders(mounted),
  ];
}

/** Failures that an operation itself decides; they are remembered with an Idempotency-Key like its successes. */
const statuses_of_operations = new Set([404, 409, 412, 422]);

function replayHeaders({ operation }: MountedOperation, status: number): string[] {
  const idempotent = operation.problems.some((maker) => maker.type.code === "IDEMPOTENCY_KEY_REUSED");
  return idempotent && (status < 400 || statuses_of_operations.has(status)) ? ["Idempotency-Replayed"] : [];
}

function failureHeaders({ access }: MountedOperation, status: number, types: readonly ProblemType[]): string[] {
  if (status === 401 && access.kind !== "panel") return ["WWW-Authenticate"];
  const passes = status === 429 || status === 503 || types.some(({ code }) => code === "IDEMPOTENCY_KEY_IN_USE");
  return passes ? ["Retry-After"] : [];
}

function deprecationHeaders({ operation }: MountedOperation): string[] {
  return operation.deprecation ? ["Deprecation", "Sunset", "Link"] : [];
}

function nonEmpty(name: string, list: unknown[]): Json {
  return list.length > 0 ? { [name]: list } : {};
}
