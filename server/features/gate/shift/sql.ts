import type { Pool } from "../../../platform/db/pool.ts";
import { join, part, plannedEachTime, rowByKey, sql } from "../../../platform/db/sql.ts";
import { readTenant, type Db } from "../../../platform/db/transaction.ts";
import { caseNorm } from "../../../platform/text.ts";
import { flagOn, factsOf } from "../../compliance/sql.ts";
import type { GateFacts, GatePersonRow } from "../sql.ts";

export type Listed = GatePersonRow & {
  number: string;
  /** Whether required training is overdue today, and the first day on which some will be, as far as known. */
  overdue: boolean;
  overdue_on: string | null;
  courses: GateFacts[];
};

/**
 * The next people in use who have a number, in the order of numbers: of a department with all below it, or of the whole
 * organisation.
 */
export async function listNumbered(
  db: Db,
  tenant_id: string,
  department_id: string | null,
  people_max: number,
): Promise<string[]> {
  const in_use = part`p.tenant_id = ${tenant_id} and p.state in ('invited', 'active') and p.employee_no_norm is not null`;
  // A department's people are found by an index on the department. The order of numbers would make the planner go through all
  // people.
  const people =
    department_id === null
      ? part`select p.id, p.employee_no_norm from person p where ${in_use} order by p.employee_no_norm`
      : part`
        select p.id, p.employee_no_norm
        from (
          with recursive below as (
            select id from department where tenant_id = ${tenant_id} and id = ${department_id}::uuid
            union
            select d.id from below b join department d on d.tenant_id = ${tenant_id} and d.parent_id = b.id
          )
          select id from below
        ) d
        cross join lateral (select * from person p where ${in_use} and p.department_id = d.id limit ${people_max}::int) p`;
  const row = await db.row<{ ids: string[] }>(sql`
    select coalesce(array_agg(x.id order by x.employee_no_norm), '{}') as ids
    from (${people} limit ${people_max}::int) x`);
  return row!.ids;
}

/** The ids of the courses that a work needs; null: there is no such work. */
export async function findNeeded(pool: Pool, tenant_id: string, code_norm: string): Promise<string[] | null> {
  const [row] = await readTenant<{ ids: string[] }>(
    pool,
    tenant_id,
    sql`
      select case w.type when 'course' then array[w.id] else array(
        select i.course_id
        from (
          select x.course_id, x.mandatory or not bool_or(x.mandatory) over () as counts
          from path_item x
          where x.tenant_id = ${tenant_id} and x.path_id = w.id
        ) i
        where i.counts
      ) end as ids
      from course w
      where w.tenant_id = ${tenant_id} and w.code_norm = ${code_norm}`,
  );
  return row?.ids ?? null;
}

/**
 * People by their ids, each with the facts of the courses that the work needs. `lateral` looks everything up person by person,
 * whatever the planner estimates: a join of these people with the whole organisation would cost its size.
 */
export function listPart(
  db: Db,
  tenant_id: string,
  { person_ids, course_ids, today }: { person_ids: readonly string[]; course_ids: readonly string[]; today: string },
): Promise<Listed[]> {
  const facts = factsOf(
    tenant_id,
    part`(select o.id as person_id, n.course_id from unnest(${course_ids}::uuid[]) n(course_id)) w`,
  );
  return db.rows(sql`
      select o.id as user_id, o.employee_no, o.employee_no_norm as number,
        coalesce(nullif(concat_ws(' ', o.first_name, o.last_name), ''), o.employee_no, '') as full_name, k.name as contractor_name,
        o.state, o.employment_start_date::text, o.employment_end_date::text, k.contract_valid_until::text,
        coalesce(r.overdue, false) as overdue, r.overdue_on::text, f.courses
      from unnest(${person_ids}::uuid[]) with ordinality as wanted(id, place)
      cross join lateral ${rowByKey("*", "person", tenant_id, "wanted.id")} o
      left join lateral ${rowByKey("name, contract_valid_until", "contractor", tenant_id, "o.contractor_id")} k on true
      left join lateral (
        select bool_or(${flagOn(today)} = 'OVERDUE') as overdue,
          min(s.next_change_on) filter (where s.next_status = 'OVERDUE' and s.next_change_on > ${today}::date) as overdue_on
        from compliance_status s
        where s.tenant_id = ${tenant_id} and s.person_id = o.id
      ) r on true
      cross join lateral (
        select coalesce(json_agg(to_jsonb(x) || jsonb_build_object('course_code', c.code, 'course_title', c.title)), '[]') as courses
        from (${facts}) x
        cross join lateral ${rowByKey("code, title", "course", tenant_id, "x.course_id")} c
      ) f
      where o.state in ('invited', 'active')
      order by wanted.place`);
}

