import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../../../test/harness/database.ts";
import { createOrganisation } from "../../../test/harness/organisation/organisation.ts";
import { apiOf, byKey, startServer, type Api, type TestServer } from "../../../test/harness/server.ts";
import { matchesSchema } from "../../../test/harness/records.ts";
import { DepartmentList } from "./schema.ts";

let database: TestDatabase;
let server: TestServer;
let api: Api;
let tenant_id: string;

const rate = { per_minute: 100_000, burst: 100_000, per_day: 1_000_000 };

before(async () => {
  database = await openDatabase();
  const acme = await createOrganisation(database, {
    contract: { rate },
    departments: [
      { name: "Operacje", code: "OPS" },
      { name: "Logistyka Północ", code: "OPS-LN", parent: "OPS" },
      { name: "Zarząd", code: "MGMT" },
      { name: "Archiwum", code: "ARCH", active: false },
    ],
    people: [
      { employee_no: "1", first_name: "Anna", last_name: "Kowalska", email: "anna@acme.example", department: "OPS-LN" },
      { employee_no: "2", first_name: "Jan", last_name: "Nowak", email: "jan@acme.example", department: "OPS-LN" },
    ],
    clients: [{ name: "reader", scopes: ["users:read"] }],
  });
  tenant_id = acme.tenant_id;
  server = await startServer(database);
  api = apiOf(server, byKey(acme.code, acme.clients["reader"]!.secret));
});
after(async () => {
  await server.close();
  await database.close();
});

const namesOf = (body: any): string[] => body.departments.map((department: any) => department.name);

test("departments come in the order of their names, with path and people, in the envelope of every list", async () => {
  const { status, body } = await api.get("/api/v1/departments");
  assert.equal(status, 200);
  matchesSchema(DepartmentList, body);
  assert.deepEqual(namesOf(body), ["Archiwum", "Logistyka Północ", "Operacje", "Zarząd"]);
  assert.deepEqual(body.pagination, { total: 4, limit: 100, offset: 0, next_cursor: null, next_updated_since: null });
  const north = body.departments[1];
  assert.deepEqual(north.path, ["Operacje", "Logistyka Północ"]);
  assert.equal(north.parent_id, body.departments[2].id);
  assert.equal(north.people_count, 2);
  assert.equal(body.departments[2].people_count, 0);
});

test("a list is sent as compact JSON, and again only when it has changed", async () => {
  const first = await api.get("/api/v1/departments");
  assert.equal(first.text, JSON.stringify(first.body));
  const etag = first.headers.get("etag")!;
  const second = await api.get("/api/v1/departments", { headers: { "if-none-match": etag } });
  assert.equal(second.status, 304);
  assert.equal(second.text, "");
});

test("departments are filtered by use and by part of a name or code", async () => {
  assert.deepEqual(namesOf((await api.get("/api/v1/departments?active=false")).body), ["Archiwum"]);
  assert.equal((await api.get("/api/v1/departments?active=true")).body.pagination.total, 3);
  assert.deepEqual(namesOf((await api.get("/api/v1/departments?q=POLNOC")).body), ["Logistyka Północ"]);
  assert.deepEqual(namesOf((await api.get("/api/v1/departments?q=mgm")).body), ["Zarząd"]);
  assert.deepEqual(namesOf((await api.get("/api/v1/departments?q=%25")).body), []);
});

test("a walk by cursor shows every department once, in the order of the list", async () => {
  const names: string[] = [];
  let path = "/api/v1/departments?limit=1";
  for (let page = 0; page < 10; page += 1) {
    const { status, body } = await api.get(path);
    assert.equal(status, 200);
    assert.equal(body.pagination.total, 4);
    assert.equal(body.pagination.offset, page);
    names.push(...namesOf(body));
    if (body.pagination.next_cursor === null) break;
    path = `/api/v1/departments?limit=1&cursor=${body.pagination.next_cursor}`;
  }
  assert.deepEqual(names, ["Archiwum", "Logistyka Północ", "Operacje", "Zarząd"]);
});

test("updated_since shows later changes, and where to continue", async () => {
  await database.superuser.query("update department set updated_at = now() - interval '1 day' where tenant_id = $1", [tenant_id]);
  await database.superuser.query("update department set updated_at = now() where tenant_id = $1 and code = 'MGMT'", [tenant_id]);
  const since = new Date(Date.now() - 3_600_000).toISOString();
  const { body } = await api.get(`/api/v1/departments?updated_since=${since}`);
  assert.deepEqual(namesOf(body), ["Zarząd"]);
  assert.ok(body.pagination.next_updated_since > since);
});

test("another organisation's departments do not exist here", async () => {
  const other = await createOrganisation(database, {
    organisation: { code: "OTHER", name: "Other" },
    contract: { rate },
    departments: [{ name: "Elsewhere", code: "X" }],
    clients: [{ name: "reader", scopes: ["users:read"] }],
  });
  const { body } = await apiOf(server, byKey(other.code, other.clients["reader"]!.secret)).get("/api/v1/departments");
  assert.deepEqual(namesOf(body), ["Elsewhere"]);
  assert.equal(body.pagination.total, 1);
});

test("numbers beyond every number are out of range like others", async () => {
  for (const name of ["limit", "offset"]) {
    const { status, body } = await api.get(`/api/v1/departments?${name}=1e400`);
    assert.deepEqual([status, body.errors?.[0]?.parameter], [422, name]);
  }
});
