import { part, sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { askedCourses, type AskedCourse } from "../groups/sql.ts";
import type { Conditions } from "./conditions.ts";
import { no_id } from "../../platform/ids.ts";

export type Rule = {
  id: string;
  name: string;
  active: boolean;
  conditions: Conditions;
  due_days: number | null;
  count_valid_certificates: boolean;
  look_back_days: number | null;
  on_leave: "cancel" | "keep";
  courses: AskedCourse[];
};

/** All rules that are not retired, and retired or inactive ones whose matches may not have ended yet. */
export async function listRules(db: Db, tenant_id: string): Promise<Rule[]> {
  return db.rows(sql`
    select r.id, r.name, r.active, r.conditions, r.due_days, r.count_valid_certificates, r.look_back_days, r.on_leave,
      ${askedCourses(tenant_id, part`select course_id from rule_course where tenant_id = ${tenant_id} and rule_id = r.id`)} as courses
    from rule r
    where r.tenant_id = ${tenant_id} and (
      r.retired_at is null
      or exists (select from rule_match m where m.tenant_id = ${tenant_id} and m.rule_id = r.id)
    )
    order by r.id`);
}

/** Whether a rule with this id exists and is not retired. */
export async function isRule(db: Db, tenant_id: string, id: string): Promise<boolean> {
  const row = await db.row(sql`select 1 from rule where tenant_id = ${tenant_id} and id = ${id} and retired_at is null`);
  return row !== undefined;
}

/** A rule applies to a person; `course_ids`: the courses that it asks this person for. */
export type Match = { rule_id: string; person_id: string; course_ids: string[] };

export async function listMatches(db: Db, tenant_id: string, person_ids: readonly string[]): Promise<Match[]> {
  return db.rows(sql`
    select rule_id, person_id, course_ids::text[]
    from rule_match
    where tenant_id = ${tenant_id} and person_id = any (${person_ids}::uuid[])`);
}

/** The matches of one rule, of people in a range of ids. */
export async function listMatchesOf(
  db: Db,
  tenant_id: string,
  rule_id: string,
  { first, last }: { first: string; last: string },
): Promise<Match[]> {
  return db.rows(sql`
    select rule_id, person_id, course_ids::text[]
    from rule_match
    where tenant_id = ${tenant_id} and rule_id = ${rule_id} and person_id between ${first} and ${last}`);
}

/** The names of people, as a preview shows them. */
export async function listPreviewed(db: Db, tenant_id: string, ids: readonly string[]): Promise<PreviewedPerson[]> {
  return db.rows(sql`
    select p.id, nullif(concat_ws(' ', p.first_name, p.last_name), '') as full_name, p.employee_no,
      (select d.name from department d where d.tenant_id = p.tenant_id and d.id = p.department_id) as department_name
    from person p
    where p.tenant_id = ${tenant_id} and p.id = any (${ids}::uuid[])
    order by p.full_name_norm, p.id`);
}

export type PreviewedPerson = {
  id: string;
  full_name: string | null;
  employee_no: string | null;
  department_name: string | null;
};

/** Stores matches, with the courses that they ask for. */
export async function storeMatches(db: Db, tenant_id: string, at: string, matches: readonly Match[]): Promise<void> {
  await db.count(sql`
    insert into rule_match (tenant_id, rule_id, person_id, course_ids, since)
    select ${tenant_id}, r.rule_id, r.person_id, r.course_ids, ${at}
    from jsonb_to_recordset(${JSON.stringify(matches)}::jsonb) as r(rule_id uuid, person_id uuid, course_ids uuid[])
    on conflict (tenant_id, rule_id, person_id) do update
    set course_ids = excluded.course_ids`);
}

export async function deleteMatches(db: Db, tenant_id: string, matches: readonly Omit<Match, "course_ids">[]): Promise<void> {
  await db.count(sql`
    delete from rule_match m
    using jsonb_to_recordset(${JSON.stringify(matches)}::jsonb) as r(rule_id uuid, person_id uuid)
    where m.tenant_id = ${tenant_id} and m.rule_id = r.rule_id and m.person_id = r.person_id`);
}

/** The departments of people, each with its ancestors. */
export async function listAncestries(
  db: Db,
  tenant_id: string,
  people: readonly { department_id: string | null }[],
): Promise<{ department_id: string; above: string[] }[]> {
  const department_ids = [...new Set(people.flatMap(({ department_id }) => department_id ?? []))];
  if (department_ids.length === 0) return [];
  return db.rows(sql`
    with recursive line as (
      select d.id as department_id, d.parent_id, array[d.id::text] as above
      from department d
      where d.tenant_id = ${tenant_id} and d.id = any (${department_ids}::uuid[])
      union all
      select l.department_id, d.parent_id, l.above || d.id::text
      from line l
      join department d on d.tenant_id = ${tenant_id} and d.id = l.parent_id
      where cardinality(l.above) < ${depth_max}
    )
    select distinct on (department_id) department_id, above
    from line
    order by department_id, cardinality(above) desc`);
}

/** The most levels of departments that are followed upwards. It also ends a circle, which should not exist. */
const depth_max = 100;

/** Names of departments and contractor companies by id. */
export async function listNames(db: Db, tenant_id: string, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  return db.rows(sql`
    select id, name from department where tenant_id = ${tenant_id} and id = any (${ids}::uuid[])
    union all
    select id, name from contractor where tenant_id = ${tenant_id} and id = any (${ids}::uuid[])`);
}

/** The next people whose accounts are in use, after the id `after`, in ascending order of ids. */
export async function listPeopleAfter(db: Db, tenant_id: string, after: string | null, limit: number): Promise<{ id: string }[]> {
  return db.rows(sql`
    select id
    from person
    where tenant_id = ${tenant_id} and id > ${after ?? no_id}::uuid and state in ('invited', 'active')
    order by id
    limit ${limit}`);
}
