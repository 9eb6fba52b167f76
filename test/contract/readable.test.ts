import assert from "node:assert/strict";
import { before, test } from "node:test";
import { readContract } from "../../server/contract.ts";

// Rules of the contract by which code generators lose nothing. test/contract/generators.long.ts runs the generators.

type Node = Record<string, any>;

let document: Node;
let schemas: Record<string, Node>;

before(async () => {
  document = (await readContract("https://muster.example")).openapi;
  schemas = document["components"].schemas;
});

/** Every schema of the document with its place; examples are not schemas. */
function* schemasBelow(node: Node, place: string): Generator<[string, Node]> {
  for (const [name, value] of Object.entries(node)) {
    if (typeof value !== "object" || value === null || ["example", "examples", "default", "enum", "const"].includes(name))
      continue;
    if (!Array.isArray(value)) yield [`${place}/${name}`, value];
    yield* schemasBelow(value, `${place}/${name}`);
  }
}

const everySchema = () => [
  ...schemasBelow(document["paths"], "paths"),
  ...schemasBelow(document["webhooks"], "webhooks"),
  ...schemasBelow(document["components"], "components"),
];

const operations = () =>
  Object.entries<Node>(document["paths"]).flatMap(([path, item]) =>
    Object.entries<Node>(item).map(([method, operation]) => ({ method, path, operation })),
  );

/** The schemas of all request bodies. */
const requests = () => Object.entries(schemas).filter(([name]) => name.endsWith("Request"));

test("R20 no operation shares its tag with a webhook, and clients are not to call webhooks", () => {
  const tags = new Set(operations().flatMap(({ operation }) => operation["tags"]));
  assert.ok(tags.has("Webhooks"));
  const events = Object.values<Node>(document["webhooks"]);
  assert.ok(events.length > 5);
  for (const { post } of events) {
    assert.deepEqual([post.tags.filter((tag: string) => tags.has(tag)), post["x-internal"]], [[], true], post.operationId);
    assert.ok(
      document["tags"].some(({ name }: Node) => name === post.tags[0]),
      post.tags[0],
    );
  }
});

test("R21 null stands only beside another type", () => {
  const alone = everySchema().filter(([place, { type }]) => type === "null" && !/\/(anyOf|oneOf)\/\d+$/.test(place));
  assert.deepEqual(alone, []);
});

test("R22 a map is written with additionalProperties, and the courses of a row of the matrix are typed", () => {
  const patterns = everySchema().filter(([, schema]) => "patternProperties" in schema);
  assert.deepEqual(
    patterns.map(([place]) => place),
    [],
  );
  const { rows } = schemas["ComplianceMatrix"]!["properties"];
  const row = schemas[rows.items.$ref?.split("/").at(-1)]!;
  assert.deepEqual(row["properties"].courses.additionalProperties, { $ref: "#/components/schemas/MatrixEntry" });
  assert.deepEqual(schemas["MatrixEntry"]!["properties"].status.$ref, "#/components/schemas/ComplianceFlag");
});

test("R23 R26 a request holds what a client may set, each member with a type and none with a default", () => {
  assert.ok(requests().length > 10);
  for (const [name, schema] of requests()) {
    for (const [member, value] of Object.entries<Node>(schema["properties"] ?? {})) {
      assert.ok(!("readOnly" in value), `${name}.${member} can only be read`);
      assert.ok("type" in value || "$ref" in value || "anyOf" in value, `${name}.${member} has no type`);
      assert.ok(!("default" in value), `${name}.${member} has a default`);
    }
  }
  const created = schemas["CreateUserRequest"]!;
  assert.deepEqual(created["required"], ["employee_no", "first_name", "last_name"]);
  assert.match(created["properties"].worker_type.description, /Default: "internal_payroll"/);
  assert.match(created["description"], /`created_at`, .* are taken and ignored/);
});

/**
 * The most bytes that an operation may add to the document, including its share of common parts: 400 KiB divided by 47
 * operations.
 */
const operation_bytes_max = 8_700;

