import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../../../test/harness/database.ts";
import { createOrganisation } from "../../../test/harness/organisation/organisation.ts";
import { matchesSchema } from "../../../test/harness/records.ts";
import { apiOf, byKey, startServer, type Api, type TestServer } from "../../../test/harness/server.ts";
import { ContractorList } from "./schema.ts";

let database: TestDatabase;
let server: TestServer;
let api: Api;
let tenant_id: string;

const rate = { per_minute: 100_000, burst: 100_000, per_day: 1_000_000 };

before(async () => {
  database = await openDatabase();
  const acme = await createOrganisation(database, {
    contract: { rate },
    contractors: [
      { name: "Żuraw", code: "Z", tax_id: "PL777" },
      {
        name: "Bud-Serwis Sp. z o.o.",
        code: "BUDSERWIS",
        tax_id: "PL5252248481",
        country: "PL",
        contract_valid_until: "2026-12-31",
      },
      { name: "Ąbc", code: "A", active: false },
    ],
    people: [
      {
        employee_no: "1",
        first_name: "Jan",
        last_name: "Nowak",
        email: "jan@bud.example",
        worker_type: "b2b_contractor",
        contractor: "BUDSERWIS",
      },
    ],
    clients: [
      { name: "reader", scopes: ["users:read"] },
      { name: "other", scopes: ["compliance:read"] },
    ],
  });
  tenant_id = acme.tenant_id;
  server = await startServer(database);
  api = apiOf(server, byKey(acme.code, acme.clients["reader"]!.secret));
  const other = apiOf(server, byKey(acme.code, acme.clients["other"]!.secret));
  assert.equal((await other.get("/api/v1/contractors")).status, 403);
});
after(async () => {
  await server.close();
  await database.close();
});

const namesOf = (body: any): string[] => body.contractors.map((contractor: any) => contractor.name);
const list = async (query: string) => (await api.get(`/api/v1/contractors?${query}`)).body;

test("contractor companies come in the order of their names with all their fields", async () => {
  const { status, body, text } = await api.get("/api/v1/contractors");
  assert.equal(status, 200);
  matchesSchema(ContractorList, body);
  assert.equal(text, JSON.stringify(body));
  assert.deepEqual(namesOf(body), ["Ąbc", "Bud-Serwis Sp. z o.o.", "Żuraw"]);
  const { id: _, updated_at: __, ...company } = body.contractors[1];
  assert.deepEqual(company, {
    name: "Bud-Serwis Sp. z o.o.",
    code: "BUDSERWIS",
    tax_id: "PL5252248481",
    country: "PL",
    active: true,
    contract_valid_until: "2026-12-31",
    people_count: 1,
  });
});

test("companies are counted, searched and filtered", async () => {
  assert.deepEqual(namesOf(await list("active=false")), ["Ąbc"]);
  assert.deepEqual(namesOf(await list("active=true&limit=1&offset=1")), ["Żuraw"]);
  assert.equal((await list("active=true&limit=1")).pagination.total, 2);
  assert.deepEqual(namesOf(await list("q=zuraw")), ["Żuraw"]);
  assert.deepEqual(namesOf(await list("q=pl525")), ["Bud-Serwis Sp. z o.o."]);
});

test("people who have left are not counted", async () => {
  await database.superuser.query("update person set state = 'deactivated' where tenant_id = $1", [tenant_id]);
  assert.equal((await list("q=bud")).contractors[0].people_count, 0);
});

test("the ETag saves the body of an unchanged list", async () => {
  const etag = (await api.get("/api/v1/contractors")).headers.get("etag")!;
  assert.equal((await api.get("/api/v1/contractors", { headers: { "if-none-match": etag } })).status, 304);
  await database.superuser.query("update contractor set country = 'DE' where tenant_id = $1 and code = 'Z'", [tenant_id]);
  assert.equal((await api.get("/api/v1/contractors", { headers: { "if-none-match": etag } })).status, 200);
});

test("a walk by cursor shows every company once, those of one name included", async () => {
  await database.superuser.query(
    "insert into contractor (tenant_id, id, name, name_norm, code, code_norm) select $1, gen_random_uuid(), 'Twin', 'twin', 'T' || n, 't' || n from generate_series(1, 5) n",
    [tenant_id],
  );
  const ids = new Set<string>();
  let page = await list("limit=2");
  for (;;) {
    for (const { id } of page.contractors) ids.add(id);
    if (page.pagination.next_cursor === null) break;
    page = await list(`limit=2&cursor=${page.pagination.next_cursor}`);
  }
  assert.equal(ids.size, 8);
  assert.equal(page.pagination.offset + page.contractors.length, 8);
});
