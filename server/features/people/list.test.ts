import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { needsServer, openDatabase, type TestDatabase } from "../../../test/harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../../test/harness/organisation.ts";
import { matchesSchema } from "../../../test/harness/records.ts";
import { apiOf, byKey, startServer, type Api, type Reply, type TestServer } from "../../../test/harness/server.ts";
import { PersonList } from "./schema.ts";

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
let api: Api;

const rate = { per_minute: 100_000, burst: 100_000, per_day: 1_000_000 };
const unknown_id = "019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f";

before(async () => {
  database = await openDatabase();
  acme = await createOrganisation(database, {
    contract: { rate },
    departments: [
      { name: "Operacje", code: "OPS" },
      { name: "Logistyka", code: "OPS-L", parent: "OPS" },
      { name: "Logistyka Północ", code: "OPS-LN", parent: "OPS-L" },
      { name: "Zarząd", code: "MGMT" },
    ],
    contractors: [{ name: "Bud-Serwis", code: "BS" }],
    people: [
      { employee_no: "0001", first_name: "Łucja", last_name: "Żak", email: "Lucja@acme.example", department: "OPS" },
      { employee_no: "0002", first_name: "Anna", last_name: "Kowalska", email: "anna@acme.example", department: "OPS-LN" },
      { employee_no: "AB-3", first_name: "Jan", last_name: "Nowak", email: "jan@acme.example", department: "OPS-L" },
      { employee_no: "0004", first_name: "Ewa", last_name: "Król", email: "ewa@acme.example", department: "MGMT" },
      {
        employee_no: "EXT-5",
        first_name: "Piotr",
        last_name: "Zieliński",
        email: "piotr@bud.example",
        worker_type: "b2b_contractor",
        contractor: "BS",
      },
    ],
    clients: [
      { name: "reader", scopes: ["users:read"] },
      { name: "writer", scopes: ["users:write"] },
    ],
  });
  // One created_at for all would leave the order to the ids.
  await database.superuser.query(
    "update person set created_at = timestamptz '2026-01-01' + right(employee_no, 1)::int * interval '1 day', updated_at = timestamptz '2026-01-01' where tenant_id = $1",
    [acme.tenant_id],
  );
  await database.superuser.query(
    "update person set state = 'deactivated', deactivated_at = now() where tenant_id = $1 and employee_no = '0004'",
    [acme.tenant_id],
  );
  server = await startServer(database);
  api = apiOf(server, byKey(acme.code, acme.clients["reader"]!.secret));
});
after(async () => {
  await server.close();
  await database.close();
});

const list = (query = "") => api.get(`/api/v1/users${query && `?${query}`}`);
const numbersOf = (reply: Reply): string[] => {
  assert.equal(reply.status, 200, reply.text);
  return reply.body.users.map((person: any) => person.employee_no);
};
const parameterFaults = (reply: Reply): string[] => {
  assert.equal(reply.status, 422, reply.text);
  return reply.body.errors.map((item: any) => `${item.parameter} ${item.code}`);
};

test("people come in the order in which they were created, in the specification's envelope", async () => {
  const reply = await list();
  matchesSchema(PersonList, reply.body);
  assert.deepEqual(numbersOf(reply), ["0001", "0002", "AB-3", "0004", "EXT-5"]);
  assert.deepEqual(reply.body.pagination, { total: 5, limit: 100, offset: 0, next_cursor: null, next_updated_since: null });
  assert.equal(reply.text, JSON.stringify(reply.body));
});

test("each entry is the record that a read of the person shows", async () => {
  for (const person of (await list()).body.users) {
    assert.deepEqual((await api.get(`/api/v1/users/${person.id}`)).body, person);
  }
});

test("an employee number is found exactly, whatever its letter case, deactivated people included", async () => {
  assert.deepEqual(numbersOf(await list("employee_no=ab-3")), ["AB-3"]);
  assert.deepEqual(numbersOf(await list("employee_no=%200004%20")), ["0004"]);
  assert.deepEqual(numbersOf(await list("employee_no=0004&status=invited")), []);
  const beside = await list("employee_no=0004&offset=1");
  assert.deepEqual([numbersOf(beside), beside.body.pagination.total], [[], 1]);
  assert.deepEqual((await list("employee_no=0004")).body.pagination, {
    total: 1,
    limit: 100,
    offset: 0,
    next_cursor: null,
    next_updated_since: null,
  });
  assert.deepEqual(numbersOf(await list("employee_no=4")), []);
  assert.deepEqual(numbersOf(await list("employee_no=")), []);
  assert.equal((await list(`employee_no=${"x".repeat(64)}`)).body.pagination.total, 0);
  assert.deepEqual(parameterFaults(await list(`employee_no=${"x".repeat(65)}`)), ["employee_no TOO_LONG"]);
});

