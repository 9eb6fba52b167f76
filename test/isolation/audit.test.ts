import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Operation } from "../contract/document.ts";
import { sampleOf, send } from "../contract/samples.ts";
import type { Place, SampleRequest } from "../contract/samples/sample.ts";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { apiOf, startServer, type TestServer } from "../harness/server.ts";
import { createFullOrganisation, credentialsOf } from "./neighbours.ts";
import { checksumsOf, listTenantTables, tables_of_counters, type TenantTable } from "./tables.ts";

let database: TestDatabase;
let server: TestServer;
let place: Place;
let tables: TenantTable[];
let mutations: Operation[];

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  const organisation = await createFullOrganisation(database, "aardvark");
  place = { database, organisation, mark: "aardvark", api: apiOf(server, credentialsOf(organisation)) };
  tables = (await listTenantTables(database)).filter(({ name }) => !tables_of_counters.includes(name));
  mutations = (await server.contract()).document.operations.filter(changesSomething);
  assert.ok(mutations.length >= 5, `saw only ${mutations.length} mutating operations`);
});
after(async () => {
  await server.close();
  await database.close();
});

/** POST operations that change nothing of an organisation, each with the reason. */
const no_mutations: Readonly<Record<string, string>> = {
  issueToken: "a token is no record; the request log has it",
  previewRule: "it says what saving would do",
  pingSubscription: "a test event changes no record; the request log has it",
};

/** Operations that run many transactions after the one with their audit row, each with the reason. */
const walks: Readonly<Record<string, string>> = {
  advanceSandboxClock: "it goes from one instant at which time has something to do to the next",
};

function changesSomething(operation: Operation): boolean {
  return operation.method !== "GET" && !(operation.id in no_mutations);
}

/** All samples and variants of every mutating operation. */
function ways() {
  return mutations.flatMap((operation) => {
    const { make, status, variants = {} } = sampleOf(operation);
    return Object.entries({ "as its sample": make, ...variants }).map(([name, way]) => ({ operation, name, make: way, status }));
  });
}

let tags = 0;
const newTag = () => `t${String((tags += 1)).padStart(4, "0")}`;

const checksums = () => checksumsOf(database, place.organisation.tenant_id, tables);

type AuditRow = {
  xid: string;
  operation: string;
  request_id: string;
  actor_type: string;
  actor_id: string;
  target_id: string | null;
};

async function auditRows(request_id: string | null): Promise<AuditRow[]> {
  const { rows } = await database.superuser.query<AuditRow>(
    // The transaction id is in the lower 48 bits (migration 0041).
    `select mod(xid::text::numeric, 281474976710656)::text as xid, operation, request_id, actor_type, actor_id, target_id
     from audit_log where request_id = $1`,
    [request_id],
  );
  return rows;
}

/** The transactions, from one on, that wrote the organisation's present rows, by table. */
async function writersSince(xid: bigint): Promise<Map<string, Set<string>>> {
  const writers = new Map<string, Set<string>>();
  for (const { name, tenant_column } of tables) {
    const { rows } = await database.superuser.query<{ writer: string }>(
      `select distinct xmin::text as writer from "${name}" where ${tenant_column} = $1 and xmin::text::bigint >= $2`,
      [place.organisation.tenant_id, xid],
    );
    if (rows.length > 0) writers.set(name, new Set(rows.map(({ writer }) => writer)));
  }
  return writers;
}

async function nextTransaction(): Promise<bigint> {
  const { rows } = await database.superuser.query<{ xid: string }>("select pg_snapshot_xmax(pg_current_snapshot())::text as xid");
  return BigInt(rows[0]!.xid);
}

test("AL1 every mutating operation writes exactly one audit row, in the transaction of its change", async (t) => {
  for (const { operation, name, make, status } of ways()) {
    await t.test(`AL1 ${operation.id} ${name}`, async () => {
      const request = await make(place, newTag());
      const [before, first_xid, { rows: count }] = [await checksums(), await nextTransaction(), await countAudit()];
      const reply = await send(place.api, operation, request);
      assert.equal(reply.status, status, reply.text);

      const rows = await auditRows(reply.headers.get("x-request-id"));
      assert.equal(rows.length, 1, "audit rows of the request");
      assert.deepEqual((await countAudit()).rows, [{ rows: count[0]!.rows + 1 }], "audit rows altogether");
      const [client] = Object.values(place.organisation.clients);
      assert.deepEqual([rows[0]!.actor_type, rows[0]!.actor_id], ["client", client!.client_id]);

      const changed = Object.keys(before).filter((name) => name !== "audit_log");
      const later = await checksums();
      assert.ok(
        changed.some((name) => later[name] !== before[name]),
        "the sample changes nothing: make it change something",
      );
      const writers = await writersSince(first_xid);
      writers.delete("audit_log");
      // The bytes of a file are stored before the transaction that creates its import.
      writers.delete("import_chunk");
      for (const [name, xids] of writers) {
        // The audit row that announces such an operation is written first.
        if (operation.id in walks)
          assert.ok(
            [...xids].every((xid) => BigInt(xid) >= BigInt(rows[0]!.xid)),
            name,
          );
        else assert.deepEqual([...xids], [rows[0]!.xid], `${name} was written by another transaction`);
      }
    });
  }
});

function countAudit() {
  return database.superuser.query<{ rows: number }>("select count(*)::int as rows from audit_log");
}

test("AL1 a mutating operation whose audit row cannot be written does nothing", async (t) => {
  for (const { operation, name, make, status } of ways()) {
    await t.test(`AL1 ${operation.id} ${name}`, async () => {
      const request = await make(place, newTag());
      const before = await checksums();
      await refusingAudit(async () => {
        const reply = await send(place.api, operation, request);
        assert.ok(reply.status >= 500, `${reply.status}: the change does not depend on its audit row`);
        assert.deepEqual(await checksums(), before);
      });
      // It now succeeds, so the failure above was caused only by the audit row.
      const reply = await send(place.api, operation, request);
      assert.equal(reply.status, status, reply.text);
    });
  }
});

/** While `work` runs, every insert into the audit log fails. */
async function refusingAudit(work: () => Promise<void>): Promise<void> {
  await database.superuser.query(`
    create function public.refuse_audit() returns trigger language plpgsql as $$ begin raise exception 'no audit row today'; end $$;
    create trigger refuse_audit before insert on audit_log for each row execute function public.refuse_audit()`);
  try {
    await work();
  } finally {
    await database.superuser.query("drop trigger refuse_audit on audit_log; drop function public.refuse_audit()");
  }
}

/** A request of the same kind that is refused for its content, if the operation has one. */
function spoiled(operation: Operation, request: SampleRequest): SampleRequest {
  if (request.file) return { ...request, query: { dry_run: "perhaps" } };
  return operation.path.includes("{")
    ? { ...request, path: Object.fromEntries(Object.keys(request.path).map((name) => [name, "no-id"])) }
    : { ...request, body: { ...request.body, no_such_member: 1 } };
}

test("AL1 a refused request and a read write no audit row", async () => {
  for (const operation of (await server.contract()).document.operations.filter(({ scopes }) => scopes !== null)) {
    const request = await sampleOf(operation).make(place, `spoiled-${operation.id}`);
    const refused = changesSomething(operation);
    const reply = await send(place.api, operation, refused ? spoiled(operation, request) : request);
    assert.equal(reply.status >= 400, refused, `${operation.id}: ${reply.text}`);
    assert.deepEqual(await auditRows(reply.headers.get("x-request-id")), [], operation.id);
  }
});
