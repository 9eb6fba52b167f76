import type { Static } from "typebox";
import { contextWithin } from "../../../platform/db/tenant-clock.ts";
import { withTenant, type Db } from "../../../platform/db/transaction.ts";
import type { Account } from "../accounts-sql.ts";
import { takeAttemptOfAddress } from "../attempts.ts";
import { enterByOwnDoor, notifyBreakGlass } from "../doors/own-door.ts";
import { openSession } from "../open-session.ts";
import type { SignInOptions } from "../session-record.ts";
import { currentAccount, type Place } from "../sign-in.ts";
import { findNowUs, findTenantIdHere } from "../tenant-sql.ts";
import { passkeyRequest, type Asked } from "./ask.ts";
import { checkPasskeyWithin } from "./check-passkey.ts";
import type { Ceremony } from "./challenge.ts";
import { passkeyNotAccepted } from "./errors.ts";
import { readUserHandle } from "./relying-party.ts";
import type { PasskeyAnswer, PasskeyRequest } from "./schema.ts";

/** Asks for any passkey of this site, before the account is known. */
export async function askAlone(options: SignInOptions, asked: Asked): Promise<Static<typeof PasskeyRequest>> {
  return passkeyRequest(options, { ceremony: ceremonyOf(asked), passkeys: [], now_us: await findNowUs(options.pool) });
}

/** Signs in the account that a passkey names, without login and password: the device has verified its user. */
export async function signInByPasskey(
  options: SignInOptions,
  place: Place,
  answer: Static<typeof PasskeyAnswer>,
): Promise<{ token: string; account_id: string }> {
  const { pool } = options;
  const { browser, asked, request_id } = place;
  await takeAttemptOfAddress(pool, browser.address);
  const named = readUserHandle(answer.user_handle ?? "");
  const tenant_id = named && (await findTenantIdHere(pool, named.tenant_code));
  if (named === null || tenant_id === null) throw refused();
  const now_us = await findNowUs(pool);
  const begun = await withTenant(pool, tenant_id, async (db) => {
    const account = await accountOf(db, tenant_id, named.account_id);
    if (account === undefined) return null;
    const tenant = { id: tenant_id, code: named.tenant_code };
    const shown = { tenant, account, ceremony: ceremonyOf(asked), answer, request_id };
    const proof = await checkPasskeyWithin(db, options, shown, now_us);
    if (proof === null) return null;
    const door = await enterByOwnDoor(db, tenant_id, account);
    const acting = await contextWithin(db, tenant_id, { type: account.kind, id: account.id, name: account.name });
    const context = { ...acting!, request_id };
    if (door === "break_glass") await notifyBreakGlass(db, context, options, { account, browser });
    const how = { by: "passkey", door, passkey_id: proof.passkey_id, browser } as const;
    return { token: await openSession(db, context, account, how), account_id: account.id };
  });
  if (begun === null) throw refused();
  return begun;
}

/** An account in use of either kind, with its credentials locked until the transaction ends. */
async function accountOf(db: Db, tenant_id: string, id: string): Promise<Account | undefined> {
  const one = (kind: Account["kind"]) => currentAccount(db, tenant_id, { kind, id });
  return (await one("administrator")) ?? (await one("person"));
}

function ceremonyOf({ asked_by }: Asked): Ceremony {
  return { purpose: "alone", asked_by, account_id: null };
}

function refused(): Error {
  return passkeyNotAccepted("The passkey was not accepted.");
}