test("filters narrow the list and combine", async () => {
  const [ops, , north, , external] = (await list()).body.users;
  assert.deepEqual(numbersOf(await list("worker_type=b2b_contractor")), ["EXT-5"]);
  assert.deepEqual(numbersOf(await list(`contractor_id=${external.contractor_id}`)), ["EXT-5"]);
  assert.deepEqual(numbersOf(await list(`department_id=${ops.department_id}`)), ["0001"]);
  assert.deepEqual(numbersOf(await list(`department_id=${ops.department_id}&include_subdepartments=true`)), [
    "0001",
    "0002",
    "AB-3",
  ]);
  assert.deepEqual(numbersOf(await list(`department_id=${north.department_id}&include_subdepartments=true`)), ["0002", "AB-3"]);
  assert.deepEqual(numbersOf(await list("status=deactivated")), ["0004"]);
  assert.deepEqual(numbersOf(await list("status=invited&worker_type=internal_payroll")), ["0001", "0002", "AB-3"]);
  assert.deepEqual(numbersOf(await list("email=LUCJA@acme.example")), ["0001"]);
  assert.deepEqual(numbersOf(await list(`worker_type=internal_payroll&contractor_id=${external.contractor_id}`)), []);
});

test("a search finds parts of names without diacritics, numbers and addresses", async () => {
  assert.deepEqual(numbersOf(await list("q=LUCJA%20zak")), ["0001"]);
  assert.deepEqual(numbersOf(await list(`q=${encodeURIComponent("Zieliński")}`)), ["EXT-5"]);
  assert.deepEqual(numbersOf(await list("q=b-3")), ["AB-3"]);
  assert.deepEqual(numbersOf(await list("q=@bud")), ["EXT-5"]);
  assert.deepEqual(numbersOf(await list("q=%25")), []);
  assert.deepEqual(numbersOf(await list("q=%CC%81")), []);
  assert.equal((await list("q=")).body.pagination.total, 5);
});

test("a filter by an unknown id finds nobody; a malformed one is refused", async () => {
  for (const name of ["department_id", "contractor_id"]) {
    const reply = await list(`${name}=${unknown_id}`);
    assert.deepEqual(numbersOf(reply), []);
    assert.equal(reply.body.pagination.total, 0);
    assert.deepEqual(parameterFaults(await list(`${name}=nonsense`)), [`${name} INVALID_FORMAT`]);
    assert.deepEqual(parameterFaults(await list(`${name}=urn:uuid:${unknown_id}`)), [`${name} INVALID_FORMAT`]);
  }
  assert.deepEqual(numbersOf(await list(`department_id=${unknown_id}&include_subdepartments=true`)), []);
});

test("pages have the size and place that was asked for, and the number of all", async () => {
  const page = await list("limit=2&offset=2");
  assert.deepEqual(numbersOf(page), ["AB-3", "0004"]);
  const { next_cursor, ...rest } = page.body.pagination;
  assert.deepEqual(rest, { total: 5, limit: 2, offset: 2, next_updated_since: null });
  assert.ok(next_cursor);
  assert.deepEqual((await list("limit=2&offset=4")).body.pagination, {
    total: 5,
    limit: 2,
    offset: 4,
    next_cursor: null,
    next_updated_since: null,
  });
  const beyond = await list("limit=2&offset=100");
  assert.deepEqual(numbersOf(beyond), []);
  assert.equal(beyond.body.pagination.total, 5);
  assert.equal((await list("limit=500&offset=9007199254740991")).body.pagination.total, 5);
});

test("page sizes and places out of bounds are refused", async () => {
  for (const [query, fault] of [
    ["limit=0", "limit OUT_OF_RANGE"],
    ["limit=501", "limit OUT_OF_RANGE"],
    ["limit=", "limit INVALID_TYPE"],
    ["limit=1.5", "limit INVALID_TYPE"],
    ["limit=1&limit=2", "limit INVALID_TYPE"],
    ["offset=-1", "offset OUT_OF_RANGE"],
    ["offset=9007199254740993", "offset OUT_OF_RANGE"],
    ["offset=x", "offset INVALID_TYPE"],
    ["worker_type=employee", "worker_type NOT_ALLOWED_VALUE"],
    ["status=gone", "status NOT_ALLOWED_VALUE"],
    ["include_subdepartments=yes", "include_subdepartments INVALID_TYPE"],
    ["q=%00", "q INVALID_FORMAT"],
  ] as const) {
    assert.deepEqual(parameterFaults(await list(query)), [fault], query);
  }
});

test("unknown parameters are ignored", async () => {
  assert.equal((await list("colour=blue&__proto__=1&constructor=2")).body.pagination.total, 5);
});

