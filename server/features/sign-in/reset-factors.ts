import type { Context } from "../../platform/context.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { notFound } from "../../platform/http/problem.ts";
import { isUuid } from "../../platform/ids.ts";
import { record } from "../audit/record.ts";
import type { Mailing } from "../mail/write-mail.ts";
import { updateTotpSecret, type Account } from "./accounts-sql.ts";
import { noSecondFactor } from "./errors.ts";
import { deletePasskeys } from "./passkeys/passkeys-sql.ts";
import { deleteCodes } from "./recovery-codes/recovery-codes-sql.ts";
import type { SignInOptions } from "./session-record.ts";
import { deleteOtherSessions } from "./sessions-sql.ts";
import { currentAccount } from "./sign-in.ts";
import { mailFactorsChanged } from "./mail-factors-changed.ts";

/**
 * Removes the passkeys, one-time codes and recovery codes of a learner who has lost them, so that the password alone is enough at
 * sign-in.
 */
export async function resetPersonFactors(options: SignInOptions, context: Context, id: string): Promise<void> {
  const { tenant } = context;
  await withTenant(options.pool, tenant.id, async (db) => {
    const account = isUuid(id) ? await currentAccount(db, tenant.id, { kind: "person", id: id.toLowerCase() }) : undefined;
    if (account === undefined) throw notFound("No such person, or their account is not in use.");
    if (!account.totp_secret && !account.has_passkey) throw noSecondFactor("This person has no second factor.");
    await removeFactors(db, context, options, account);
    await record(db, context, { operation: "person.reset-second-factor", target_type: "person", target_id: account.id });
  });
}

/** Removes the second factors of an account that the caller has locked, ends its sessions and mails its owner. */
export async function removeFactors(db: Db, context: Context, mailing: Mailing, account: Account): Promise<void> {
  const { id } = account;
  const tenant_id = context.tenant.id;
  await updateTotpSecret(db, tenant_id, id, null);
  await deletePasskeys(db, tenant_id, id);
  await deleteCodes(db, tenant_id, id);
  await deleteOtherSessions(db, tenant_id, id, null);
  await mailFactorsChanged(db, context, mailing, account, { kind: "factors_reset" });
}
