import type { Static } from "typebox";
import type { PanelCaller } from "../../../platform/context.ts";
import { contextWithin } from "../../../platform/db/tenant-clock.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { unauthenticated } from "../../../platform/http/openapi/panel-problems.ts";
import { record } from "../../audit/record.ts";
import { findAccount, updatePassword, type Account } from "../accounts-sql.ts";
import { attemptKey, forgetAttempts, takeAttempt, takeAttemptOfAddress } from "../attempts.ts";
import { refuseBadPassword } from "./choose-password.ts";
import { enterByOwnDoor } from "../doors/own-door.ts";
import { passwordNotConfirmed } from "../errors.ts";
import { hashPassword, verifyPassword } from "../hash-password.ts";
import { deleteLinks, findLink } from "./links-sql.ts";
import { findOrganisation, useLink } from "./open-link.ts";
import type { PasswordRequest } from "../schema.ts";
import type { SignInOptions } from "../session-record.ts";
import { deleteOtherSessions, updateSession } from "../sessions-sql.ts";
import { currentAccount, type Place } from "../sign-in.ts";
import { hashOfToken, newToken } from "./token.ts";

type Given = Static<typeof PasswordRequest>;

/**
 * Sets a password: of the signed-in account (with its current password, or after a link), or of the account of a link. All other
 * sessions of the account end. Returns the session's new token, if there is a session.
 */
export async function setPassword(
  options: SignInOptions,
  place: Place,
  caller: PanelCaller | null,
  given: Given,
): Promise<string | null> {
  if (given.token !== undefined) {
    await setByLink(options, place, { ...given, token: given.token });
    return null;
  }
  if (caller === null) throw unauthenticated("Sign in first, or use a link.");
  return setInSession(options, caller, given);
}

async function setByLink(options: SignInOptions, place: Place, given: Given & { token: string }): Promise<void> {
  const { pool } = options;
  await takeAttemptOfAddress(pool, place.browser.address);
  const { token_hash, tenant_id } = await findOrganisation(options, given.token);
  const owner = await withTenant(pool, tenant_id, async (db) => {
    const link = await findLink(db, tenant_id, token_hash);
    return link && findAccount(db, tenant_id, link);
  });
  if (owner) refuseBadPassword(given.password, surroundingsOf(owner));
  const hash = await hashPassword(given.password);
  await withTenant(pool, tenant_id, async (db) => {
    const account = await useLink(db, tenant_id, token_hash);
    await enterByOwnDoor(db, tenant_id, account);
    const context = await contextWithin(db, tenant_id, { type: account.kind, id: account.id, name: account.name });
    await updatePassword(db, tenant_id, account.id, hash);
    await deleteOtherSessions(db, tenant_id, account.id, null);
    await record(db, { ...context!, request_id: place.request_id }, entryFor(account));
  });
}

async function setInSession(options: SignInOptions, caller: PanelCaller, given: Given): Promise<string> {
  const { pool } = options;
  const { tenant, account: me, session } = caller;
  const before = await withTenant(pool, tenant.id, (db) => findAccount(db, tenant.id, me));
  if (before === undefined) throw unauthenticated("Sign in first.");
  if (!session.may_set_password) await confirmPassword(options, before, given.current_password);
  refuseBadPassword(given.password, surroundingsOf(before));
  const hash = await hashPassword(given.password);
  const token = newToken();
  await withTenant(pool, tenant.id, async (db) => {
    await currentAccount(db, tenant.id, me);
    const change = { token_hash: hashOfToken(token)!, stepped_up: true, may_set_password: false };
    if (!(await updateSession(db, tenant.id, session.id, change))) throw unauthenticated("Sign in first.");
    await updatePassword(db, tenant.id, me.id, hash);
    await deleteLinks(db, tenant.id, me.id);
    await deleteOtherSessions(db, tenant.id, me.id, session.id);
    await record(db, caller, entryFor(before));
  });
  return token;
}

/** Refuses a wrong password of the account; attempts are counted as at sign-in. */
export async function confirmPassword({ pool }: SignInOptions, account: Account, password: string | undefined): Promise<void> {
  const key = attemptKey(["confirm", account.id]);
  await takeAttempt(pool, key);
  if (!(await verifyPassword(account.password_hash, password ?? "")))
    throw passwordNotConfirmed("The current password is wrong.");
  await forgetAttempts(pool, key);
}

function surroundingsOf(account: Account): (string | null)[] {
  return [account.name, account.login, account.email];
}

function entryFor(account: Account) {
  return { operation: "password.set" as const, target_type: account.kind, target_id: account.id };
}
