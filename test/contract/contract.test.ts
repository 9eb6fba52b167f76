import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { apiOf, startServer, type Api, type Reply, type TestServer } from "../harness/server.ts";
import { createFullOrganisation, credentialsOf } from "../isolation/neighbours.ts";
import type { Contract } from "./contract.ts";
import { checkProblem } from "./problem-body.ts";
import { escapeHtml } from "../../server/platform/http/html.ts";

let database: TestDatabase;
let server: TestServer;
let api: Api;
let contract: Contract;

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  api = apiOf(server, credentialsOf(await createFullOrganisation(database, "aardvark")));
  contract = await server.contract();
});
after(async () => {
  await server.close();
  await database.close();
});

const path = "/api/v1/departments";

/** An answer with some changes, in the form that the contract checks. */
function seen(reply: Reply, change: { status?: number; body?: (body: any) => void; headers?: Record<string, string | null> }) {
  const body = structuredClone(reply.body);
  change.body?.(body);
  const headers = new Headers(reply.headers);
  for (const [name, value] of Object.entries(change.headers ?? {})) {
    if (value === null) headers.delete(name);
    else headers.set(name, value);
  }
  return { method: "GET", path, status: change.status ?? reply.status, headers, text: JSON.stringify(body) };
}

test("the contract takes a true answer and refuses every false one", async () => {
  const reply = await api.get(path);
  await contract.check(seen(reply, {}));
  const false_answers: Record<string, Parameters<typeof seen>[1]> = {
    "a member that is not documented": { body: (body) => (body.departments[0].secret = 1) },
    "an inner member that is not documented": { body: (body) => (body.pagination.page = 1) },
    "a member that is missing": { body: (body) => delete body.departments[0].code },
    "a member of another type": { body: (body) => (body.pagination.total = "2") },
    "an id that is none": { body: (body) => (body.departments[0].id = "urn:uuid:019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f") },
    "an instant that is none": { body: (body) => (body.departments[0].updated_at = "yesterday") },
    "another status": { status: 202 },
    "another media type": { headers: { "content-type": "text/html" } },
    "no request id": { headers: { "x-request-id": null } },
    "no rate limit": { headers: { "ratelimit-remaining": null } },
    "a rate limit that is no number": { headers: { "ratelimit-remaining": "many" } },
    "no ETag": { headers: { etag: null } },
    "a header that is not documented": { headers: { "x-powered-by": "Magic" } },
    "a header of another answer": { headers: { "retry-after": "3" } },
  };
  for (const [name, change] of Object.entries(false_answers))
    await assert.rejects(contract.check(seen(reply, change)), assert.AssertionError, name);
  await assert.rejects(contract.check({ ...seen(reply, {}), path: "/api/v1/unheard-of" }), assert.AssertionError);
});

const problem = {
  type: "https://muster.example/problems/internal-error",
  title: "Internal error",
  status: 500,
  detail: "Something failed on our side; report the request id.",
  instance: path,
  code: "INTERNAL_ERROR",
  request_id: "req_01KG8Y2V7M4Q9T3N5B6C8D0E1F",
};

const failure = (changes: Record<string, unknown>, content_type = "application/problem+json") => ({
  status: 500,
  content_type,
  text: JSON.stringify({ ...problem, ...changes }),
});

test("IN8 a body is a problem only with all its members, a page to its type, and no word of our insides", async () => {
  await checkProblem(server.url, failure({}));
  const changes: Record<string, Record<string, unknown>> = {
    "no code": { code: undefined },
    "another status": { status: 501 },
    "a type without a page": { type: "https://muster.example/problems/unheard-of" },
    "a type elsewhere": { type: "https://muster.example/help" },
    "an item without a place": { errors: [{ code: "REQUIRED", detail: "is required" }] },
    "an item with two places": { errors: [{ pointer: "#/a", parameter: "a", code: "REQUIRED", detail: "is required" }] },
    "a stack": { detail: "Error: x\n    at handler (file:///app/server/app.ts:10:3)" },
    "a statement": { detail: "select id from person where tenant_id = $1" },
    "a word of the database": { detail: 'duplicate key value violates unique constraint "person_login"' },
    "a path": { detail: "cannot open node_modules/pg/index.js" },
    "a version": { detail: "fastify 5" },
    "a slip": { detail: "No such undefined." },
  };
  for (const [name, change] of Object.entries(changes)) await assert.rejects(checkProblem(server.url, failure(change)), name);
  await assert.rejects(checkProblem(server.url, failure({}, "application/json")));
});

