import { constant, part, type Fragment } from "../../../platform/db/sql.ts";
import { person_states } from "../../people/definition.ts";
import { conditionsOfPeople } from "../../people/list-sql.ts";
import { person_joins } from "../../people/sql.ts";
import type { Column, Filters, Kind, Place, Subject } from "./subject.ts";

/** Filters on the person of a row, in every subject that is about people. */
export const person_filters = [
  "q",
  "department_id",
  "include_subdepartments",
  "worker_type",
  "contractor_id",
  "manager_id",
  "include_indirect_reports",
] as const;

/** Conditions on the person `p` of a row. */
export function conditionsOfWhom({ tenant_id }: Place, filters: Filters): Fragment[] {
  const { q, department_id, include_subdepartments, worker_type, contractor_id, manager_id, include_indirect_reports } = filters;
  const given = { q, department_id, include_subdepartments, worker_type, contractor_id, manager_id, include_indirect_reports };
  return conditionsOfPeople(tenant_id, given);
}

/** A column that is a member of the record `r`. */
export function member(name: string, kind: Kind, groups?: true): [string, Column] {
  return [name, { kind, value: constant(`r.${name}`), ...(groups ? { groups } : {}) }];
}

const worst = part`(
  select w.worst from compliance_person w where w.tenant_id = p.tenant_id and w.person_id = p.id)`;

export const people: Subject = {
  from: () => part`person p ${person_joins}`,
  conditions: (place, filters) => [
    part`p.tenant_id = ${place.tenant_id}`,
    ...conditionsOfWhom(place, filters),
    ...(filters.status === undefined ? [part`p.state <> 'anonymized'`] : [part`p.state = ${filters.status}`]),
    ...(filters.compliance_flag === undefined ? [] : [part`${worst} = ${filters.compliance_flag}`]),
  ],
  keys: [part`p.id`],
  columns: Object.fromEntries([
    member("employee_no", "text"),
    member("full_name", "text"),
    member("first_name", "text"),
    member("last_name", "text"),
    member("email", "text"),
    member("login", "text"),
    member("status", { codes: "person_status" }, true),
    member("worker_type", { codes: "worker_type" }, true),
    member("department_name", "text", true),
    member("contractor_name", "text", true),
    member("manager_employee_no", "text", true),
    member("job_title", "text", true),
    member("employment_start_date", "day", true),
    member("employment_end_date", "day", true),
    ["compliance_flag", { kind: { codes: "flag" }, value: worst, groups: true }],
    member("last_sign_in_at", "instant"),
    member("created_at", "instant"),
  ]),
  filters: [...person_filters, "status", "compliance_flag"],
  statuses: person_states.filter((state) => state !== "anonymized"),
  status_codes: "person_status",
};
