import { constant, part, type Fragment } from "../../../platform/db/sql.ts";
import { caseNorm } from "../../../platform/text.ts";
import { certificate_statuses, type CertificateStatus } from "../../certificates/schema.ts";
import { certificateRecord, conditionsOf as conditionsOfCertificates } from "../../certificates/sql.ts";
import { flagOn } from "../../compliance/sql.ts";
import { enrollment_states, type EnrollmentState } from "../../enrollments/schema.ts";
import { conditionsOf as conditionsOfEnrollments, enrollmentRecord } from "../../enrollments/sql.ts";
import { conditionsOfWhom, member, person_filters } from "./people-sql.ts";
import type { Column, Filters, Place, Subject } from "./subject.ts";

/** Joins further data of the person `p` of a row. */
const whose = part`
  left join department d on d.tenant_id = p.tenant_id and d.id = p.department_id
  left join contractor w on w.tenant_id = p.tenant_id and w.id = p.contractor_id
  left join person m on m.tenant_id = p.tenant_id and m.id = p.manager_id`;

const person_columns: readonly [string, Column][] = [
  ["employee_no", { kind: "text", value: part`p.employee_no` }],
  ["full_name", { kind: "text", value: part`nullif(concat_ws(' ', p.first_name, p.last_name), '')` }],
  ["email", { kind: "text", value: part`p.email` }],
  ["worker_type", { kind: { codes: "worker_type" }, value: part`p.worker_type`, groups: true }],
  [
    "department_name",
    { kind: "text", value: part`d.name`, groups: true, key: keyOf(part`p.department_id`, "name", "department") },
  ],
  [
    "contractor_name",
    { kind: "text", value: part`w.name`, groups: true, key: keyOf(part`p.contractor_id`, "name", "contractor") },
  ],
  [
    "manager_employee_no",
    { kind: "text", value: part`m.employee_no`, groups: true, key: keyOf(part`p.manager_id`, "employee_no", "person") },
  ],
  ["job_title", { kind: "text", value: part`p.job_title`, groups: true }],
];

/** Columns of a row's course; `id` is the SQL of its id. */
const courseColumns = (id: Fragment): readonly [string, Column][] => [
  ["course_code", { kind: "text", value: part`c.code`, groups: true, key: keyOf(id, "code", "course") }],
  ["course_title", { kind: "text", value: part`c.title`, groups: true, key: keyOf(id, "title", "course") }],
];

/** Rows are counted by an id, and the name is looked up once for each id. */
function keyOf(of: Fragment, column: string, table: string): Column["key"] {
  return {
    of,
    value: ({ tenant_id }) => part`(
      select n.${constant(column)} from ${constant(table)} n where n.tenant_id = ${tenant_id} and n.id = k.key)`,
  };
}

/** Condition: the day is between today and `days` later. */
function withinDays(day: Fragment, today: string, days: number | undefined): Fragment[] {
  return days === undefined ? [] : [part`${day} between ${today}::date and ${today}::date + ${days}::int`];
}

/** A parameter of a record that no column shows. */
const nowhere = "";

export const enrollments: Subject = {
  from: ({ today, counts }) => part`enrollment e ${enrollmentRecord(today, counts)} ${whose}`,
  conditions: (place, filters) => [
    ...conditionsOfEnrollments(place.tenant_id, {
      course_code: filters.course_code,
      status: filters.status as EnrollmentState | undefined,
      source: filters.source,
    }),
    ...conditionsOfWhom(place, filters),
    ...(filters.compliance_flag === undefined ? [] : [part`${flagOn(place.today)} = ${filters.compliance_flag}`]),
    ...(filters.overdue === undefined ? [] : [part`r.overdue = ${filters.overdue}`]),
    ...(filters.due_within_days === undefined ? [] : [part`e.state in ('assigned', 'in_progress')`]),
    ...withinDays(part`e.due_date`, place.today, filters.due_within_days),
  ],
  keys: [part`e.id`],
  columns: Object.fromEntries([
    ...person_columns,
    ...courseColumns(part`e.course_id`),
    member("cycle_year", "number", true),
    member("status", { codes: "enrollment_status" }, true),
    member("compliance_status", { codes: "flag" }, true),
    member("overdue", "yes_no", true),
    member("mandatory", "yes_no", true),
    member("source", { codes: "enrollment_source" }, true),
    member("due_date", "day", true),
    member("assigned_at", "instant"),
    member("started_at", "instant"),
    member("completed_at", "instant"),
    member("cancelled_at", "instant"),
    member("progress_percent", "number"),
    member("score", "number"),
    member("attempts_used", "number"),
  ]),
  filters: [...person_filters, "course_code", "status", "source", "compliance_flag", "overdue", "due_within_days"],
  statuses: enrollment_states,
  status_codes: "enrollment_status",
};

