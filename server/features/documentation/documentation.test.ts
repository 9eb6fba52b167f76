import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { after, before, test } from "node:test";
import zlib from "node:zlib";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { openDatabase, type TestDatabase } from "../../../test/harness/database.ts";
import { request, startServer, type TestServer } from "../../../test/harness/server.ts";
import { escapeHtml } from "../../platform/http/html.ts";
import type { ProblemMaker } from "../../platform/http/problem.ts";
import { event_types } from "../events/emit.ts";

let database: TestDatabase;
let server: TestServer;
let document: any;

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  document = (await get("/openapi.json")).body;
});
after(async () => {
  await server.close();
  await database.close();
});

const get = (path: string, headers: Record<string, string> = {}) => request(server.url, "GET", path, { headers });

const operations = () =>
  Object.entries<any>(document.paths).flatMap(([path, item]) =>
    Object.entries<any>(item).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      path,
      method,
      operation,
    })),
  );

test("the contract is public, may be kept for a while, and is not sent twice", async () => {
  const reply = await get("/openapi.json");
  assert.deepEqual([reply.status, reply.headers.get("content-type")], [200, "application/json; charset=utf-8"]);
  assert.match(reply.headers.get("cache-control")!, /^public, max-age=\d+$/);
  const again = await get("/openapi.json", { "if-none-match": reply.headers.get("etag")! });
  assert.deepEqual([again.status, again.text], [304, ""]);
});

test("the contract has the program's version, and keeps what earlier versions changed", () => {
  const program = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  assert.equal(document.openapi, "3.1.1");
  assert.equal(document.info.version, program.version);
  const versions = document.info["x-changelog"].map(({ version }: { version: string }) => version);
  assert.deepEqual(versions, [program.version, "0.59.0", "0.58.0"]);
  const told = readFileSync("CHANGELOG.md", "utf8");
  for (const version of versions) {
    assert.ok(document.info.description.includes(`### ${version}`), version);
    assert.ok(told.includes(`\n## ${version}\n`), version);
  }
  assert.deepEqual(document.servers, [{ url: "https://muster.example" }]);
});

test("every operation of the specification is in the contract, with its scopes", () => {
  const wanted = {
    "GET /api/v1/users": ["users:read"],
    "POST /api/v1/users": ["users:write"],
    "PATCH /api/v1/users/{id}": ["users:write"],
    "GET /api/v1/departments": ["users:read"],
    "GET /api/v1/contractors": ["users:read"],
    "GET /api/v1/course-catalog": ["enrollments:write", "compliance:read"],
    "POST /api/v1/enrollments": ["enrollments:write"],
    ...Object.fromEntries(
      [
        "GET /api/v1/webhooks/subscriptions",
        "POST /api/v1/webhooks/subscriptions",
        ...["ping", "rotate-secret", "enable"].map((verb) => `POST /api/v1/webhooks/subscriptions/{id}/${verb}`),
        "GET /api/v1/webhooks/subscriptions/{id}/deliveries",
        "POST /api/v1/webhooks/subscriptions/{id}/deliveries/{delivery_id}/retry",
      ].map((name) => [name, ["webhooks:manage"]]),
    ),
    "POST /api/v1/oauth/token": undefined,
    "GET /openapi.json": undefined,
  };
  const found = Object.fromEntries(operations().map(({ name, operation }) => [name, operation]));
  for (const [name, scopes] of Object.entries(wanted)) {
    assert.ok(found[name], name);
    assert.deepEqual(found[name]["x-required-scopes"], scopes, name);
    const alternatives = found[name].security.flatMap((entry: any) => entry.oauth2 ?? []);
    assert.deepEqual(alternatives, scopes ?? [], name);
  }
});

