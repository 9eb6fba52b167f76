import { part, sql } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";

/**
 * Whether exemption `x` has not been ended. It avoids `is null`, because then the planner could use the index of all exemptions
 * in force by their first day: without statistics it expects a single row there, and would read that index for each person.
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

/** Inserts exemptions whose courses exist; returns how many. */
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

/** Ends an exemption; returns false if it was ended already. */
export async function updateEnded(db: Db, tenant_id: string, id: string, at: string): Promise<boolean> {
  const ended = await db.count(sql`
    update exemption
    set ended_at = ${at}
    where tenant_id = ${tenant_id} and id = ${id} and ended_at is null`);
  return ended === 1;
}
