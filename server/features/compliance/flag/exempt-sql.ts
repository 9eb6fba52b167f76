import { part, sql } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";

/**
 * Whether exemption `x` of a person and a course stands. It is not asked as `is null`: the index of all that stand, by their first day, would fit, of
 * which a planner without statistics of the table expects a single row, and it would be read for each person.
 */
export const not_ended = part`coalesce(x.ended_at, 'infinity') = 'infinity'`;

export type NewExemption = {
  id: string;
  person_id: string;
  course_id: string;
  from_on: string;
  until_on: string | null;
  reason: string;
  approved_by: object;
};

/** Inserts exemptions, of courses that exist; returns how many. */
export async function insertExemptions(db: Db, tenant_id: string, rows: readonly NewExemption[]): Promise<number> {
  return db.count(sql`
    insert into exemption (tenant_id, id, person_id, course_id, from_on, until_on, reason, approved_by)
    select c.tenant_id, r.id, r.person_id, c.id, r.from_on, r.until_on, r.reason, r.approved_by
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(id uuid, person_id uuid, course_id uuid, from_on date, until_on date, reason text, approved_by json)
    join course c on c.tenant_id = ${tenant_id} and c.id = r.course_id`);
}

export type ExemptionRow = { person_id: string; course_id: string; ended_at: string | null };

export async function findExemption(db: Db, tenant_id: string, id: string): Promise<ExemptionRow | undefined> {
  return db.row(sql`
    select person_id, course_id, ended_at from exemption
    where tenant_id = ${tenant_id} and id = ${id}`);
}

/** Ends an exemption, once. */
export async function updateEnded(db: Db, tenant_id: string, id: string, at: string): Promise<boolean> {
  const ended = await db.count(sql`
    update exemption
    set ended_at = ${at}
    where tenant_id = ${tenant_id} and id = ${id} and ended_at is null`);
  return ended === 1;
}