test("every operation is described: parameters, bodies, answers with their headers, and problems, each with an example", () => {
  assert.ok(operations().length >= 15);
  for (const { name, path, operation } of operations()) {
    assert.ok(operation.operationId && operation.summary && operation.tags.length === 1, name);
    const parameters = (operation.parameters ?? []).map(resolve);
    for (const parameter of parameters) assert.ok(parameter.schema, `${name} ${parameter.name}`);
    const names = new Set(parameters.map((parameter: any) => `${parameter.in} ${parameter.name}`));
    for (const [, id] of path.matchAll(/\{([a-z_]+)\}/g)) assert.ok(names.has(`path ${id}`), `${name} ${id}`);
    if (path.startsWith("/api/v1/")) assert.ok(names.has("header X-Tenant-Code"), name);
    for (const content of Object.values<any>(operation.requestBody?.content ?? {}))
      assert.ok(content.schema && content.example, name);
    for (const [status, response] of Object.entries<any>(operation.responses))
      assertAnswer(`${name} ${status}`, status, resolve(response));
    const by_client = operation.security.some((entry: object) => "apiKey" in entry);
    // An operation that needs no scope never answers 403.
    const needs_scope = operation.security.some((entry: any) => entry.oauth2?.length > 0);
    if (by_client) assertForClients(name, operation.responses, needs_scope ? ["403"] : []);
  }
});

function assertAnswer(place: string, status: string, response: any): void {
  assert.ok(response.description, place);
  assert.ok(response.headers["X-Request-Id"], place);
  if (status === "401") assert.ok(response.headers["WWW-Authenticate"], place);
  if (status === "429" || status === "503") assert.ok(response.headers["Retry-After"], place);
  for (const [media_type, content] of Object.entries<any>(response.content ?? {})) {
    assert.ok(content.schema, place);
    assert.ok("example" in content || Object.keys(content.examples).length > 0, place);
    if (media_type !== "application/problem+json") continue;
    for (const schema of content.schema.oneOf ?? [content.schema]) {
      const { code, status: stated } = resolve(schema).properties;
      assert.equal(String(stated.const), status, place);
      const { value } = resolve(content.examples[code.const]);
      assert.deepEqual([value.code, value.status], [code.const, stated.const], place);
    }
  }
}

function assertForClients(name: string, responses: any, further: readonly string[]): void {
  for (const status of ["400", "401", ...further, "422", "429", "500", "503"]) assert.ok(responses[status], `${name} ${status}`);
  const success = Object.keys(responses).filter((status) => status.startsWith("2"));
  assert.ok(success.length > 0, name);
  for (const status of success) {
    for (const header of ["Limit", "Remaining", "Reset", "Policy"])
      assert.ok(responses[status].headers[`RateLimit-${header}`], `${name} ${status}`);
  }
}

function resolve(node: any): any {
  return node.$ref
    ? node.$ref
        .slice(2)
        .split("/")
        .reduce((at: any, key: string) => at[key], document)
    : node;
}

test("every reference of the contract leads somewhere, and no schema keeps what only our validation understands", () => {
  let references = 0;
  const walk = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    if ("$ref" in node) {
      references += 1;
      assert.ok(resolve(node), String(node.$ref));
    }
    assert.ok(!("$id" in node));
    Object.values(node).forEach(walk);
  };
  walk({ paths: document.paths, components: document.components });
  assert.ok(references > 100);
});

test("each kind of problem that the program can throw has a page with cause and remedy", async () => {
  // Errors of the token endpoint have no `type`, because RFC 6749 defines none.
  const files = globSync(["server/features/**/errors.ts", "server/platform/http/**/*problem*.ts"]).filter(
    (file) => !file.endsWith(".test.ts"),
  );
  assert.ok(files.length >= 4);
  let makers = 0;
  for (const file of files) {
    const module = (await import(`../../../${file}`)) as Record<string, unknown>;
    for (const maker of Object.values(module).filter(isProblemMaker)) {
      makers += 1;
      const reply = await get(`/problems/${maker.type.slug}`);
      assert.equal(reply.status, 200, `${maker.type.code} in ${file}`);
      assert.match(reply.headers.get("content-type")!, /^text\/html/);
      const page = reply.text.replaceAll(/<\/?code>/g, "`");
      for (const text of [maker.type.code, maker.type.cause, maker.type.remedy])
        assert.ok(page.includes(escapeHtml(text)), `the page of ${maker.type.code} lacks ${text}`);
      const data = (await get(`/problems/${maker.type.slug}`, { accept: "application/json" })).body;
      assert.deepEqual([data.code, data.cause, data.remedy], [maker.type.code, maker.type.cause, maker.type.remedy]);
    }
  }
  assert.ok(makers >= 16);
  const { problems } = (await get("/problems", { accept: "application/json" })).body;
  assert.ok(problems.length >= makers);
});

