import assert from "node:assert/strict";
import { ok, type Scenario } from "./organisation.ts";

/** Checks the bodies of the events of a completion, member by member, as the design defines them. */
export async function checkBodies({ database, api }: Scenario, user_id: string, completed: any): Promise<void> {
  const bodies = await database.superuser.query("select type, body from event where type like 'co%' order by xid, id");
  const of = (type: string) => JSON.parse((bodies.rows.find((row) => row.type === type)!.body as Buffer).toString());
  const { department_id } = await ok(api.get(`/api/v1/users/${user_id}`));
  const user = {
    id: user_id,
    employee_no: "10042",
    department_id,
    department_name: "Logistics North",
    worker_type: "internal_payroll",
    contractor_id: null,
  };
  const course = { id: completed.course_id, code: "FORKLIFT-01", title: "Forklift operation" };
  const { id, due_date, assigned_at, started_at, completed_at } = completed;
  const enrollment = {
    id,
    cycle_year: 2027,
    status: "completed",
    source: "rule",
    due_date,
    assigned_at,
    started_at,
    completed_at,
  };
  const envelope = { created_at: "2027-02-28T11:00:00.000Z", tenant_code: "SCENARIO" };
  const done = of("course.completed");
  assert.deepEqual(withoutMilliseconds(done), {
    ...envelope,
    id: done.id,
    type: "course.completed",
    data: {
      user,
      course,
      enrollment,
      result: { passed: true, score: 92, on_time: true, attempt: 2 },
      certificate_id: completed.certificate.id,
      compliance_status: "COMPLIANT",
      batch_id: null,
    },
  });
  const failed = of("course.failed");
  assert.deepEqual(withoutMilliseconds(failed), {
    ...envelope,
    id: failed.id,
    type: "course.failed",
    data: {
      user,
      course,
      enrollment: { ...enrollment, status: "in_progress", completed_at: null },
      attempt: {
        number: 1,
        attempts_left: 2,
        final: false,
        score: 48,
        pass_score: 70,
        finished_at: failed.data.attempt.finished_at,
      },
      compliance_status: "IN_PROGRESS",
      batch_id: null,
    },
  });
  const certified = of("compliance.certified");
  const { number, valid_from, valid_until } = completed.certificate;
  assert.deepEqual(withoutMilliseconds(certified), {
    ...envelope,
    id: certified.id,
    type: "compliance.certified",
    data: {
      user,
      course,
      certificate: {
        id: completed.certificate.id,
        number,
        source: "course",
        issued_at: completed_at,
        valid_from,
        valid_until,
        previous_certificate_id: null,
      },
      enrollment_id: id,
      compliance_status: "COMPLIANT",
      batch_id: null,
    },
  });
}

/** The sandbox's clock advances during requests, but this test's database clock does not. */
function withoutMilliseconds(event: { created_at: string }): object {
  return { ...event, created_at: `${event.created_at.slice(0, 19)}.000Z` };
}
