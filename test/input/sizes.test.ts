import assert from "node:assert/strict";
import { connect } from "node:net";
import { after, before, test } from "node:test";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { checkProblem } from "../contract/problem-body.ts";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { apiOf, startServer, type Api, type TestServer } from "../harness/server.ts";
import { createFullOrganisation, credentialsOf } from "../isolation/neighbours.ts";
import { exchange, type RawAnswer } from "./raw.ts";

let database: TestDatabase;
let server: TestServer;
let api: Api;
let head: string;

const body_max = 1_048_576;
const headers_max = 16_384;
const url_max = 8_192;

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  const credentials = credentialsOf(await createFullOrganisation(database, "aardvark"));
  api = apiOf(server, credentials);
  head = `Host: muster.example\r\nX-Tenant-Code: ${credentials["x-tenant-code"]}\r\nX-API-Key: ${credentials["x-api-key"]}\r\n`;
});
after(async () => {
  await server.close();
  await database.close();
});

let numbers = 0;

/** A person whose JSON text has exactly this many bytes, with blanks between tokens as padding. */
function personOf(size: number): string {
  numbers += 1;
  const text = `{"employee_no":"S${numbers}","first_name":"Size","last_name":"Matters","email":"s${numbers}@muster.example"}`;
  return `{${" ".repeat(size - text.length)}${text.slice(1)}`;
}

/** Sends one request, byte by byte; returns its only answer. */
async function raw(bytes: string): Promise<RawAnswer & { closed: boolean }> {
  const { answers, closed } = await exchange(server.url, bytes);
  assert.equal(answers.length, 1);
  const [answer] = answers as [RawAnswer];
  if (answer.status >= 400) {
    await checkProblem(server.url, {
      status: answer.status,
      content_type: answer.headers.get("content-type")?.[0] ?? null,
      text: answer.body,
    });
  }
  return { ...answer, closed };
}

const post = (framing: string, body: string) =>
  raw(`POST /api/v1/users HTTP/1.1\r\n${head}Content-Type: application/json\r\n${framing}\r\n${body}`);
const chunked = (body: string) => post("Transfer-Encoding: chunked\r\n", `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`);
const whole = (body: string) => post(`Content-Length: ${body.length}\r\n`, body);
const get = (target: string, headers = "") => raw(`GET ${target} HTTP/1.1\r\n${head}${headers}\r\n`);

test("IN3 a body of 1 MiB is read, one byte more is 413, however it is framed", async () => {
  for (const send of [whole, chunked]) {
    assert.equal((await send(personOf(body_max))).status, 201);
    const refused = await send(personOf(body_max + 1));
    assert.equal(refused.status, 413);
    const { code, limit_bytes } = JSON.parse(refused.body);
    assert.deepEqual([code, limit_bytes], ["PAYLOAD_TOO_LARGE", body_max]);
  }
});

test("IN3 a body that announces too much is refused before it is sent, and the connection ends", async () => {
  const refused = await post(`Content-Length: ${10 * 1024 ** 3}\r\n`, "{");
  assert.deepEqual([refused.status, refused.closed], [413, true]);
});

test("IN3 of a body without end no more is taken than the limit and what is under way", async () => {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  let received = "";
  socket.on("data", (chunk: Buffer) => (received += chunk.toString()));
  socket.on("error", () => undefined);
  socket.on("close", () => resolve());
  socket.write(`POST /api/v1/users HTTP/1.1\r\n${head}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`);
  const chunk = `10000\r\n${" ".repeat(0x10000)}\r\n`;
  let sent = 0;
  while (!socket.closed && sent < 256 * body_max) {
    sent += chunk.length;
    if (!socket.write(chunk)) await Promise.race([new Promise((drained) => socket.once("drain", drained)), closed]);
  }
  await closed;
  assert.match(received, /^HTTP\/1\.1 413 /);
  assert.ok(sent < 64 * body_max, `${sent} bytes were taken`);
});

test("IN3 an unknown address, a missing credential and a method that is not offered read no body: the connection ends", async () => {
  const huge = `Content-Type: application/json\r\nContent-Length: ${10 * 1024 ** 3}\r\n\r\n{`;
  const bare = "Host: muster.example\r\n";
  for (const [status, request] of [
    [401, `POST /api/v1/users HTTP/1.1\r\n${bare}${huge}`],
    [404, `POST /api/v1/nowhere HTTP/1.1\r\n${head}${huge}`],
    [405, `POST /api/v1/course-catalog HTTP/1.1\r\n${head}${huge}`],
  ] as const) {
    const refused = await raw(request);
    assert.deepEqual([refused.status, refused.closed], [status, true]);
  }
});

test("IN3 headers of 16 KiB are read, more are 431, and the connection ends", async () => {
  const line = "GET /api/v1/departments HTTP/1.1\r\n";
  const filled = (size: number) => `X-Filler: ${"x".repeat(size - line.length - head.length - "X-Filler: \r\n\r\n".length)}\r\n`;
  assert.equal((await get("/api/v1/departments", filled(headers_max - 64))).status, 200);
  const refused = await get("/api/v1/departments", filled(headers_max + 64));
  assert.deepEqual([refused.status, refused.closed, JSON.parse(refused.body).code], [431, true, "HEADERS_TOO_LARGE"]);
  const huge = await get("/api/v1/departments", filled(headers_max * 20));
  assert.deepEqual([huge.status, huge.closed], [431, true]);
});

test("IN3 no header is lost for their number: too many are refused, and the last of many counts", async () => {
  assert.equal((await get("/api/v1/departments", "a:\r\n".repeat(3_000))).status, 431);
  const many = "a:\r\n".repeat(200);
  assert.equal((await get("/api/v1/departments", many)).status, 200);
  assert.equal((await get("/api/v1/departments", `${many}X-Tenant-Code: OTHER\r\n`)).status, 400);
});

