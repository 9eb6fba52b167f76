import type { Json } from "../../platform/http/openapi/schemas.ts";

/** The OpenAPI document, which is our own: plain JSON of any depth. */
type Document = Record<string, any>;

type Operation = { method: string; path: string; operation: Document };

const format = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

/** Parameters that are optional in the contract, but without which an operation refuses; the collection switches them on. */
const needed: Readonly<Record<string, readonly string[]>> = {
  explainCompliance: ["employee_no", "course_code"],
  askGate: ["employee_no"],
};

/**
 * The contract as a Postman collection (format 2.1, schema.getpostman.com): a folder for each tag and a request for each
 * operation, in an order in which all can be sent one after another (docs/decisions/0057).
 */
export function postmanCollection(openapi: Json): Json {
  const document: Document = openapi;
  const operations = Object.entries<Document>(document["paths"]).flatMap(([path, item]) =>
    Object.entries<Document>(item).map(([method, operation]): Operation => ({ method: method.toUpperCase(), path, operation })),
  );
  const folders = (document["tags"] as Document[])
    .map(({ name, description }) => {
      const own = operations.filter(({ operation }) => operation["tags"][0] === name);
      return { name, description, item: inOrder(own).map((one) => requestItem(document, one)) };
    })
    .filter(({ item }) => item.length > 0);
  return {
    info: {
      name: document["info"].title,
      description: introduction,
      version: document["info"].version,
      schema: format,
    },
    auth: apiKey,
    variable: [
      variable("base_url", document["servers"][0].url, "The service's address, without a slash at its end."),
      variable("tenant_code", "", "The organisation's tenant code."),
      variable("api_key", "", "The client's secret, lms_live_… or lms_test_…; the token endpoint takes it too."),
      variable("client_id", "", "The client's id; the token endpoint alone asks for it."),
      ...idVariables(document, operations),
    ],
    item: folders,
  };
}

const introduction = `Every operation of the contract. Set the variables \`base_url\`, \`tenant_code\` and \`api_key\` of this collection, and send.

Optional query parameters and headers are there, switched off. A request that creates a record keeps its id in a variable (\`user_id\`, \`enrollment_id\` …), with which
the requests about one record are sent. Example values are those of the contract: put in your own before you send what writes, and try it in a sandbox organisation.`;

const apiKey = {
  type: "apikey",
  apikey: [attribute("key", "X-API-Key"), attribute("value", "{{api_key}}"), attribute("in", "header")],
};

const basic = { type: "basic", basic: [attribute("username", "{{client_id}}"), attribute("password", "{{api_key}}")] };

function attribute(key: string, value: string): Json {
  return { key, value, type: "string" };
}

function variable(key: string, value: string, description: string): Json {
  return { key, value, type: "string", description };
}

/**
 * Groups requests by the kind of record: first those that list and create, then those about one record, last those that end it.
 */
function inOrder(operations: readonly Operation[]): Operation[] {
  const kinds = Map.groupBy(operations, ({ path }) => path.split("/")[3] ?? path);
  return [...kinds.values()].flatMap((own) => own.toSorted((one, other) => rankOf(one) - rankOf(other)));
}

function rankOf({ method, path }: Operation): number {
  if (method === "DELETE") return 3;
  if (path.endsWith("/cancel")) return 2;
  return path.includes("{") ? 1 : 0;
}

function requestItem(document: Document, one: Operation): Json {
  const { method, path, operation } = one;
  const parameters = ((operation["parameters"] ?? []) as Document[]).map((parameter) => resolved(document, parameter));
  const inPlace = (place: string) => parameters.filter((parameter) => parameter["in"] === place);
  const is_needed = (name: string) => needed[operation["operationId"]]?.includes(name) ?? false;
  const query = inPlace("query").map((parameter) => ({
    ...pairOf(document, parameter),
    disabled: parameter["required"] !== true && !is_needed(parameter["name"]),
  }));
  const body = bodyOf(document, operation["requestBody"]);
  const event = keepsId(document, one);
  return {
    id: operation["operationId"],
    name: operation["summary"],
    ...(event === null ? {} : { event: [event] }),
    request: {
      method,
      description: textOf(operation),
      ...authOf(operation),
      header: [
        ...inPlace("header").map((parameter) => headerOf(document, parameter)),
        ...(body === null || body.mode === "urlencoded" ? [] : [{ key: "Content-Type", value: body.media_type }]),
      ],
      url: urlOf(document, path, query, inPlace("path")),
      ...(body === null ? {} : { body: body.content }),
    },
    response: [],
  };
}

