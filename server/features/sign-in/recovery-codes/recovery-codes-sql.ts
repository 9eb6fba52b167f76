import { sql, type Statement } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import type { AccountKey } from "../accounts-sql.ts";

/** Replaces the codes of an account. */
export async function replaceCodes(
  db: Db,
  tenant_id: string,
  { kind, id }: AccountKey,
  hashes: readonly Buffer[],
): Promise<void> {
  const [administrator_id, person_id] = kind === "administrator" ? [id, null] : [null, id];
  await deleteCodes(db, tenant_id, id);
  await db.count(sql`
    insert into recovery_code (tenant_id, administrator_id, person_id, code_hash, created_at)
    select ${tenant_id}, ${administrator_id}::uuid, ${person_id}::uuid, hash, now()
    from unnest(${hashes}::bytea[]) hash`);
}

/** Deletes a code that is used; returns false if the account does not have it. */
export async function deleteCode(db: Db, tenant_id: string, account_id: string, code_hash: Buffer): Promise<boolean> {
  const count = await db.count(sql`
    delete from recovery_code where tenant_id = ${tenant_id} and account_id = ${account_id} and code_hash = ${code_hash}`);
  return count === 1;
}

/** Deletes all codes of an account. */
export async function deleteCodes(db: Db, tenant_id: string, account_id: string): Promise<number> {
  return db.count(sql`delete from recovery_code where tenant_id = ${tenant_id} and account_id = ${account_id}`);
}

export async function countCodes(db: Db, tenant_id: string, account_id: string): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*)::int as count from recovery_code where tenant_id = ${tenant_id} and account_id = ${account_id}`);
  return row!.count;
}

/** How many codes of an account are left, as JSON text. */
export function codesStatement(tenant_id: string, account_id: string): Statement {
  return sql`
    select json_build_object('left', count(*)::int, 'created_at', infra.iso(min(created_at)))::text as json
    from recovery_code
    where tenant_id = ${tenant_id} and account_id = ${account_id}`;
}
