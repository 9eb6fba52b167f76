import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import type { TestOrganisation } from "../harness/organisation/organisation.ts";
import { checkProblem } from "../contract/problem-body.ts";
import { createFullOrganisation, credentialsOf } from "../isolation/neighbours.ts";
import { checksumsOf, listTenantTables, tables_of_counters } from "../isolation/tables.ts";
import { exchange } from "./raw.ts";

let database: TestDatabase;
let server: TestServer;
let organisation: TestOrganisation;
let key: string;

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  organisation = await createFullOrganisation(database, "aardvark");
  key = credentialsOf(organisation)["x-api-key"]!;
});
after(async () => {
  await server.close();
  await database.close();
});

const host = "Host: muster.example\r\n";
const tenant = "X-Tenant-Code: AARDVARK\r\n";
const json = "Content-Type: application/json\r\n";
const person = `{"employee_no":"S1","first_name":"Smuggled","last_name":"Person","email":"smuggled@muster.example"}`;

/** The expected result of a case: one answer with this status, and whether the server then closes the connection. */
type Case = { name: string; bytes: () => string; status: number; closes: boolean };

const get = (lines: string, target = "/api/v1/departments", version = "HTTP/1.1") => `GET ${target} ${version}\r\n${lines}\r\n`;
const own = () => `${host}${tenant}X-API-Key: ${key}\r\n`;
const create = (framing: string, body: string) => `POST /api/v1/users HTTP/1.1\r\n${own()}${json}${framing}\r\n${body}`;
const second = () => `POST /api/v1/users HTTP/1.1\r\n${own()}${json}Content-Length: ${person.length}\r\n\r\n${person}`;

const framing: Case[] = [
  {
    name: "Content-Length and Transfer-Encoding",
    bytes: () => create("Content-Length: 4\r\nTransfer-Encoding: chunked\r\n", `0\r\n\r\n${second()}`),
    status: 400,
    closes: true,
  },
  {
    name: "Transfer-Encoding and Content-Length",
    bytes: () => create("Transfer-Encoding: chunked\r\nContent-Length: 4\r\n", `0\r\n\r\n${second()}`),
    status: 400,
    closes: true,
  },
  {
    name: "two different Content-Length",
    bytes: () => create(`Content-Length: 2\r\nContent-Length: ${2 + person.length}\r\n`, `{}${second()}`),
    status: 400,
    closes: true,
  },
  {
    name: "the same Content-Length twice",
    bytes: () => create("Content-Length: 2\r\nContent-Length: 2\r\n", `{}${second()}`),
    status: 400,
    closes: true,
  },
  {
    name: "a list of Content-Length",
    bytes: () => create("Content-Length: 2, 2\r\n", `{}${second()}`),
    status: 400,
    closes: true,
  },
  {
    name: "a negative Content-Length",
    bytes: () => create("Content-Length: -2\r\n", `{}${second()}`),
    status: 400,
    closes: true,
  },
  { name: "a signed Content-Length", bytes: () => create("Content-Length: +2\r\n", `{}${second()}`), status: 400, closes: true },
  {
    name: "a hexadecimal Content-Length",
    bytes: () => create("Content-Length: 0x2\r\n", `{}${second()}`),
    status: 400,
    closes: true,
  },
  {
    name: "a Content-Length beyond every number",
    bytes: () => create("Content-Length: 99999999999999999999\r\n", `{}${second()}`),
    status: 400,
    closes: true,
  },
  {
    name: "an unknown Transfer-Encoding",
    bytes: () => create("Transfer-Encoding: gzip\r\n", `{}${second()}`),
    status: 400,
    closes: true,
  },
  {
    name: "almost chunked",
    bytes: () => create("Transfer-Encoding: xchunked\r\n", `0\r\n\r\n${second()}`),
    status: 400,
    closes: true,
  },
  {
    name: "chunked, then identity",
    bytes: () => create("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n", `0\r\n\r\n${second()}`),
    status: 400,
    closes: true,
  },
  {
    name: "a blank before the colon",
    bytes: () => create("Transfer-Encoding : chunked\r\n", `0\r\n\r\n${second()}`),
    status: 400,
    closes: true,
  },
  {
    name: "a tab before the value",
    bytes: () => create("Transfer-Encoding:\tchunked\r\nContent-Length: 3\r\n", `0\r\n\r\n${second()}`),
    status: 400,
    closes: true,
  },
  {
    name: "a chunk size that is no number",
    bytes: () => create("Transfer-Encoding: chunked\r\n", `zz\r\n{}\r\n0\r\n\r\n${second()}`),
    status: 400,
    closes: true,
  },
  {
    name: "a chunk longer than announced",
    bytes: () => create("Transfer-Encoding: chunked\r\n", `1\r\n{}\r\n0\r\n\r\n${second()}`),
    status: 400,
    closes: true,
  },
  {
    name: "a chunk that ends in a bare LF",
    bytes: () => create("Transfer-Encoding: chunked\r\n", `2\n{}\n0\n\n${second()}`),
    status: 400,
    closes: true,
  },
];

