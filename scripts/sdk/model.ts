// The parts of the contract that the SDKs' generators need: its operations, each with parameters, result and description.
import { capitalised, left_out, names } from "./names.ts";

export type Json = Record<string, any>;

export type Parameter = { name: string; required: boolean; schema: Json; text: string };

export type Operation = {
  id: string;
  group: string;
  verb: string;
  method: string;
  path: string;
  /** Sentences that the reader's IDE shows. */
  text: string[];
  path_parameters: Parameter[];
  query: Parameter[];
  body: { schema: Json | null; required: boolean; media_type: string } | null;
  /** The body of a success: a schema, text, a file, or nothing. */
  result: Json | "text" | "bytes" | null;
  takes_key: boolean;
  takes_if_match: boolean;
  /** For lists: the member with the entries, their schema, and the kind of paging. */
  list: { member: string; item: Json; by: "cursor" | "offset"; resumes: string | null } | null;
  example: unknown;
};

export type Contract = {
  schemas: Record<string, Json>;
  operations: Operation[];
  events: Record<string, { schema: string; example: unknown }>;
  version: string;
};

const methods = ["get", "post", "put", "patch", "delete"];

export function readModel(document: Json): Contract {
  const operations = Object.entries<Json>(document["paths"]).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method] !== undefined && !left_out.has(item[method].operationId))
      .map((method) => operationOf(document, path, method, item[method])),
  );
  const events = Object.entries<Json>(document["webhooks"]).flatMap(([type, { post }]) => {
    const { schema, example } = post.requestBody.content["application/json"];
    // The SDKs pass on an event without a named schema as it is.
    return schema.$ref === undefined ? [] : [[type, { schema: nameOf(schema.$ref), example }]];
  });
  return {
    schemas: document["components"].schemas,
    operations,
    events: Object.fromEntries(events),
    version: document["info"].version,
  };
}

function operationOf(document: Json, path: string, method: string, operation: Json): Operation {
  const [group, verb] = names[operation["operationId"]] ?? [
    groupOf(operation["tags"]?.[0] ?? "service"),
    operation["operationId"],
  ];
  const parameters = ((operation["parameters"] ?? []) as Json[]).map((entry) => resolve(document, entry));
  const inPlace = (place: string) => parameters.filter((one) => one["in"] === place).map(parameterOf);
  const headers = new Set(inPlace("header").map(({ name }) => name));
  const [, success] = Object.entries<Json>(operation["responses"]).find(([status]) => status.startsWith("2")) ?? [];
  const { result, example } = resultOf(success === undefined ? {} : resolve(document, success));
  const query = inPlace("query");
  return {
    id: operation["operationId"],
    group,
    verb,
    method: method.toUpperCase(),
    path,
    text: textOf(document, operation),
    path_parameters: inPlace("path"),
    query,
    body: bodyOf(operation["requestBody"]),
    result,
    takes_key: headers.has("Idempotency-Key"),
    takes_if_match: headers.has("If-Match"),
    list: listOf(document, result, new Set(query.map(({ name }) => name))),
    example,
  };
}

function groupOf(tag: string): string {
  const [first = "", ...others] = tag.toLowerCase().split(/[^a-z0-9]+/);
  return first + others.map(capitalised).join("");
}

function parameterOf({ name, required, schema, description }: Json): Parameter {
  return { name, required: required === true, schema, text: String(description ?? "") };
}

function bodyOf(body: Json | undefined): Operation["body"] {
  if (body === undefined) return null;
  const content = body["content"] as Record<string, Json>;
  // The operation takes bytes whose format is a query parameter: one method for all formats.
  const [media_type, { schema }] = Object.entries<Json>(content).toSorted(([one], [other]) => rankOf(one) - rankOf(other))[0]!;
  return { schema: media_type === "application/json" ? schema : null, required: body["required"] === true, media_type };
}

function rankOf(media_type: string): number {
  return ["application/json", "application/octet-stream"].indexOf(media_type) >>> 0;
}

function resultOf({ content }: Json): { result: Operation["result"]; example: unknown } {
  if (content === undefined) return { result: null, example: null };
  const [media_type, { schema, example }] = Object.entries<Json>(content)[0]!;
  const file = media_type.startsWith("text/") ? "text" : "bytes";
  return { result: media_type.includes("json") ? schema : file, example: example ?? null };
}

function listOf(document: Json, result: Operation["result"], query: ReadonlySet<string>): Operation["list"] {
  if (typeof result !== "object" || result === null) return null;
  const { properties = {} } = resolve(document, result);
  if (properties.pagination === undefined) return null;
  const [member, schema] = Object.entries<Json>(properties).find(([, one]) => one["type"] === "array") ?? [];
  if (member === undefined) return null;
  const by = query.has("cursor") ? "cursor" : "offset";
  const pagination = resolve(document, properties.pagination).properties;
  const resumes = ["resume_cursor", "next_updated_since"].find(
    (name) => name in pagination && (name !== "next_updated_since" || query.has("updated_since")),
  );
  return { member, item: schema!["items"], by, resumes: resumes ?? null };
}

/** Summary, description, scopes, and possible problems. */
function textOf(document: Json, operation: Json): string[] {
  const scopes = (operation["x-required-scopes"] ?? []) as string[];
  const codes = Object.entries<Json>(operation["responses"])
    .filter(([status]) => status.startsWith("4") && !common.has(status))
    .flatMap(([, response]) => Object.values<Json>(resolve(document, response)["content"] ?? {}))
    .flatMap(({ examples = {} }) => Object.keys(examples));
  return [
    `${operation["summary"]}.`,
    ...(operation["description"] ? String(operation["description"]).split("\n\n") : []),
    ...(scopes.length > 0 ? [`Scope: ${scopes.map((scope) => `\`${scope}\``).join(" or ")}.`] : []),
    ...(codes.length > 0 ? [`Problems: ${[...new Set(codes)].map((code) => `\`${code}\``).join(", ")}.`] : []),
  ];
}

/** Statuses that every operation may answer with. */
const common = new Set(["400", "401", "403", "406", "408", "413", "414", "415", "429", "431"]);

export function resolve(document: Json, entry: Json): Json {
  if (typeof entry["$ref"] !== "string") return entry;
  return entry["$ref"]
    .split("/")
    .slice(1)
    .reduce<Json>((at, name) => at[name], document);
}

export function nameOf(reference: string): string {
  return reference.split("/").at(-1)!;
}
