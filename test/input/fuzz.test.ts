import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { bodySchemaOf } from "../contract/document.ts";
import { sampleOf, send, urlOf } from "../contract/samples.ts";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { apiOf, startServer, type TestServer } from "../harness/server.ts";
import { createFullOrganisation, credentialsOf } from "../isolation/neighbours.ts";
import { listTenantTables, tables_of_counters } from "../isolation/tables.ts";
import { fuzz, type FuzzPlace } from "./fuzz.ts";
import { seeded } from "./seeded.ts";

let database: TestDatabase;
let server: TestServer;
let place: FuzzPlace;

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  const organisation = await createFullOrganisation(database, "aardvark");
  const { document } = await server.contract();
  const tables = (await listTenantTables(database)).filter(({ name }) => !tables_of_counters.includes(name));
  place = { database, organisation, mark: "aardvark", api: apiOf(server, credentialsOf(organisation)), document, tables };
});
after(async () => {
  await server.close();
  await database.close();
});

const scoped = () => place.document.operations.filter(({ scopes }) => scopes !== null);

test("IN1 600 random requests: the invalid ones refused at their place, the valid ones taken, no 5xx", async (t) => {
  const random = seeded();
  t.diagnostic(`SEED=${random.seed}`);
  try {
    const counts = await fuzz(place, 600, random);
    t.diagnostic(JSON.stringify(counts));
    // Far below the usual numbers (SEED=1939116708: 89 valid cases of 1,500): the run did not consist of refusals only.
    assert.ok(counts["invalid 422"]! > 120 && counts["valid 200"]! > 10, JSON.stringify(counts));
  } catch (error) {
    throw new Error(`SEED=${random.seed}: ${(error as Error).message}`, { cause: error });
  }
  assert.deepEqual(
    server.log.filter(({ level }) => (level as number) >= 50),
    [],
    `SEED=${random.seed}: something was logged as an error`,
  );
});

test("IN1 the examples of the document are requests that it takes", async () => {
  for (const operation of scoped()) {
    for (const [media_type, { example }] of Object.entries(operation.body?.content ?? {})) {
      const request = await sampleOf(operation).make(place, `e${operation.id}${media_type.length}`);
      const reply = await place.api.call(operation.method, urlOf(operation, request), {
        headers: { "content-type": media_type },
        body: example,
      });
      const codes = (reply.body.errors ?? []).map(({ code }: { code: string }) => code);
      const of_shape = codes.filter(
        (code: string) => !/^(UNKNOWN_(?!FIELD)|DATE_IN_PAST|OUT_OF_RANGE|CONTRACTOR_|ONE_OF_)/.test(code),
      );
      assert.deepEqual(of_shape, [], `${operation.id}: ${reply.text}`);
    }
  }
});

test("IN1 methods that an address does not offer are 405 and named by Allow", async () => {
  const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
  for (const path of new Set(place.document.operations.map((operation) => operation.path))) {
    const address = path.replace(/\{[^}]+\}/g, "019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f");
    const known = place.document.operations.filter((operation) => operation.path === path).map(({ method }) => method);
    const allowed = known.includes("GET") ? [...known, "HEAD"] : known;
    for (const method of methods.filter((name) => !known.includes(name))) {
      const reply = await place.api.call(method, address, method === "GET" ? {} : { body: {} });
      assert.equal(reply.status, 405, `${method} ${path}`);
      assert.deepEqual(reply.headers.get("allow")?.split(", ").sort(), allowed.toSorted(), `${method} ${path}`);
    }
  }
});

test("IN1 no operation answers without credentials, with wrong ones, or without the tenant code", async () => {
  const { "x-tenant-code": code, "x-api-key": key } = credentialsOf(place.organisation);
  const wrong: Record<string, string>[] = [
    {},
    { "x-tenant-code": code! },
    { "x-api-key": key! },
    { "x-tenant-code": code!, "x-api-key": `${key!.slice(0, -1)}${key!.endsWith("0") ? "1" : "0"}` },
    { "x-tenant-code": code!, authorization: `Bearer ${key}` },
    { "x-tenant-code": code!, authorization: `Basic ${btoa(`x:${key}`)}` },
  ];
  for (const operation of scoped()) {
    const request = await sampleOf(operation).make(place, `a${operation.id}`);
    for (const credentials of wrong) {
      const reply = await send(apiOf(server, credentials), operation, request);
      assert.equal(reply.status, 401, `${operation.id} with ${JSON.stringify(Object.keys(credentials))}`);
    }
    await database.superuser.query("delete from infra.failed_authentication");
    assert.equal((await send(place.api, operation, request)).status, sampleOf(operation).status, operation.id);
  }
});

test("IN1 a body that is missing, or of another media type, is refused as such", async () => {
  for (const operation of scoped().filter((operation) => bodySchemaOf(place.document, operation) !== null)) {
    const request = await sampleOf(operation).make(place, `m${operation.id}`);
    const url = urlOf(operation, request);
    const text = await place.api.call(operation.method, url, { headers: { "content-type": "text/plain" }, body: "{}" });
    assert.equal(text.status, 415, operation.id);
    const empty = await place.api.call(operation.method, url, { headers: { "content-type": "application/json" } });
    const fresh = urlOf(operation, await sampleOf(operation).make(place, `n${operation.id}`));
    const missing = await place.api.call(operation.method, fresh);
    if (operation.body!.required) assert.deepEqual([empty.status, missing.status], [400, 415], operation.id);
    else assert.equal(missing.status, sampleOf(operation).status, operation.id);
  }
});

test("IN1 what was created is there under its Location, with the same ETag", async () => {
  for (const operation of scoped().filter((operation) => sampleOf(operation).status === 201)) {
    const created = await send(place.api, operation, await sampleOf(operation).make(place, `l${operation.id}`));
    const read = await place.api.get(created.headers.get("location")!);
    // A secret is returned only when it is created.
    const { secret_token: _, ...shown } = created.body;
    assert.deepEqual([read.status, read.body], [200, shown], operation.id);
    assert.equal(read.headers.get("etag"), created.headers.get("etag"), operation.id);
    const again = await place.api.get(created.headers.get("location")!, {
      headers: { "if-none-match": read.headers.get("etag")! },
    });
    assert.deepEqual([again.status, again.text], [304, ""], operation.id);
  }
});

test("IN1 HEAD answers as GET does, without a body", async () => {
  for (const operation of scoped().filter(({ method }) => method === "GET")) {
    const url = urlOf(operation, await sampleOf(operation).make(place, `h${operation.id}`));
    const [get, head] = [await place.api.get(url), await place.api.call("HEAD", url)];
    assert.deepEqual([head.status, head.text, head.headers.get("etag")], [get.status, "", get.headers.get("etag")], operation.id);
  }
});
