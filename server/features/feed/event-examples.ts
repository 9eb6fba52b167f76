import type { EventType } from "../events/emit.ts";

const tenant_code = "ACME-PL";

const user = {
  id: "019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f",
  employee_no: "10042",
  department_id: "019a2b10-4c5d-7e6f-8a7b-1c2d3e4f5a6b",
  department_name: "Logistyka Północ",
  worker_type: "internal_payroll",
  contractor_id: null,
};

const course = { id: "019a2b20-9f8e-7d6c-8b5a-4f3e2d1c0b9a", code: "FORKLIFT-01", title: "Forklift operation and load safety" };

const certificate = {
  id: "019a4a02-aaaa-7bbb-8ccc-ddddeeeeffff",
  number: "FORKLIFT-01-2026-000311",
  source: "course",
  issued_at: "2026-03-20T13:05:11.000Z",
  valid_from: "2026-03-20",
  valid_until: "2028-03-19",
  previous_certificate_id: null,
};

const hr_sync = { type: "client", id: "019a1000-0000-7000-8000-00000000c11e", name: "HR sync" };

const group = { id: "019a2c00-7777-7888-8999-aaaabbbbcccc", code: "FORKLIFT-DRIVERS", name: "Forklift drivers", kind: "dynamic" };

/** The enrollment in most of these events, as it was assigned. */
const enrollment = {
  id: "019a4a01-1111-7222-8333-444455556666",
  cycle_year: 2026,
  status: "assigned",
  source: "api",
  due_date: "2026-03-31",
  assigned_at: "2026-02-02T07:00:00.000Z",
  started_at: null,
  completed_at: null,
};

