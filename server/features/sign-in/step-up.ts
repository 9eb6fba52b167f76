import type { Static } from "typebox";
import type { PanelCaller } from "../../platform/context.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { unauthenticated } from "../../platform/http/openapi/panel-problems.ts";
import { record } from "../audit/record.ts";
import { findAccount } from "./accounts-sql.ts";
import { passwordNotConfirmed } from "./errors.ts";
import { findNowUs } from "./tenant-sql.ts";
import type { StepUpRequest } from "./schema.ts";
import type { SignInOptions } from "./session-record.ts";
import { updateSession } from "./sessions-sql.ts";
import { confirmPassword } from "./links/set-password.ts";
import { currentAccount, proveSecondFactor } from "./sign-in.ts";
import { hashOfToken, newToken } from "./links/token.ts";

/** Takes the password again, so that secrets may be shown for ten minutes. Returns the session's new token. */
export async function stepUp(options: SignInOptions, caller: PanelCaller, given: Static<typeof StepUpRequest>): Promise<string> {
  const { pool } = options;
  const { tenant, account: me, session } = caller;
  const before = await withTenant(pool, tenant.id, (db) => findAccount(db, tenant.id, me));
  if (before === undefined) throw unauthenticated("Sign in first.");
  await confirmPassword(options, before, given.password);
  const now_us = await findNowUs(pool);
  const token = newToken();
  await withTenant(pool, tenant.id, async (db) => {
    const account = await currentAccount(db, tenant.id, me);
    if (account === undefined || account.password_hash !== before.password_hash) throw unauthenticated("Sign in first.");
    const wrong = () => passwordNotConfirmed("The code is wrong or was used.");
    await proveSecondFactor(db, options, { tenant_id: tenant.id, account, code: given.totp, now_us, wrong });
    const change = { token_hash: hashOfToken(token)!, stepped_up: true, may_set_password: session.may_set_password };
    if (!(await updateSession(db, tenant.id, session.id, change))) throw unauthenticated("Sign in first.");
    await record(db, caller, { operation: "session.step-up", target_type: "session", target_id: session.id });
  });
  return token;
}
