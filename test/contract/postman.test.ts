// The served Postman collection, run by Postman's own runner: every request, from the first folder to the last, in an
// organisation in which the contract's examples are valid.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import newman, { type NewmanRunExecution } from "newman";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { apiOf, byKey, request, startServer, type TestServer } from "../harness/server.ts";
import { all_scopes } from "../isolation/neighbours.ts";

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
let collection: any;
let document: any;

const client_name = "Postman";

before(async () => {
  database = await openDatabase();
  await database.clock.freeze("2026-02-02T08:00:00Z");
  const rate = { per_minute: 10_000, burst: 10_000, per_day: 100_000 };
  acme = await createOrganisation(database, {
    organisation: { code: "ACME-PL", kind: "sandbox" },
    contract: { rate },
    attributes: [{ key: "cost_center" }, { key: "shift" }],
    departments: [
      { name: "Logistyka Północ", code: "LN" },
      { name: "Utrzymanie ruchu", code: "UR" },
    ],
    courses: ["FORKLIFT-01", "BHP-00"].map((code) => ({ code, title: code })),
    clients: [{ name: client_name, scopes: [...all_scopes], webhook_hosts: ["hooks.hris.example.com"], rate }],
  });
  server = await startServer(database);
  document = (await request(server.url, "GET", "/openapi.json")).body;
  collection = (await request(server.url, "GET", "/postman-collection.json")).body;
});
after(async () => {
  await server?.close();
  await database?.close();
});

const items = (): any[] => collection.item.flatMap((folder: any) => folder.item);
const operations = () =>
  Object.entries<any>(document.paths).flatMap(([at, methods]) =>
    Object.entries<any>(methods).map(([method, operation]) => ({ at, method: method.toUpperCase(), operation })),
  );

test("the collection has every operation once, in the folder of its tag, with its path and its parameters", () => {
  assert.ok(operations().length > 60);
  assert.equal(items().length, operations().length);
  assert.deepEqual(new Set(items().map(({ id }) => id)), new Set(operations().map(({ operation }) => operation.operationId)));
  for (const { at, method, operation } of operations()) {
    const item = items().find(({ id }) => id === operation.operationId);
    assert.ok(collection.item.find(({ name }: any) => name === operation.tags[0]).item.includes(item), at);
    const { url, header } = item.request;
    const address = `/${url.path.join("/").replaceAll(/:([a-z_]+)/g, "{$1}")}`;
    assert.deepEqual([item.request.method, address], [method, at]);
    const parameters = (operation.parameters ?? []).map((one: any) =>
      one.$ref ? document.components.parameters[one.$ref.split("/").at(-1)] : one,
    );
    for (const { in: place, name, required = false } of parameters) {
      const list = { path: url.variable, query: url.query, header }[place as "path" | "query" | "header"];
      const found = list.find(({ key }: any) => key === name);
      assert.ok(found, `${operation.operationId} ${name}`);
      if (required) assert.ok(!found.disabled && found.value !== "", `${operation.operationId} ${name}`);
    }
    if (operation.requestBody !== undefined) assert.ok(item.request.body, operation.operationId);
  }
});

test("the collection keeps no secret and no address but that of the service, and the committed one is the same", () => {
  const values = Object.fromEntries(collection.variable.map(({ key, value }: any) => [key, value]));
  assert.deepEqual(
    [values.base_url, values.tenant_code, values.api_key, values.client_id],
    ["https://muster.example", "", "", ""],
  );
  assert.doesNotMatch(JSON.stringify(collection), /lms_(live|test)_\w/);
  const file = path.join(import.meta.dirname, "../../sdk/postman/muster.postman_collection.json");
  assert.deepEqual(JSON.parse(readFileSync(file, "utf8")), collection);
});

/** Requests that do not succeed, each with the reason; every other request succeeds. */
const refused: Readonly<Record<string, [status: number, reason: string]>> = {
  getCertificate: [404, "no request of the collection makes a certificate"],
  printCertificate: [404, "no request of the collection makes a certificate"],
  reportAttempt: [409, "the course is assigned by a later request of the folder"],
  retryDelivery: [404, "no delivery has failed"],
  retryDeliveryById: [404, "no delivery has failed"],
  reportLearnerProgress: [409, "the enrollment has been cancelled two folders above"],
};

test("every request of the collection is answered as its operation says, sent by newman from top to bottom", async () => {
  const executions = await run(await filledIn());
  assert.deepEqual(
    executions.map(({ item }) => item.id),
    items().map(({ id }) => id),
  );
  const wrong = executions.flatMap(({ item, response, assertions }) => {
    const { operation } = operations().find((one) => one.operation.operationId === item.id)!;
    const success = Object.keys(operation.responses).find((status) => status.startsWith("2"));
    const wanted = refused[item.id]?.[0] ?? Number(success);
    const failed = (assertions ?? []).filter(({ error }) => error);
    return response?.code === wanted && failed.length === 0
      ? []
      : [`${item.id}: ${response?.code} and not ${wanted}: ${String(response?.text()).slice(0, 400)} ${failed.length}`];
  });
  assert.deepEqual(wrong, []);
});

/**
 * The collection with the values that its user would fill in: ids of the organisation, and a department that does not exist yet.
 */
async function filledIn(): Promise<object> {
  const api = apiOf(server, byKey(acme.code, acme.clients[client_name]!.secret));
  const department = (await api.get("/api/v1/departments?q=Logistyka")).body.departments[0].id as string;
  // Another course than the one that a later request assigns, because a group would have assigned that already.
  const course = (await api.get("/api/v1/course-catalog?q=BHP-00")).body.courses[0].id as string;
  const own: Record<string, string> = {
    "019a2b10-4c5d-7e6f-8a7b-1c2d3e4f5a00": department,
    "019a2b10-4c5d-7e6f-8a7b-1c2d3e4f5a6b": department,
    "019a2b20-9f8e-7d6c-8b5a-4f3e2d1c0b9a": course,
  };
  const filled = structuredClone(collection);
  for (const item of filled.item.flatMap((folder: any) => folder.item)) {
    const { body } = item.request;
    if (body?.raw === undefined) continue;
    for (const [example, value] of Object.entries(own)) body.raw = body.raw.replaceAll(example, value);
    if (item.id === "createDepartment") body.raw = body.raw.replace("Logistyka Północ", "Logistyka Południe");
  }
  return filled;
}

function run(filled: object): Promise<NewmanRunExecution[]> {
  const { client_id, secret } = acme.clients[client_name]!;
  const variables = { base_url: server.url, tenant_code: acme.code, api_key: secret, client_id };
  const values = Object.entries(variables).map(([key, value]) => ({ key, value, enabled: true }));
  return new Promise((resolve, reject) => {
    newman.run({ collection: filled, environment: { values }, reporters: [] } as never, (error, summary) => {
      if (error) reject(error);
      else resolve(summary.run.executions);
    });
  });
}
