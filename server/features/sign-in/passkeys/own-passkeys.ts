import type { Static } from "typebox";
import type { PanelCaller } from "../../../platform/context.ts";
import { withTenant, type Db } from "../../../platform/db/transaction.ts";
import { unauthenticated } from "../../../platform/http/openapi/panel-problems.ts";
import { notFound } from "../../../platform/http/problem.ts";
import { isUuid, newId } from "../../../platform/ids.ts";
import { record } from "../../audit/record.ts";
import type { Account } from "../accounts-sql.ts";
import { hashOfToken, newToken } from "../links/token.ts";
import { forgetNeedlessCodes } from "../recovery-codes/use-code.ts";
import type { SignInOptions } from "../session-record.ts";
import { deleteOtherSessions, updateSession } from "../sessions-sql.ts";
import { currentAccount } from "../sign-in.ts";
import { mailFactorsChanged } from "../mail-factors-changed.ts";
import { findNowUs } from "../tenant-sql.ts";
import { askedSession, knownOf, passkeyRequest } from "./ask.ts";
import { challenge_us, newChallenge, readChallenge, type Ceremony } from "./challenge.ts";
import { passkeyNotAdded, tooManyPasskeys } from "./errors.ts";
import {
  countPasskeys,
  deletePasskey,
  findRecord,
  insertPasskey,
  listAll,
  listUsable,
  spendChallenge,
  updateName,
} from "./passkeys-sql.ts";
import { relyingPartyOf, userHandleOf } from "./relying-party.ts";
import type { AddPasskeyRequest, PasskeyCreation, PasskeyRequest } from "./schema.ts";
import { algorithms, readClientData, verifyMade } from "./verify.ts";

export const passkeys_per_account_max = 10;

/** The options with which the browser asks an authenticator for a new passkey of the caller. */
export async function beginPasskey(options: SignInOptions, caller: PanelCaller): Promise<Static<typeof PasskeyCreation>> {
  const { pool, keyring } = options;
  const { tenant, account } = caller;
  const now_us = await findNowUs(pool);
  const known = await withTenant(pool, tenant.id, (db) => listAll(db, tenant.id, account.id));
  if (known.length >= passkeys_per_account_max) throw tooMany();
  return {
    challenge: newChallenge(keyring, ceremonyOf(caller), now_us),
    rp: { id: relyingPartyOf(options).id, name: "Muster" },
    user: { id: userHandleOf(account, tenant.code), name: account.email ?? account.name, display_name: account.name },
    algorithms,
    timeout_ms: challenge_us / 1000,
    user_verification: "preferred",
    exclude: known.map(knownOf),
  };
}

/**
 * Stores a new passkey; from now on the account has a second factor. All other sessions end. Returns the passkey as JSON text,
 * and the session's new token.
 */
export async function addPasskey(
  options: SignInOptions,
  caller: PanelCaller,
  given: Static<typeof AddPasskeyRequest>,
): Promise<{ json: string; token: string }> {
  const { pool, keyring } = options;
  const { tenant, account: me, session } = caller;
  const said = readClientData(given.client_data);
  const challenge = said && readChallenge(keyring, said.challenge, ceremonyOf(caller), await findNowUs(pool));
  if (said === null || challenge === null) throw notAdded();
  const made = await verifyMade(given, { challenge: said.challenge, relying_party: relyingPartyOf(options) });
  if (made === null) throw notAdded();
  const token = newToken();
  const id = newId();
  return withTenant(pool, tenant.id, async (db) => {
    const mine = await ownAccount(db, caller);
    if (!(await spendChallenge(db, tenant.id, challenge))) throw notAdded();
    if ((await countPasskeys(db, tenant.id, me.id)) >= passkeys_per_account_max) throw tooMany();
    const { name, discoverable } = given;
    if (!(await insertPasskey(db, tenant.id, { ...made, id, account: me, name, discoverable }))) throw notAdded();
    const change = { token_hash: hashOfToken(token)!, stepped_up: false, may_set_password: session.may_set_password };
    if (!(await updateSession(db, tenant.id, session.id, change))) throw unauthenticated("Sign in first.");
    await deleteOtherSessions(db, tenant.id, me.id, session.id);
    await record(db, caller, {
      operation: "passkey.add",
      target_type: me.kind,
      target_id: me.id,
      changes: { passkey_id: id },
      personal: { name },
    });
    await mailFactorsChanged(db, caller, options, mine, { kind: "passkey_added", named: name });
    return { json: await findRecord(db, tenant.id, id), token };
  });
}

export async function renamePasskey({ pool }: SignInOptions, caller: PanelCaller, id: string, name: string): Promise<string> {
  const { tenant, account: me } = caller;
  return withTenant(pool, tenant.id, async (db) => {
    const before = isUuid(id) ? await updateName(db, tenant.id, { account_id: me.id, id, name }) : undefined;
    if (before === undefined) throw notFound("No such passkey.");
    await record(db, caller, {
      operation: "passkey.rename",
      target_type: me.kind,
      target_id: me.id,
      changes: { passkey_id: id },
      personal: { name: [before, name] },
    });
    return findRecord(db, tenant.id, id);
  });
}

export async function removePasskey(options: SignInOptions, caller: PanelCaller, id: string): Promise<void> {
  const { pool } = options;
  const { tenant, account: me } = caller;
  await withTenant(pool, tenant.id, async (db) => {
    const mine = await ownAccount(db, caller);
    const name = isUuid(id) ? await deletePasskey(db, tenant.id, me.id, id) : undefined;
    if (name === undefined) throw notFound("No such passkey.");
    await forgetNeedlessCodes(db, tenant.id, me);
    await record(db, caller, {
      operation: "passkey.remove",
      target_type: me.kind,
      target_id: me.id,
      changes: { passkey_id: id },
      personal: { name },
    });
    await mailFactorsChanged(db, caller, options, mine, { kind: "passkey_removed", named: name });
  });
}

/** Asks for one of the account's passkeys in place of its password. */
export async function askAgain(options: SignInOptions, caller: PanelCaller): Promise<Static<typeof PasskeyRequest>> {
  const { pool } = options;
  const { tenant, account } = caller;
  const now_us = await findNowUs(pool);
  const passkeys = await withTenant(pool, tenant.id, (db) => listUsable(db, tenant.id, account.id));
  if (passkeys.length === 0) throw notFound("The account has no passkey that could be used.");
  const ceremony: Ceremony = { purpose: "step_up", asked_by: askedSession(caller).asked_by, account_id: account.id };
  return passkeyRequest(options, { ceremony, passkeys, now_us });
}

function ceremonyOf(caller: PanelCaller): Ceremony {
  return { purpose: "register", asked_by: askedSession(caller).asked_by, account_id: caller.account.id };
}

/** The caller's account, locked, so that no other request changes its factors until the transaction ends. */
async function ownAccount(db: Db, { tenant, account }: PanelCaller): Promise<Account> {
  const mine = await currentAccount(db, tenant.id, account);
  if (mine === undefined) throw unauthenticated("Sign in first.");
  return mine;
}

function notAdded(): Error {
  return passkeyNotAdded("The passkey could not be added.");
}

function tooMany(): Error {
  return tooManyPasskeys(`An account has at most ${passkeys_per_account_max} passkeys.`);
}
