import { contextWithin } from "../../../platform/db/tenant-clock.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { record } from "../../audit/record.ts";
import { findAccount, type Account, type AccountKey } from "../accounts-sql.ts";
import { hashOfCode } from "./code.ts";
import { countCodes, deleteCode, deleteCodes } from "./recovery-codes-sql.ts";

/** Uses a recovery code of an account; returns false if the account does not have it. */
export async function takeCode(
  db: Db,
  tenant_id: string,
  { account, text, request_id }: { account: Account; text: string; request_id: string },
): Promise<boolean> {
  const { kind, id, name } = account;
  const hash = hashOfCode(id, text);
  if (hash === null || !(await deleteCode(db, tenant_id, id, hash))) return false;
  const context = await contextWithin(db, tenant_id, { type: kind, id, name });
  const left = await countCodes(db, tenant_id, id);
  const entry = { operation: "recovery-code.use", target_type: kind, target_id: id, changes: { left } } as const;
  await record(db, { ...context!, request_id }, entry);
  return true;
}

/** Deletes recovery codes that are of no use, because the account has no second factor that they could replace. */
export async function forgetNeedlessCodes(db: Db, tenant_id: string, key: AccountKey): Promise<void> {
  const account = await findAccount(db, tenant_id, key);
  if (account && !account.totp_confirmed && !account.has_passkey) await deleteCodes(db, tenant_id, key.id);
}
