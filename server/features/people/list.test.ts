import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createOrganisation } from "../../../test/harness/organisation/organisation.ts";
import { faultsOf, numbersOf, openStaff, rate } from "../../../test/harness/organisation/people.ts";
import { matchesSchema } from "../../../test/harness/records.ts";
import { apiOf, byKey } from "../../../test/harness/server.ts";
import { PersonList } from "./schema.ts";

const staff = await openStaff();
const { database, server, acme, api, list } = staff;
after(() => staff.close());

const unknown_id = "019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f";

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
  assert.deepEqual(faultsOf(await list("employee_no=")), ["employee_no TOO_SHORT"]);
  assert.equal((await list(`employee_no=${"x".repeat(64)}`)).body.pagination.total, 0);
  assert.deepEqual(faultsOf(await list(`employee_no=${"x".repeat(65)}`)), ["employee_no TOO_LONG"]);
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
  assert.deepEqual(faultsOf(await list("q=")), ["q TOO_SHORT"]);
});

test("a filter by an unknown id finds no person; a malformed one is refused", async () => {
  for (const name of ["department_id", "contractor_id"]) {
    const reply = await list(`${name}=${unknown_id}`);
    assert.deepEqual(numbersOf(reply), []);
    assert.equal(reply.body.pagination.total, 0);
    assert.deepEqual(faultsOf(await list(`${name}=nonsense`)), [`${name} INVALID_FORMAT`]);
    assert.deepEqual(faultsOf(await list(`${name}=urn:uuid:${unknown_id}`)), [`${name} INVALID_FORMAT`]);
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
    assert.deepEqual(faultsOf(await list(query)), [fault], query);
  }
});

test("unknown parameters are ignored", async () => {
  assert.equal((await list("colour=blue&__proto__=1&constructor=2")).body.pagination.total, 5);
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
  assert.deepEqual(faultsOf(await there.get(`/api/v1/users?limit=1&cursor=${cursor}`)), ["cursor INVALID_FORMAT"]);
});

test("listing needs users:read", async () => {
  const writer = apiOf(server, byKey(acme.code, acme.clients["writer"]!.secret));
  assert.equal((await writer.get("/api/v1/users")).status, 403);
});
