import { part, sql } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { caseNorm } from "../../../platform/text.ts";
import { lastPlace } from "../matrix/history-sql.ts";
import type { Flag, Status } from "../flag/status.ts";

/** The person and the course of an explanation, each by exactly one of its names. */
export type PairNames = {
  employee_no?: string | undefined;
  user_id?: string | undefined;
  course_code?: string | undefined;
  course_id?: string | undefined;
};

export type NamedPair = {
  person_id: string | null;
  employee_no: string | null;
  state: string | null;
  suspended_at: string | null;
  course_id: string | null;
  course_code: string | null;
};

/** The ids of the named person and course; null where one does not exist. */
export async function findNamedPair(db: Db, tenant_id: string, names: PairNames): Promise<NamedPair> {
  const person =
    names.user_id === undefined
      ? part`employee_no_norm = ${caseNorm(names.employee_no ?? "")}`
      : part`id = ${names.user_id}::uuid`;
  const course =
    names.course_id === undefined ? part`code_norm = ${caseNorm(names.course_code ?? "")}` : part`id = ${names.course_id}::uuid`;
  const row = await db.row<NamedPair>(sql`
    select p.id as person_id, p.employee_no, p.state, infra.iso(p.suspended_at) as suspended_at, c.id as course_id, c.code as course_code
    from (select) one
    left join (select * from person where tenant_id = ${tenant_id} and ${person}) p on true
    left join (select * from course where tenant_id = ${tenant_id} and ${course}) c on true`);
  return row!;
}

type Callings = { certificate_numbers: Record<string, string>; rule_ids: string[]; blocked: string | null };

/**
 * Names for the facts of a pair: certificate numbers by id, the rules that require the course, and why its assignment or renewal
 * is blocked.
 */
export async function findCallings(db: Db, tenant_id: string, person_id: string, course_id: string): Promise<Callings> {
  const row = await db.row<Callings>(sql`
    select
      (
        select coalesce(json_object_agg(id, number), '{}')
        from certificate
        where tenant_id = ${tenant_id} and person_id = ${person_id} and course_id = ${course_id}
      ) as certificate_numbers,
      array(
        select distinct m.rule_id::text
        from rule_match m
        join rule_course rc on rc.tenant_id = m.tenant_id and rc.rule_id = m.rule_id
        where m.tenant_id = ${tenant_id} and m.person_id = ${person_id} and (rc.course_id = ${course_id} or rc.course_id in (
          select path_id from path_item where tenant_id = ${tenant_id} and course_id = ${course_id}))
        order by 1
      ) as rule_ids,
      (
        select reason from alert
        where tenant_id = ${tenant_id} and person_id = ${person_id} and course_id = ${course_id} and resolved_at is null
        order by kind
        limit 1
      ) as blocked`);
  return row!;
}

/** A row of the flag's history, with the number of its certificate. */
export type HistoryLine = {
  changed_at: string;
  status: Flag | null;
  basis: Status["basis"] | null;
  in_grace: boolean | null;
  enrollment_id: string | null;
  enrollment_status: string | null;
  due_date: string | null;
  certificate_id: string | null;
  certificate_number: string | null;
  valid_until: string | null;
  renewal_enrollment_id: string | null;
  next_status: Flag | null;
  next_change_on: string | null;
};

/** The row of a pair's history that was valid at an instant, and whether the matrix showed the person then. */
export async function findLineThen(
  db: Db,
  tenant_id: string,
  person_id: string,
  course_id: string,
  then: string,
): Promise<{ in_scope: boolean; line: HistoryLine | null }> {
  const row = await db.row<{ in_scope: boolean; line: HistoryLine | null }>(sql`
    select
      coalesce((select w.in_scope from (${lastPlace(tenant_id, part`${person_id}::uuid`, then)}) w), false) as in_scope,
      (
        select row_to_json(r)
        from (
          select infra.iso(h.changed_at) as changed_at, h.status, h.basis, h.in_grace, h.enrollment_id, h.enrollment_status, h.due_date,
            h.certificate_id, t.number as certificate_number, h.valid_until, h.renewal_enrollment_id, h.next_status, h.next_change_on
          from compliance_history h
          left join certificate t on t.tenant_id = h.tenant_id and t.id = h.certificate_id
          where h.tenant_id = ${tenant_id} and h.person_id = ${person_id} and h.course_id = ${course_id}
            and h.changed_at <= ${then}::timestamptz
          order by h.changed_at desc, h.id desc
          limit 1
        ) r
      ) as line`);
  return row!;
}
