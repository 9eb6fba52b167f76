// AL1 for the panel; test/isolation/audit.test.ts tests the same for the integration API.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { checksumsOf, listTenantTables, tables_of_counters, type TenantTable } from "../isolation/tables.ts";
import { call, listOperations, placeFor, type PanelOperation } from "./operations.ts";
import { sampleOf } from "./samples.ts";

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
let tables: TenantTable[];
let mutations: PanelOperation[];

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  acme = await createOrganisation(database, {});
  tables = (await listTenantTables(database)).filter(({ name }) => !tables_of_counters.includes(name));
  mutations = (await listOperations()).filter((one) => one.method !== "GET" && !sampleOf(one).changes_nothing);
});
after(async () => {
  await server.close();
  await database.close();
});

let tags = 0;
const newTag = () => `a${String((tags += 1)).padStart(4, "0")}`;
async function nextTransaction(): Promise<string> {
  const { rows } = await database.superuser.query("select pg_snapshot_xmax(pg_current_snapshot())::text as xid");
  return rows[0].xid;
}

const checksums = () => checksumsOf(database, acme.tenant_id, tables);

test("AL1 every change through the panel writes exactly one audit row, in the transaction of its change", async (t) => {
  for (const operation of mutations) {
    await t.test(`AL1 ${operation.id}`, async () => {
      const sample = sampleOf(operation);
      const place = await placeFor({ database, server, organisation: acme }, operation);
      const request = await sample.make(place, newTag());
      const [before, first_xid] = [await checksums(), await nextTransaction()];
      const reply = await call(place.panel, operation, request);
      assert.equal(reply.status, sample.status, reply.text);
      const { rows } = await database.superuser.query(
        // The transaction id is in the lower 48 bits (migration 0041).
        "select mod(xid::text::numeric, 281474976710656)::text as xid, actor_type, actor_id from audit_log where tenant_id = $1 and request_id = $2",
        [acme.tenant_id, reply.headers.get("x-request-id")],
      );
      assert.equal(rows.length, 1, "audit rows of the request");
      assert.ok(["administrator", "person"].includes(rows[0].actor_type));
      if (place.account.id !== "") assert.equal(rows[0].actor_id, place.account.id);
      const later = await checksums();
      const changed = Object.keys(later).filter((name) => name !== "audit_log" && later[name] !== before[name]);
      assert.ok(changed.length > 0, "the sample changes nothing: make it change something");
      // Left out are rows of earlier transactions: the bytes of a file before its import or package, and our signing key before
      // its first use.
      const written = new Set(changed.filter((name) => !["import_chunk", "content_chunk", "lti_key"].includes(name)));
      for (const { name, tenant_column } of tables.filter((table) => written.has(table.name))) {
        const { rows: writers } = await database.superuser.query(
          `select distinct xmin::text as xid from "${name}" where ${tenant_column} = $1 and xmin::text::bigint >= $2`,
          [acme.tenant_id, first_xid],
        );
        for (const { xid } of writers) assert.equal(xid, rows[0].xid, `${name} was written by another transaction`);
      }
    });
  }
});

test("AL1 a change whose audit row cannot be written does not happen", async (t) => {
  await database.superuser.query(`
    create function refuse_audit() returns trigger language plpgsql as $$ begin raise exception 'no audit'; end $$;
    create trigger refuse before insert on audit_log for each row execute function refuse_audit();
    alter table audit_log disable trigger refuse`);
  for (const operation of mutations) {
    await t.test(`AL1 ${operation.id} is taken back`, async () => {
      const sample = sampleOf(operation);
      const place = await placeFor({ database, server, organisation: acme }, operation);
      const request = await sample.make(place, newTag());
      const before = await checksums();
      await database.superuser.query("alter table audit_log enable trigger refuse");
      const reply = await call(place.panel, operation, request);
      await database.superuser.query("alter table audit_log disable trigger refuse");
      assert.equal(reply.status, 500, reply.text);
      const later = await checksums();
      assert.deepEqual(later, before);
    });
  }
});
