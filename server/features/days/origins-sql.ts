import { sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";

/** A person, and a rule or group that asks this person for something. */
export type AskedBy = { person_id: string; ref_id: string };

/** Those of the pairs whose rule or group still applies to the person. */
export async function listStandingOrigins(db: Db, tenant_id: string, asked: readonly AskedBy[]): Promise<AskedBy[]> {
  if (asked.length === 0) return [];
  return db.rows(sql`
    select a.person_id, a.ref_id
    from unnest(${asked.map((one) => one.person_id)}::uuid[], ${asked.map((one) => one.ref_id)}::uuid[]) as a(person_id, ref_id)
    where exists (
        select from rule_match m
        where m.tenant_id = ${tenant_id} and m.rule_id = a.ref_id and m.person_id = a.person_id
      )
      or exists (
        select from group_member m
        where m.tenant_id = ${tenant_id} and m.group_id = a.ref_id and m.person_id = a.person_id and m.left_at is null
      )`);
}
