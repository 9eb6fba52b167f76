import { sql } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import type { SignInRule } from "./rule.ts";

const offered: SignInRule = { rule: "offered", break_glass_id: null };

/** Who must sign in through the company's identity provider. */
export async function findRule(db: Db, tenant_id: string): Promise<SignInRule> {
  const row = await db.row<SignInRule>(sql`
    select rule, break_glass_id from identity_provider where tenant_id = ${tenant_id}`);
  return row ?? offered;
}

/**
 * Reads with a lock who must sign in through the identity provider: a stricter rule waits for sessions that are being opened, and
 * then ends them.
 */
export async function holdRule(db: Db, tenant_id: string): Promise<SignInRule> {
  const row = await db.row<SignInRule>(sql`
    select rule, break_glass_id from identity_provider where tenant_id = ${tenant_id} for share`);
  return row ?? offered;
}

/** Locks an IT administrator until the transaction ends; returns whether it is an enabled one. */
export async function lockItAdministrator(db: Db, tenant_id: string, id: string): Promise<boolean> {
  const row = await db.row(sql`
    select id from administrator
    where tenant_id = ${tenant_id} and id = ${id} and role = 'it_admin' and disabled_at is null
    for update`);
  return row !== undefined;
}

/** Ends the sessions that the rule does not allow, except `kept_id`; returns how many. */
export async function endSessionsAgainst(
  db: Db,
  tenant_id: string,
  { rule, break_glass_id }: SignInRule,
  kept_id: string,
): Promise<number> {
  const everybody = rule === "required_for_all";
  return db.count(sql`
    delete from panel_session
    where tenant_id = ${tenant_id} and begun_by is distinct from 'identity_provider' and id <> ${kept_id}
      and (${everybody}::boolean or administrator_id is not null) and account_id is distinct from ${break_glass_id}::uuid`);
}