const syntax: Case[] = [
  { name: "obs-fold", bytes: () => get(`${own()}X-Long: a\r\n b\r\n`), status: 400, closes: true },
  { name: "a folded credential", bytes: () => get(`${host}${tenant}X-API-Key:\r\n ${key}\r\n`), status: 400, closes: true },
  { name: "bare LF after the request line", bytes: () => get(own()).replace("\r\n", "\n"), status: 400, closes: true },
  { name: "bare LF in the headers", bytes: () => get(`${own()}X-A: b\nX-B: c\r\n`), status: 400, closes: true },
  { name: "bare CR in the headers", bytes: () => get(`${own()}X-A: b\rX-B: c\r\n`), status: 400, closes: true },
  { name: "NUL in a header", bytes: () => get(`${own()}X-A: b\0c\r\n`), status: 400, closes: true },
  { name: "NUL in the target", bytes: () => get(own(), "/api/v1/departments?q=\0"), status: 400, closes: true },
  { name: "a blank in a header's name", bytes: () => get(`${own()}X A: b\r\n`), status: 400, closes: true },
  { name: "a header without a name", bytes: () => get(`${own()}: b\r\n`), status: 400, closes: true },
  { name: "a line that is no header", bytes: () => get(`${own()}nonsense\r\n`), status: 400, closes: true },
  { name: "a byte beyond ASCII in the target", bytes: () => get(own(), "/api/v1/departments?q=\xe9"), status: 400, closes: true },
  { name: "a relative target", bytes: () => get(own(), "api/v1/departments"), status: 400, closes: true },
  { name: "an unknown method", bytes: () => get(own()).replace("GET", "FOO"), status: 400, closes: true },
  { name: "a method in small letters", bytes: () => get(own()).replace("GET", "get"), status: 400, closes: true },
  {
    name: "an HTTP version of the future",
    bytes: () => get(own(), "/api/v1/departments", "HTTP/2.0"),
    status: 400,
    closes: true,
  },
  {
    name: "an HTTP version that never was",
    bytes: () => get(own(), "/api/v1/departments", "HTTP/1.9"),
    status: 400,
    closes: true,
  },
  { name: "the preface of HTTP/2", bytes: () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", status: 400, closes: true },
  { name: "a TLS greeting", bytes: () => "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", status: 400, closes: true },
];

const meaning: Case[] = [
  { name: "no Host", bytes: () => get(own().replace(host, "")), status: 400, closes: false },
  { name: "two Hosts", bytes: () => get(`${own()}Host: other.example\r\n`), status: 400, closes: false },
  { name: "the API key twice", bytes: () => get(`${own()}X-API-Key: other\r\n`), status: 400, closes: false },
  { name: "the same API key twice", bytes: () => get(`${own()}X-API-Key: ${key}\r\n`), status: 400, closes: false },
  { name: "the tenant code twice", bytes: () => get(`${own()}X-Tenant-Code: OTHER\r\n`), status: 400, closes: false },
  {
    name: "two tokens",
    bytes: () => get(`${host}${tenant}Authorization: Bearer a\r\nAuthorization: Bearer b\r\n`),
    status: 400,
    closes: false,
  },
  { name: "both methods of authentication", bytes: () => get(`${own()}Authorization: Bearer a\r\n`), status: 400, closes: false },
  { name: "both methods, one of them empty", bytes: () => get(`${own()}Authorization:\r\n`), status: 400, closes: false },
  { name: "a list of API keys", bytes: () => get(`${host}${tenant}X-API-Key: ${key}, ${key}\r\n`), status: 401, closes: false },
  { name: "a list of tenant codes", bytes: () => get(own().replace("AARDVARK", "AARDVARK, OTHER")), status: 401, closes: false },
  { name: "a tenant code in small letters", bytes: () => get(own().replace("AARDVARK", "aardvark")), status: 401, closes: false },
  {
    name: "Content-Type twice",
    bytes: () => create(`Content-Type: text/plain\r\nContent-Length: ${person.length}\r\n`, person),
    status: 400,
    closes: false,
  },
  { name: "a parameter twice", bytes: () => get(own(), "/api/v1/departments?limit=1&limit=2"), status: 422, closes: false },
  {
    name: "the same parameter twice",
    bytes: () => get(own(), "/api/v1/departments?limit=1&limit=1"),
    status: 422,
    closes: false,
  },
  { name: "a text parameter twice", bytes: () => get(own(), "/api/v1/departments?q=a&q=b"), status: 422, closes: false },
  {
    name: "a parameter and its encoded twin",
    bytes: () => get(own(), "/api/v1/departments?limit=1&%6cimit=2"),
    status: 422,
    closes: false,
  },
  { name: "TRACE", bytes: () => get(own()).replace("GET", "TRACE"), status: 405, closes: false },
  { name: "TRACE without credentials", bytes: () => get(host).replace("GET", "TRACE"), status: 401, closes: false },
  { name: "a method of WebDAV", bytes: () => get(own()).replace("GET", "PROPFIND"), status: 405, closes: false },
  {
    name: "a method in a header",
    bytes: () => get(`${own()}X-HTTP-Method-Override: GET\r\nContent-Length: 0\r\n`).replace("GET", "DELETE"),
    status: 405,
    closes: false,
  },
  {
    name: "an absolute target of another address",
    bytes: () => get(own(), "http://other.example/api/v1/nowhere"),
    status: 404,
    closes: false,
  },
  {
    name: "an absolute target without credentials",
    bytes: () => get(host, "http://other.example/api/v1/nowhere"),
    status: 401,
    closes: false,
  },
  {
    name: "an absolute target is read as its path",
    bytes: () => get(own(), "http://other.example/api/v1/departments"),
    status: 200,
    closes: false,
  },
  { name: "an address that cannot be decoded", bytes: () => get(own(), "/api/v1/users/%zz"), status: 404, closes: false },
  {
    name: "an address that cannot be decoded, without credentials",
    bytes: () => get(host, "/api/v1/users/%ff"),
    status: 401,
    closes: false,
  },
  { name: "an encoded slash", bytes: () => get(own(), "/api%2fv1%2fdepartments"), status: 404, closes: false },
  { name: "a second leading slash", bytes: () => get(own(), "//api/v1/departments"), status: 404, closes: false },
  { name: "dot segments", bytes: () => get(own(), "/docs/../api/v1/departments"), status: 404, closes: false },
  { name: "capitals in the address", bytes: () => get(own(), "/API/v1/departments"), status: 404, closes: false },
  { name: "an unknown expectation", bytes: () => get(`${own()}Expect: banana\r\n`), status: 200, closes: false },
  {
    name: "an upgrade that is not offered",
    bytes: () => get(`${own()}Connection: Upgrade\r\nUpgrade: websocket\r\n`),
    status: 200,
    closes: false,
  },
  { name: "a body on a GET", bytes: () => get(`${own()}${json}Content-Length: 3\r\n`).concat("{[}"), status: 200, closes: false },
  {
    name: "a trailer that names another tenant",
    bytes: () => create("Transfer-Encoding: chunked\r\n", "2\r\n{}\r\n0\r\nX-Tenant-Code: OTHER\r\n\r\n"),
    status: 422,
    closes: false,
  },
];

for (const { name, bytes, status, closes } of [...framing, ...syntax, ...meaning]) {
  test(`IN6 ${name}: one answer, ${status}${closes ? ", and the connection ends" : ""}`, async () => {
    const { answers, closed } = await exchange(server.url, Buffer.from(bytes(), "latin1"));
    assert.deepEqual(
      answers.map((answer) => answer.status),
      [status],
    );
    assert.equal(closed, closes, "whether the server ended the connection");
    const [answer] = answers;
    assert.match(answer!.headers.get("x-request-id")?.[0] ?? "", /^req_/);
    if (status >= 400)
      await checkProblem(server.url, {
        status,
        content_type: answer!.headers.get("content-type")?.[0] ?? null,
        text: answer!.body,
      });
    if (status === 405) assert.deepEqual(answer!.headers.get("allow"), ["GET, HEAD, POST"]);
  });
}

test("IN6 CONNECT ends the connection", async () => {
  const { answers, closed } = await exchange(server.url, `CONNECT other.example:443 HTTP/1.1\r\n${own()}\r\n`);
  assert.deepEqual([answers.length, closed], [0, true]);
});

test("IN6 no person was created by any of these requests", async () => {
  const tables = (await listTenantTables(database)).filter(({ name }) => !tables_of_counters.includes(name));
  const before = await checksumsOf(database, organisation.tenant_id, tables);
  for (const { bytes } of [...framing, ...syntax, ...meaning]) await exchange(server.url, Buffer.from(bytes(), "latin1"));
  assert.deepEqual(await checksumsOf(database, organisation.tenant_id, tables), before);
  const { rows } = await database.superuser.query("select employee_no from person where employee_no = 'S1'");
  assert.deepEqual(rows, []);
  // The hidden request alone is accepted, which proves that the cases above could have failed.
  const { answers } = await exchange(server.url, second());
  assert.deepEqual(
    answers.map(({ status }) => status),
    [201],
  );
});
