import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { newId } from "../../server/platform/ids.ts";
import { bodySchemaOf, schemaOf, type ApiDocument, type Operation, type Schema } from "../contract/document.ts";
import { sampleOf, send } from "../contract/samples.ts";
import type { Place, SampleRequest } from "../contract/samples/sample.ts";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { apiOf, startServer, type TestServer } from "../harness/server.ts";
import { createFullOrganisation, credentialsOf } from "./neighbours.ts";
import { checksumsOf, listTenantTables, tables_of_counters, type TenantTable } from "./tables.ts";

let database: TestDatabase;
let server: TestServer;
let place: Place;
let document: ApiDocument;
let tables: TenantTable[];
let writing: { operation: Operation; body: Schema }[];
let tags = 0;

before(async () => {
  database = await openDatabase();
  // The clock stands still, because answers to the same request are compared and some contain the time.
  await database.clock.freeze(new Date().toISOString());
  server = await startServer(database);
  const organisation = await createFullOrganisation(database, "aardvark");
  place = { database, organisation, mark: "aardvark", api: apiOf(server, credentialsOf(organisation)) };
  tables = (await listTenantTables(database)).filter(({ name }) => !tables_of_counters.includes(name));
  ({ document } = await server.contract());
  writing = document.operations.flatMap((operation) => {
    const body = operation.scopes === null ? null : bodySchemaOf(document, operation);
    return body === null ? [] : [{ operation, body }];
  });
  assert.ok(writing.length >= 5, `saw only ${writing.length} operations with a body`);
});
after(async () => {
  await server.close();
  await database.close();
});

const checksums = () => checksumsOf(database, place.organisation.tenant_id, tables);

function newTag(): string {
  tags += 1;
  return `t${String(tags).padStart(4, "0")}`;
}

async function sampleRequest(operation: Operation): Promise<SampleRequest> {
  const request = await sampleOf(operation).make(place, newTag());
  return { ...request, body: request.body ?? {} };
}

/** Names with which other systems were made to accept more than intended. */
const names_of_attackers = [
  "tenant",
  "tenant_code",
  "role",
  "roles",
  "is_admin",
  "isAdmin",
  "admin",
  "permissions",
  "password",
  "user",
  "constructor",
  "toString",
  "hasOwnProperty",
  "valueOf",
  "__defineGetter__",
  "__class__",
  "$where",
  "$set",
  "_id",
  "_method",
  "",
  " ",
  "employee_no ",
  "Employee_No",
  "first_name[]",
  "attributes.cost_center",
  "a/b~c",
  "ключ",
];

/** The name of every column of every table of the service. */
async function columnNames(): Promise<string[]> {
  const { rows } = await database.superuser.query<{ name: string }>(
    "select distinct column_name as name from information_schema.columns where table_schema = 'public' order by 1",
  );
  assert.ok(rows.length > 100, `saw only ${rows.length} columns`);
  return rows.map(({ name }) => name);
}

test("TI5 a body with a member that the document does not list is refused at that member, and nothing is stored", async () => {
  const names = [...(await columnNames()), ...names_of_attackers];
  for (const { operation, body } of writing) {
    const request = await sampleRequest(operation);
    const before = await checksums();
    for (const some of inParts(names.filter((name) => !isKnown(body, name)))) {
      const poison = Object.fromEntries(some.map((name) => [name, "poison"]));
      const reply = await send(place.api, operation, { ...request, body: { ...request.body, ...poison } });
      const found = `${operation.id} with the members ${JSON.stringify(some)} answered ${reply.text}`;
      assert.equal(reply.status, 422, found);
      const byPointer = (one: { pointer: string }, other: { pointer: string }) => (one.pointer < other.pointer ? -1 : 1);
      const errors = some.map((name) => ({
        pointer: pointerOf(name),
        code: "UNKNOWN_FIELD",
        detail: "is not a field of this request",
      }));
      assert.deepEqual(reply.body.errors.toSorted(byPointer), errors.toSorted(byPointer), found);
    }
    assert.deepEqual(await checksums(), before, operation.id);
    assert.equal(
      (await send(place.api, operation, request)).status,
      sampleOf(operation).status,
      `${operation.id}: the sample itself`,
    );
  }
});

/** The number of unknown members in one request: one answer can name at least this many faults. */
const names_at_once = 40;

function inParts(names: readonly string[]): string[][] {
  const starts = Array.from({ length: Math.ceil(names.length / names_at_once) }, (_, part) => part * names_at_once);
  return starts.map((start) => names.slice(start, start + names_at_once));
}

const pointerOf = (name: string) => `#/${encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"))}`;

function isKnown(body: Schema, name: string): boolean {
  return Object.hasOwn(body.properties ?? {}, name) || (body["x-ignored-members"] ?? []).includes(name);
}