/** The description of the documentation, and the scopes. */
function textOf(operation: Document): string {
  const scopes = (operation["x-required-scopes"] ?? []) as string[];
  const asked = scopes.length > 0 ? `Scope: ${scopes.map((scope) => `\`${scope}\``).join(" or ")}.` : "";
  return [operation["description"] ?? "", asked].filter((text) => text !== "").join("\n\n");
}

/** The authentication of the collection, unless the operation needs none or another one. */
function authOf(operation: Document): Json {
  const security = operation["security"] as Document[];
  if (security.some((entry) => "apiKey" in entry)) return {};
  return { auth: security.some((entry) => "clientBasic" in entry) ? basic : { type: "noauth" } };
}

function headerOf(document: Document, parameter: Document): Json {
  const pair = { ...pairOf(document, parameter), disabled: parameter["required"] !== true };
  if (parameter["name"] === "X-Tenant-Code") return { ...pair, value: "{{tenant_code}}" };
  // With the example's fixed key, each further request would get the answer of the first one.
  return parameter["name"] === "Idempotency-Key" ? { ...pair, value: "{{$guid}}" } : pair;
}

function urlOf(document: Document, path: string, query: Json[], parameters: Document[]): Json {
  const segments = path.slice(1).replaceAll(/\{([a-z_]+)\}/g, ":$1");
  const sent = query.filter(({ disabled }) => disabled !== true).map(({ key, value }) => `${String(key)}=${String(value)}`);
  return {
    raw: `{{base_url}}/${segments}${sent.length > 0 ? `?${sent.join("&")}` : ""}`,
    host: ["{{base_url}}"],
    path: segments.split("/"),
    ...(query.length > 0 ? { query } : {}),
    ...(parameters.length > 0
      ? {
          variable: parameters.map((parameter) => {
            const id = idVariable(path, parameter["name"]);
            const { description, value } = pairOf(document, parameter);
            return { key: parameter["name"], value: id === null ? value : `{{${id}}}`, description };
          }),
        }
      : {}),
  };
}

function pairOf(document: Document, { name, schema, example, description }: Document): Document {
  const { examples, enum: values, default: fallback, ...rest } = resolved(document, schema);
  const value: unknown = example ?? schema["examples"]?.[0] ?? examples?.[0] ?? values?.[0] ?? fallback ?? sampleOf(rest);
  return { key: name, value: String(value), description: description ?? schema["description"] ?? "" };
}

/** A value for a parameter without an example: true for a boolean, otherwise nothing. */
function sampleOf({ type }: Document): string {
  return type === "boolean" ? "true" : "";
}

type Body = { mode: string; media_type: string; content: Json };

function bodyOf(document: Document, body: Document | undefined): Body | null {
  if (body === undefined) return null;
  const [media_type, { schema, example }] = Object.entries<Document>(body["content"])[0]!;
  if (media_type === "application/x-www-form-urlencoded") {
    const required = new Set<string>(resolved(document, schema)["required"] ?? []);
    const urlencoded = Object.entries<string>(example).map(([key, value]) => ({ key, value, disabled: !required.has(key) }));
    return { mode: "urlencoded", media_type, content: { mode: "urlencoded", urlencoded } };
  }
  const is_json = media_type === "application/json";
  const raw = is_json ? JSON.stringify(example, null, 2) : String(example);
  return {
    mode: "raw",
    media_type,
    content: { mode: "raw", raw, options: { raw: { language: is_json ? "json" : "text" } } },
  };
}

/** A script that stores the id of a created record, if later requests concern such a record. */
function keepsId(document: Document, { method, path, operation }: Operation): Json | null {
  const created = operation["responses"]["201"] ?? operation["responses"]["202"];
  const records = Object.keys(document["paths"]).find((other) => createdAt(path, other));
  if (method !== "POST" || created === undefined || records === undefined) return null;
  const name = idVariable(records, "id")!;
  const script = `if (pm.response.code < 300) pm.collectionVariables.set("${name}", pm.response.json().id);`;
  return { listen: "test", script: { type: "text/javascript", exec: [script] } };
}

/** Whether `path` creates the records that are read at `records`. A file of people creates an import. */
function createdAt(path: string, records: string): boolean {
  return records === `${path}/{id}` || (path === "/api/v1/imports/users" && records === "/api/v1/imports/{id}");
}

/** `user_id` for `/api/v1/users/{id}`; null for a path without an id. */
function idVariable(path: string, name: string): string | null {
  if (name !== "id") return name.endsWith("_id") ? name : null;
  const records = /\/([a-z-]+)\/\{id\}/.exec(path)?.[1];
  return records === undefined ? null : `${records.replace(/s$/, "")}_id`;
}

function idVariables(document: Document, operations: readonly Operation[]): Json[] {
  const found = new Map<string, Json>();
  for (const { path, operation } of operations) {
    for (const entry of (operation["parameters"] ?? []) as Document[]) {
      const parameter = resolved(document, entry);
      const name = parameter["in"] === "path" ? idVariable(path, parameter["name"]) : null;
      if (name === null || found.has(name)) continue;
      found.set(name, variable(name, pairOf(document, parameter)["value"], `Stands for {${parameter["name"]}} in ${path}.`));
    }
  }
  return [...found.values()];
}

function resolved(document: Document, node: Document): Document {
  if (typeof node["$ref"] !== "string") return node;
  const place = node["$ref"].slice(2).split("/");
  return place.reduce((at, key) => at[key], document);
}
