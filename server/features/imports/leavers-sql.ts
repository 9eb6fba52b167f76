import { sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";

export type ActivePerson = { id: string; employee_no: string; employee_no_norm: string; state: string; full_name: string | null };

/**
 * Active people whom the organisation manages and who existed when an import began, after an id. Ids grow with time, so people
 * who were created later have greater ones.
 */
export async function listActivePeople(
  db: Db,
  tenant_id: string,
  import_id: string,
  after: string,
  limit: number,
): Promise<ActivePerson[]> {
  return db.rows(sql`
    select id, employee_no, employee_no_norm, state, nullif(concat_ws(' ', first_name, last_name), '') as full_name
    from person
    where tenant_id = ${tenant_id} and id > ${after} and id < ${import_id} and managed_by = 'platform'
      and state in ('invited', 'active') and employee_no is not null
    order by id
    limit ${limit}`);
}

/** Those of the people who are still active. */
export async function listActiveAmong(db: Db, tenant_id: string, ids: readonly string[]): Promise<ActivePerson[]> {
  return db.rows(sql`
    select id, employee_no, employee_no_norm, state, nullif(concat_ws(' ', first_name, last_name), '') as full_name
    from person
    where tenant_id = ${tenant_id} and id = any (${ids}::uuid[]) and managed_by = 'platform' and state in ('invited', 'active')
    order by id`);
}