function isProblemMaker(value: unknown): value is ProblemMaker {
  return typeof value === "function" && "type" in value;
}

test("the type of a problem resolves to its page; an unknown one does not", async () => {
  const { body } = await get("/api/v1/departments", { "x-tenant-code": "NONE" });
  const page = await get(new URL(body.type).pathname);
  assert.equal(page.status, 200);
  assert.match(page.text, /Unauthorized/);
  assert.equal((await get("/problems/no-such-thing")).body.code, "NOT_FOUND");
  assert.equal((await get("/problems/__proto__")).status, 404);
});

test("each event type's schema is self-contained, and refuses other events", async () => {
  const types = Object.keys(document.webhooks);
  assert.deepEqual(types.toSorted(), event_types.toSorted());
  for (const type of types) {
    const { status, headers, text } = await get(`/schemas/events/${type}`);
    assert.deepEqual([status, headers.get("content-type")], [200, "application/schema+json; charset=utf-8"], type);
    const schema = JSON.parse(text);
    assert.equal(schema.$id, `https://muster.example/schemas/events/${type}`);
    const ajv = new Ajv2020();
    addFormats.default(ajv);
    const validate = ajv.compile(schema);
    const example = document.webhooks[type].post.requestBody.content["application/json"].example as object;
    assert.ok(validate(example), JSON.stringify(validate.errors));
    assert.ok(validate({ ...example, later: "a new member" }), "bodies may gain members");
    assert.ok(!validate({ ...example, type: "another" }), type);
    assert.ok(!validate({ ...example, data: {} }), type);
  }
  assert.equal((await get("/schemas/events/course.started")).status, 404);
  assert.equal((await get("/schemas/events/__proto__")).status, 404);
});

test("the bare address leads people to the panel, and tells programs where everything is", async () => {
  const visited = await get("/", { accept: "text/html,application/xhtml+xml,*/*;q=0.8" });
  assert.deepEqual([visited.status, visited.headers.get("location")], [302, "/panel/"]);
  for (const accept of ["*/*", "application/json"]) {
    const { status, text } = await get("/", { accept });
    assert.equal(status, 200, text);
    const { name, version, ...addresses } = JSON.parse(text) as Record<string, string>;
    assert.deepEqual([name, version], ["Muster", document.info.version]);
    assert.deepEqual(Object.keys(addresses), ["contract", "reference", "postman", "problems", "panel"]);
    for (const [what, address] of Object.entries(addresses)) {
      assert.ok(address.startsWith("https://muster.example/"), address);
      if (what !== "panel") assert.equal((await get(new URL(address).pathname)).status, 200, address);
    }
  }
});

test("the reference page loads nothing from elsewhere, and its policy forbids it", async () => {
  const page = await get("/docs");
  const policy = page.headers.get("content-security-policy")!;
  assert.match(policy, /^default-src 'none'; script-src 'self';/);
  assert.doesNotMatch(policy, /https?:|\*|unsafe-eval/);
  assert.doesNotMatch(page.text, /https?:\/\//);
  const sources = [...page.text.matchAll(/src="([^"]+)"/g)].map(([, source]) => source!);
  assert.equal(sources.length, 2);
  for (const source of sources) {
    const script = await get(source);
    assert.deepEqual([script.status, script.headers.get("content-type")], [200, "text/javascript; charset=utf-8"]);
    assert.ok(script.text.length > 100, source);
  }
  const start = await get("/docs/start.js");
  assert.match(start.text, /"withDefaultFonts": false/);
  assert.match(start.text, /"proxyUrl": ""/);
});

test("a failure to load the reference's script is answered in plain text, and the next request loads it again", async (t) => {
  const anew = await startServer(database);
  t.after(() => anew.close());
  const { gzip } = zlib;
  const restore = () => {
    zlib.gzip = gzip;
    syncBuiltinESMExports();
  };
  t.after(restore);
  zlib.gzip = ((_data: Buffer, done: (error: Error) => void) => done(new Error("no memory"))) as unknown as typeof gzip;
  syncBuiltinESMExports();
  const failed = await request(anew.url, "GET", "/docs/reference.js");
  assert.deepEqual([failed.status, failed.headers.get("content-encoding"), failed.body.status], [500, null, 500], failed.text);
  restore();
  assert.equal((await request(anew.url, "GET", "/docs/reference.js")).status, 200);
});
