import { isDeepStrictEqual } from "node:util";

/** A JSON object of the document: a schema, a response, a parameter. */
export type Json = Record<string, unknown>;

/** Named parts of the document. Each is defined once; other parts refer to it. */
export type Components = {
  schemas: Record<string, Json>;
  responses: Record<string, Json>;
  examples: Record<string, Json>;
  /** Converts the schema of an answer. Parts with `$id`, and named enumerations, become components. */
  answer: (schema: object) => Json;
  /** Converts the schema of a parameter. */
  parameter: (schema: object) => Json;
  /** Converts the schema of a request body. */
  body: (schema: object) => Json;
  /** Defines a component and returns the reference to it. */
  define: (kind: ComponentKind, name: string, part: Json) => Json;
  /** Returns the reference to an equal component that was shared before, or defines a new one. */
  share: (kind: ComponentKind, part: Json, nameIt: () => string) => Json;
};

type ComponentKind = "schemas" | "responses" | "examples";

/** What the description of an operation needs besides the operation. */
export type Surroundings = { components: Components; base_url: string };

export function createComponents(): Components {
  const parts = { schemas: {}, responses: {}, examples: {} } as Record<ComponentKind, Record<string, Json>>;
  const shared = new Map<string, Json>();
  const define: Components["define"] = (kind, name, part) => {
    const known = parts[kind][name];
    if (known !== undefined && !isDeepStrictEqual(known, part)) throw new Error(`two ${kind} are named ${name}`);
    parts[kind][name] = part;
    return { $ref: `#/components/${kind}/${name}` };
  };
  const share: Components["share"] = (kind, part, nameIt) => {
    const text = `${kind} ${JSON.stringify(part)}`;
    const reference = shared.get(text) ?? define(kind, nameIt(), part);
    shared.set(text, reference);
    return reference;
  };
  const name: Conversion["name"] = (given, schema) => define("schemas", given, schema);
  return {
    ...parts,
    define,
    share,
    // Answers may gain fields within v1, so the contract allows additional ones, although this version sends only those listed.
    answer: (schema) => convert(schema as Json, { name, side: "answer" }),
    parameter: (schema) => convert(schema as Json, { name, side: "parameter" }),
    body: (schema) => convert(schema as Json, { name, side: "body" }),
  };
}

/** A schema of an answer as a separate document, complete and without references. */
export function wholeSchema(schema: object): Json {
  return convert(schema as Json, { name: (_, part) => part, side: "answer" });
}

type Conversion = { name: (name: string, schema: Json) => Json; side: "answer" | "parameter" | "body" };

const maps_of_schemas = new Set(["properties", "$defs", "dependentSchemas"]);
const single_schemas = new Set(["items", "additionalProperties", "propertyNames", "not", "if", "then", "else", "contains"]);
const lists_of_schemas = new Set(["anyOf", "oneOf", "allOf", "prefixItems"]);
/** Keywords for internal use only, which are left out of the contract. */
const internal_keywords = new Set(["$id", "optional", "absent", "named", "contract"]);

function convert(schema: Json, conversion: Conversion): Json {
  // The documented schema of a part that is validated less strictly because a later check reports the fault better.
  if (typeof schema["contract"] === "function") return convert((schema["contract"] as () => Json)(), conversion);
  const source = conversion.side === "body" ? settableOf(schema) : schema;
  const is_open = conversion.side === "answer";
  const out: Json = {};
  for (const [keyword, value] of Object.entries(source)) {
    if (internal_keywords.has(keyword)) continue;
    if (keyword === "additionalProperties" && ("patternProperties" in source || (value === false && is_open))) continue;
    if (keyword === "example") out["examples"] = [value];
    else if (keyword === "pattern") out["pattern"] = inRanges(value as string);
    else if (keyword === "patternProperties") Object.assign(out, mapOf(value as Record<string, Json>, conversion));
    else if (maps_of_schemas.has(keyword)) out[keyword] = convertMembers(value as Record<string, Json>, conversion);
    else if (lists_of_schemas.has(keyword)) out[keyword] = (value as Json[]).map((entry) => convert(entry, conversion));
    else if (single_schemas.has(keyword) && typeof value === "object") out[keyword] = convert(value as Json, conversion);
    else out[keyword] = value;
  }
  const plain = withNull(out);
  if (typeof source["named"] === "string") return namedValues(source["named"], plain, conversion);
  return typeof source["$id"] === "string" ? conversion.name(source["$id"], plain) : plain;
}

/**
 * The members that a client may set: read-only ones are left out, and defaults are described in words, because code generators
 * make a member with the keyword `default` required.
 */
