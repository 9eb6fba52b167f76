import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { listItAdministrators } from "../../mail/sql.ts";
import { writeMail, type Mailing } from "../../mail/write-mail.ts";
import type { Account, AccountKey } from "../accounts-sql.ts";
import { breakGlassAdministrator, companySignInRequired } from "../errors.ts";
import type { Browser } from "../open-session.ts";
import { findRule, holdRule } from "./rule-sql.ts";
import { doorOf } from "./rule.ts";

/** Refuses an account that has to sign in with the company's identity; else says whether it is the one for emergencies. */
export async function enterByOwnDoor(
  db: Db,
  tenant_id: string,
  account: Pick<Account, "kind" | "id" | "totp_confirmed">,
): Promise<"own" | "break_glass"> {
  const door = doorOf(await holdRule(db, tenant_id), account);
  // It has a second factor, or was not named; where both were lost, it is an account like the others.
  if (door === "company" || (door === "break_glass" && !account.totp_confirmed)) throw companyRequired();
  return door;
}

export function companyRequired(): Error {
  return companySignInRequired("This organisation signs in with the company's identity: choose “Sign in with your company”.");
}

/** Tells the IT administrators that one of them signed in past the identity provider. */
export async function notifyBreakGlass(
  db: Db,
  context: Context,
  mailing: Mailing,
  { account, browser }: { account: Pick<Account, "name" | "login">; browser: Browser },
): Promise<void> {
  const { name: administrator, login } = account;
  const facts = {
    administrator,
    login,
    at: context.now.toString(),
    address: browser.address,
    url: `${mailing.base_url}/panel/settings/sign-in`,
  };
  for (const to of await listItAdministrators(db, context.tenant.id))
    await writeMail(db, context, mailing, { kind: "sign_in.break_glass", to, facts });
}

/** Whether an administrator is the one for emergencies, also while nothing is required. */
export async function isForEmergencies(db: Db, tenant_id: string, administrator_id: string): Promise<boolean> {
  return (await findRule(db, tenant_id)).break_glass_id === administrator_id;
}

/** Refuses what would leave a rule without an administrator who gets in past the provider. */
export async function refuseBreakGlass(db: Db, tenant_id: string, account: AccountKey): Promise<void> {
  if (doorOf(await findRule(db, tenant_id), account) === "break_glass")
    throw breakGlassAdministrator("This administrator is the one who signs in when the identity provider does not work.");
}

/** Where somebody signs in with the company's identity. */
export function companyDoorOf(base_url: string, tenant_code: string): string {
  return `${base_url}/panel/sign-in?organisation=${encodeURIComponent(tenant_code)}`;
}
