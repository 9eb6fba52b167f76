import type { Static } from "typebox";
import { contextWithin } from "../../platform/db/tenant-clock.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { caseNorm } from "../../platform/text.ts";
import { findAccount, listAccounts, lockCredential, updateTotpStep, type Account } from "./accounts-sql.ts";
import { attemptKey, forgetAttempts, takeAttempt, takeAttemptOfAddress } from "./attempts.ts";
import { companyRequired, enterByOwnDoor, notifyBreakGlass } from "./doors/own-door.ts";
import { findRule } from "./doors/rule-sql.ts";
import { signInFailed } from "./errors.ts";
import { verifyPassword } from "./hash-password.ts";
import { readBrowserMark } from "./known-browser.ts";
import { findNowUs, findTenantIdHere } from "./tenant-sql.ts";
import { stepOfCode } from "./one-time-code.ts";
import { openSession, type Browser, type SecondFactor } from "./open-session.ts";
import { askSecondFactor, type Asked } from "./passkeys/ask.ts";
import { checkPasskey, type Proof, type Shown } from "./passkeys/check-passkey.ts";
import { isUsable } from "./passkeys/passkeys-sql.ts";
import { takeCode } from "./recovery-codes/use-code.ts";
import type { SignInRequest } from "./schema.ts";
import type { SignInOptions } from "./session-record.ts";

/**
 * No organisation has this id. For an unknown organisation the login is looked up with it, so that the answer takes the same
 * time.
 */
const missing_tenant_id = "00000000-0000-0000-0000-000000000000";

/** `asked`: identifies this browser when it is asked for a passkey. */
export type Place = { browser: Browser; mark: string | null; asked: Asked; request_id: string };

/**
 * Signs in with a password. A login can belong to an administrator and a person, so both passwords are checked. If there is no
 * such account, a decoy hash is checked. So neither the answer nor its duration reveals which accounts exist.
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
  // If all must use the identity provider, the answer is the same whether the account exists or not.
  if (proved === null) throw rule === "required_for_all" ? companyRequired() : failed();
  const now_us = await findNowUs(pool);
  const { asked, browser, request_id } = place;
  const tenant = { id: tenant_id, code: given.tenant_code.toUpperCase() };
  const proof = await proofOf(options, { tenant, account: proved, asked, answer: given.passkey, request_id });
  const token = await withTenant(pool, tenant_id, async (db) => {
    const account = await currentAccount(db, tenant_id, proved);
    if (account === undefined || account.password_hash !== proved.password_hash) throw failed();
    const door = await enterByOwnDoor(db, tenant_id, account);
    const shown = { tenant_id, account, given, proof, asked, request_id, now_us, wrong: failed };
    const second_factor = await proveSecondFactor(db, options, shown);
    const acting = await contextWithin(db, tenant_id, { type: account.kind, id: account.id, name: account.name });
    const context = { ...acting!, request_id };
    if (door === "break_glass") await notifyBreakGlass(db, context, options, { account, browser });
    return openSession(db, context, account, { by: "password", door, second_factor, browser });
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

/** The account in its present state, with its credentials locked until the transaction ends. */
export async function currentAccount(db: Db, tenant_id: string, account: Pick<Account, "kind" | "id">) {
  if ((await findAccount(db, tenant_id, account)) === undefined) return undefined;
  await lockCredential(db, tenant_id, account);
  return findAccount(db, tenant_id, account);
}

/** Checks a passkey that is shown together with a password or link: null: none was shown, "wrong": it was not accepted. */
export async function proofOf(
  options: SignInOptions,
  { asked, answer, ...whose }: Omit<Shown, "ceremony" | "answer"> & { asked: Asked; answer: Shown["answer"] | undefined },
): Promise<Proof | "wrong" | null> {
  if (answer === undefined) return null;
  const ceremony = { purpose: "second_factor", asked_by: asked.asked_by, account_id: whose.account.id } as const;
  return (await checkPasskey(options, { ...whose, ceremony, answer })) ?? "wrong";
}

type SecondFactorShown = {
  tenant_id: string;
  account: Account;
  given: { totp?: string | undefined; recovery_code?: string | undefined };
  proof: Proof | "wrong" | null;
  asked: Asked;
  request_id: string;
  now_us: number;
  wrong: () => Error;
};

/**
 * Requires a second factor from an account that has one: the present one-time code (each code works once), a passkey, or a
 * recovery code. Returns which was shown; null: the account has no second factor.
 */
export async function proveSecondFactor(
  db: Db,
  options: SignInOptions,
  { tenant_id, account, given, proof, asked, request_id, now_us, wrong }: SecondFactorShown,
): Promise<SecondFactor | null> {
  const { id, totp_secret, totp_step, totp_confirmed, has_passkey } = account;
  const has_totp = totp_confirmed && totp_secret !== null;
  if (!has_totp && !has_passkey) return null;
  if (proof !== null) {
    if (proof === "wrong" || proof.account_id !== id || !(await isUsable(db, tenant_id, id, proof.passkey_id))) throw wrong();
    return "passkey";
  }
  const { totp: code = "", recovery_code: text = "" } = given;
  if (text !== "") {
    if (!(await takeCode(db, tenant_id, { account, text, request_id }))) throw wrong();
    return "recovery_code";
  }
  if (!has_totp || code === "") throw await askSecondFactor(db, options, { tenant_id, account, asked, now_us });
  const step = stepOfCode(options.keyring, { id, totp_secret, totp_step }, code, now_us);
  if (step === null) throw wrong();
  await updateTotpStep(db, tenant_id, id, step);
  return "totp";
}

function failed(): Error {
  return signInFailed("Tenant code, login or password is wrong.");
}