export const compliance: Subject = {
  from: ({ today, counts }) => part`compliance_status s
    join person p on p.tenant_id = s.tenant_id and p.id = s.person_id
    join course c on c.tenant_id = s.tenant_id and c.id = s.course_id ${whose}
    cross join lateral (
      select ${flagOn(today)} as compliance_status, s.enrollment_status, s.cycle_year, s.due_date,
        ${counts ? part`s.completed_at` : part`infra.iso(s.completed_at) as completed_at`}, s.valid_until, s.in_grace, s.next_status, s.next_change_on
    ) r`,
  conditions: (place, filters) => [
    part`s.tenant_id = ${place.tenant_id}`,
    part`p.state in ('invited', 'active')`,
    ...conditionsOfWhom(place, filters),
    ...ofCourse(place, filters),
    ...(filters.compliance_flag === undefined ? [] : [part`r.compliance_status = ${filters.compliance_flag}`]),
    ...withinDays(part`s.due_date`, place.today, filters.due_within_days),
    ...withinDays(part`s.valid_until`, place.today, filters.ends_within_days),
  ],
  keys: [part`s.person_id`, part`s.course_id`],
  columns: Object.fromEntries([
    ...person_columns,
    ...courseColumns(part`s.course_id`),
    member("compliance_status", { codes: "flag" }, true),
    member("enrollment_status", { codes: "enrollment_status" }, true),
    member("cycle_year", "number", true),
    member("due_date", "day", true),
    member("completed_at", "instant"),
    member("valid_until", "day", true),
    member("in_grace", "yes_no", true),
    member("next_status", { codes: "flag" }, true),
    member("next_change_on", "day", true),
  ]),
  filters: [...person_filters, "course_code", "compliance_flag", "due_within_days", "ends_within_days"],
  statuses: [],
  status_codes: null,
};

function ofCourse({ tenant_id }: Place, { course_code }: Filters): Fragment[] {
  if (course_code === undefined) return [];
  return [part`s.course_id = (select id from course where tenant_id = ${tenant_id} and code_norm = ${caseNorm(course_code)})`];
}

export const certificates: Subject = {
  from: ({ today, counts }) => part`certificate t ${certificateRecord({ today, verified_at: nowhere }, counts)} ${whose}`,
  conditions: (place, filters) => [
    ...conditionsOfCertificates(
      place.tenant_id,
      { course_code: filters.course_code, status: filters.status as CertificateStatus | undefined },
      place.today,
    ),
    ...conditionsOfWhom(place, filters),
    ...(filters.ends_within_days === undefined ? [] : [part`r.status in ('valid', 'expiring')`]),
    ...withinDays(part`t.valid_until`, place.today, filters.ends_within_days),
  ],
  keys: [part`t.id`],
  columns: Object.fromEntries([
    ["number", member("number", "text")[1]],
    ...person_columns,
    ...courseColumns(part`t.course_id`),
    member("cycle_year", "number", true),
    member("status", { codes: "certificate_status" }, true),
    member("source", { codes: "certificate_source" }, true),
    member("issuer", "text", true),
    member("issued_at", "instant"),
    member("valid_from", "day", true),
    member("valid_until", "day", true),
    member("renewal_opens_on", "day", true),
    member("revoked_at", "instant"),
    member("revoke_reason", "text"),
  ]),
  filters: [...person_filters, "course_code", "status", "ends_within_days"],
  statuses: certificate_statuses,
  status_codes: "certificate_status",
};
