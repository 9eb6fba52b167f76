import type { Static } from "typebox";
import type { PanelCaller } from "../../platform/context.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { unauthenticated } from "../../platform/http/openapi/panel-problems.ts";
import { record } from "../audit/record.ts";
import { updateTotpConfirmed, updateTotpSecret, updateTotpStep, type Account } from "./accounts-sql.ts";
import { refuseBreakGlass } from "./doors/own-door.ts";
import { attemptKey, forgetAttempts, takeAttempt } from "./attempts.ts";
import { noSecondFactor, secondFactorExists, wrongCode } from "./errors.ts";
import { findNowUs } from "./tenant-sql.ts";
import { forgetNeedlessCodes } from "./recovery-codes/use-code.ts";
import { newSecret, sealSecret, stepOfCode } from "./one-time-code.ts";
import type { SecondFactor } from "./schema.ts";
import type { SignInOptions } from "./session-record.ts";
import { deleteOtherSessions, updateSession } from "./sessions-sql.ts";
import { currentAccount } from "./sign-in.ts";
import { hashOfToken, newToken } from "./links/token.ts";

/** Creates the secret of a second factor, in place of an unconfirmed one. It counts once a code of it has been confirmed. */
export async function beginSecondFactor(options: SignInOptions, caller: PanelCaller): Promise<Static<typeof SecondFactor>> {
  const { tenant, account: me } = caller;
  const made = newSecret(`${tenant.code}:${me.email ?? me.name}`);
  await withTenant(options.pool, tenant.id, async (db) => {
    const account = await ownAccount(db, caller);
    if (account.totp_confirmed) throw secondFactorExists("There is a second factor already.");
    await updateTotpSecret(db, tenant.id, me.id, sealSecret(options.keyring, me.id, made.secret));
    await record(db, caller, { operation: "second-factor.begin", target_type: me.kind, target_id: me.id });
  });
  return made;
}

/** Confirms the second factor, so that sign-in asks for its codes. All other sessions end; returns the new token of this one. */
export async function confirmSecondFactor({ pool, keyring }: SignInOptions, caller: PanelCaller, code: string): Promise<string> {
  const { tenant, account: me, session } = caller;
  const key = attemptKey(["second factor", me.id]);
  await takeAttempt(pool, key);
  const now_us = await findNowUs(pool);
  const token = newToken();
  await withTenant(pool, tenant.id, async (db) => {
    const { totp_secret, totp_step, totp_confirmed } = await ownAccount(db, caller);
    if (totp_confirmed) throw secondFactorExists("There is a second factor already.");
    if (totp_secret === null) throw noSecondFactor("No second factor has been begun.");
    const step = stepOfCode(keyring, { id: me.id, totp_secret, totp_step }, code, now_us);
    if (step === null) throw wrongCode("The code is not the one that the authenticator shows now.");
    await updateTotpStep(db, tenant.id, me.id, step);
    await updateTotpConfirmed(db, tenant.id, me.id);
    const change = { token_hash: hashOfToken(token)!, stepped_up: false, may_set_password: session.may_set_password };
    if (!(await updateSession(db, tenant.id, session.id, change))) throw unauthenticated("Sign in first.");
    await deleteOtherSessions(db, tenant.id, me.id, session.id);
    await record(db, caller, { operation: "second-factor.confirm", target_type: me.kind, target_id: me.id });
  });
  await forgetAttempts(pool, key);
  return token;
}

export async function removeSecondFactor({ pool }: SignInOptions, caller: PanelCaller): Promise<void> {
  const { tenant, account: me } = caller;
  await withTenant(pool, tenant.id, async (db) => {
    const account = await ownAccount(db, caller);
    if (account.totp_secret === null) throw noSecondFactor("There is no second factor.");
    await refuseBreakGlass(db, tenant.id, me);
    await updateTotpSecret(db, tenant.id, me.id, null);
    await forgetNeedlessCodes(db, tenant.id, me);
    await record(db, caller, { operation: "second-factor.remove", target_type: me.kind, target_id: me.id });
  });
}

async function ownAccount(db: Db, { tenant, account }: PanelCaller): Promise<Account> {
  const mine = await currentAccount(db, tenant.id, account);
  if (mine === undefined) throw unauthenticated("Sign in first.");
  return mine;
}
