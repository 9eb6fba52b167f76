import { part, sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { EventUser } from "./events.ts";

/** A person in the form of events, with the state of the account. */
export type LockedPerson = { user: EventUser; state: string };

/** People in the form of events, in no order; for a transaction that has locked their rows. */
export async function listEventUsers(db: Db, tenant_id: string, ids: readonly string[]): Promise<EventUser[]> {
  return db.rows<EventUser>(sql`
    select ${event_user}
    from person p
    where p.tenant_id = ${tenant_id} and p.id = any (${ids}::uuid[])`);
}

/** The members of `EventUser`, of a person `p`. */
const event_user = part`
      p.id, p.employee_no, p.department_id,
      (select d.name from department d where d.tenant_id = p.tenant_id and d.id = p.department_id) as department_name,
      p.worker_type, p.contractor_id`;

/** Locks people until the transaction ends, in ascending order of ids, which is the order of all transactions. */
export async function lockEventUsers(db: Db, tenant_id: string, ids: readonly string[]): Promise<LockedPerson[]> {
  const rows = await db.rows<EventUser & { state: string }>(sql`
    select ${event_user}, p.state
    from person p
    where p.tenant_id = ${tenant_id} and p.id = any (${ids}::uuid[])
    order by p.id
    for no key update`);
  return rows.map(({ state, ...user }) => ({ user, state }));
}

/** Locks people like `lockEventUsers`, and returns them as a map by id without the states of accounts. */
export async function lockUsersById(db: Db, tenant_id: string, ids: readonly string[]): Promise<Map<string, EventUser>> {
  const people = ids.length > 0 ? await lockEventUsers(db, tenant_id, ids) : [];
  return new Map(people.map(({ user }) => [user.id, user]));
}
