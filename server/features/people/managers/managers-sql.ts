import { part, plannedEachTime, sql, type Fragment } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { caseNorm } from "../../../platform/text.ts";
import type { PersonState } from "../definition.ts";

/** A possible manager: a person of the organisation whose data have not been erased. */
export type ManagerRow = { id: string; employee_no: string | null };

export async function findManager(db: Db, tenant_id: string, id: string): Promise<ManagerRow | undefined> {
  return db.row(sql`
    select id, employee_no from person where tenant_id = ${tenant_id} and id = ${id} and state <> 'anonymized'`);
}

export async function findManagerByNumber(db: Db, tenant_id: string, employee_no: string): Promise<ManagerRow | undefined> {
  return db.row(sql`
    select id, employee_no
    from person
    where tenant_id = ${tenant_id} and employee_no_norm = ${caseNorm(employee_no)} and state <> 'anonymized'`);
}

export async function findManagerByLogin(db: Db, tenant_id: string, login: string): Promise<ManagerRow | undefined> {
  return db.row(sql`
    select id, employee_no
    from person
    where tenant_id = ${tenant_id} and login_norm = ${caseNorm(login)} and state <> 'anonymized'`);
}

/** The possible managers with the given employee numbers or ids. */
export async function listManagers(
  db: Db,
  tenant_id: string,
  { numbers, ids }: { numbers: readonly string[]; ids: readonly string[] },
): Promise<ManagerRow[]> {
  return db.rows(
    plannedEachTime(sql`
      select id, employee_no
      from person
      where tenant_id = ${tenant_id} and employee_no_norm = any (${numbers.map(caseNorm)}::text[]) and state <> 'anonymized'
      union
      select id, employee_no
      from person
      where tenant_id = ${tenant_id} and id = any (${ids}::uuid[]) and state <> 'anonymized'`),
  );
}

/**
 * Lets only one transaction of an organisation at a time set managers, because two that each see no circle could create one
 * together. The lock is taken after the people's rows; if that leads to a deadlock, the transaction is repeated
 * (platform/db/transaction.ts).
 */
export async function lockManagers(db: Db, tenant_id: string): Promise<void> {
  await db.rows(sql`select pg_advisory_xact_lock(hashtextextended('managers ' || ${tenant_id}::text, 0))`);
}

/** A person and the id of their direct manager. */
export type Line = { id: string; employee_no: string | null; manager_id: string | null };

/** The given people and all people above them. The query ends even if there is a circle, which should not exist. */
export async function listAbove(db: Db, tenant_id: string, ids: readonly string[]): Promise<Line[]> {
  return db.rows(
    plannedEachTime(sql`
      with recursive above as (
        select id, employee_no, manager_id from person where tenant_id = ${tenant_id} and id = any (${ids}::uuid[])
        union
        select p.id, p.employee_no, p.manager_id
        from above a
        join person p on p.tenant_id = ${tenant_id} and p.id = a.manager_id
      )
      select id, employee_no, manager_id from above`),
  );
}

/** An array of the ids of a manager's people: direct ones, or all below. Only the rows of these people are read. */
export function reportsOf(tenant_id: string, manager_id: string, with_indirect: boolean): Fragment {
  const direct = part`select id from person where tenant_id = ${tenant_id} and manager_id = ${manager_id}::uuid`;
  if (!with_indirect) return part`array(${direct})`;
  return part`array(
    with recursive below as (
      ${direct}
      union
      select p.id
      from below b
      join person p on p.tenant_id = ${tenant_id} and p.manager_id = b.id
    )
    select id from below where id <> ${manager_id}::uuid)`;
}

/** Removes the manager from a batch of people and returns them; they are locked in ascending order of ids. */
export async function freeReports(
  db: Db,
  tenant_id: string,
  manager_id: string,
  people_max: number,
): Promise<{ id: string; state: PersonState }[]> {
  return db.rows(sql`
    with freed as (
      select id from person
      where tenant_id = ${tenant_id} and manager_id = ${manager_id}
      order by id
      limit ${people_max}::int
      for no key update
    )
    update person p
    set manager_id = null, updated_at = greatest(now(), p.updated_at)
    from freed f
    where p.tenant_id = ${tenant_id} and p.id = f.id
    returning p.id, p.state`);
}
