import type { Static } from "typebox";
import type { PanelCaller } from "../../platform/context.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { unauthenticated } from "../../platform/http/openapi/panel-problems.ts";
import { record } from "../audit/record.ts";
import { findAccount } from "./accounts-sql.ts";
import { attemptKey, forgetAttempts, takeAttempt } from "./attempts.ts";
import { passwordNotConfirmed } from "./errors.ts";
import { findNowUs } from "./tenant-sql.ts";
import type { StepUpRequest } from "./schema.ts";
import type { SignInOptions } from "./session-record.ts";
import { updateSession } from "./sessions-sql.ts";
import { confirmPassword } from "./links/set-password.ts";
import { askedSession } from "./passkeys/ask.ts";
import { checkPasskey } from "./passkeys/check-passkey.ts";
import { isUsable } from "./passkeys/passkeys-sql.ts";
import { currentAccount, proofOf, proveSecondFactor } from "./sign-in.ts";
import { hashOfToken, newToken } from "./links/token.ts";

/**
 * Checks the password or a passkey again, so that the session may read secrets for ten minutes. Returns the session's new token.
 */
export async function stepUp(options: SignInOptions, caller: PanelCaller, given: Static<typeof StepUpRequest>): Promise<string> {
  return given.password === undefined
    ? byPasskey(options, caller, given.passkey)
    : byPassword(options, caller, { ...given, password: given.password });
}

async function byPassword(
  options: SignInOptions,
  caller: PanelCaller,
  given: Static<typeof StepUpRequest> & { password: string },
): Promise<string> {
  const { pool } = options;
  const { tenant, account: me } = caller;
  const before = await withTenant(pool, tenant.id, (db) => findAccount(db, tenant.id, me));
  if (before === undefined) throw unauthenticated("Sign in first.");
  await confirmPassword(options, before, given.password);
  // Code attempts are counted separately until one is right, because a person who knows the password could guess codes.
  const guesses = given.totp || given.recovery_code ? attemptKey(["confirm code", before.id]) : null;
  if (guesses !== null) await takeAttempt(pool, guesses);
  const now_us = await findNowUs(pool);
  const asked = askedSession(caller);
  const { request_id } = caller;
  const proof = await proofOf(options, { tenant, account: before, asked, answer: given.passkey, request_id: request_id! });
  const token = await withTenant(pool, tenant.id, async (db) => {
    const account = await currentAccount(db, tenant.id, me);
    if (account === undefined || account.password_hash !== before.password_hash) throw unauthenticated("Sign in first.");
    const wrong = () => passwordNotConfirmed("The code is wrong or was used, or the passkey was not accepted.");
    const shown = { tenant_id: tenant.id, account, given, proof, asked, request_id: request_id!, now_us, wrong };
    const second_factor = await proveSecondFactor(db, options, shown);
    return renewSession(db, caller, { by: "password", ...(second_factor === null ? {} : { second_factor }) });
  });
  if (guesses !== null) await forgetAttempts(pool, guesses);
  return token;
}

async function byPasskey(
  options: SignInOptions,
  caller: PanelCaller,
  answer: Static<typeof StepUpRequest>["passkey"],
): Promise<string> {
  const { pool } = options;
  const { tenant, account: me } = caller;
  if (answer === undefined) throw passwordNotConfirmed("Give the password, or a passkey.");
  const account = await withTenant(pool, tenant.id, (db) => findAccount(db, tenant.id, me));
  if (account === undefined) throw unauthenticated("Sign in first.");
  const ceremony = { purpose: "step_up", asked_by: askedSession(caller).asked_by, account_id: me.id } as const;
  const proof = await checkPasskey(options, { tenant, account, ceremony, answer, request_id: caller.request_id! });
  if (proof === null) throw passwordNotConfirmed("The passkey was not accepted.");
  return withTenant(pool, tenant.id, async (db) => {
    const still = (await currentAccount(db, tenant.id, me)) && (await isUsable(db, tenant.id, me.id, proof.passkey_id));
    if (!still) throw unauthenticated("Sign in first.");
    return renewSession(db, caller, { by: "passkey", passkey_id: proof.passkey_id });
  });
}

/** Notes in the session that its account has authenticated again, and gives the session a new token. */
export async function renewSession(db: Db, caller: PanelCaller, changes: Record<string, unknown>): Promise<string> {
  const { tenant, session } = caller;
  const token = newToken();
  const change = { token_hash: hashOfToken(token)!, stepped_up: true, may_set_password: session.may_set_password };
  if (!(await updateSession(db, tenant.id, session.id, change))) throw unauthenticated("Sign in first.");
  await record(db, caller, { operation: "session.step-up", target_type: "session", target_id: session.id, changes });
  return token;
}
