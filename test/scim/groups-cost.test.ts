// The cost of changing a group's members depends on the change, not on the number of members. The test counts the blocks that
// statements read, not time.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  findProvisionedGroupForChange,
  insertMembers,
  listUnknownPeople,
  updateMembersLeft,
} from "../../server/features/groups/provisioned-sql.ts";
import type { Statement } from "../../server/platform/db/sql.ts";
import type { Db } from "../../server/platform/db/transaction.ts";
import { newId } from "../../server/platform/ids.ts";
import { findGroup } from "../../server/protocols/scim/groups/sql.ts";
import { needsServer } from "../harness/database.ts";
import { openProvisioned, urns, type Provisioned } from "../harness/scim.ts";

let acme: Provisioned;
const [small, large] = [100, 20_000];
const groups = new Map<number, string>();
let newcomer = "";

before(async () => {
  acme = await openProvisioned();
  const { superuser } = acme.database;
  newcomer = (await acme.scim.generic.post("/Users", { schemas: [urns.user], userName: "newcomer" })).body.id;
  await superuser.query(
    `insert into person (tenant_id, id, login, login_norm, managed_by, state, worker_type)
     select t.id, infra.new_id(), 'bulk' || n, 'bulk' || n, 'scim', 'active', 'internal_payroll'
     from tenant t, generate_series(1, $1::int) n where t.code = 'ACME'`,
    [large],
  );
  for (const size of [small, large]) {
    const group = await acme.scim.generic.post("/Groups", { schemas: [urns.group], displayName: `Group of ${size}` });
    groups.set(size, group.body.id);
    await superuser.query(
      `insert into group_member (tenant_id, id, group_id, person_id, joined_at)
       select tenant_id, infra.new_id(), $1, id, now() from person where login like 'bulk%' order by id limit $2`,
      [group.body.id, size],
    );
  }
  await superuser.query("analyze person");
  await superuser.query("analyze group_member");
});
after(() => acme.close());

/** The blocks that the statements of a PATCH of one member read; the PATCH is rolled back. */
async function blocksOf(group_id: string, person_id: string): Promise<number> {
  const { tenant_id } = acme.acme;
  const at = new Date().toISOString();
  const statements: Statement[] = [];
  const db = { row: note, rows: note, count: note } as unknown as Db;
  async function note(statement: Statement): Promise<[]> {
    statements.push(statement);
    return [];
  }
  await findProvisionedGroupForChange(db, tenant_id, group_id);
  await findGroup(db, tenant_id, group_id, false);
  await listUnknownPeople(db, tenant_id, [person_id]);
  const events = { ids: [newId()], type: "group.member_left", body: ["{}"], created_at: at };
  await updateMembersLeft(db, tenant_id, group_id, [person_id], at, events);
  await insertMembers(db, tenant_id, { id: group_id, courses: [] }, [person_id], at, events);
  let blocks = 0;
  for (const { text, values } of statements) {
    await acme.database.superuser.query("begin");
    const { rows } = await acme.database.superuser.query(`explain (analyze, buffers, format json) ${text}`, [...values]);
    await acme.database.superuser.query("rollback");
    const { Plan: plan } = rows[0]["QUERY PLAN"][0];
    blocks += plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
  }
  return blocks;
}

test("one member more or less touches as much in a large group as in a small one", { skip: needsServer() }, async () => {
  for (const person_id of [newcomer, await someMember()]) {
    const [few, many] = [await blocksOf(groups.get(small)!, person_id), await blocksOf(groups.get(large)!, person_id)];
    assert.ok(few > 5 && many < 200, `${few} and ${many} blocks`);
  }
});

async function someMember(): Promise<string> {
  const { rows } = await acme.database.superuser.query("select id from person where login = 'bulk7'");
  return rows[0].id;
}

test("a list of 20,000 members is replaced by its difference: members who stay cause no event", async () => {
  const id = groups.get(large)!;
  const { rows } = await acme.database.superuser.query("select id from person where login like 'bulk%' order by id");
  const kept = rows.slice(10).map((row) => ({ value: row.id as string }));
  const told = (await acme.events()).length;
  const reply = await acme.scim.generic.patch(`/Groups/${id}`, [
    { op: "replace", path: "members", value: [...kept, { value: newcomer }] },
  ]);
  assert.equal(reply.status, 204, reply.text);
  const types = (await acme.events()).slice(told).map(({ type }) => type);
  assert.deepEqual(types, ["group.member_joined", ...Array.from({ length: 10 }, () => "group.member_left")]);
  const shown = (await acme.scim.generic.get(`/Groups/${id}`)).body;
  assert.equal(shown.members.length, large - 10 + 1);
});
