import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { part, type Fragment } from "../../../platform/db/sql.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { openDatabase, type TestDatabase } from "../../../../test/harness/database.ts";
import { parseFilter } from "./filter.ts";
import { conditionOf, onceOnly } from "./sql.ts";
import { groupStorage, userStorage } from "./storage-sql.ts";
import { named, site } from "./trial.fixture.ts";
import { group_type, userType } from "../schemas.ts";

let database: TestDatabase;
before(async () => {
  database = await openDatabase();
  await database.superuser.query(many);
});
after(() => database.close());

// Enough rows that the planner uses an index. The organisation that foreign keys refer to is missing, so they are switched off.
const many = `
  begin;
  set local session_replication_role = replica;
  insert into person (tenant_id, id, login, login_norm, employee_no_norm, worker_type, managed_by, created_at, updated_at)
  select '${site.tenant_id}', ('019a0000-0001-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'p' || n, 'p' || n, 'e' || n,
    'internal_payroll', 'scim', timestamptz '2026-01-01' + n * interval '1 hour', timestamptz '2026-01-01' + n * interval '1 hour'
  from generate_series(1, 3000) n;
  insert into person_group (tenant_id, id, code, code_norm, name, name_norm, kind)
  select '${site.tenant_id}', ('019a0000-0002-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'g' || n, 'g' || n, 'g' || n, 'g' || n, 'scim'
  from generate_series(1, 1000) n;
  insert into group_member (tenant_id, id, group_id, person_id, joined_at)
  select '${site.tenant_id}', gen_random_uuid(), g.id, p.id, now()
  from (select id, row_number() over (order by id) as n from person_group) g
  join (select id, row_number() over (order by id) as n from person) p on p.n % 100 = g.n % 100;
  commit;
  analyze person, person_group, group_member`;

const [user, group] = [named(1, 1), named(2, 1)];
const enterprise = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";

/** Filters that identity providers send, and the index condition that must answer each under row-level security. */
const plans: Record<string, RegExp> = {
  'userName eq "Anna@example.com"': /Index Cond: .*login_norm = 'anna@example.com'/,
  'active eq true and userName eq "anna"': /Index Cond: .*login_norm = 'anna'/,
  'userName eq "anna" or userName eq "jan"': /Index Cond: .*login_norm = .*anna[^]*jan/,
  [`${enterprise}:employeeNumber eq "A7"`]: /Index Cond: .*employee_no_norm = 'a7'/,
  [`id eq "${user}"`]: new RegExp(`Index Cond: .*id = '${user}'`),
  'meta.created ge "2026-05-01T00:00:00Z"': /Index Cond: .*created_at >= '2026-05-01/,
  'meta.lastModified gt "2026-05-01T00:00:00Z"': /Index Cond: .*updated_at >= '2026-05-01 00:00:00.001/,
};

test("what identity providers ask most is answered by an index, under row-level security", async () => {
  const storage = userStorage(site, []);
  for (const [text, expected] of Object.entries(plans)) {
    const condition = conditionOf(parseFilter(text, userType([])), storage);
    const plan = await planOf(part`select p.id from person p where p.tenant_id = ${site.tenant_id} and ${condition}`);
    assert.match(plan, expected, text);
  }
});

test("whether a person is a member of a group is one look into an index", async () => {
  const condition = conditionOf(parseFilter(`id eq "${group}" and members eq "${user}"`, group_type), groupStorage(site));
  const plan = await planOf(part`select g.id from person_group g where g.tenant_id = ${site.tenant_id} and ${condition}`);
  assert.match(plan, new RegExp(`Index Cond: .*id = '${group}'`));
  assert.match(plan, new RegExp(`Index.* on group_member m[^]*Index Cond: .*person_id = '${user}'`));
});

function planOf(query: Fragment): Promise<string> {
  return withTenant(database.pool(), site.tenant_id, async (db) => {
    const rows = await db.rows<Record<string, string>>(onceOnly(part`explain (costs off) ${query}`));
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  });
}
