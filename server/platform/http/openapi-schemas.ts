import { isDeepStrictEqual } from "node:util";

/** A JSON object of the document: a schema, a response, a parameter. */
export type Json = Record<string, unknown>;

/** Named parts of the document, each defined once and referred to from everywhere. */
export type Components = {
  schemas: Record<string, Json>;
  /** A schema of an answer: parts with `$id` become components. */
  answer: (schema: object) => Json;
  /** A schema of a request. */
  request: (schema: object) => Json;
  /** Defines a component and returns the reference to it. */
  define: (name: string, schema: Json) => Json;
};

export function createComponents(): Components {
  const schemas: Record<string, Json> = {};
  const define = (name: string, schema: Json): Json => {
    if (schemas[name] !== undefined && !isDeepStrictEqual(schemas[name], schema))
      throw new Error(`two schemas are named ${name}`);
    schemas[name] = schema;
    return { $ref: `#/components/schemas/${name}` };
  };
  return {
    schemas,
    define,
    // Within v1 answers may gain fields, so the contract leaves them open, although we never send one that is not listed.
    answer: (schema) => convert(schema as Json, { define, closed: false }),
    request: (schema) => convert(schema as Json, { define, closed: true }),
  };
}

type Conversion = { define: Components["define"]; closed: boolean };

const maps_of_schemas = new Set(["properties", "patternProperties", "$defs", "dependentSchemas"]);
const single_schemas = new Set(["items", "additionalProperties", "propertyNames", "not", "if", "then", "else", "contains"]);
const lists_of_schemas = new Set(["anyOf", "oneOf", "allOf", "prefixItems"]);
/** Ours alone, of no meaning to a reader of the contract. */
const internal_keywords = new Set(["$id", "optional"]);

function convert(schema: Json, conversion: Conversion): Json {
  const out: Json = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (internal_keywords.has(keyword)) continue;
    if (keyword === "additionalProperties" && value === false && !conversion.closed) continue;
    if (keyword === "example") out["examples"] = [value];
    else if (maps_of_schemas.has(keyword)) out[keyword] = convertMembers(value as Record<string, Json>, conversion);
    else if (lists_of_schemas.has(keyword)) out[keyword] = (value as Json[]).map((entry) => convert(entry, conversion));
    else if (single_schemas.has(keyword) && typeof value === "object") out[keyword] = convert(value as Json, conversion);
    else out[keyword] = value;
  }
  const plain = withNull(out);
  return typeof schema["$id"] === "string" ? conversion.define(schema["$id"], plain) : plain;
}

function convertMembers(members: Record<string, Json>, conversion: Conversion): Record<string, Json> {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, convert(member, conversion)]));
}

/** `T | null` in its short form, `type: [T, "null"]`, where T is a plain type. */
function withNull(schema: Json): Json {
  const { anyOf, ...rest } = schema as { anyOf?: Json[] };
  const other = anyOf?.find((branch) => branch["type"] !== "null");
  if (
    anyOf?.length !== 2 ||
    other === undefined ||
    typeof other["type"] !== "string" ||
    !anyOf.some((branch) => branch["type"] === "null")
  ) {
    return schema;
  }
  const values = other["enum"] as unknown[] | undefined;
  return { ...other, ...rest, type: [other["type"], "null"], ...(values ? { enum: [...values, null] } : {}) };
}

/** A value that the schema accepts, made of the examples that stand in it. */
export function exampleOf(source: object): unknown {
  const schema = source as Json;
  if ("example" in schema) return schema["example"];
  if ("const" in schema) return schema["const"];
  if ("default" in schema) return schema["default"];
  if (Array.isArray(schema["enum"])) return schema["enum"][0];
  const branches = (schema["anyOf"] ?? schema["oneOf"]) as Json[] | undefined;
  if (branches) return exampleOfUnion(branches);
  if (Array.isArray(schema["allOf"])) return Object.assign({}, ...(schema["allOf"] as Json[]).map(exampleOf));
  switch (schema["type"]) {
    case "object":
      return exampleOfObject(schema);
    case "array":
      return schema["items"] ? [exampleOf(schema["items"])] : [];
    case "string":
      return strings[String(schema["format"])] ?? "text".slice(0, (schema["maxLength"] as number | undefined) ?? 4);
    case "integer":
    case "number":
      return schema["minimum"] ?? 1;
    case "boolean":
      return true;
    default:
      return null;
  }
}

/** Null where nobody thought of an example for the other branch: a made-up value would only mislead. */
function exampleOfUnion(branches: readonly Json[]): unknown {
  const nullable = branches.some((branch) => branch["type"] === "null");
  const told = branches.find((branch) => "example" in branch || "enum" in branch || branch["type"] === "object");
  return told || !nullable ? exampleOf(told ?? branches[0]!) : null;
}

function exampleOfObject(schema: Json): Json {
  const members = Object.entries((schema["properties"] ?? {}) as Record<string, Json>);
  return Object.fromEntries(
    members.filter(([, member]) => member["readOnly"] !== true).map(([name, member]) => [name, exampleOf(member)]),
  );
}

const strings: Readonly<Record<string, string>> = {
  uuid: "019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f",
  date: "2026-03-31",
  "date-time": "2026-02-02T07:00:00.000Z",
  email: "anna.kowalska@muster.example",
  uri: "https://muster.example/",
};

/** The components that something refers to. */
export function mentioned(components: Readonly<Record<string, Json>>, kind: string, paths: Json): Json {
  const text = JSON.stringify(paths);
  return Object.fromEntries(Object.entries(components).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`)));
}