test("IN3 a URL of 8 KiB is read, one byte more is 414, whatever its length", async () => {
  const url = (size: number) => `/api/v1/departments?x=${"x".repeat(size - "/api/v1/departments?x=".length)}`;
  assert.equal((await get(url(url_max))).status, 200);
  for (const size of [url_max + 1, headers_max - 1_000, headers_max + 1, 10 * headers_max]) {
    const refused = await get(url(size));
    assert.deepEqual([refused.status, JSON.parse(refused.body).code], [414, "URI_TOO_LONG"], `${size} bytes`);
  }
});

test("IN3 ten thousand query parameters are too long; as many as fit are read, or refused as repeated", async () => {
  const items = (count: number, item: string) => `/api/v1/departments?${Array.from({ length: count }, () => item).join("&")}`;
  assert.equal((await get(items(10_000, "a"))).status, 414);
  assert.equal((await get(items(4_000, "a"))).status, 200);
  assert.equal((await get(items(4_000, "="))).status, 200);
  assert.equal((await get(items(1_000, "limit=1"))).status, 422);
  assert.equal(
    (await get(`/api/v1/departments?${Array.from({ length: 1_500 }, (_, index) => `p${index}`).join("&")}`)).status,
    200,
  );
});

test("IN3 a path parameter may be as long as a URL, and is unknown", async () => {
  assert.equal((await get(`/api/v1/users/${"a".repeat(8_000)}`)).status, 404);
});

test("an Accept that excludes JSON is 406, and nothing is done", async () => {
  const headers = { ...credentialsFromHead(), accept: "text/html, application/json;q=0" };
  const body = JSON.stringify({ employee_no: "N406", first_name: "Not", last_name: "Acceptable", email: "n406@muster.example" });
  const refused = await fetch(`${server.url}/api/v1/users`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body,
  });
  assert.equal(refused.status, 406);
  const { headers: answered } = refused;
  await checkProblem(server.url, { status: 406, content_type: answered.get("content-type"), text: await refused.text() });
  const found = await fetch(`${server.url}/api/v1/users?employee_no=N406`, { headers: credentialsFromHead() });
  assert.deepEqual(((await found.json()) as { users: unknown[] }).users, []);
});

test("IN3 a compressed body is 415, a bomb like any other", async () => {
  const bomb = Buffer.alloc(20 * body_max, " ");
  for (const [encoding, body] of Object.entries({
    gzip: gzipSync(bomb),
    deflate: deflateSync(bomb),
    br: brotliCompressSync(bomb),
    "gzip, identity": gzipSync("{}"),
    zstd: Buffer.from("{}"),
    unknown: Buffer.from("{}"),
  })) {
    const response = await fetch(`${server.url}/api/v1/users`, {
      method: "POST",
      headers: { ...credentialsFromHead(), "content-type": "application/json", "content-encoding": encoding },
      body: new Uint8Array(body),
    });
    assert.equal(response.status, 415, encoding);
    await checkProblem(server.url, {
      status: 415,
      content_type: response.headers.get("content-type"),
      text: await response.text(),
    });
  }
});

function credentialsFromHead(): Record<string, string> {
  return Object.fromEntries(
    head
      .trim()
      .split("\r\n")
      .slice(1)
      .map((line) => line.split(": ") as [string, string]),
  );
}

/** The faults of a person with these attributes. */
async function faultsOf(attributes: unknown): Promise<unknown[]> {
  numbers += 1;
  const reply = await api.post("/api/v1/users", {
    employee_no: `A${numbers}`,
    first_name: "Attribute",
    last_name: "Limits",
    email: `a${numbers}@muster.example`,
    attributes,
  });
  assert.ok([201, 422].includes(reply.status), reply.text);
  return (reply.body.errors ?? []).map(({ pointer, code }: Record<string, string>) => `${code} ${pointer}`);
}

test("IN3 attributes keep to their limits: 50 keys, 1,000 letters, 20 entries", async () => {
  const keys = Array.from({ length: 51 }, (_, index) => `a${index}`);
  await database.superuser.query(
    "insert into attribute_definition (tenant_id, key, type) select tenant.id, k, 'string' from tenant, unnest($1::text[]) k",
    [keys],
  );
  await database.superuser.query(
    "insert into attribute_definition (tenant_id, key, type) select id, 'tags', 'string_array' from tenant",
  );
  const valuesOf = (count: number) => Object.fromEntries(keys.slice(0, count).map((key) => [key, "x"]));
  assert.deepEqual(await faultsOf(valuesOf(50)), []);
  assert.deepEqual(await faultsOf(valuesOf(51)), ["TOO_LONG #/attributes"]);
  assert.deepEqual(await faultsOf({ a0: "x".repeat(1_000) }), []);
  assert.deepEqual(await faultsOf({ a0: "x".repeat(1_001) }), ["TOO_LONG #/attributes/a0"]);
  assert.deepEqual(await faultsOf({ a0: "😀".repeat(1_000) }), []);
  assert.deepEqual(await faultsOf({ tags: Array.from({ length: 20 }, () => "x".repeat(1_000)) }), []);
  assert.deepEqual(await faultsOf({ tags: Array.from({ length: 21 }, () => "x") }), ["TOO_LONG #/attributes/tags"]);
  assert.deepEqual(await faultsOf({ tags: ["x".repeat(1_001)] }), ["TOO_LONG #/attributes/tags/0"]);
  assert.deepEqual(await faultsOf({ [`b${"0".repeat(64)}`]: "x" }), [`UNKNOWN_ATTRIBUTE #/attributes/b${"0".repeat(64)}`]);
});
