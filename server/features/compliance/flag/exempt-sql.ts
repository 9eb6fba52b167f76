import { sql } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";

export type NewExemption = {
  id: string;
  person_id: string;
  course_id: string;
  from_on: string;
  until_on: string | null;
  reason: string;
  approved_by: object;
};

/** Inserts an exemption, if the course exists. */
export async function insertExemption(db: Db, tenant_id: string, row: NewExemption): Promise<boolean> {
  const inserted = await db.count(sql`
    insert into exemption (tenant_id, id, person_id, course_id, from_on, until_on, reason, approved_by)
    select tenant_id, ${row.id}, ${row.person_id}, id, ${row.from_on}, ${row.until_on}, ${row.reason}, ${JSON.stringify(row.approved_by)}::json
    from course
    where tenant_id = ${tenant_id} and id = ${row.course_id}`);
  return inserted === 1;
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
