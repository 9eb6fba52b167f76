import assert from "node:assert/strict";
import { test } from "node:test";
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
