import assert from "node:assert/strict";
import { test } from "node:test";
import pg from "pg";
import { newId } from "../../server/platform/ids.ts";
import { needsServer } from "../harness/database.ts";
import { openEarlier } from "../harness/machine/upgrade.ts";

test("certificates from before 0021 know of newer ones, like those that came later", { skip: needsServer() }, async () => {
  const earlier = await openEarlier(20);
  const { superuser } = earlier;
  const [tenant, person, course] = [newId(), newId(), newId()];
  const certify = (number: string, issued_on: string) =>
    superuser.query(
      `insert into certificate (tenant_id, id, number, verification_code, person_id, course_id, cycle_year, source, issuer,
         issued_at, valid_from, valid_until)
       values ($1, $2, $3, $3 || '-AAAA-BBBB-CCCC', $4, $5, 2025, 'external', 'x', $6::date, $6::date, '2026-06-01')`,
      [tenant, newId(), number, person, course, issued_on],
    );
  try {
    await superuser.query("insert into tenant (id, code, name, kind, time_zone) values ($1, 'ACME', 'A', 'live', 'UTC')", [
      tenant,
    ]);
    await superuser.query(
      `insert into person (tenant_id, id, employee_no, employee_no_norm, login, login_norm, first_name, last_name,
         full_name_norm, email, email_norm, state, worker_type, managed_by)
       values ($1, $2, '1', '1', 'a', 'a', 'A', 'B', 'a b', 'a@acme.example', 'a@acme.example', 'invited', 'internal_payroll', 'platform')`,
      [tenant, person],
    );
    await superuser.query(
      `insert into course (tenant_id, id, code, code_norm, title, title_norm, type, recurrence)
       values ($1, $2, 'C', 'c', 'C', 'c', 'course', 'none')`,
      [tenant, course],
    );
    await certify("OLD", "2025-01-01");
    await certify("NEW", "2025-06-01");
    await earlier.upgrade();
    const { rows } = await superuser.query("select number, has_newer from certificate order by issued_at");
    assert.deepEqual(rows, [
      { number: "OLD", has_newer: true },
      { number: "NEW", has_newer: false },
    ]);
    const { rows: forced } = await superuser.query(
      "select relforcerowsecurity as forced from pg_class where relname = 'certificate'",
    );
    assert.deepEqual(forced, [{ forced: true }]);
  } finally {
    await earlier.close();
  }
});

test(
  "people and what is due before 0064 are counted by the upgrade, and no reader waits for it",
  { skip: needsServer() },
  async () => {
    const earlier = await openEarlier(63);
    const { superuser } = earlier;
    const reader = new pg.Client({ connectionString: earlier.connection.url });
    await reader.connect();
    const [acme, beta] = [newId(), newId()];
    try {
      for (const [tenant, code, people] of [
        [acme, "ACME", 3],
        [beta, "BETA", 1],
      ] as const) {
        await superuser.query("insert into tenant (id, code, name, kind, time_zone) values ($1, $2, 'A', 'live', 'UTC')", [
          tenant,
          code,
        ]);
        await superuser.query(
          `insert into person (tenant_id, id, employee_no, employee_no_norm, login, login_norm, first_name, last_name,
           full_name_norm, email, email_norm, state, worker_type, managed_by)
         select $1, gen_random_uuid(), n, n, n, n, 'A', 'B', 'a b', n || '@acme.example', n || '@acme.example', 'invited', 'internal_payroll', 'platform'
         from generate_series(1, $2::int) i cross join lateral (select i::text) t(n)`,
          [tenant, people],
        );
        await superuser.query(
          `with course as (
           insert into course (tenant_id, id, code, code_norm, title, title_norm, type, recurrence)
           values ($1, gen_random_uuid(), 'C', 'c', 'C', 'c', 'course', 'none') returning id
         )
         insert into compliance_status (tenant_id, person_id, course_id, worker_type, status, basis, next_status, next_change_on, look_on)
         select $1, p.id, course.id, 'internal_payroll', 'PENDING', 'enrollment', 'OVERDUE', '2030-01-01', '2030-01-01'
         from course, (select id from person where tenant_id = $1) p`,
          [tenant],
        );
      }
      await reader.query("begin; select count(*) from person; select count(*) from compliance_status");
      await earlier.upgrade(67);
      await reader.query("commit");
      await earlier.upgrade();
      const { rows: people } = await superuser.query(
        "select tenant_id, sum(people)::int as n from person_count group by 1 order by 2",
      );
      assert.deepEqual(people, [
        { tenant_id: beta, n: 1 },
        { tenant_id: acme, n: 3 },
      ]);
      const { rows: due } = await superuser.query(
        "select tenant_id, day::text, what, sum(entries)::int as n from forecast_count group by 1, 2, 3 order by n",
      );
      assert.deepEqual(due, [
        { tenant_id: beta, day: "2030-01-01", what: "OVERDUE", n: 1 },
        { tenant_id: acme, day: "2030-01-01", what: "OVERDUE", n: 3 },
      ]);
    } finally {
      await reader.end();
      await earlier.close();
    }
  },
);
