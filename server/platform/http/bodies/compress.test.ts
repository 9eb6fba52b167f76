import assert from "node:assert/strict";
import { request as send } from "node:http";
import { after, before, test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { openDatabase, type TestDatabase } from "../../../../test/harness/database.ts";
import { startServer, type TestServer } from "../../../../test/harness/server.ts";
import { createFullOrganisation, credentialsOf } from "../../../../test/isolation/neighbours.ts";

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

type Raw = { status: number; headers: Record<string, string | undefined>; bytes: Buffer };

/** Reads the raw answer; `fetch` would decompress it before the test sees it. */
function call(method: string, path: string, headers: Record<string, string> = {}, body?: string): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const sent = send(server.url + path, { method, headers }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on("data", (piece: Buffer) => pieces.push(piece));
      answer.on("end", () =>
        resolve({ status: answer.statusCode!, headers: answer.headers as Raw["headers"], bytes: Buffer.concat(pieces) }),
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

const get = (path: string, encodings?: string, more: Record<string, string> = {}) =>
  call("GET", path, { ...(encodings === undefined ? {} : { "accept-encoding": encodings }), ...more });

test("R30 an answer requested compressed is compressed, in a tenth of the bytes, and has Vary", async () => {
  const plain = await get("/openapi.json");
  assert.deepEqual([plain.headers["content-encoding"], plain.headers["vary"]], [undefined, "accept-encoding"]);
  const brotli = await get("/openapi.json", "gzip, deflate, br");
  assert.deepEqual([brotli.headers["content-encoding"], brotli.headers["vary"]], ["br", "accept-encoding"]);
  assert.ok(brotli.bytes.length < plain.bytes.length / 8, `${brotli.bytes.length} of ${plain.bytes.length} bytes`);
  assert.ok(brotliDecompressSync(brotli.bytes).equals(plain.bytes));
  const gzip = await get("/openapi.json", "gzip");
  assert.equal(gzip.headers["content-encoding"], "gzip");
  assert.ok(gunzipSync(gzip.bytes).equals(plain.bytes));
});

test("R30 an encoding that is refused is not sent, whatever else the header says", async () => {
  const wanted: Record<string, string | undefined> = {
    "br;q=0, gzip": "gzip",
    "gzip;q=0": undefined,
    identity: undefined,
    "deflate, zstd": undefined,
    "": undefined,
    "!,;=q": undefined,
  };
  for (const [encodings, encoding] of Object.entries(wanted)) {
    const reply = await get("/problems", encodings);
    assert.deepEqual([reply.status, reply.headers["content-encoding"]], [200, encoding], encodings);
  }
});

test("R30 the validator of a compressed answer is weak, and is good for If-None-Match in either form", async () => {
  const path = "/api/v1/course-catalog";
  const plain = await get(path, undefined, credentials);
  const brotli = await get(path, "br", credentials);
  assert.ok(plain.bytes.length > 1_400, "the list is too small to be compressed");
  assert.equal(brotli.headers["content-encoding"], "br");
  assert.match(plain.headers["etag"]!, /^"/);
  assert.equal(brotli.headers["etag"], `W/${plain.headers["etag"]}`);
  for (const etag of [plain.headers["etag"]!, brotli.headers["etag"]]) {
    for (const encodings of [undefined, "br"]) {
      const again = await get(path, encodings, { ...credentials, "if-none-match": etag });
      assert.deepEqual([again.status, again.bytes.length, again.headers["content-encoding"]], [304, 0, undefined]);
      assert.equal(again.headers["vary"], "accept-encoding");
    }
  }
});

test("R30 a look-up is sent as it is: it fits into a packet", async () => {
  const reply = await get("/api/v1/users?employee_no=none", "br, gzip", credentials);
  assert.deepEqual([reply.status, reply.headers["content-encoding"]], [200, undefined]);
  assert.equal(Number(reply.headers["content-length"]), reply.bytes.length);
});

test("R30 an answer that could show a secret beside the caller's input is never compressed", async () => {
  const body = JSON.stringify({
    employee_no: "N1",
    first_name: "N",
    last_name: "One",
    email: "n1@muster.example",
    job_title: "x".repeat(200),
    department_name: "x".repeat(200),
    contractor_name: "y".repeat(200),
  });
  const headers = { ...credentials, "content-type": "application/json", "accept-encoding": "br, gzip" };
  const reply = await call("POST", "/api/v1/users", headers, body);
  assert.deepEqual([reply.status, reply.headers["content-encoding"], reply.headers["vary"]], [422, undefined, undefined]);
});

test("R30 a compressed request body is refused", async () => {
  const headers = { ...credentials, "content-type": "application/json", "content-encoding": "gzip" };
  assert.equal((await call("POST", "/api/v1/users", headers, "{}")).status, 415);
});
