import assert from "node:assert/strict";
import { bodySchemaOf, schemaOf, type ApiDocument, type Operation, type Schema } from "../contract/document.ts";
import { contentOf, sampleOf, urlOf } from "../contract/samples.ts";
import type { Place, SampleRequest } from "../contract/samples/sample.ts";
import type { Reply } from "../harness/server.ts";
import { checksumsOf, type TenantTable } from "../isolation/tables.ts";
import type { Seeded } from "./seeded.ts";
import { anyText, bodyValue, makeOracle, queryText, type Oracle } from "./values.ts";

/*
 * A fuzzer for the OpenAPI document. Each case takes the sample of an operation, which would succeed, and changes one thing. The
 * document decides whether the changed request is still valid, and so which result is expected:
 *
 *   invalid   refused at the place of the change, and nothing is stored
 *   valid     carried out, or refused by a rule of the domain, but never for the form of a valid value
 *   either    any documented result
 *
 * A 5xx is always a failure. The `Api` that sends a case checks its answer against the document. Cases run in batches of one
 * operation: first invalid ones, between two checksums over all tables of the organisation, then others.
 */

export type FuzzPlace = Place & { document: ApiDocument; tables: readonly TenantTable[] };

type Case = {
  what: string;
  expected: "invalid" | "valid" | "either";
  /**
   * Where an invalid case must be refused: `#/first_name`, or the name of a parameter or header; null: only the status is
   * checked.
   */
  at: string | null;
  /** The status of an invalid case; left out: 422. */
  status?: number;
  request: SampleRequest;
  url?: string;
  headers?: Record<string, string>;
  /** Sent in place of the request's body. */
  text?: string;
};

/** The number of cases drawn for one batch. Only the invalid ones are run, because they do not change the sample. */
const drawn_per_batch = 30;
/** The number of cases of any kind that follow, each with a sample of its own. */
const others_per_batch = 6;

/** Runs `cases` cases, and throws at the first fault. Returns how many cases of each kind got each status. */
export async function fuzz(place: FuzzPlace, cases: number, random: Seeded): Promise<Record<string, number>> {
  const operations = place.document.operations.filter(({ scopes }) => scopes !== null);
  const oracle = makeOracle(place.document);
  const counts: Record<string, number> = {};
  const total = () => Object.values(counts).reduce((sum, count) => sum + count, 0);
  const runAndCount = async (operation: Operation, one: Case) => {
    const name = `${one.expected} ${await run(place, operation, one)}`;
    counts[name] = (counts[name] ?? 0) + 1;
  };
  for (let batch = 0; total() < cases; batch += 1) {
    const operation = operations[batch % operations.length]!;
    const { make } = sampleOf(operation);
    const base = await make(place, `f${batch}`);
    const drawn = Array.from({ length: drawn_per_batch }, () => drawCase(place, operation, base, random, oracle));
    const invalid = drawn.filter(({ expected }) => expected === "invalid");
    const before = await checksums(place);
    for (const one of invalid) await runAndCount(operation, one);
    const names = invalid.map(({ what }) => what).join("\n");
    assert.deepEqual(await checksums(place), before, `${operation.id} has stored something of\n${names}`);
    for (let other = 0; other < others_per_batch; other += 1) {
      await runAndCount(operation, drawCase(place, operation, await make(place, `f${batch}-${other}`), random, oracle));
    }
  }
  return counts;
}

function checksums(place: FuzzPlace): Promise<Record<string, string>> {
  return checksumsOf(place.database, place.organisation.tenant_id, place.tables);
}

async function run(place: FuzzPlace, operation: Operation, one: Case): Promise<number> {
  const context = `${operation.id}: ${one.what}`;
  const content = contentOf(one.request, one.headers ?? {});
  try {
    const url = one.url ?? urlOf(operation, one.request);
    const reply = await place.api.call(operation.method, url, one.text === undefined ? content : { ...content, body: one.text });
    judge(operation, one, reply);
    return reply.status;
  } catch (error) {
    throw new Error(`${context}: ${(error as Error).message}`, { cause: error });
  }
}

