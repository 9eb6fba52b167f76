import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Statement } from "../../../platform/db/sql.ts";
import { readTenant } from "../../../platform/db/transaction.ts";
import { openDatabase, type TestDatabase } from "../../../../test/harness/database.ts";
import { parseFilter } from "../filter/filter.ts";
import { conditionOf } from "../filter/sql.ts";
import { userStorage } from "../filter/storage-sql.ts";
import { named, site } from "../filter/trial.fixture.ts";
import { countMatching, type ListPlan } from "../lists/list-sql.ts";
import { userType } from "../schemas.ts";
import { listUsers, userSource } from "./sql.ts";

let database: TestDatabase;
before(async () => {
  database = await openDatabase();
  await database.superuser.query(many);
  for (const table of ["person", "scim_resource", "scim_email"]) await makeVisible(table);
});
after(() => database.close());

/** Vacuum makes index-only scans possible once all older transactions have ended, such as those of autovacuum. */
async function makeVisible(table: string): Promise<void> {
  const unseen = "select from pg_class where oid = $1::regclass and relallvisible < relpages";
  do await database.superuser.query(`vacuum analyze ${table}`);
  while ((await database.superuser.query(unseen, [table])).rowCount !== 0);
}

// So many and such wide rows that the planner uses an index. The organisation that foreign keys refer to is missing, so triggers
// are switched off.
const many = `
  begin;
  set local session_replication_role = replica;
  insert into person (tenant_id, id, login, login_norm, employee_no_norm, external_id, email_norm, worker_type, managed_by,
    attributes, created_at, updated_at)
  select '${site.tenant_id}', ('019a0000-0001-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'p' || n, 'p' || n, 'e' || n, 'x' || n,
    'p' || n || '@example.com', 'internal_payroll', 'scim', jsonb_build_object('note', repeat('x', 500)),
    timestamptz '2026-01-01' + n * interval '1 hour', timestamptz '2026-01-01' + n * interval '1 hour'
  from generate_series(1, 5000) n;
  insert into scim_resource (tenant_id, id, person_id, document, normal)
  select tenant_id, id, id, '{}', jsonb_build_object('emails', jsonb_build_array(jsonb_build_object('value', email_norm))) from person;
  insert into scim_email (tenant_id, person_id, value_norm) select tenant_id, id, email_norm from person;
  commit`;

const whole: ListPlan = {
  condition: null,
  key: null,
  descending: false,
  limit: 101,
  offset: 0,
  after: null,
  is_common: false,
  is_look_up: false,
};

function asking(filter: string): ListPlan {
  return { ...whole, condition: conditionOf(parseFilter(filter, userType([])), userStorage(site, [])) };
}

/** The plans of the statements that a function reads with. */
async function planOf(read: (db: Record<"rows" | "row" | "page" | "few", any>) => Promise<unknown>): Promise<string> {
  const plans: string[] = [];
  const rows = async ({ text, values }: Statement) => {
    const explained = { text: `explain (costs off) ${text}`, values, name: "" };
    const lines = await readTenant<Record<string, string>>(database.pool(), site.tenant_id, explained);
    plans.push(lines.map((line) => line["QUERY PLAN"]).join("\n"));
    return [];
  };
  await read({ rows, page: rows, few: rows, row: async (statement: Statement) => (await rows(statement))[0] ?? { total: 0 } });
  return plans.join("\n");
}

const pages: Record<string, [ListPlan, RegExp]> = {
  "by user name": [asking('userName eq "P77"'), /Index Scan using person_login[^]*login_norm = 'p77'/],
  "by external id": [asking('externalId eq "x77"'), /Index Scan using person_external_id[^]*external_id = 'x77'/],
  "by address": [
    asking('emails[type eq "work" and value eq "p77@example.com"]'),
    /scim_email_value[^]*value_norm = 'p77@example.com'/,
  ],
  "the first page": [whole, /Index Only Scan using person_scim/],
  "the page behind a cursor": [
    { ...whole, after: { key: null, created: "2026-02-01T00:00:00Z", id: named(1, 700) } },
    /Index Only Scan using person_scim[^]*ROW\(.*created_at, .*id\) > ROW/,
  ],
};

test("pages of people come from an index, in its order, whatever providers look up", async () => {
  for (const [name, [plan, expected]] of Object.entries(pages)) {
    const text = await planOf((db) => listUsers(db, site.tenant_id, plan, true));
    assert.match(text, expected, name);
    assert.doesNotMatch(text, /Seq Scan on (?:person|scim_resource|scim_email)\b/, `${name}: ${text}`);
  }
});

test("what the answer does not contain is not read: without groups no membership is read", async () => {
  const [with_groups, without] = await Promise.all(
    [true, false].map((shown) => planOf((db) => listUsers(db, site.tenant_id, whole, shown))),
  );
  assert.match(with_groups!, /group_member/);
  assert.doesNotMatch(without!, /group_member/);
});

test("people are counted in the index of the list alone", async () => {
  const text = await planOf((db) => countMatching(db, userSource(site.tenant_id), null));
  assert.match(text, /Index Only Scan using person_scim/);
  assert.doesNotMatch(text, /scim_resource|department|contractor/);
});
