import type { Static } from "typebox";
import { contextWithin } from "../../platform/db/tenant-clock.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { caseNorm } from "../../platform/text.ts";
import { findAccount, listAccounts, lockCredential, updateTotpStep, type Account } from "./accounts-sql.ts";
import { attemptKey, forgetAttempts, takeAttempt, takeAttemptOfAddress } from "./attempts.ts";
import { companyRequired, enterByOwnDoor, tellOfBreakGlass } from "./doors/own-door.ts";
import { findRule } from "./doors/rule-sql.ts";
import { secondFactorRequired, signInFailed } from "./errors.ts";
import { verifyPassword } from "./hash-password.ts";
import { readBrowserMark } from "./known-browser.ts";
import { findNowUs, findTenantIdHere } from "./tenant-sql.ts";
import { stepOfCode } from "./one-time-code.ts";
import { openSession, type Browser } from "./open-session.ts";
import type { SignInRequest } from "./schema.ts";
import type { SignInOptions } from "./session-record.ts";

/** No organisation has this id: for an unknown organisation the login is looked up there, which takes the same time. */
const missing_tenant_id = "00000000-0000-0000-0000-000000000000";

export type Place = { browser: Browser; mark: string | null; request_id: string };

/**
 * Signs in by password. A login can mean an administrator and a person; both passwords are checked, and a decoy hash where
 * there is no such account, so that neither the answer nor its time tells which accounts exist.
 */
export async function signIn(
  options: SignInOptions,
  place: Place,
  given: Static<typeof SignInRequest>,
): Promise<{ token: string; account_id: string }> {
  const { pool } = options;
  const login_norm = caseNorm(given.login);
  await takeAttemptOfAddress(pool, place.browser.address);
  const tenant_id = (await findTenantIdHere(pool, given.tenant_code.toUpperCase())) ?? missing_tenant_id;
  const [accounts, { rule }] = await withTenant(pool, tenant_id, (db) =>
    Promise.all([listAccounts(db, tenant_id, login_norm), findRule(db, tenant_id)]),
  );
  const key = attemptKeyOf(
    options,
    place,
    [tenant_id === missing_tenant_id ? given.tenant_code : tenant_id, login_norm],
    accounts,
  );
  await takeAttempt(pool, key);
  const proved = await provedByPassword(accounts, given.password);
  // Where everybody has to come by the company, all are told so, whether there is such an account or not.
  if (proved === null) throw rule === "required_for_all" ? companyRequired() : failed();
  const now_us = await findNowUs(pool);
  const token = await withTenant(pool, tenant_id, async (db) => {
    const account = await currentAccount(db, tenant_id, proved);
    if (account === undefined || account.password_hash !== proved.password_hash) throw failed();
    const door = await enterByOwnDoor(db, tenant_id, account);
    await proveSecondFactor(db, options, { tenant_id, account, code: given.totp, now_us, wrong: failed });
    const acting = await contextWithin(db, tenant_id, { type: account.kind, id: account.id, name: account.name });
    const context = { ...acting!, request_id: place.request_id };
    const { browser } = place;
    if (door === "break_glass") await tellOfBreakGlass(db, context, options, { account, browser });
    return openSession(db, context, account, { by: "password", door, browser });
  });
  await forgetAttempts(pool, key);
  return { token, account_id: proved.id };
}

function attemptKeyOf(
  { keyring }: SignInOptions,
  { mark }: Place,
  named: readonly string[],
  accounts: readonly Account[],
): string {
  const known = readBrowserMark(keyring, mark);
  const is_theirs = known !== null && accounts.some(({ id }) => id === known.account_id);
  return attemptKey(is_theirs ? ["browser", known.account_id, known.browser] : ["login", ...named]);
}

async function provedByPassword(accounts: readonly Account[], password: string): Promise<Account | null> {
  let proved: Account | null = null;
  for (const kind of ["administrator", "person"] as const) {
    const account = accounts.find((one) => one.kind === kind);
    const matches = await verifyPassword(account?.password_hash ?? null, password);
    if (matches) proved ??= account!;
  }
  return proved;
}

/** The account as it is now, its credentials locked until the transaction ends. */
export async function currentAccount(db: Db, tenant_id: string, account: Pick<Account, "kind" | "id">) {
  if ((await findAccount(db, tenant_id, account)) === undefined) return undefined;
  await lockCredential(db, tenant_id, account);
  return findAccount(db, tenant_id, account);
}

/** Refuses an account with a second factor that does not show the code of now; each code proves it once. */
export async function proveSecondFactor(
  db: Db,
  { keyring }: SignInOptions,
  shown: { tenant_id: string; account: Account; code: string | undefined; now_us: number; wrong: () => Error },
): Promise<void> {
  const { tenant_id, account, code, now_us, wrong } = shown;
  const { id, totp_secret, totp_step, totp_confirmed } = account;
  if (!totp_confirmed || totp_secret === null) return;
  if (code === undefined || code === "") throw secondFactorRequired("Enter the code that your authenticator shows.");
  const step = stepOfCode(keyring, { id, totp_secret, totp_step }, code, now_us);
  if (step === null) throw wrong();
  await updateTotpStep(db, tenant_id, id, step);
}

function failed(): Error {
  return signInFailed("Tenant code, login or password is wrong.");
}