function judge(operation: Operation, one: Case, reply: Reply): void {
  const answered = `answered ${reply.status} ${reply.text.slice(0, 1_000)}`;
  assert.ok(reply.status < 500, answered);
  const faults = ((reply.body?.errors ?? []) as Record<string, string>[]).map((item) => ({
    at: item["pointer"] ?? item["parameter"] ?? item["header"]!,
    code: item["code"]!,
  }));
  if (one.expected === "invalid") {
    assert.equal(reply.status, one.status ?? 422, answered);
    const named = one.at === null || faults.some(({ at }) => at === one.at || at.startsWith(`${one.at}/`));
    assert.ok(named, `no fault at ${one.at}: ${answered}`);
  }
  if (one.expected === "valid") {
    const { status, domain_codes = {} } = sampleOf(operation);
    const refused_by_domain = reply.status === 403 && reply.body.code !== "INSUFFICIENT_SCOPE";
    assert.ok(refused_by_domain || [status, 404, 409, 412, 422].includes(reply.status), answered);
    for (const { at, code } of faults) {
      const place = Object.keys(domain_codes).find((place) => at === place || at.startsWith(`${place}/`));
      const is_of_shape = codes_of_shape.has(code) && !(place !== undefined && domain_codes[place]!.includes(code));
      assert.ok(!is_of_shape, `${code} at ${at}, although the document takes it: ${answered}`);
    }
  }
}

/** The codes of refusals because of a value's form. */
const codes_of_shape = new Set([
  "REQUIRED",
  "INVALID_TYPE",
  "INVALID_FORMAT",
  "TOO_LONG",
  "TOO_SHORT",
  "OUT_OF_RANGE",
  "NOT_ALLOWED_VALUE",
  "UNKNOWN_FIELD",
]);

function drawCase(place: FuzzPlace, operation: Operation, base: SampleRequest, random: Seeded, oracle: Oracle): Case {
  const body = bodySchemaOf(place.document, operation);
  const query = operation.parameters.filter((parameter) => parameter.in === "query");
  const draws: (() => Case)[] = [];
  if (Object.keys(body?.properties ?? {}).length > 0) {
    const member = () => changedMember(place.document, operation, body!, base, random, oracle);
    draws.push(member, member, member, member, member, () => leftOutMember(body!, base, random));
  }
  if (body !== null)
    draws.push(
      () => foreignMember(body, base, random),
      () => noObject(base, random),
    );
  if (query.length > 0) {
    const parameter = () => changedParameter(random.pick(query), base, random, oracle);
    draws.push(parameter, parameter, parameter, () => repeatedParameter(operation, random.pick(query), base, random));
    draws.push(() => unknownParameter(operation, base, random));
  }
  if (operation.path.includes("{")) draws.push(() => changedPath(base, random));
  draws.push(() => changedHeader(operation, base, random));
  return random.pick(draws)();
}

function changedMember(
  document: ApiDocument,
  operation: Operation,
  body: Schema,
  base: SampleRequest,
  random: Seeded,
  oracle: Oracle,
): Case {
  const [name, schema] = random.pick(Object.entries(body.properties!));
  const { value, valid } = bodyValue(schemaOf(document, schema), random, oracle);
  const is_answered_by_entry = name === sampleOf(operation).judged_by_entry && Array.isArray(value) && value.length > 0;
  return {
    what: `${name} = ${JSON.stringify(value)}`,
    expected: valid === null || is_answered_by_entry ? "either" : valid ? "valid" : "invalid",
    at: `#/${name}`,
    request: { ...base, body: { ...base.body, [name]: value } },
  };
}

function leftOutMember(body: Schema, base: SampleRequest, random: Seeded): Case {
  const name = random.pick(Object.keys(body.properties!));
  const { [name]: _, ...rest } = base.body ?? {};
  return {
    what: `without ${name}`,
    expected: body.required?.includes(name) ? "invalid" : "valid",
    at: `#/${name}`,
    request: { ...base, body: rest },
  };
}

