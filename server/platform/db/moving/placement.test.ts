import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createOrganisation, type TestOrganisation } from "../../../../test/harness/organisation/organisation.ts";
import { openDatabase, type TestDatabase } from "../../../../test/harness/database.ts";
import { createAccount, sessionOf, type Panel } from "../../../../test/harness/panel/panel.ts";
import { apiOf, byKey, startServer, type TestServer } from "../../../../test/harness/server.ts";
import { checksumsOf, listTenantTables } from "../../../../test/isolation/tables.ts";
import { claimRows } from "../../jobs/due/due-sql.ts";
import { newId } from "../../ids.ts";
import { NotHere } from "../failures.ts";
import { findPlacement, type PlacementState } from "./placement.ts";
import { part, sql } from "../sql.ts";
import { listTenants } from "../tenants.ts";
import { readInfrastructure, readTenant, withTenant } from "../transaction.ts";

let database: TestDatabase;
let server: TestServer;
let moves: TestOrganisation;
let stays: TestOrganisation;
let panel: Panel;

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  const input = { clients: [{ name: "HR sync", scopes: ["users:read" as const] }] };
  moves = await createOrganisation(database, { ...input, organisation: { code: "MOVES", name: "Moves" } });
  stays = await createOrganisation(database, { ...input, organisation: { code: "STAYS", name: "Stays" } });
  const account = await createAccount(database, moves.tenant_id, "it_admin");
  panel = await sessionOf(server, database, moves.tenant_id, account);
});
after(async () => {
  await server.close();
  await database.close();
});

const query = async (text: string, values: unknown[] = []): Promise<any[]> => (await database.superuser.query(text, values)).rows;

async function place(state: PlacementState): Promise<void> {
  await query(
    `insert into infra.placement (code, tenant_id, state, node) values ('MOVES', $1, $2, 'n2')
     on conflict (code) do update set state = excluded.state`,
    [moves.tenant_id, state],
  );
}

const one = sql`select 1 as one`;
const apiAs = (organisation: TestOrganisation) =>
  apiOf({ url: server.url }, byKey(organisation.code, organisation.clients["HR sync"]!.secret));
const sums = async () => checksumsOf(database, moves.tenant_id, await listTenantTables(database));
const away: readonly PlacementState[] = ["paused", "moving_in", "moved"];

test("an organisation that is being copied, or about to be paused, is served as ever", async () => {
  for (const state of ["copying", "closing"] as const) {
    await place(state);
    assert.equal((await apiAs(moves).get("/api/v1/users")).status, 200);
    assert.equal(await withTenant(database.pool("muster_worker", 1), moves.tenant_id, (db) => db.count(one)), 1);
  }
});

test("no transaction of an organisation that is on its way, or gone, begins, and its connection serves on", async () => {
  const pool = database.pool("muster_app", 1);
  const backend = async () => (await readInfrastructure<{ pid: number }>(pool, sql`select pg_backend_pid() as pid`))[0]!.pid;
  const pid = await backend();
  for (const state of away) {
    await place(state);
    const refused = (error: unknown) => {
      assert.ok(error instanceof NotHere, String(error));
      assert.deepEqual([error.code, error.detail], state === "moved" ? ["MV002", "n2"] : ["MV001", undefined]);
      return true;
    };
    await assert.rejects(readTenant(pool, moves.tenant_id, one), refused);
    await assert.rejects(
      withTenant(pool, moves.tenant_id, (db) => db.count(one)),
      refused,
    );
    await assert.rejects(
      withTenant(pool, moves.tenant_id, (db) => db.count(one), "few_rows"),
      refused,
    );
    assert.equal((await readTenant(pool, stays.tenant_id, one)).length, 1);
  }
  assert.equal(await backend(), pid);
});

test("a client or a signed-in person of an organisation that is away gets no 401 and no 404, and nothing is written", async () => {
  await place("copying");
  assert.equal((await panel.get("/overview/attention")).status, 200);
  await query("update panel_session set seen_us = seen_us - 60000000 where tenant_id = $1", [moves.tenant_id]);
  await place("paused");
  const before_it = await sums();
  for (const state of away) {
    await place(state);
    for (const { status, text, headers } of [await apiAs(moves).get("/api/v1/users"), await panel.get("/overview/attention")]) {
      assert.ok(status === 503 || (state === "moved" && status === 421), `${status} ${text}`);
      if (status === 503) assert.equal(headers.get("retry-after"), "2");
    }
    await query("select infra.log_requests($1)", [JSON.stringify([{ tenant_id: moves.tenant_id, age_us: 0, method: "GET" }])]);
  }
  assert.deepEqual(await sums(), before_it);
  assert.equal((await apiAs(stays).get("/api/v1/users")).status, 200);
});

test("no background work begins for an organisation that is about to be paused", async () => {
  const worker = database.pool("muster_worker", 1);
  const due = async () => {
    await query("update infra.due set due_us = 0, claimed_until_us = 0, closing = null where kind = 'days.turn'");
    const rows = await claimRows(worker, { kind: "days.turn", claim_id: newId(), lease_us: 1, rows_max: 10 });
    return rows.map(({ tenant_id }) => tenant_id).toSorted();
  };
  const listed = async () => (await listTenants(worker, part`select id as tenant_id from infra.tenants_of_test`)).toSorted();
  await query(
    `create view infra.tenants_of_test as select unnest(array['${moves.tenant_id}', '${stays.tenant_id}']::uuid[]) as id`,
  );
  await query("grant select on infra.tenants_of_test to muster_worker");
  const both = [moves.tenant_id, stays.tenant_id].toSorted();
  await place("copying");
  assert.deepEqual([await due(), await listed()], [both, both]);
  for (const state of ["closing", ...away] as const) {
    await place(state);
    assert.deepEqual([await due(), await listed()], [[stays.tenant_id], [stays.tenant_id]], state);
  }
  await query("delete from infra.due");
  await query("update infra.look_out set after = infra.no_id()");
  await query("select infra.look_out(10)");
  assert.deepEqual(await query("select distinct tenant_id from infra.due"), [{ tenant_id: stays.tenant_id }]);
});

test("this node says where an organisation is that is not here", async () => {
  const pool = database.pool("muster_app", 1);
  await place("moved");
  assert.deepEqual(await findPlacement(pool, "MOVES"), { state: "moved", node: "n2" });
  assert.equal(await findPlacement(pool, "STAYS"), null);
  assert.equal(await findPlacement(pool, "NOBODY"), null);
});
