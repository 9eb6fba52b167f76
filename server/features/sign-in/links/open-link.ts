import type { Static } from "typebox";
import { contextWithin } from "../../../platform/db/tenant-clock.ts";
import { refuseElsewhere } from "../../../platform/db/moving/placement.ts";
import { withTenant, type Db } from "../../../platform/db/transaction.ts";
import { readOwn } from "../../../platform/in-front.ts";
import { findAccount, type Account } from "../accounts-sql.ts";
import { takeAttempt, takeAttemptOfAddress, attemptKey } from "../attempts.ts";
import { enterByOwnDoor, notifyBreakGlass } from "../doors/own-door.ts";
import { linkNotValid, signInFailed } from "../errors.ts";
import { findNowUs } from "../tenant-sql.ts";
import { deleteLinks, findLink, findTenantOfLink } from "./links-sql.ts";
import { openSession } from "../open-session.ts";
import type { LinkRequest } from "../schema.ts";
import type { SignInOptions } from "../session-record.ts";
import { currentAccount, proofOf, proveSecondFactor, type Place } from "../sign-in.ts";
import { hashOfToken } from "./token.ts";

/** Signs in with a one-time link, which is deleted. The session may then set a password without the old one. */
export async function signInByLink(
  options: SignInOptions,
  place: Place,
  given: Static<typeof LinkRequest>,
): Promise<{ token: string; account_id: string }> {
  const { pool } = options;
  await takeAttemptOfAddress(pool, place.browser.address);
  const { token_hash, tenant_id } = await findOrganisation(options, given.token);
  // Attempts are counted, because a code has only a million values, which a holder of the link could try out. The hash is of the
  // token alone, whatever prefix it has.
  if (given.totp !== undefined || given.recovery_code !== undefined)
    await takeAttempt(pool, attemptKey(["link", token_hash.toString("base64url")]));
  const now_us = await findNowUs(pool);
  const { asked, browser, request_id } = place;
  const proof = await proofByLink(options, { tenant_id, token_hash, asked, answer: given.passkey, request_id });
  return withTenant(pool, tenant_id, async (db) => {
    const account = await useLink(db, tenant_id, token_hash);
    const door = await enterByOwnDoor(db, tenant_id, account);
    const wrong = () => signInFailed("The code is wrong or was used, or the passkey was not accepted.");
    const shown = { tenant_id, account, given, proof, asked, request_id, now_us, wrong };
    const second_factor = await proveSecondFactor(db, options, shown);
    const acting = await contextWithin(db, tenant_id, { type: account.kind, id: account.id, name: account.name });
    const context = { ...acting!, request_id };
    if (door === "break_glass") await notifyBreakGlass(db, context, options, { account, browser });
    const token = await openSession(db, context, account, { by: "link", door, second_factor, browser });
    return { token, account_id: account.id };
  });
}

/** Checks a passkey that is shown together with a link; the link stays valid. */
async function proofByLink(
  options: SignInOptions,
  {
    tenant_id,
    token_hash,
    ...shown
  }: { tenant_id: string; token_hash: Buffer } & Pick<Parameters<typeof proofOf>[1], "asked" | "answer" | "request_id">,
): Promise<Awaited<ReturnType<typeof proofOf>>> {
  if (shown.answer === undefined) return null;
  const found = await withTenant(options.pool, tenant_id, async (db) => {
    const link = await findLink(db, tenant_id, token_hash);
    const account = link && (await findAccount(db, tenant_id, link));
    const context = account && (await contextWithin(db, tenant_id, { type: account.kind, id: account.id, name: account.name }));
    return account && context && { account, tenant: context.tenant };
  });
  if (!found) throw notValid();
  return proofOf(options, { ...shown, ...found });
}

/** The organisation of a link. Throws if the link is not valid, or if the organisation is on another node. */
export async function findOrganisation(
  { pool }: SignInOptions,
  token: string,
): Promise<{ token_hash: Buffer; tenant_id: string }> {
  const token_hash = hashOfToken(token);
  const tenant_id = token_hash && (await findTenantOfLink(pool, token_hash));
  if (token_hash === null || tenant_id === null) {
    await refuseElsewhere(pool, readOwn(token).tenant_code);
    throw notValid();
  }
  return { token_hash, tenant_id };
}

/** The account of a link. All links of the account are deleted in this transaction. */
export async function useLink(db: Db, tenant_id: string, token_hash: Buffer): Promise<Account> {
  const link = await findLink(db, tenant_id, token_hash);
  const account = link && (await currentAccount(db, tenant_id, link));
  if (account === undefined) throw notValid();
  await deleteLinks(db, tenant_id, account.id);
  return account;
}

function notValid(): Error {
  return linkNotValid("The link has been used, has expired, or was replaced by a newer one.");
}
