import { sql } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import type { PersonState } from "../definition.ts";

/**
 * Deactivates people whose accounts have not ended, and returns the previous state of each. Ids are passed as a list: a join
 * would depend on statistics, which a new organisation does not have yet (docs/decisions/0024).
 */
export async function updateDeactivated(
  db: Db,
  tenant_id: string,
  ids: readonly string[],
  at: string,
): Promise<{ id: string; state: PersonState }[]> {
  return db.rows(sql`
    with leaving as (
      select id, state
      from person
      where tenant_id = ${tenant_id} and id = any (${ids}::uuid[]) and state in ('invited', 'active', 'suspended')
      order by id
      for no key update
    ),
    left_now as (
      update person p
      set state = 'deactivated', deactivated_at = ${at}, suspended_at = null, updated_at = greatest(now(), p.updated_at)
      where p.tenant_id = ${tenant_id} and p.id = any (${ids}::uuid[]) and p.id = any (array(select id from leaving))
    )
    select id, state from leaving order by id`);
}

export type Account = { state: PersonState; suspended_at: string | null; last_sign_in_at: string | null };

/** The account of a person, locked until the transaction ends. */
export async function findAccountForChange(db: Db, tenant_id: string, id: string): Promise<Account | undefined> {
  return db.row(sql`
    select state, infra.iso(suspended_at) as suspended_at, infra.iso(last_sign_in_at) as last_sign_in_at
    from person
    where tenant_id = ${tenant_id} and id = ${id}
    for update`);
}

export async function updateAccount(
  db: Db,
  tenant_id: string,
  id: string,
  { state, suspended_at }: Pick<Account, "state" | "suspended_at">,
): Promise<void> {
  await db.count(sql`
    update person
    set state = ${state}, suspended_at = ${suspended_at}, updated_at = greatest(now(), updated_at)
    where tenant_id = ${tenant_id} and id = ${id}`);
}

/** Stores that a person has signed in; the first sign-in activates the account. Returns the state before and after. */
export async function updateSignedIn(
  db: Db,
  tenant_id: string,
  id: string,
  at: string,
): Promise<{ was: PersonState; is: PersonState } | undefined> {
  return db.row(sql`
    with before as materialized (
      select id, state
      from person
      where tenant_id = ${tenant_id} and id = ${id}
      for no key update
    )
    update person p
    set last_sign_in_at = ${at}, state = case when b.state = 'invited' then 'active' else b.state end,
      updated_at = greatest(now(), p.updated_at)
    from before b
    where p.tenant_id = ${tenant_id} and p.id = b.id
    returning b.state as was, p.state as is`);
}