test("a walk by cursor shows everyone once, though people come meanwhile and one offset shifts", async () => {
  const seen: string[] = [];
  let query = "limit=2";
  for (let page = 0; ; page += 1) {
    const reply = await list(query);
    seen.push(...numbersOf(reply));
    assert.deepEqual([reply.body.pagination.total, reply.body.pagination.offset], [5, page * 2]);
    if (reply.body.pagination.next_cursor === null) break;
    if (page === 0)
      await database.superuser.query(
        "update person set created_at = '2025-12-31' where tenant_id = $1 and employee_no = '0001'",
        [acme.tenant_id],
      );
    query = `limit=2&cursor=${reply.body.pagination.next_cursor}`;
  }
  assert.deepEqual(seen, ["0001", "0002", "AB-3", "0004", "EXT-5"]);
});

test("a page by offset can be walked on by cursor", async () => {
  const page = await list("limit=2&offset=1&status=invited");
  assert.deepEqual(numbersOf(page), ["0002", "AB-3"]);
  const next = await list(`limit=2&status=invited&cursor=${page.body.pagination.next_cursor}`);
  assert.deepEqual(numbersOf(next), ["EXT-5"]);
  assert.deepEqual([next.body.pagination.offset, next.body.pagination.total], [3, 4]);
});

test("cursor and offset contradict each other, and a cursor is good only for the filters it was made with", async () => {
  const cursor = (await list("limit=1")).body.pagination.next_cursor;
  assert.deepEqual(parameterFaults(await list(`cursor=${cursor}&offset=1`)), ["cursor CONFLICTING_FIELDS"]);
  assert.deepEqual(parameterFaults(await list(`cursor=${cursor}&status=active`)), ["cursor INVALID_FORMAT"]);
  assert.deepEqual(parameterFaults(await list(`cursor=${cursor}&updated_since=2020-01-01T00:00:00Z`)), ["cursor INVALID_FORMAT"]);
  assert.equal((await api.get(`/api/v1/departments?cursor=${cursor}`)).status, 422);
});

test("nonsense in the place of a cursor is refused, never a failure", async () => {
  const [version, ...rest] = JSON.parse(Buffer.from((await list("limit=1")).body.pagination.next_cursor, "base64url").toString());
  const forge = (members: unknown) =>
    Buffer.from(typeof members === "string" ? members : JSON.stringify(members)).toString("base64url");
  const change = (index: number, value: unknown) => forge([version, ...rest.with(index, value)]);
  const forged = [
    "",
    "x",
    "null",
    "%00",
    forge("{"),
    forge(null),
    forge({}),
    forge([]),
    forge([version, ...rest, 1]),
    forge([2, ...rest]),
    change(0, "departments"),
    change(1, "sideways"),
    change(2, "yesterday"),
    change(2, "2026-01-01T00:00:00+23:59"),
    change(2, "+010000-01-01T00:00:00.000000Z"),
    change(2, "2026-01-01T00:00:00.000000Z' or 1=1"),
    change(2, 5),
    change(3, "not-a-uuid"),
    change(3, null),
    change(4, -1),
    change(4, 1.5),
    change(4, "5"),
    change(5, 1e300),
    change(6, "never"),
    change(7, "other"),
    "A".repeat(3_000),
  ];
  for (const cursor of forged) {
    const faults = parameterFaults(await list(`cursor=${cursor}`));
    assert.deepEqual(
      faults.map((fault) => fault.split(" ")[0]),
      ["cursor"],
      cursor,
    );
  }
});

const day = (count: number) => `2026-03-${String(count).padStart(2, "0")}T00:00:00Z`;

test("updated_since is inclusive, shows the earliest change first, and takes any RFC 3339 offset", async () => {
  await database.superuser.query(
    "update person set updated_at = '2026-03-10T00:00:00.000001Z' where tenant_id = $1 and employee_no = '0002'",
    [acme.tenant_id],
  );
  await database.superuser.query(
    "update person set updated_at = '2026-03-09T00:00:00Z' where tenant_id = $1 and employee_no = 'EXT-5'",
    [acme.tenant_id],
  );
  assert.deepEqual(numbersOf(await list(`updated_since=${day(9)}`)), ["EXT-5", "0002"]);
  assert.deepEqual(numbersOf(await list(`updated_since=${day(10)}`)), ["0002"]);
  assert.deepEqual(numbersOf(await list(`updated_since=2026-03-10T00:00:00.000002Z`)), []);
  assert.deepEqual(numbersOf(await list(`updated_since=${encodeURIComponent("2026-03-10T23:59:00+23:59")}`)), ["0002"]);
  assert.deepEqual(numbersOf(await list(`updated_since=${day(9)}&worker_type=internal_payroll`)), ["0002"]);
});