/** A value of the member's type that differs from the record's present one. */
function poisonFor(member: Schema | undefined, present: unknown): unknown {
  const schema = member === undefined ? {} : schemaOf(document, member);
  const other = schema.enum?.find((value) => value !== present && value !== null);
  if (other !== undefined) return other;
  if (typeof present === "boolean") return !present;
  if (typeof present === "number") return present + 7;
  if (schema.format === "uuid") return newId();
  if (schema.format === "date-time") return "1999-12-31T23:59:59.000Z";
  if (schema.format === "date") return "1999-12-31";
  return "poison";
}

/** The members of the record in a successful answer. */
function recordOf(operation: Operation): Record<string, Schema> {
  const content = operation.responses[sampleOf(operation).status]!.content["application/json"];
  return schemaOf(document, content!).properties ?? {};
}

test("TI5 read-only members of a record are accepted, ignored and never stored", async () => {
  for (const { operation, body } of writing) {
    const read_only = body["x-ignored-members"] ?? [];
    if (read_only.length === 0) continue;
    const control = await send(place.api, operation, await sampleRequest(operation));
    const record = recordOf(operation);
    const poison = Object.fromEntries(read_only.map((name) => [name, poisonFor(record[name], control.body[name])]));
    const request = await sampleRequest(operation);
    const reply = await send(place.api, operation, { ...request, body: { ...request.body, ...poison } });
    assert.equal(reply.status, control.status, `${operation.id}: ${reply.text}`);
    for (const [name, value] of Object.entries(poison)) {
      assert.notDeepEqual(reply.body[name], value, `${operation.id} took ${name} from the request`);
    }
    for (const { name, tenant_column } of tables) {
      const { rows } = await database.superuser.query<{ row: string }>(
        `select x::text as row from "${name}" x where ${tenant_column} = $1 and (x::text like '%poison%' or x::text like '%1999-12-31%' or x::text like any ($2))`,
        [
          place.organisation.tenant_id,
          Object.values(poison)
            .filter((value) => typeof value === "string" && value.length === 36)
            .map((id) => `%${id as string}%`),
        ],
      );
      assert.deepEqual(rows, [], `${operation.id} stored a read-only member in ${name}`);
    }
  }
});

test("TI5 read-only values may have any type: they are not even looked at", async () => {
  for (const { operation, body } of writing) {
    const names = body["x-ignored-members"] ?? [];
    for (const value of [null, 0, "", [], {}, { a: [1] }, "x".repeat(5_000)]) {
      const request = await sampleRequest(operation);
      const reply = await send(place.api, operation, {
        ...request,
        body: { ...request.body, ...Object.fromEntries(names.map((name) => [name, value])) },
      });
      assert.equal(reply.status, sampleOf(operation).status, `${operation.id} with ${JSON.stringify(value)}: ${reply.text}`);
    }
  }
});

test("TI5 a record that was read can be written back, and nothing changes", async () => {
  for (const operation of document.operations.filter(({ method }) => method === "PATCH")) {
    const request = await sampleRequest(operation);
    const read = await place.api.get(operation.path.replace(/\{([^}]+)\}/g, (_, name: string) => request.path[name]!));
    assert.equal(read.status, 200, operation.id);
    const before = await checksums();
    const reply = await send(place.api, operation, { ...request, body: read.body });
    assert.equal(reply.status, 200, `${operation.id}: ${reply.text}`);
    assert.deepEqual(reply.body, read.body);
    assert.deepEqual(await checksums(), before, `${operation.id} changed something`);
  }
});

const extra_names_max = 250;

test("TI5 query parameters that the document does not list change nothing", async () => {
  const names = await columnNames();
  // In parts, because a URL may have 8 KiB at most.
  const extras = Array.from({ length: Math.ceil(names.length / extra_names_max) }, (_, part) =>
    new URLSearchParams(
      names.slice(part * extra_names_max, (part + 1) * extra_names_max).map((name) => [`${name}__`, "1"]),
    ).toString(),
  );
  for (const operation of document.operations.filter(
    ({ method, path, scopes }) => method === "GET" && scopes !== null && !path.includes("{"),
  )) {
    const { query } = await sampleOf(operation).make(place, `extra${++tags}`);
    const path = `${operation.path}?${new URLSearchParams(query).toString()}`;
    // How far a feed reaches, and where it continues, depends on all transactions of the cluster.
    const read = async (more = "") => {
      const { status, body, text } = await place.api.get(path + more);
      delete body.pagination?.resume_cursor;
      return { status, body, text };
    };
    let plain = await read();
    for (;;) {
      assert.equal(plain.status, 200, `${operation.id}: ${plain.text}`);
      const decorated = await Promise.all(
        extras.map((extra) => read(`&${extra}&tenant_id=${newId()}&tenant_code=ZEBRA&order=1;drop`)),
      );
      const again = await read();
      const stood_still = isDeepStrictEqual(again.body, plain.body);
      plain = again;
      if (!stood_still) continue;
      for (const { status, body } of decorated) assert.deepEqual([status, body], [plain.status, plain.body], operation.id);
      break;
    }
  }
});