function foreignMember(body: Schema, base: SampleRequest, random: Seeded): Case {
  const name = `x${random.pick(["", " ", "_", "é", "😀", "/", "~", "%", "#"])}${random.below(1_000)}`;
  assert.ok(!Object.hasOwn(body.properties ?? {}, name));
  const token = encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"));
  return { what: `with ${name}`, expected: "invalid", at: `#/${token}`, request: { ...base, body: { ...base.body, [name]: 1 } } };
}

function noObject(base: SampleRequest, random: Seeded): Case {
  const text = random.pick([
    "[]",
    "null",
    "1",
    '"x"',
    "true",
    "{",
    "{]",
    '{"a":1,}',
    '{"a":1}{',
    "\u0000",
    "{'a':1}",
    "NaN",
    `"${"x".repeat(1_000)}"`,
  ]);
  return { what: `the body ${text.slice(0, 20)}`, expected: "invalid", at: null, status: 400, request: base, text };
}

function changedParameter(
  parameter: { name: string; schema: Schema },
  base: SampleRequest,
  random: Seeded,
  oracle: Oracle,
): Case {
  const { value, valid } = queryText(parameter.schema, random, oracle);
  return {
    what: `?${parameter.name}=${JSON.stringify(value)}`,
    expected: valid === null ? "either" : valid ? "valid" : "invalid",
    at: parameter.name,
    request: { ...base, query: { ...base.query, [parameter.name]: value } },
  };
}

function repeatedParameter(operation: Operation, parameter: { name: string }, base: SampleRequest, random: Seeded): Case {
  const url = urlOf(operation, { ...base, query: { [parameter.name]: "1" } });
  const again = random.pick([
    parameter.name,
    encodeURIComponent(parameter.name).replace(/^./, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  ]);
  return { what: `?${parameter.name} twice`, expected: "invalid", at: parameter.name, request: base, url: `${url}&${again}=1` };
}

function unknownParameter(operation: Operation, base: SampleRequest, random: Seeded): Case {
  const junk = random.pick([
    "x",
    "x=1&x=2",
    "%zz",
    "%ff=%fe",
    "&&&",
    "=",
    "[]=1",
    "limit[]=1",
    "a[b]=c",
    "__proto__=1",
    "constructor=1",
    "toString",
    ";limit=0",
  ]);
  const url = urlOf(operation, base);
  return { what: `?${junk}`, expected: "valid", at: null, request: base, url: `${url}${url.includes("?") ? "&" : "?"}${junk}` };
}

function changedPath(base: SampleRequest, random: Seeded): Case {
  // Clients resolve dot segments before they send a request.
  const text = anyText(random)
    .toWellFormed()
    .slice(0, 300)
    .toWellFormed()
    .replace(/^\.{0,2}$/, "x");
  return {
    what: `the path ${JSON.stringify(text)}`,
    expected: "invalid",
    at: null,
    status: 404,
    request: { ...base, path: Object.fromEntries(Object.keys(base.path).map((name) => [name, text])) },
  };
}

function changedHeader(operation: Operation, base: SampleRequest, random: Seeded): Case {
  const value = Array.from({ length: random.pick([1, 2, 30, 255, 256, 1_000]) }, () =>
    String.fromCharCode(33 + random.below(94)),
  ).join("");
  const name = random.pick([
    "If-Match",
    "If-None-Match",
    "Idempotency-Key",
    "Accept",
    "Accept-Language",
    "Accept-Encoding",
    "Range",
    "If-Modified-Since",
    "X-Request-Id",
    "X-Forwarded-For",
    "Origin",
    "Prefer",
    "traceparent",
  ]);
  const is_key = name === "Idempotency-Key" && operation.parameters.some((parameter) => parameter.name === name);
  const headers = { [name]: value };
  if (is_key && value.length > 255) return { what: `${name}: ${value}`, expected: "invalid", at: name, request: base, headers };
  const may_refuse = name === "Accept" || name.startsWith("If-");
  return { what: `${name}: ${value}`, expected: may_refuse ? "either" : "valid", at: null, request: base, headers };
}
