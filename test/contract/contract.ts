import assert from "node:assert/strict";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { uuid_pattern } from "../../server/platform/ids.ts";
import { parseDocument, type ApiDocument, type Operation, type Response, type Schema } from "./document.ts";
import { checkProblem, checkWords } from "./problem-body.ts";

/** An answer, and the request that it belongs to. */
export type Seen = {
  method: string;
  /** The path with its query string. */
  path: string;
  status: number;
  headers: Headers;
  text: string;
};

/** Checks every answer of a server against the OpenAPI document that the same server publishes. */
export type Contract = {
  document: ApiDocument;
  /**
   * Throws if an answer differs from the documentation in status, media type, body or headers, or if a failure has no problem
   * body.
   */
  check: (seen: Seen) => Promise<void>;
  /** The operation that handles a request, or undefined. */
  find: (method: string, path: string) => Operation | undefined;
};

/** Headers of HTTP itself and of browsers, and those that every answer has. */
const headers_of_transport = new Set([
  "access-control-allow-origin",
  "access-control-expose-headers",
  "allow",
  "cache-control",
  "connection",
  "content-encoding",
  "content-length",
  "content-security-policy",
  "content-type",
  "date",
  "keep-alive",
  "pragma",
  "strict-transport-security",
  "transfer-encoding",
  "vary",
  "x-content-type-options",
]);

/** Headers that are documented as optional. */
const headers_at_times = new Set(["idempotency-replayed", "deprecation", "sunset", "link"]);

/** Failures that may occur before or after the client is known, so their RateLimit headers are optional. */
const statuses_at_any_time = new Set([400, 500, 503]);

export async function readContract(url: string): Promise<Contract> {
  const text = await (await fetch(`${url}/openapi.json`)).text();
  if (last?.text !== text) last = { text, rules: rulesOf(parseDocument(text)) };
  const { document, find, ajv, validatorOf } = last.rules;
  return {
    document,
    find,
    async check(seen) {
      const context = `${seen.method} ${seen.path} answered ${seen.status} ${seen.text.slice(0, 1_000)}`;
      const operation = find(seen.method, seen.path);
      assert.match(seen.headers.get("x-request-id") ?? "", /^req_[0-9A-Z]{26}$/, `X-Request-Id: ${context}`);
      const speaks_problems = operation?.responses["422"] !== undefined || operation === undefined;
      if (seen.status >= 400 && seen.method !== "HEAD") {
        if (speaks_problems) await checkProblem(url, { ...seen, content_type: seen.headers.get("content-type") });
        else checkWords(seen.text, context);
      }
      if (operation === undefined) {
        assert.ok(seen.status >= 400 || !seen.path.startsWith("/api/"), `the document knows no such operation: ${context}`);
        return;
      }
      const response = operation.responses[seen.status];
      assert.ok(response, `the document lists no ${seen.status} for ${operation.id}: ${context}`);
      checkHeaders(seen, response, ajv, context);
      if (seen.method !== "HEAD") checkBody(seen, response, validatorOf, context);
    },
  };
}

type Rules = Pick<Contract, "document" | "find"> & { ajv: Ajv2020; validatorOf: (schema: Schema) => ValidateFunction };

/**
 * The rules of the last document. They are cached, because most test files have servers with the same document, and compiling its
 * schemas takes long.
 */
let last: { text: string; rules: Rules } | undefined;

function rulesOf(document: ApiDocument): Rules {
  const patterns = document.operations.map((operation) => ({
    operation,
    pattern: new RegExp(`^${operation.path.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{[^}]+\}/g, "[^/]+")}$`),
  }));
  const validators = new Map<Schema, ValidateFunction>();
  const ajv = makeAjv(document);
  const validatorOf = (schema: Schema) => {
    const known = validators.get(schema) ?? ajv.compile(close(schema));
    validators.set(schema, known);
    return known;
  };
  const find = (method: string, path: string) => {
    const bare = path.split("?")[0]!;
    const wanted = method === "HEAD" ? "GET" : method;
    const found = patterns.filter(({ operation, pattern }) => operation.method === wanted && pattern.test(bare));
    // A fixed path has priority over a path with a parameter.
    const is_fixed = patterns.some(({ operation }) => operation.path === bare);
    return found.find(({ operation }) => !is_fixed || operation.path === bare)?.operation;
  };
  return { document, find, ajv, validatorOf };
}

/** The id under which the document's schemas refer to each other. */
const document_id = "openapi.json";

function makeAjv(document: ApiDocument): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addFormat("uuid", uuid_pattern);
  const schemas = Object.fromEntries(Object.entries(document.schemas).map(([name, schema]) => [name, close(schema)]));
  ajv.addSchema({ $id: document_id, components: { schemas } });
  return ajv;
}

/**
 * The schema without additional members: the document allows answers to grow, but the present server may send only listed
 * members.
 */
function close(schema: Schema): Schema {
  const each = (schemas: Schema[] | undefined) => schemas?.map(close);
  const closed: Schema = { ...schema };
  if (schema.$ref) closed.$ref = document_id + schema.$ref;
  if (schema.properties) {
    closed.properties = Object.fromEntries(Object.entries(schema.properties).map(([name, member]) => [name, close(member)]));
    if (schema.additionalProperties === undefined) closed.additionalProperties = false;
  }
  if (typeof schema.additionalProperties === "object") closed.additionalProperties = close(schema.additionalProperties);
  if (schema.items) closed.items = close(schema.items);
  for (const keyword of ["anyOf", "oneOf", "allOf"] as const) {
    if (schema[keyword]) closed[keyword] = each(schema[keyword])!;
  }
  return closed;
}

function checkHeaders(seen: Seen, response: Response, ajv: Ajv2020, context: string): void {
  const documented = new Map(Object.entries(response.headers).map(([name, schema]) => [name.toLowerCase(), schema]));
  for (const [name, schema] of documented) {
    const value = seen.headers.get(name);
    if (value === null) {
      // Only one kind of conflict is temporary and has a Retry-After.
      const is_other_conflict =
        name === "retry-after" && seen.status === 409 && !seen.text.includes('"code":"IDEMPOTENCY_KEY_IN_USE"');
      const may_lack =
        headers_at_times.has(name) ||
        is_other_conflict ||
        (statuses_at_any_time.has(seen.status) && name.startsWith("ratelimit"));
      assert.ok(may_lack, `the header ${name} is documented, but missing: ${context}`);
      continue;
    }
    const typed = schema.type === "integer" ? Number(value) : value;
    assert.ok(ajv.validate(schema, typed), `the header ${name}: ${value} is not as documented: ${context}`);
  }
  for (const name of seen.headers.keys()) {
    assert.ok(headers_of_transport.has(name) || documented.has(name), `the header ${name} is not documented: ${context}`);
  }
}

function checkBody(seen: Seen, response: Response, validatorOf: (schema: Schema) => ValidateFunction, context: string): void {
  const media_types = Object.keys(response.content);
  if (media_types.length === 0) {
    assert.equal(seen.text, "", `an answer that is documented without a body has one: ${context}`);
    return;
  }
  const media_type = (seen.headers.get("content-type") ?? "").split(";")[0]!.trim();
  const schema = response.content[media_type];
  assert.ok(schema, `${media_type || "no media type"} is not documented (${media_types.join(", ")}): ${context}`);
  if (!media_type.endsWith("json")) return;
  const validate = validatorOf(schema);
  assert.ok(validate(JSON.parse(seen.text)), `${JSON.stringify(validate.errors, null, 1)} in ${context}`);
}
