// Derives the parameters of tools from the contract of the service that is called: names, types, bounds and descriptions.
import type { ToolAnnotations } from "@modelcontextprotocol/server";
import { data_note, type ToolDefinition } from "./tools.ts";

/** The contract, or a part of it: plain JSON. */
type Json = Record<string, any>;

/** A tool, and the request that it sends. */
export type Tool = {
  name: string;
  title: string;
  description: string;
  annotations: ToolAnnotations;
  /** JSON Schema of its arguments, which are an object. */
  input_schema: Json;
  method: string;
  /** Such as `/api/v1/users/{id}`. */
  path: string;
  /** The argument for `{id}` in the path. */
  id: string | null;
  /** Arguments for the query; all others go into the body. */
  query: ReadonlySet<string>;
  has_body: boolean;
  /** Whether the request takes an Idempotency-Key. */
  takes_key: boolean;
};

/** The default number of entries on a page, and the most that a model may ask for. */
export const entries_default = 20;
export const entries_max = 100;

/** The tools whose operation is in the contract, in the order of the definitions. */
export function readTools(contract: Json, definitions: readonly ToolDefinition[]): Tool[] {
  const operations = new Map<string, Omit<Found, "definition">>();
  for (const [path, item] of Object.entries<Json>(contract["paths"]))
    for (const [method, operation] of Object.entries<Json>(item))
      operations.set(operation["operationId"], { method: method.toUpperCase(), path, operation });
  return definitions.flatMap((definition) => {
    const found = operations.get(definition.operation);
    return found === undefined ? [] : [toolOf(contract, { definition, ...found })];
  });
}

type Found = { definition: ToolDefinition; method: string; path: string; operation: Json };

function toolOf(contract: Json, { definition, method, path, operation }: Found): Tool {
  const { name, title, annotations, id = null, without = [] } = definition;
  const parameters = ((operation["parameters"] ?? []) as Json[]).map((parameter) => inlined(contract, parameter));
  const inPlace = (place: string) => parameters.filter((one) => one["in"] === place && !without.includes(one["name"]));
  const query = inPlace("query").map((one): Argument => [one["name"], argumentSchema(one), one["required"] === true]);
  const ids = inPlace("path").map((one): Argument => [id ?? one["name"], argumentSchema(one), true]);
  const body = operation["requestBody"]?.content["application/json"]?.schema;
  const members = body === undefined ? [] : membersOf(inlined(contract, body));
  const given = [...ids, ...query, ...members];
  return {
    name,
    title,
    description: descriptionOf(definition, operation),
    annotations: { title, ...annotations },
    input_schema: {
      type: "object",
      properties: Object.fromEntries(given.map(([argument, schema]) => [argument, schema])),
      required: given.filter(([, , required]) => required).map(([argument]) => argument),
      additionalProperties: false,
    },
    method,
    path,
    id: ids[0]?.[0] ?? null,
    query: new Set(query.map(([argument]) => argument)),
    has_body: body !== undefined,
    takes_key: parameters.some((one) => one["in"] === "header" && one["name"] === "Idempotency-Key"),
  };
}

type Argument = [name: string, schema: Json, required: boolean];

function membersOf({ properties = {}, required = [] }: Json): Argument[] {
  return Object.entries<Json>(properties).map(([name, schema]) => [name, schema, required.includes(name)]);
}

function descriptionOf({ text }: ToolDefinition, operation: Json): string {
  const scopes = (operation["x-required-scopes"] ?? []) as string[];
  const needs = scopes.length > 0 ? ` Needs the scope ${scopes.join(" or ")}.` : "";
  return `${text}${needs} ${data_note}`;
}

/** A parameter as an argument. Pages are limited to fewer entries than the API allows, because a model reads every entry. */
function argumentSchema({ name, schema, description }: Json): Json {
  const own = description === undefined ? schema : { ...schema, description };
  if (name !== "limit") return own;
  return { ...own, maximum: Math.min(entries_max, schema.maximum), default: entries_default };
}

/** A schema or parameter with its references replaced by their content; schemas of requests contain no circular references. */
function inlined(contract: Json, node: Json): Json {
  if (typeof node["$ref"] === "string") {
    const { $ref, ...beside } = node;
    return { ...inlined(contract, referred(contract, $ref)), ...beside };
  }
  const entries = Object.entries(node).filter(([key]) => !key.startsWith("x-"));
  return Object.fromEntries(entries.map(([key, value]) => [key, inlinedValue(contract, value)]));
}

function inlinedValue(contract: Json, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => inlinedValue(contract, one));
  return typeof value === "object" && value !== null ? inlined(contract, value) : value;
}

function referred(contract: Json, reference: string): Json {
  return reference
    .slice(2)
    .split("/")
    .reduce((at, key) => at[key], contract);
}
