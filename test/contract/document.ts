/** The parts of a JSON Schema that tests use. */
export type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  maxProperties?: number;
  default?: unknown;
  /** Members of a record that requests may contain, and that are ignored. */
  "x-ignored-members"?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  $ref?: string;
};

export type Parameter = { name: string; in: "path" | "query" | "header"; required: boolean; schema: Schema };
export type Response = { headers: Record<string, Schema>; content: Record<string, Schema> };

/** One operation of the OpenAPI document. References are resolved, except those to named schemas. */
export type Operation = {
  id: string;
  method: string;
  /** `/api/v1/users/{id}` */
  path: string;
  /** One of these scopes is sufficient; null: the operation needs no client's scope. */
  scopes: string[] | null;
  parameters: Parameter[];
  body: { required: boolean; content: Record<string, { schema: Schema; example: unknown }> } | null;
  responses: Record<string, Response>;
};

export type ApiDocument = { operations: Operation[]; schemas: Record<string, Schema>; version: string };

type Raw = Record<string, any>;

/** Parses the text of a document that a running server publishes. */
export function parseDocument(text: string): ApiDocument {
  const raw = JSON.parse(text) as Raw;
  const resolve = (part: Raw): Raw => (typeof part["$ref"] === "string" ? resolve(follow(raw, part["$ref"])) : part);
  const operations = Object.entries(raw["paths"] as Record<string, Raw>).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => operationOf(path, method, operation as Raw, resolve)),
  );
  return {
    operations,
    schemas: raw["components"]["schemas"] as Record<string, Schema>,
    version: raw["info"]["version"] as string,
  };
}

function operationOf(path: string, method: string, operation: Raw, resolve: (part: Raw) => Raw): Operation {
  const mapped = (members: Raw | undefined, of: (member: Raw) => unknown) =>
    Object.fromEntries(Object.entries(members ?? {}).map(([name, member]) => [name, of(resolve(member as Raw))]));
  const body = operation["requestBody"] as Raw | undefined;
  return {
    id: operation["operationId"],
    method: method.toUpperCase(),
    path,
    scopes: operation["x-required-scopes"] ?? null,
    parameters: ((operation["parameters"] ?? []) as Raw[]).map((parameter) => {
      const { name, in: place, required = false, schema } = resolve(parameter);
      return { name, in: place, required, schema: resolve(schema as Raw) };
    }),
    body: body ? { required: body["required"] === true, content: body["content"] } : null,
    responses: mapped(operation["responses"], (response) => ({
      headers: mapped(response["headers"], (header) => header["schema"]),
      content: mapped(response["content"], (content) => content["schema"]),
    })) as Operation["responses"],
  };
}

function follow(document: Raw, reference: string): Raw {
  return reference
    .slice(2)
    .split("/")
    .reduce<Raw>((part, token) => part[token] as Raw, document);
}

/** A schema with its reference resolved. */
export function schemaOf(document: ApiDocument, schema: Schema): Schema {
  const name = /^#\/components\/schemas\/(.+)$/.exec(schema.$ref ?? "")?.[1];
  return name === undefined ? schema : schemaOf(document, document.schemas[name]!);
}

/** The schema of an operation's JSON body, or null. */
export function bodySchemaOf(document: ApiDocument, operation: Operation): Schema | null {
  const schema = operation.body?.content["application/json"]?.schema;
  return schema === undefined ? null : schemaOf(document, schema);
}