/** An example of each type, along one person's way through a course. */
export const event_examples: Readonly<Record<EventType, Record<string, unknown>>> = {
  "course.completed": {
    id: "019a5001-aaaa-7bbb-8ccc-000000000001",
    type: "course.completed",
    created_at: "2026-03-20T13:05:10.412Z",
    tenant_code,
    data: {
      user,
      course,
      enrollment: {
        ...enrollment,
        status: "completed",
        started_at: "2026-03-19T06:30:00.000Z",
        completed_at: "2026-03-20T13:05:10.000Z",
      },
      result: { passed: true, score: 92, on_time: true, attempt: 1 },
      certificate_id: "019a4a02-aaaa-7bbb-8ccc-ddddeeeeffff",
      compliance_status: "COMPLIANT",
      batch_id: null,
    },
  },
  "course.failed": {
    id: "019a5001-aaaa-7bbb-8ccc-000000000002",
    type: "course.failed",
    created_at: "2026-03-18T11:00:00.000Z",
    tenant_code,
    data: {
      user,
      course,
      enrollment: { ...enrollment, status: "in_progress", started_at: "2026-03-18T10:15:00.000Z" },
      attempt: { number: 1, attempts_left: 2, final: false, score: 48, pass_score: 70, finished_at: "2026-03-18T10:59:59.000Z" },
      compliance_status: "IN_PROGRESS",
      batch_id: null,
    },
  },
  "compliance.certified": {
    id: "019a5001-aaaa-7bbb-8ccc-000000000003",
    type: "compliance.certified",
    created_at: "2026-03-20T13:05:11.000Z",
    tenant_code,
    data: {
      user,
      course,
      certificate,
      enrollment_id: "019a4a01-1111-7222-8333-444455556666",
      compliance_status: "COMPLIANT",
      batch_id: null,
    },
  },
  "compliance.expired": {
    id: "019a5001-aaaa-7bbb-8ccc-000000000004",
    type: "compliance.expired",
    created_at: "2028-03-19T23:00:00.000Z",
    tenant_code,
    data: {
      user,
      course,
      certificate,
      enrollment_id: "019a4a01-1111-7222-8333-444455556666",
      expired_on: "2028-03-20",
      open_enrollment: {
        id: "01aa0001-1111-7222-8333-444455556666",
        cycle_year: 2028,
        status: "in_progress",
        source: "renewal",
        due_date: "2028-03-19",
        assigned_at: "2028-01-19T00:00:05.000Z",
        started_at: "2028-03-01T10:00:00.000Z",
        completed_at: null,
      },
      compliance_status: "OVERDUE",
      batch_id: null,
    },
  },
  "compliance.status_changed": {
    id: "019a5001-aaaa-7bbb-8ccc-000000000010",
    type: "compliance.status_changed",
    created_at: "2026-03-31T22:00:00.000Z",
    tenant_code,
    data: {
      user,
      course,
      previous_status: "PENDING",
      status: "OVERDUE",
      reasons: ["PAST_DUE", "NOT_STARTED", "REQUIRED_BY_RULE"],
      due_date: "2026-03-31",
      enrollment_id: "019a4a01-1111-7222-8333-444455556666",
      certificate_id: null,
      valid_until: null,
      next_status: null,
      next_change_on: null,
      actor: { type: "system", id: null, name: "time" },
    },
  },
  "enrollment.assigned": {
    id: "019a5001-aaaa-7bbb-8ccc-000000000005",
    type: "enrollment.assigned",
    created_at: "2026-02-02T07:00:00.020Z",
    tenant_code,
    data: {
      user,
      course,
      enrollment,
      assigned_by: hr_sync,
      compliance_status: "PENDING",
      batch_id: null,
    },
  },
  "enrollment.updated": {
    id: "019a5001-aaaa-7bbb-8ccc-00000000000f",
    type: "enrollment.updated",
    created_at: "2026-02-05T08:00:00.000Z",
    tenant_code,
    data: {
      user,
      course,
      enrollment: { ...enrollment, due_date: "2026-04-30" },
      changed_fields: ["due_date"],
      updated_by: hr_sync,
      batch_id: null,
    },
  },
  "enrollment.cancelled": {
    id: "019a5001-aaaa-7bbb-8ccc-000000000006",
    type: "enrollment.cancelled",
    created_at: "2026-02-10T09:00:00.000Z",
    tenant_code,
    data: {
      user,
      course,
      enrollment: { ...enrollment, status: "cancelled" },
      cancelled_at: "2026-02-10T09:00:00.000Z",
      cancel_reason: "department_changed",
      cancelled_by: { type: "rule", id: "019a2c00-7777-7888-8999-000000000001", name: "Onboarding: Logistyka" },
      batch_id: "019a2c00-7777-7888-8999-0000000000b1",
    },
  },
  "group.member_joined": {
    id: "019a5001-aaaa-7bbb-8ccc-000000000007",
    type: "group.member_joined",
    created_at: "2026-02-02T07:00:00.300Z",
    tenant_code,
    data: {
      user,
      group,
      reason: "rule_matched",
      actor: { type: "rule", id: "019a2c00-7777-7888-8999-000000000002", name: 'job_title contains "Forklift"' },
      batch_id: null,
    },
  },
  "group.member_left": {
    id: "019a5001-aaaa-7bbb-8ccc-000000000008",
    type: "group.member_left",
    created_at: "2026-05-04T06:00:00.000Z",
    tenant_code,
    data: {
      user,
      group,
      reason: "rule_unmatched",
      actor: { type: "rule", id: "019a2c00-7777-7888-8999-000000000002", name: 'job_title contains "Forklift"' },
      batch_id: null,
    },
  },
  "user.created": {
    id: "019a5001-aaaa-7bbb-8ccc-00000000000b",
    type: "user.created",
    created_at: "2026-02-02T07:00:00.000Z",
    tenant_code,
    data: { user, actor: hr_sync, batch_id: null },
  },
  "user.updated": {
    id: "019a5001-aaaa-7bbb-8ccc-00000000000c",
    type: "user.updated",
    created_at: "2026-04-01T06:00:00.000Z",
    tenant_code,
    data: { user, changed_fields: ["attributes.shift", "department_id"], actor: hr_sync, batch_id: null },
  },
  "user.deactivated": {
    id: "019a5001-aaaa-7bbb-8ccc-00000000000d",
    type: "user.deactivated",
    created_at: "2026-06-30T22:00:00.000Z",
    tenant_code,
    data: {
      user,
      changed_fields: ["status"],
      actor: { type: "system", id: null, name: "time" },
      batch_id: "019a2c00-7777-7888-8999-0000000000b2",
    },
  },
  "user.reactivated": {
    id: "019a5001-aaaa-7bbb-8ccc-00000000000e",
    type: "user.reactivated",
    created_at: "2026-09-01T06:00:00.000Z",
    tenant_code,
    data: { user, changed_fields: ["employment_end_date", "status"], actor: hr_sync, batch_id: null },
  },
  "user.anonymized": {
    id: "019a5001-aaaa-7bbb-8ccc-00000000000a",
    type: "user.anonymized",
    created_at: "2031-02-03T10:15:00.000Z",
    tenant_code,
    data: {
      user: { ...user, employee_no: "anonymized-019a3f5e7b1c7c2d9e4f2a6b8c0d1e3f" },
      anonymized_at: "2031-02-03T10:15:00.000Z",
    },
  },
  ping: {
    id: "019a5001-aaaa-7bbb-8ccc-000000000009",
    type: "ping",
    created_at: "2026-02-02T09:30:00.000Z",
    tenant_code,
    data: {
      message: 'Test event requested for subscription "HRIS production".',
      subscription_id: "019a5000-0001-7002-8003-000400050006",
      requested_by: hr_sync,
    },
  },
};
