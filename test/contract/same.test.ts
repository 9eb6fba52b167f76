import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { apiOf, startServer, type Api, type Reply, type TestServer } from "../harness/server.ts";
import { createFullOrganisation, credentialsOf } from "../isolation/neighbours.ts";
import { bodySchemaOf, type ApiDocument, type Schema } from "./document.ts";

// Cases in which the contract and the server used to differ: both must judge the same values equally.

let database: TestDatabase;
let server: TestServer;
let api: Api;
let document: ApiDocument;

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  api = apiOf(server, credentialsOf(await createFullOrganisation(database, "aardvark")));
  document = (await server.contract()).document;
});
after(async () => {
  await server.close();
  await database.close();
});

const operation = (id: string) => document.operations.find((one) => one.id === id)!;
const parameter = (id: string, name: string) => operation(id).parameters.find((one) => one.name === name)!.schema;
const member = (id: string, name: string) => bodySchemaOf(document, operation(id))!.properties![name]!;

function takes(schema: Schema, value: unknown): boolean {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema({ $id: "openapi.json", components: { schemas: document.schemas } });
  return ajv.validate(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi.json#/')) as Schema, value);
}

/** The codes that a 422 gives for a place. */
function codesAt({ body }: Reply, place: string): string[] {
  const errors = (body?.errors ?? []) as { pointer?: string; parameter?: string; header?: string; code: string }[];
  return errors
    .filter(({ pointer, parameter: name, header }) => (pointer ?? name ?? header ?? "").startsWith(place))
    .map(({ code }) => code);
}

test("R27 as_of of the matrix: a date or a timestamp, for the contract as for the server", async () => {
  const good = ["2026-01-31", "2026-01-31T10:00:00Z", "2026-01-31T10:00:00.5+01:00"];
  const bad = ["2026-1-31", "20260131", "1899-12-31", "2026-01-31T10:00Z", "2026-01-31T10:00:00+01:00[Europe/Warsaw]", "x", ""];
  for (const value of [...good, ...bad]) {
    const reply = await api.get(`/api/v1/compliance/matrix?as_of=${encodeURIComponent(value)}`);
    const taken = !codesAt(reply, "as_of").some((code) => ["INVALID_FORMAT", "TOO_SHORT"].includes(code));
    assert.deepEqual(
      [taken, takes(parameter("readComplianceMatrix", "as_of"), value)],
      [good.includes(value), good.includes(value)],
      value,
    );
  }
});

test("R27 a cursor has the letters of one, for the contract as for the server", async () => {
  const lists = { listUsers: "/api/v1/users", listEvents: "/api/v1/events", listComplianceChanges: "/api/v1/compliance/changes" };
  for (const [id, path] of Object.entries(lists)) {
    for (const value of ["", "a b", "a+b", "a/b=", "ł"]) {
      const reply = await api.get(`${path}?cursor=${encodeURIComponent(value)}`);
      assert.deepEqual(
        [reply.status, codesAt(reply, "cursor")],
        [422, [value === "" ? "TOO_SHORT" : "INVALID_FORMAT"]],
        `${path} ${value}`,
      );
      assert.equal(takes(parameter(id, "cursor"), value), false, `${path} ${value}`);
    }
  }
});

test("R27 an Idempotency-Key has 1 to 255 visible characters, for the contract as for the server", async () => {
  for (const value of ["k", "!~", "x".repeat(255), "x".repeat(256), "a b"]) {
    const headers = { "idempotency-key": value };
    const reply = await api.post("/api/v1/enrollments", { employee_no: "none", course_code: "none" }, { headers });
    const taken = !codesAt(reply, "Idempotency-Key").includes("INVALID_FORMAT");
    assert.equal(takes(parameter("assignCourse", "Idempotency-Key"), value), taken, value);
    assert.equal(taken, /^\S{1,255}$/.test(value), value);
  }
});

test("R27 a target URL and subscribed events: the contract refuses what the server refuses", async () => {
  const subscribe = (changes: object) =>
    api.post("/api/v1/webhooks/subscriptions", {
      name: "One",
      target_url: "https://hooks.elsewhere.example/x",
      subscribed_events: ["course.completed"],
      ...changes,
    });
  const good = ["https://hooks.example.com/x", "HTTPS://hooks.example.com:443/?a=b", "https://a.b-c.example"];
  const bad = [
    "http://hooks.example.com/",
    "https://localhost/",
    "https://127.0.0.1/",
    "https://[::1]/",
    "https://u:p@hooks.example.com/",
    "https://hooks.example.com:8443/",
    "https://hooks.example.com./",
    "https://hooks.example.com/#x",
    "https://hooks.example.com\\x",
    "https://hooks.example.com/a b",
    "hooks.example.com",
    "",
  ];
  for (const target_url of [...good, ...bad]) {
    const taken = codesAt(await subscribe({ target_url }), "#/target_url").length === 0;
    assert.deepEqual(
      [taken, takes(member("createSubscription", "target_url"), target_url)],
      [good.includes(target_url), good.includes(target_url)],
      target_url,
    );
  }
  const lists = [["course.completed"], ["course.completed", "course.completed"], [], ["course.complete"], ["*"], [""], null];
  for (const subscribed_events of lists) {
    const taken = codesAt(await subscribe({ subscribed_events }), "#/subscribed_events").length === 0;
    assert.equal(
      takes(member("createSubscription", "subscribed_events"), subscribed_events),
      taken,
      JSON.stringify(subscribed_events),
    );
  }
});

test("R27 the years of a cycle depend on the day: the contract says so, and names no others", () => {
  const schema = member("assignCourse", "cycle_year") as Schema & { description: string };
  assert.deepEqual([schema.minimum, schema.maximum], [undefined, undefined]);
  assert.match(
    schema.description,
    /cycle before the current one to the second one after it; any other is refused with OUT_OF_RANGE/,
  );
});
