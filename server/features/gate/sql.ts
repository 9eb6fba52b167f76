import { constant, part, rowByKey, sql, type Fragment, type Statement } from "../../platform/db/sql.ts";
import { readFew, readTenant } from "../../platform/db/transaction.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { caseNorm } from "../../platform/text.ts";
import { knownOf } from "../compliance/sql.ts";
import type { Facts } from "../compliance/flag/status.ts";

export type GateNames = { employee_no?: string | undefined; user_id?: string | undefined; course_code?: string | undefined };

/** The facts about a person in one course of the question. */
export type GateFacts = Omit<Facts, "person_active"> & { course_code: string; course_title: string };

export type GatePersonRow = {
  user_id: string;
  employee_no: string | null;
  full_name: string;
  contractor_name: string | null;
  state: string;
  employment_start_date: string | null;
  employment_end_date: string | null;
  contract_valid_until: string | null;
};

export type GateRow = {
  /** Null: there is no such person. */
  person: GatePersonRow | null;
  /** Null: no work is asked for, or there is no such work. */
  work: { course_code: string; course_title: string } | null;
  courses: GateFacts[];
};

/** The person, and the facts of the courses that count, found by the given names. */
export async function findGate(pool: Pool, tenant_id: string, names: GateNames): Promise<GateRow> {
  const [row] = await readFew<GateRow>(pool, tenant_id, gateStatement(tenant_id, names));
  return row!;
}

export function gateStatement(tenant_id: string, names: GateNames): Statement {
  const one =
    names.user_id === undefined
      ? only("employee_no_norm", part`${caseNorm(names.employee_no ?? "")}`)
      : only("id", part`${names.user_id}::uuid`);
  return sql`
      with one as (select * from person where tenant_id = ${tenant_id} and ${one}),
      work as (
        select id, code, title, type from course
        where tenant_id = ${tenant_id} and code_norm = ${names.course_code === undefined ? null : caseNorm(names.course_code)}
      ),
      wanted as (${names.course_code === undefined ? required(tenant_id) : needed(tenant_id)})
      select
        (${personOf(tenant_id)}) as person,
        (select json_build_object('course_code', code, 'course_title', title) from work) as work,
        (
          select coalesce(json_agg(row_to_json(r) order by r.code_norm), '[]')
          from (
            select c.code as course_code, c.title as course_title, c.code_norm, ${knownOf(tenant_id)}
            from wanted w
            cross join lateral ${rowByKey("*", "course", tenant_id, "w.course_id")} c
          ) r
        ) as courses`;
}

/**
 * The row with this value, at most one because the column is unique. It is written as `rowByKey` does, because the plan is kept.
 */
function only(column: "id" | "employee_no_norm", value: Fragment): Fragment {
  const name = constant(column);
  return part`${name} >= ${value} and ${name} <= ${value} order by ${name} limit 1`;
}

/** The person in table expression `one`, as JSON. */
export function personOf(tenant_id: string): Fragment {
  return part`
          select json_build_object('user_id', o.id, 'employee_no', o.employee_no,
            'full_name', coalesce(nullif(concat_ws(' ', o.first_name, o.last_name), ''), o.employee_no, o.login, ''),
            'contractor_name', k.name, 'state', o.state, 'employment_start_date', o.employment_start_date,
            'employment_end_date', o.employment_end_date, 'contract_valid_until', k.contract_valid_until)
          from one o
          left join lateral ${rowByKey("*", "contractor", tenant_id, "o.contractor_id")} k on true`;
}

/** The most works in the list; a catalogue has some hundreds of active items. */
export const works_max = 2_000;

/** Active learning paths and courses, as JSON text. */
export async function listWorks(pool: Pool, tenant_id: string): Promise<string> {
  const [row] = await readTenant<{ json: string }>(
    pool,
    tenant_id,
    sql`
      select json_build_object('works', coalesce(json_agg(
        json_build_object('course_code', r.code, 'course_title', r.title, 'is_path', r.type = 'learning_path')
        order by r.type desc, r.title_norm, r.code_norm), '[]'))::text as json
      from (
        select code, title, type, title_norm, code_norm
        from course
        where tenant_id = ${tenant_id} and active
        order by type desc, title_norm, code_norm
        limit ${works_max}::int
      ) r`,
  );
  return row!.json;
}

/** All courses in which the person has a flag. Written as a range of one key, in order, as in `rowByKey`. */
function required(tenant_id: string): Fragment {
  return part`
        select o.id as person_id, s.course_id
        from one o
        cross join lateral (
          select course_id from compliance_status
          where tenant_id = ${tenant_id} and person_id >= o.id and person_id <= o.id
          order by person_id
        ) s`;
}

/** The course itself; for a learning path its mandatory courses, or all if none is mandatory. */
function needed(tenant_id: string): Fragment {
  return part`
        select o.id as person_id, n.course_id
        from one o
        cross join (
          select id as course_id from work where type = 'course'
          union all
          select i.course_id
          from (
            select i.course_id, i.mandatory or not bool_or(i.mandatory) over () as counts
            from path_item i
            where i.tenant_id = ${tenant_id} and i.path_id = (select id from work)
          ) i
          where i.counts
        ) n`;
}
