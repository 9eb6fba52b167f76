// The cost of a bulk order depends on its people only, even with the plans that a worker's connection has kept since the tables
// were empty. The test counts the pages that statements read, not time. For an empty table the planner considers all indexes
// equally cheap.
import assert from "node:assert/strict";
import { test } from "node:test";
import { part_is } from "../../server/features/bulk/bulk.job.ts";
import { works } from "../../server/features/bulk/works/works.ts";
import { assignToPeople } from "../../server/features/enrollments/assign/assign-people.ts";
import { gateStatement } from "../../server/features/gate/sql.ts";
import { withTenant, type Db } from "../../server/platform/db/transaction.ts";
import { findUsers } from "../../server/protocols/scim/users/sql.ts";
import { newId } from "../../server/platform/ids.ts";
import { needsServer, openDatabase } from "../harness/database.ts";
import { administratorOf, createOrganisation } from "../harness/organisation/organisation.ts";
import { counted, type Touched } from "../harness/rows-touched.ts";
import { test_mailing } from "../harness/server.ts";

/** The number of people in the organisation, and in one part of an order. */
const people = 20_000;
const part = 50;
/**
 * The most pages that one statement may read for each person of a part. Reading an index of the whole organisation takes
 * hundreds.
 */
const pages_each_max = 100;