/** While `work` runs, every insert of a person fails in the database. */
async function failing(sqlstate: string, work: () => Promise<void>): Promise<void> {
  await database.superuser.query(`
    create function public.fail() returns trigger language plpgsql as $$
      begin raise exception 'select secret from person where x; at line 7 of /var/lib' using errcode = '${sqlstate}'; end $$;
    create trigger fail before insert on person for each row execute function public.fail()`);
  try {
    await work();
  } finally {
    await database.superuser.query("drop trigger fail on person; drop function public.fail()");
  }
}

const someone = { employee_no: "P1", first_name: "Some", last_name: "One", email: "someone@muster.example" };

test("IN8 what fails inside is a problem that tells nothing, and the log tells the rest", async () => {
  await failing("P0001", async () => {
    const reply = await api.post("/api/v1/users", someone);
    assert.deepEqual([reply.status, reply.body.code, reply.body.detail], [500, "INTERNAL_ERROR", problem.detail]);
    const logged = server.log.find(({ level, request_id }) => (level as number) >= 50 && request_id === reply.body.request_id);
    assert.match(JSON.stringify(logged), /select secret from person/);
  });
  await failing("57014", async () => {
    const reply = await api.post("/api/v1/users", someone);
    assert.deepEqual([reply.status, reply.body.code], [503, "UNAVAILABLE"]);
    assert.match(reply.headers.get("retry-after")!, /^[1-5]$/);
  });
});

test("IN8 every problem of every operation has a page, for people and for programs", async () => {
  const references = contract.document.operations.flatMap((operation) =>
    Object.values(operation.responses).flatMap(({ content }) => {
      const schema = content["application/problem+json"];
      return schema === undefined ? [] : [schema, ...(schema.oneOf ?? [])].flatMap(({ $ref }) => $ref ?? []);
    }),
  );
  const names = new Set(references.map((reference) => reference.split("/").at(-1)!));
  assert.ok(names.size > 15, `saw only ${names.size} kinds`);
  const { body } = await api.get("/problems", { headers: { accept: "application/json" } });
  const codes = new Set((body.problems as { code: string }[]).map(({ code }) => code));
  for (const name of names) {
    const code = contract.document.schemas[name]!.properties!["code"]!.const as string;
    assert.ok(codes.has(code), `${code} is not in the list of problems`);
  }
  for (const { type, title } of body.problems as { type: string; title: string }[]) {
    const page = await fetch(server.url + new URL(type).pathname, { headers: { accept: "text/html" } });
    assert.equal(page.status, 200, type);
    assert.ok((await page.text()).includes(escapeHtml(title)), type);
  }
});

test("operations that are open to everyone answer as documented, and give a 304 for their ETag", async () => {
  const open = contract.document.operations.filter(
    ({ scopes, method, responses }) => scopes === null && method === "GET" && responses["401"] === undefined,
  );
  assert.ok(open.length >= 4, `saw only ${open.length} operations`);
  const anonymous = apiOf(server, {});
  for (const operation of open) {
    const address = operation.path.replace("{slug}", "not-found").replace("{type}", "ping");
    const reply = await anonymous.get(address, { headers: { accept: "application/json, application/schema+json" } });
    assert.equal(reply.status, 200, operation.id);
    const etag = reply.headers.get("etag");
    if (etag === null) continue;
    const again = await anonymous.get(address, { headers: { accept: "application/json", "if-none-match": etag } });
    assert.deepEqual([again.status, again.text], [304, ""], operation.id);
  }
  assert.equal((await anonymous.get("/problems/no-such-problem")).status, 404);
});
