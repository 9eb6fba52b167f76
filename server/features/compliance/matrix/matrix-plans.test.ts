// A page of the matrix reads the rows of its people, whatever the planner knows, and by a plan that the connection has kept since
// the tables were empty. The test counts rows and pages, not time.
import assert from "node:assert/strict";
import { test } from "node:test";
import { needsServer, openDatabase, type TestDatabase } from "../../../../test/harness/database.ts";
import { createOrganisation } from "../../../../test/harness/organisation/organisation.ts";
import { counted, pretend, type Statistics } from "../../../../test/harness/rows-touched.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant, type Db } from "../../../platform/db/transaction.ts";
import { rowsOf, type PagePlan, type PageScope } from "./matrix-sql.ts";

const people = 5_000;
const courses = 10;
const limit = 50;
/** A page has 500 entries; the organisation has 50,000. */
const rows_max = 12_000;
const pages_max = 1_500;

const file = {
  departments: [{ name: "Hall", code: "HALL" }],
  courses: Array.from({ length: courses }, (_, place) => ({ code: `C${place}`, title: "Course" })),
};
const everyone: PageScope = {
  course_id: null,
  department_ids: null,
  with_course: false,
  worker_type: undefined,
  contractor_id: undefined,
  flag: undefined,
};
const plan: PagePlan = { via: "name", backward: false, skip: 0, take: limit };

async function fill({ superuser }: TestDatabase, tenant_id: string): Promise<void> {
  const client = await superuser.connect();
  try {
    // Without triggers: they would work out the flags of people to whom nothing is assigned.
    await client.query("set session_replication_role = replica");
    await client.query(
      `with new as (
         insert into person (tenant_id, id, login, login_norm, employee_no, employee_no_norm, state, worker_type, first_name, last_name,
           full_name_norm, department_id)
         select $1, infra.new_id(), 'm' || n, 'm' || n, 'm' || n, 'm' || n, 'active', 'internal_payroll', 'Anna', 'Lis', 'anna lis ' || n,
           (select id from department where tenant_id = $1)
         from generate_series(1, $2::int) n
         returning id, full_name_norm, department_id, worker_type
       ),
       shown as (
         insert into compliance_person (tenant_id, person_id, full_name_norm, department_id, worker_type, worst)
         select $1, id, full_name_norm, department_id, worker_type, case when full_name_norm like '%7' then 'OVERDUE' else 'COMPLIANT' end
         from new
       )
       insert into compliance_status (tenant_id, person_id, course_id, status, basis, worker_type)
       select $1, n.id, c.id, 'COMPLIANT', 'completion', n.worker_type from new n cross join course c where c.tenant_id = $1`,
      [tenant_id, people],
    );
    await client.query("reset session_replication_role");
  } finally {
    client.release();
  }
}

/** Reads pages on the only connection of a pool; returns what read too much. */
async function costlyOf(pool: Pool, tenant_id: string, course_id: string, department_id: string): Promise<string[]> {
  const scopes: [PageScope, PagePlan][] = [
    [everyone, plan],
    [
      { ...everyone, flag: "OVERDUE" },
      { ...plan, via: "worst" },
    ],
    [
      { ...everyone, department_ids: [department_id] },
      { ...plan, via: "department", backward: true },
    ],
    [
      { ...everyone, department_ids: [department_id, tenant_id] },
      { ...plan, via: "departments" },
    ],
    [{ ...everyone, department_ids: [department_id, tenant_id] }, plan],
    [
      { ...everyone, contractor_id: tenant_id },
      { ...plan, via: "contractor" },
    ],
    [{ ...everyone, with_course: true, course_id, flag: "COMPLIANT" }, plan],
    [{ ...everyone, with_course: true, course_id }, plan],
    [
      { ...everyone, with_course: true, course_id, flag: "OVERDUE" },
      { ...plan, via: "course" },
    ],
  ];
  const costly: string[] = [];
  for (const [scope, way] of scopes) {
    const work = async (db: Db) => {
      const counting = counted(db);
      // The statement is prepared first, so that its kept plan is explained, and not one for its values.
      await db.rows(rowsOf(tenant_id, scope, way));
      await counting.db.rows(rowsOf(tenant_id, scope, way));
      return counting.touched();
    };
    for (const { rows, pages, plan: outline } of await withTenant(pool, tenant_id, work, "few_rows"))
      if (rows > rows_max || pages > pages_max) costly.push(`${way.via}: ${rows} rows, ${pages} pages\n${outline}`);
  }
  return costly;
}

for (const statistics of ["none", "of others alone", "a hundred times as much"] satisfies Statistics[]) {
  test(`a page costs what its people cost, with statistics: ${statistics}`, { skip: needsServer() }, async (t) => {
    const database = await openDatabase();
    t.after(() => database.close());
    const other = await createOrganisation(database, { ...file, organisation: { code: "OTHER" } });
    const acme = await createOrganisation(database, file);
    const [course_id, department_id] = await Promise.all(
      ["course", "department"].map(
        async (table) =>
          (
            await database.superuser.query<{ id: string }>(`select id from ${table} where tenant_id = $1 order by code limit 1`, [
              acme.tenant_id,
            ])
          ).rows[0]!.id,
      ),
    );
    const kept = database.pool("muster_app", 1);
    await costlyOf(kept, acme.tenant_id, course_id!, department_id!);
    await fill(database, other.tenant_id);
    await pretend(database, statistics, "missing");
    await fill(database, acme.tenant_id);
    assert.deepEqual(await costlyOf(kept, acme.tenant_id, course_id!, department_id!), [], "plans that were kept");
    await pretend(database, statistics, "there");
    const anew = database.pool("muster_app", 1);
    assert.deepEqual(await costlyOf(anew, acme.tenant_id, course_id!, department_id!), [], "plans that are new");
  });
}