test(
  "what is ordered for many costs the same by plans that were made while the tables were empty",
  { skip: needsServer() },
  async (t) => {
    const database = await openDatabase();
    t.after(() => database.close());
    const { superuser } = database;
    const tables = await superuser.query<{ name: string }>(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'",
    );
    for (const { name } of tables.rows)
      await superuser.query(`alter table ${name} set (autovacuum_enabled = false)`).catch(() => undefined);
    const acme = await createOrganisation(database, {
      departments: [{ name: "Hall", code: "HALL" }],
      courses: ["FIRE", "AID"].map((code) => ({ code, title: code, default_due_days: 30 })),
      rules: [{ name: "Welders", when: { job_title: "Welder" }, assign: ["FIRE"] }],
      groups: [{ code: "AIDERS", name: "First aiders", courses: ["AID"], members: [] }],
    });
    const { tenant_id } = acme;
    const idOf = async (table: string, code: string): Promise<string> =>
      (await superuser.query(`select id from ${table} where tenant_id = $1 and code = $2`, [tenant_id, code])).rows[0].id;
    const [fire, aid, group_id] = [
      await idOf("course", "FIRE"),
      await idOf("course", "AID"),
      await idOf("person_group", "AIDERS"),
    ];
    const context = administratorOf(acme);
    const order = (asked: object) => ({ id: newId(), asked });
    const orders: Record<string, (db: Db, person_ids: readonly string[]) => Promise<unknown>> = {
      assign: (db, ids) => assignToPeople(db, context, ids, { course_id: fire, due_date: null }, newId()),
      extend: (db, ids) =>
        works.extend.carryOut(db, context, test_mailing, order({ course_id: fire, due_date: "2099-01-01" }), ids),
      complete: (db, ids) =>
        works.complete.carryOut(db, context, test_mailing, order({ course_id: fire, completed_on: today(), score: 90 }), ids),
      exempt: (db, ids) =>
        works.exempt.carryOut(db, context, test_mailing, order({ course_id: aid, from: today(), reason: "test" }), ids),
      join: (db, ids) => works.join.carryOut(db, context, test_mailing, order({ group_id }), ids),
      remind: (db, ids) => works.remind.carryOut(db, context, test_mailing, order({}), ids),
      invite: (db, ids) => works.invite.carryOut(db, context, test_mailing, order({}), ids),
    };
    const today = () => context.now.toString().slice(0, 10);
    // The gate's statement is planned once for each connection.
    const askAtGate = (db: Db) => db.row(gateStatement(tenant_id, { employee_no: "p1" }));
    // The statement that answers a provider about a new user is also planned once.
    const answerProvider = (db: Db, person_ids: readonly string[]) => findUsers(db, tenant_id, person_ids);
    const worker = database.pool("muster_worker", 1);

    await superuser.query("vacuum analyze");
    const [first] = await fill(0, 1);
    const undone = new Error("undone");
    const warmUp = async (db: Db) => {
      for (const act of Object.values(orders)) await act(db, [first!]);
      throw undone;
    };
    await assert.rejects(withTenant(worker, tenant_id, warmUp, part_is), undone);
    await withTenant(worker, tenant_id, askAtGate, "few_rows");
    await withTenant(worker, tenant_id, (db) => answerProvider(db, [first!]), "few_rows");
    const ids = await fill(1, people);
    await fillTraining();

    const costly: string[] = [];
    for (const [name, act] of Object.entries(orders)) {
      const touched = await withTenant(
        worker,
        tenant_id,
        async (db) => {
          const counting = counted(db);
          await act(counting.db, ids.slice(-part));
          return counting.touched();
        },
        part_is,
      );
      assert.ok(touched.length > 3, name);
      costly.push(...touched.filter(({ pages }) => pages > pages_each_max * part).map((one) => `${name}: ${shown(one)}`));
    }
    const at_gate = await withTenant(
      worker,
      tenant_id,
      async (db) => {
        const counting = counted(db);
        await askAtGate(counting.db);
        return counting.touched();
      },
      "few_rows",
    );
    const at_provider = await withTenant(
      worker,
      tenant_id,
      async (db) => {
        const counting = counted(db);
        await answerProvider(counting.db, ids.slice(-part));
        return counting.touched();
      },
      "few_rows",
    );
    costly.push(...at_provider.filter(({ pages }) => pages > pages_each_max * part).map((one) => `provider: ${shown(one)}`));
    costly.push(...at_gate.filter(({ pages }) => pages > pages_each_max).map((one) => `gate: ${shown(one)}`));
    assert.deepEqual(costly, []);

    async function fill(from: number, count: number): Promise<string[]> {
      const made = await superuser.query(
        `insert into person (tenant_id, id, login, login_norm, employee_no, employee_no_norm, managed_by, state, worker_type,
         first_name, last_name, full_name_norm, email, department_id)
       select $1, infra.new_id(), 'p' || n, 'p' || n, 'p' || n, 'p' || n, 'scim', 'active', 'internal_payroll', 'Anna', 'Lis', 'anna lis',
         'p' || n || '@acme.example', (select id from department where tenant_id = $1)
       from generate_series($2::int, $3::int) n returning id`,
        [tenant_id, from, from + count - 1],
      );
      return made.rows.map(({ id }) => id as string);
    }

    /** Gives training records to all people except the last ones. */
    async function fillTraining() {
      const others = `(select tenant_id, id from person where tenant_id = '${tenant_id}' order by id limit ${people - part}) p`;
      const statements = [
        `insert into enrollment (tenant_id, id, person_id, course_id, cycle_year, state, source, mandatory, assigned_at, attempts_allowed)
         select tenant_id, infra.new_id(), id, '${fire}', 2026, 'completed', 'rule', true, now(), 3 from ${others}`,
        `insert into certificate (tenant_id, id, number, verification_code, person_id, course_id, cycle_year, source, issued_at, valid_from)
         select tenant_id, infra.new_id(), id::text, upper(md5(id::text)), id, '${fire}', 2026, 'course', now(), current_date from ${others}`,
        `insert into compliance_status (tenant_id, person_id, course_id, status, basis)
         select tenant_id, id, '${fire}', 'COMPLIANT', 'certificate' from ${others}`,
        `insert into group_member (tenant_id, id, group_id, person_id, joined_at)
         select tenant_id, infra.new_id(), '${group_id}', id, now() from ${others}`,
        `insert into rule_match (tenant_id, rule_id, person_id, course_ids, since)
         select p.tenant_id, r.id, p.id, array['${fire}'::uuid], now() from ${others} join rule r on r.tenant_id = p.tenant_id`,
        `insert into exemption (tenant_id, id, person_id, course_id, from_on, reason, approved_by)
         select tenant_id, infra.new_id(), id, '${aid}', current_date, 'test', '{}' from ${others}`,
      ];
      const session = await superuser.connect();
      try {
        await session.query("set session_replication_role = replica");
        for (const statement of statements) await session.query(statement);
      } finally {
        session.release(true);
      }
    }
  },
);

function shown({ text, pages, plan }: Touched): string {
  return `${pages} pages: ${text.replace(/\s+/g, " ").trim().slice(0, 120)}\n${plan}`;
}