/** Active departments that can shorten a list, as JSON text. */
export async function listGateDepartments(pool: Pool, tenant_id: string, departments_max: number): Promise<string> {
  const [row] = await readTenant<{ json: string }>(
    pool,
    tenant_id,
    sql`
      select json_build_object('departments', coalesce(json_agg(
        json_build_object('id', r.id, 'name', r.name) order by r.name_norm, r.id), '[]'))::text as json
      from (
        select id, name, name_norm from department
        where tenant_id = ${tenant_id} and active
        order by name_norm, id
        limit ${departments_max}::int
      ) r`,
  );
  return row!.json;
}

export type Decision = {
  id: string;
  user_id: string;
  course_code: string | null;
  allowed: boolean;
  by_badge: boolean;
  compared: boolean;
  decided_at: string;
};

/** Stores new decisions about people of the organisation; returns how many. */
export async function keepDecisions(
  db: Db,
  tenant_id: string,
  decisions: readonly Decision[],
  { by, now }: { by: string; now: string },
): Promise<number> {
  return db.count(sql`
    insert into gate_decision (tenant_id, id, person_id, course_code, allowed, by_badge, compared, decided_at, received_at, decided_by)
    select ${tenant_id}::uuid, d.id, p.id, d.course_code, d.allowed, d.by_badge, d.compared, least(d.decided_at, ${now}::timestamptz), ${now}, ${by}
    from jsonb_to_recordset(${JSON.stringify(decisions)}::jsonb) as d(id uuid, user_id uuid, course_code text, allowed boolean,
      by_badge boolean, compared boolean, decided_at timestamptz)
    join person p on p.tenant_id = ${tenant_id} and p.id = d.user_id
    on conflict (tenant_id, id) do nothing`);
}

export type DecisionFilter = {
  employee_no: string | undefined;
  allowed: boolean | undefined;
  from: string | undefined;
  until: string | undefined;
};

/** The sort key of the list. */
export type DecisionPlace = readonly [decided_at: string, id: string];

/** A page of decisions, the latest first, as JSON text; `after`: the end of the page before. */
export async function listDecisions(
  pool: Pool,
  tenant_id: string,
  { employee_no, allowed, from, until }: DecisionFilter,
  { limit, after }: { limit: number; after: DecisionPlace | undefined },
): Promise<{ more: boolean; last: DecisionPlace | null; decisions: string }> {
  const conditions = [
    part`d.tenant_id = ${tenant_id}`,
    ...(employee_no === undefined
      ? []
      : [
          part`d.person_id = (select id from person where tenant_id = ${tenant_id} and employee_no_norm = ${caseNorm(employee_no)})`,
        ]),
    ...(allowed === undefined ? [] : [part`d.allowed = ${allowed}`]),
    ...(from === undefined ? [] : [part`d.decided_at >= ${from}::timestamptz`]),
    ...(until === undefined ? [] : [part`d.decided_at < ${until}::timestamptz`]),
    ...(after === undefined ? [] : [part`(d.decided_at, d.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`]),
  ];
  const [row] = await readTenant<{ more: boolean; last: DecisionPlace | null; decisions: string }>(
    pool,
    tenant_id,
    plannedEachTime(sql`
      with found as materialized (
        select d.* from gate_decision d
        where ${join(conditions, " and ")}
        order by d.decided_at desc, d.id desc
        limit ${limit}::int + 1
      ),
      shown as materialized (select * from found order by decided_at desc, id desc limit ${limit}::int)
      select (select count(*) from found) > ${limit}::int as more,
        (select json_build_array(infra.exact(decided_at), id) from shown order by decided_at, id limit 1) as last,
        coalesce(json_agg(json_build_object('id', d.id, 'user_id', d.person_id,
          'full_name', coalesce(nullif(concat_ws(' ', p.first_name, p.last_name), ''), p.employee_no, p.login, ''),
          'employee_no', p.employee_no, 'course_code', d.course_code, 'allowed', d.allowed, 'by_badge', d.by_badge,
          'compared', d.compared, 'decided_at', infra.iso(d.decided_at), 'received_at', infra.iso(d.received_at),
          'decided_by_name', a.name) order by d.decided_at desc, d.id desc), '[]')::text as decisions
      from shown d
      join person p on p.tenant_id = d.tenant_id and p.id = d.person_id
      left join administrator a on a.tenant_id = d.tenant_id and a.id = d.decided_by`),
  );
  return row!;
}