test("what is no instant is refused as updated_since", async () => {
  for (const text of [
    "yesterday",
    "2026-03-10",
    "2026-02-30T00:00:00Z",
    "2026-03-10T00:00:00",
    "2026-03-10T25:00:00Z",
    "2026-03-10T00:00:00.12345678901Z",
    "0000-01-01T00:00:00Z",
    "1600-01-01T00:00:00Z",
    "9999-12-31T23:59:59-23:59",
    "+020000-01-01T00:00:00Z",
    "",
  ]) {
    assert.deepEqual(
      parameterFaults(await list(`updated_since=${encodeURIComponent(text)}`)),
      ["updated_since INVALID_FORMAT"],
      text,
    );
  }
  const leap = await list("updated_since=2016-12-31T23:59:60Z");
  assert.ok(leap.status === 200 || leap.status === 422);
});

/** Walks a feed to its end. */
async function walk(updated_since: string, limit = 1): Promise<{ numbers: string[]; next: string }> {
  const numbers: string[] = [];
  let query = `limit=${limit}&updated_since=${updated_since}`;
  for (;;) {
    const reply = await list(query);
    numbers.push(...numbersOf(reply));
    const { next_cursor, next_updated_since } = reply.body.pagination;
    assert.equal(next_cursor === null, next_updated_since !== null, "exactly the last page says where to go on");
    if (next_cursor === null) return { numbers, next: next_updated_since };
    query = `limit=${limit}&cursor=${next_cursor}`;
  }
}

test("walking changes from next_updated_since to next_updated_since shows each change", async () => {
  const start = await walk(day(1));
  assert.deepEqual(start.numbers, ["EXT-5", "0002"]);
  await database.superuser.query(
    "update person set updated_at = now() where tenant_id = $1 and employee_no in ('0001', 'AB-3')",
    [acme.tenant_id],
  );
  const second = await walk(start.next);
  assert.deepEqual(second.numbers.sort(), ["0001", "AB-3"]);
  assert.ok(second.next >= start.next);
});

test("a change that is committed late is not missed", { skip: needsServer() }, async () => {
  const late = await database.superuser.connect();
  await late.query("begin");
  await late.query("update person set updated_at = now(), job_title = 'late' where tenant_id = $1 and employee_no = '0004'", [
    acme.tenant_id,
  ]);
  // Another change, made and committed later, must not carry the feed past the first one.
  await database.superuser.query(
    "update person set updated_at = clock_timestamp(), job_title = 'early' where tenant_id = $1 and employee_no = '0002'",
    [acme.tenant_id],
  );
  const before = await walk(day(20));
  assert.ok(before.numbers.includes("0002"));
  assert.ok(!before.numbers.includes("0004"));
  await late.query("commit");
  late.release();
  assert.ok((await walk(before.next)).numbers.includes("0004"));
});

test("a change that is committed late is not missed by a walk that it crosses", { skip: needsServer() }, async () => {
  const first = await list(`limit=1&updated_since=${day(1)}`);
  const late = await database.superuser.connect();
  await late.query("begin");
  await late.query(
    "update person set updated_at = now(), job_title = 'crossing' where tenant_id = $1 and employee_no = 'EXT-5'",
    [acme.tenant_id],
  );
  let reply = first;
  while (reply.body.pagination.next_cursor !== null) reply = await list(`limit=1&cursor=${reply.body.pagination.next_cursor}`);
  await late.query("commit");
  late.release();
  assert.ok((await walk(reply.body.pagination.next_updated_since)).numbers.includes("EXT-5"));
});

test("a walk of changes that began with an offset does not say where to go on", async () => {
  const reply = await list(`updated_since=${day(1)}&offset=1`);
  assert.equal(reply.status, 200);
  assert.equal(reply.body.pagination.next_updated_since, null);
});

test("another organisation's people are not seen, by no filter", async () => {
  const other = await createOrganisation(database, {
    organisation: { code: "OTHER", name: "Other" },
    contract: { rate },
    departments: [{ name: "There", code: "T" }],
    people: [{ employee_no: "0001", first_name: "X", last_name: "Y", email: "x@other.example", department: "T" }],
    clients: [{ name: "reader", scopes: ["users:read"] }],
  });
  const there = apiOf(server, byKey(other.code, other.clients["reader"]!.secret));
  const theirs = (await there.get("/api/v1/users")).body;
  assert.equal(theirs.pagination.total, 1);
  const { id, department_id } = theirs.users[0];
  for (const query of ["employee_no=0001", "email=x@other.example", `department_id=${department_id}`, "q=other", "limit=500"]) {
    assert.ok(!(await list(query)).text.includes(id), query);
  }
  const cursor = (await list("limit=1")).body.pagination.next_cursor;
  assert.ok((await there.get(`/api/v1/users?limit=1&cursor=${cursor}`)).body.users.every((person: any) => person.id === id));
});

test("listing needs users:read", async () => {
  const writer = apiOf(server, byKey(acme.code, acme.clients["writer"]!.secret));
  assert.equal((await writer.get("/api/v1/users")).status, 403);
});
