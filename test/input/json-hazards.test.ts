import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readJsonObject } from "../../server/platform/http/bodies/json-body.ts";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { createFullOrganisation, credentialsOf } from "../isolation/neighbours.ts";
import { json_hazards } from "./json-hazards.ts";

let database: TestDatabase;
let server: TestServer;
let credentials: Record<string, string>;

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  credentials = credentialsOf(await createFullOrganisation(database, "aardvark"));
});
after(async () => {
  await server.close();
  await database.close();
});

/** Sends bytes as a JSON body, and checks the answer against the contract. */
async function post(body: Buffer, content_type = "application/json"): Promise<{ status: number; text: string; body: any }> {
  const path = "/api/v1/users";
  const headers = { ...credentials, "content-type": content_type };
  const response = await fetch(server.url + path, { method: "POST", headers, body: new Uint8Array(body) });
  const text = await response.text();
  await (await server.contract()).check({ method: "POST", path, status: response.status, headers: response.headers, text });
  return { status: response.status, text, body: JSON.parse(text) };
}

async function countPeople(): Promise<number> {
  return Number((await database.superuser.query("select count(*) as people from person")).rows[0].people);
}

const properties_of_objects = Reflect.ownKeys(Object.prototype).length;

test("IN2 each of the JSON hazards is refused, or stored as normalised; never a 5xx", async (t) => {
  assert.ok(json_hazards.length >= 150, `only ${json_hazards.length} hazards`);
  for (const { name, body, status, fault, stored } of json_hazards) {
    await t.test(`IN2 ${name}: ${status}`, async () => {
      const before = await countPeople();
      const reply = await post(body);
      assert.equal(reply.status, status, reply.text.slice(0, 500));
      if (status === 400) assert.equal(reply.body.code, "MALFORMED_REQUEST");
      if (fault) {
        const found = reply.body.errors.map(({ pointer, code }: { pointer: string; code: string }) => ({ pointer, code }));
        assert.deepEqual(found, [fault]);
      }
      assert.equal((await countPeople()) - before, status === 201 ? 1 : 0);
      for (const [member, value] of Object.entries(stored ?? {})) {
        assert.deepEqual(reply.body[member], value, member);
        const read = await fetch(`${server.url}/api/v1/users/${reply.body.id}`, { headers: credentials });
        assert.deepEqual(((await read.json()) as Record<string, unknown>)[member], value, `${member}, read again`);
      }
      assert.ok(reply.text.length < 10_000, `${reply.text.length} characters answered`);
    });
  }
  assert.equal(Reflect.ownKeys(Object.prototype).length, properties_of_objects);
  assert.equal(({} as Record<string, unknown>)["polluted"], undefined);
});

test("IN2 a body in which nothing is right is answered with 50 faults at most", async () => {
  const nul = '"\\u0000"';
  const faults = await post(Buffer.from(`{"id":[${Array.from({ length: 100_000 }, () => nul).join()}]}`));
  assert.deepEqual([faults.status, faults.body.errors.length], [422, 50]);
  const wrong = Array.from({ length: 900 }, (_, index) => `"k${index}":1`).join();
  const unknown = await post(Buffer.from(`{${wrong}}`));
  assert.deepEqual([unknown.status, unknown.body.errors.length], [422, 50]);
});

test("IN2 the media type says what a body is", async () => {
  const body = Buffer.from(`{"employee_no":"M1","first_name":"Media","last_name":"Type","email":"media@muster.example"}`);
  const others = [
    "text/plain",
    "text/json",
    "application/jsonx",
    "application/xml",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/json; charset=utf-16",
    "application/json; charset=iso-8859-1",
    "application/scim+json",
    "json",
    "*/*",
  ];
  for (const type of others) assert.equal((await post(body, type)).status, 415, type);
  assert.equal((await post(body, "Application/JSON; charset=UTF-8")).status, 201);
});

test("IN2 reading a body pollutes no prototype and keeps every name its own", () => {
  const read = readJsonObject(Buffer.from('{"constructor":{"prototype":{"x":1}},"toString":"a","a":{"valueOf":[1]}}'));
  assert.deepEqual(Object.keys(read), ["constructor", "toString", "a"]);
  assert.equal(({} as Record<string, unknown>)["x"], undefined);
});