function settableOf(schema: Json): Json {
  const { properties, required, ...rest } = schema as { properties?: Record<string, Json>; required?: string[] };
  if (properties === undefined || typeof properties !== "object") return schema;
  const shown_only = Object.keys(properties).filter((name) => properties[name]!["readOnly"] === true);
  const settable = Object.entries(properties).filter(([name]) => !shown_only.includes(name));
  const demanded = required?.filter((name) => !("default" in properties[name]!)) ?? [];
  return {
    ...rest,
    ...(shown_only.length > 0 ? shownOnly(rest, shown_only) : {}),
    properties: Object.fromEntries(settable.map(([name, member]) => [name, withDefaultInWords(member)])),
    ...(demanded.length > 0 ? { required: demanded } : {}),
  };
}

function shownOnly({ description = "" }: Json, names: readonly string[]): Json {
  const list = names.map((name) => `\`${name}\``).join(", ");
  const text = `${String(description)} A record that was read can be sent back: ${list} are taken and ignored.`;
  return { description: text.trim(), "x-ignored-members": names };
}

function withDefaultInWords(member: Json): Json {
  if (!("default" in member)) return member;
  const { default: value, ...rest } = member;
  const text = `Default: ${JSON.stringify(value)}.`;
  const description = typeof rest["description"] === "string" ? `${rest["description"]} ${text}` : text;
  return { ...rest, description, ...("example" in rest ? {} : { example: value }) };
}

/** The Unicode properties in our patterns, as character ranges. */
const ranges: Readonly<Record<string, string>> = {
  Cc: "\\u0000-\\u001f\\u007f-\\u009f",
  Bidi_Control: "\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069",
  Zl: "\\u2028",
  Zp: "\\u2029",
};

/** A pattern without Unicode properties, which Python and older JavaScript do not support. */
function inRanges(pattern: string): string {
  const readable = pattern
    .replaceAll(/\\P\{(\w+)\}/g, (property, name: string) => (ranges[name] ? `[^${ranges[name]}]` : property))
    .replaceAll(/\\p\{(\w+)\}/g, (property, name: string) => ranges[name] ?? property);
  if (/\\p\{/i.test(readable)) throw new Error(`the pattern ${pattern} names a class of characters that has no ranges here`);
  return readable;
}

/** A map whose keys have one pattern, as `additionalProperties`: most code generators ignore `patternProperties`. */
function mapOf(patterns: Record<string, Json>, conversion: Conversion): Json {
  const [[pattern, values], ...others] = Object.entries(patterns) as [[string, Json], ...[string, Json][]];
  if (others.length > 0) throw new Error("a map has keys of several forms");
  return {
    ...(pattern === any_key ? {} : { propertyNames: { pattern: inRanges(pattern) } }),
    additionalProperties: convert(values, conversion),
  };
}

/** The pattern that TypeBox writes for any key. */
const any_key = "^.*$";

/** An enumeration becomes a component; a description for one place stays at that place. */
function namedValues(name: string, { type, enum: values, ...said }: Json, conversion: Conversion): Json {
  return { ...conversion.name(name, { type, enum: values }), ...said };
}

function convertMembers(members: Record<string, Json>, conversion: Conversion): Record<string, Json> {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, convert(member, conversion)]));
}

/** Writes `T | null` in its short form, `type: [T, "null"]`, if T is a plain type. */
function withNull(schema: Json): Json {
  const { anyOf, ...rest } = schema as { anyOf?: Json[] };
  const other = anyOf?.find((branch) => branch["type"] !== "null");
  if (anyOf?.length === 2 && typeof other?.["$ref"] === "string") {
    const { $ref, ...said } = other;
    return { anyOf: [{ $ref }, { type: "null" }], ...said, ...rest };
  }
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

/** A value that the schema accepts, built from its examples. */
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

/** null if the other branch has no example: an invented value would mislead. */
function exampleOfUnion(branches: readonly Json[]): unknown {
  const nullable = branches.some((branch) => branch["type"] === "null");
  const chosen = branches.find((branch) => "example" in branch || "enum" in branch || branch["type"] === "object");
  return chosen || !nullable ? exampleOf(chosen ?? branches[0]!) : null;
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

/** All components, sorted by name. */
export function componentsObject({ schemas, responses, examples }: Components): Json {
  const sorted = (parts: Record<string, Json>) =>
    Object.fromEntries(Object.entries(parts).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return { schemas: sorted(schemas), responses: sorted(responses), examples: sorted(examples) };
}

/** The components that are referred to. */
export function mentioned(components: Readonly<Record<string, Json>>, kind: string, paths: Json): Json {
  const text = JSON.stringify(paths);
  return Object.fromEntries(Object.entries(components).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`)));
}
