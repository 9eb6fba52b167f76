import type { PanelCaller } from "../../../platform/context.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { unauthenticated } from "../../../platform/http/openapi/panel-problems.ts";
import { record } from "../../audit/record.ts";
import { noSecondFactor } from "../errors.ts";
import type { SignInOptions } from "../session-record.ts";
import { currentAccount } from "../sign-in.ts";
import { mailFactorsChanged } from "../mail-factors-changed.ts";
import { hashOfCode, newRecoveryCode, recovery_codes_made } from "./code.ts";
import { replaceCodes } from "./recovery-codes-sql.ts";

/** Creates a set of recovery codes in place of the previous one, and returns them; they cannot be shown again. */
export async function makeRecoveryCodes(options: SignInOptions, caller: PanelCaller): Promise<string[]> {
  const { pool } = options;
  const { tenant, account: me } = caller;
  const codes = Array.from({ length: recovery_codes_made }, newRecoveryCode);
  await withTenant(pool, tenant.id, async (db) => {
    const account = await currentAccount(db, tenant.id, me);
    if (account === undefined) throw unauthenticated("Sign in first.");
    if (!account.totp_confirmed && !account.has_passkey)
      throw noSecondFactor("There is no second factor that they could stand in for.");
    const hashes = codes.map((code) => hashOfCode(me.id, code)!);
    await replaceCodes(db, tenant.id, me, hashes);
    await record(db, caller, {
      operation: "recovery-code.make",
      target_type: me.kind,
      target_id: me.id,
      changes: { count: codes.length },
    });
    await mailFactorsChanged(db, caller, options, account, { kind: "recovery_codes_made" });
  });
  return codes;
}