test("R24 problems are answered by named responses with named examples, and the document stays small", () => {
  let references = 0;
  for (const { method, path, operation } of operations()) {
    for (const [status, response] of Object.entries<Node>(operation["responses"])) {
      if (response["$ref"]) references += 1;
      else if (!operation["security"]?.some((entry: Node) => "clientBasic" in entry))
        assert.ok(Number(status) < 400 || path === "/readyz", `${method} ${path} ${status} is written out`);
    }
  }
  assert.ok(references > 300);
  const named = Object.values<Node>(document["components"].responses).map((response) => JSON.stringify(response));
  assert.equal(new Set(named).size, named.length, "two responses are the same");
  const bytes = Buffer.byteLength(JSON.stringify(document));
  assert.ok(bytes <= operations().length * operation_bytes_max, `${bytes} bytes for ${operations().length} operations`);
});

test("R25 every enumeration, and every object that may be null, has a name", () => {
  const unnamed = everySchema().filter(([place, schema]) => {
    const is_named = /^components\/schemas\/[^/]+$/.test(place);
    const is_object = [schema["type"]].flat().includes("object") && "properties" in schema;
    const may_be_null = (Array.isArray(schema["type"]) && is_object) || (is_object && /\/(anyOf|oneOf)\/\d+$/.test(place));
    return !is_named && (Array.isArray(schema["enum"]) || may_be_null);
  });
  assert.deepEqual(
    unnamed.map(([place]) => place),
    [],
  );
  assert.ok(Object.values(schemas).filter((schema) => "enum" in schema).length > 20);
});

test("R27 patterns can be read by other languages, and no value has more types than one and null", () => {
  let patterns = 0;
  for (const [place, { pattern, type }] of everySchema()) {
    if (Array.isArray(type)) assert.ok(type.length === 2 && type.includes("null"), `${place} has the types ${type.join(", ")}`);
    if (typeof pattern !== "string") continue;
    patterns += 1;
    assert.doesNotMatch(pattern, /\\p\{|\\u\{|\(\?</i, place);
    assert.ok(new RegExp(pattern));
  }
  assert.ok(patterns > 10);
});

test("R28 the codes of a fault and what it suggests are typed, and pages are told beside JSON", () => {
  const { items } = schemas["ValidationFailedProblem"]!["properties"].errors;
  const fault = schemas[items.$ref?.split("/").at(-1)]!;
  assert.deepEqual(fault["properties"].code, { $ref: "#/components/schemas/FaultCode" });
  assert.ok(schemas["FaultCode"]!["enum"].includes("UNKNOWN_DEPARTMENT"));
  assert.deepEqual(Object.keys(schemas["Suggestion"]!["properties"]), ["id", "name", "tax_id", "event_type"]);
  for (const path of ["/problems", "/problems/{slug}"])
    assert.deepEqual(Object.keys(document["paths"][path].get.responses["200"].content), ["application/json", "text/html"]);
});

test("R29 each operation shows an Idempotency-Key of its own, and each address an ETag of its own", () => {
  const keys: string[] = [];
  const etags = new Map<string, string>();
  for (const { path, operation } of operations()) {
    for (const { name, schema } of (operation["parameters"] ?? []) as Node[]) {
      if (name === "Idempotency-Key") keys.push(schema.examples[0]);
      if (name !== "If-None-Match" && name !== "If-Match") continue;
      assert.equal(etags.get(path) ?? schema.examples[0], schema.examples[0], path);
      etags.set(path, schema.examples[0]);
    }
  }
  assert.ok(keys.length > 8 && etags.size > 8, `saw ${keys.length} keys and ${etags.size} validators`);
  assert.equal(new Set(keys).size, keys.length);
  assert.equal(new Set(etags.values()).size, etags.size);
});

test("R20 a body of bytes says so, which openapi-python-client needs for a function that can be called", () => {
  const bytes = [...operations()].flatMap(
    ({ operation }) => operation["requestBody"]?.content?.["application/octet-stream"] ?? [],
  );
  assert.deepEqual(
    bytes.map(({ schema }) => schema),
    [{ type: "string", format: "binary" }],
  );
});

test("R2 the contract says how it stands to the specification's version", () => {
  assert.match(document["info"].description, /0\.60\.0.*specification's version 0\.59\.0.*works unchanged/);
});
