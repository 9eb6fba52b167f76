import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { listItAdministrators } from "../../mail/sql.ts";
import { writeMail, type Mailing } from "../../mail/write-mail.ts";
import type { Account, AccountKey } from "../accounts-sql.ts";
import { breakGlassAdministrator, companySignInRequired } from "../errors.ts";
import type { Browser } from "../open-session.ts";
import { findRule, holdRule } from "./rule-sql.ts";
import { doorOf } from "./rule.ts";

/**
 * Refuses an account that must sign in through the company's identity provider. Otherwise returns whether it is the emergency
 * administrator, who may sign in without the provider.
 */
export async function enterByOwnDoor(
  db: Db,
  tenant_id: string,
  account: Pick<Account, "kind" | "id" | "totp_confirmed">,
): Promise<"own" | "break_glass"> {
  const door = doorOf(await holdRule(db, tenant_id), account);
  // An emergency administrator without a second factor is refused like all others. One is named only with a second factor, but
  // may have lost it since.
  if (door === "company" || (door === "break_glass" && !account.totp_confirmed)) throw companyRequired();
  return door;
}

export function companyRequired(): Error {
  return companySignInRequired("This organisation signs in with the company's identity: choose “Sign in with your company”.");
}

/** Mails the IT administrators that the emergency administrator signed in without the identity provider. */
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

/** Whether an administrator is named for emergencies, even if the provider is not required at present. */
export async function isForEmergencies(db: Db, tenant_id: string, administrator_id: string): Promise<boolean> {
  return (await findRule(db, tenant_id)).break_glass_id === administrator_id;
}

/** Refuses a change that would leave a rule without an administrator who can sign in without the provider. */
export async function refuseBreakGlass(db: Db, tenant_id: string, account: AccountKey): Promise<void> {
  if (doorOf(await findRule(db, tenant_id), account) === "break_glass")
    throw breakGlassAdministrator("This administrator is the one who signs in when the identity provider does not work.");
}

/** The sign-in page of an organisation, for sign-in through its identity provider. */
export function companyDoorOf(base_url: string, tenant_code: string): string {
  return `${base_url}/panel/sign-in?organisation=${encodeURIComponent(tenant_code)}`;
}
