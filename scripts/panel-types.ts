// The types of the panel's calls, in the form that openapi-fetch reads. The usual generator is not used, because it needs
// TypeScript's compiler API, which the TypeScript of this repository does not have.

type Json = Record<string, unknown>;

const indent = "  ";
const methods = ["get", "post", "put", "patch", "delete"];

/** A TypeScript module with `paths` and `components` of an OpenAPI 3.1 document. */
export function panelTypes(document: Json): string {
  const components = document["components"] as Record<string, Record<string, Json>>;
  const paths = document["paths"] as Record<string, Record<string, Json>>;
  const operations = Object.entries(paths).map(([path, item]) => `  ${quote(path)}: {\n${methodsOf(item, components)}\n  };`);
  const schemas = Object.entries(components["schemas"] ?? {}).map(
    ([name, schema]) => `${comment(schema, 2)}    ${name}: ${typeOf(schema, 2)};`,
  );
  return `export interface paths {\n${operations.join("\n")}\n}\n\nexport interface components {\n  schemas: {\n${schemas.join("\n")}\n  };\n}\n`;
}

function methodsOf(item: Record<string, Json>, components: Record<string, Record<string, Json>>): string {
  const lines = methods.map((method) => {
    const operation = item[method];
    if (operation === undefined) return `    ${method}?: never;`;
    return `    /** ${String(operation["summary"])} */\n    ${method}: ${operationType(operation, components)};`;
  });
  return lines.join("\n");
}

function operationType(operation: Json, components: Record<string, Record<string, Json>>): string {
  const resolve = (kind: string, entry: Json) => {
    const reference = entry["$ref"];
    return typeof reference === "string" ? components[kind]![reference.split("/").at(-1)!]! : entry;
  };
  const parameters = ((operation["parameters"] ?? []) as Json[]).map((entry) => resolve("parameters", entry));
  const places = ["query", "header", "path", "cookie"].map((place) => placeType(place, parameters));
  const body = operation["requestBody"] as Json | undefined;
  const responses = Object.entries(operation["responses"] as Record<string, Json>).map(([status, entry]) => {
    const response = resolve("responses", entry);
    const content =
      response["content"] === undefined ? "content?: never" : `content: ${contentType(response["content"] as Json)}`;
    return `        ${status}: { headers: { [name: string]: unknown }; ${content} };`;
  });
  return `{
      parameters: {
${places.join("\n")}
      };
      ${bodyType(body)};
      responses: {
${responses.join("\n")}
      };
    }`;
}

function placeType(place: string, parameters: readonly Json[]): string {
  const mine = parameters.filter((parameter) => parameter["in"] === place);
  if (mine.length === 0) return `        ${place}?: never;`;
  const required = mine.some((parameter) => parameter["required"] === true);
  const members = mine.map(
    (parameter) =>
      `          ${quote(String(parameter["name"]))}${parameter["required"] === true ? "" : "?"}: ${typeOf(parameter["schema"] as Json, 5)};`,
  );
  return `        ${place}${required ? "" : "?"}: {\n${members.join("\n")}\n        };`;
}

function bodyType(body: Json | undefined): string {
  if (body === undefined) return "requestBody?: never";
  return `requestBody${body["required"] === true ? "" : "?"}: { content: ${contentType(body["content"] as Json)} }`;
}

function contentType(content: Json): string {
  const entries = Object.entries(content).map(([media_type, { schema }]: [string, any]) => {
    return `${quote(media_type)}: ${schema ? typeOf(schema as Json, 5) : "unknown"}`;
  });
  return `{ ${entries.join("; ")} }`;
}

/** A schema as a type; `depth` is the indentation of its lines. */
function typeOf(schema: Json, depth: number): string {
  if (typeof schema["$ref"] === "string") return referenceType(schema["$ref"]);
  if ("const" in schema) return JSON.stringify(schema["const"]);
  if (Array.isArray(schema["enum"])) return schema["enum"].map((value) => JSON.stringify(value)).join(" | ");
  const alternatives = (schema["anyOf"] ?? schema["oneOf"]) as Json[] | undefined;
  if (alternatives) return [...new Set(alternatives.map((entry) => typeOf(entry, depth)))].map(inParentheses).join(" | ");
  if (Array.isArray(schema["allOf"]))
    return schema["allOf"].map((entry) => inParentheses(typeOf(entry as Json, depth))).join(" & ");
  const { type } = schema;
  if (Array.isArray(type)) return [...new Set(type.map((name) => typeOf({ ...schema, type: name }, depth)))].join(" | ");
  return plainType(schema, depth);
}

function plainType(schema: Json, depth: number): string {
  switch (schema["type"]) {
    case "string":
      return "string";
    case "integer":
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    case "null":
      return "null";
    case "array":
      return `${inParentheses(schema["items"] ? typeOf(schema["items"] as Json, depth) : "unknown")}[]`;
    default:
      return "properties" in schema ||
        "additionalProperties" in schema ||
        "patternProperties" in schema ||
        schema["type"] === "object"
        ? objectType(schema, depth)
        : "unknown";
  }
}

function objectType(schema: Json, depth: number): string {
  const properties = Object.entries((schema["properties"] ?? {}) as Record<string, Json>);
  const required = (schema["required"] ?? []) as string[];
  if (properties.length === 0) return `Record<string, ${valueType(schema, depth)}>`;
  const pad = indent.repeat(depth + 1);
  const members = properties.map(
    ([name, property]) =>
      `${comment(property, depth + 1)}${pad}${quote(name)}${required.includes(name) ? "" : "?"}: ${typeOf(property, depth + 1)};`,
  );
  return `{\n${members.join("\n")}\n${indent.repeat(depth)}}`;
}

/** The type of an object's values whose keys have no names in the schema. */
function valueType(schema: Json, depth: number): string {
  const patterns = Object.values((schema["patternProperties"] ?? {}) as Record<string, Json>);
  const values = typeof schema["additionalProperties"] === "object" ? (schema["additionalProperties"] as Json) : patterns[0];
  return values === undefined ? "unknown" : typeOf(values, depth);
}

function referenceType(reference: string): string {
  return `components["schemas"][${JSON.stringify(reference.split("/").at(-1))}]`;
}

function inParentheses(type: string): string {
  return /^[\w."[\]]+$/.test(type) || type.startsWith("{") ? type : `(${type})`;
}

function comment(schema: Json, depth: number): string {
  const text = schema["description"];
  return typeof text === "string" ? `${indent.repeat(depth)}/** ${text.replaceAll("*/", "* /").replaceAll("\n", " ")} */\n` : "";
}

function quote(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
