import type { Static } from "typebox";
import type { Context } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { contextWithin } from "../../../platform/db/tenant-clock.ts";
import { withTenant, type Db } from "../../../platform/db/transaction.ts";
import { notFound } from "../../../platform/http/problem.ts";
import { isUuid } from "../../../platform/ids.ts";
import { record } from "../../audit/record.ts";
import { lockEventUsers } from "../../people/lock-sql.ts";
import { writeMail, type Mailing } from "../../mail/write-mail.ts";
import { findAccount, type Account } from "../accounts-sql.ts";
import { companyDoorOf, companyRequired } from "../doors/own-door.ts";
import { findRule } from "../doors/rule-sql.ts";
import { doorOf } from "../doors/rule.ts";
import { issueLink, type LinkedAt } from "./links.ts";
import { listAdministratorsWithoutPassword } from "./links-sql.ts";
import type { SignInLink } from "../schema.ts";

/**
 * Creates a first sign-in link and mails it if the account has an address. An account that must use the company's identity
 * provider gets the page for that instead; then `expires_at` is null.
 */
export async function sendInvitation(
  db: Db,
  context: Context,
  mailing: Mailing & LinkedAt,
  account: Pick<Account, "kind" | "id" | "name" | "email" | "login" | "role" | "language">,
): Promise<{ url: string; expires_at: string | null }> {
  const { name, email, login, role, language } = account;
  const inviter = context.actor.type === "administrator" ? context.actor.name : null;
  const named = { login, role, inviter };
  const to = email === null ? null : { name, email, language };
  if (doorOf(await findRule(db, context.tenant.id), account) === "company") {
    const url = companyDoorOf(mailing.base_url, context.tenant.code);
    if (to !== null) await writeMail(db, context, mailing, { kind: "account.invited_by_company", to, facts: { ...named, url } });
    return { url, expires_at: null };
  }
  const link = await issueLink(db, context, mailing, { account, purpose: "first" });
  if (to !== null) await writeMail(db, context, mailing, { kind: "account.invited", to, facts: { ...named, ...link } });
  return link;
}

/** Invites a learner to sign in. If the link cannot be mailed, it is shown to the administrator, who passes it on. */
export async function invitePerson(
  { pool, ...mailing }: Mailing & LinkedAt & { pool: Pool },
  context: Context,
  id: string,
): Promise<Static<typeof SignInLink>> {
  const { tenant } = context;
  return withTenant(pool, tenant.id, async (db) => {
    // Locks the row, as an order for many people does, so that the second of two concurrent invitations sees the first.
    if (isUuid(id)) await lockEventUsers(db, tenant.id, [id.toLowerCase()]);
    const account = isUuid(id) ? await findAccount(db, tenant.id, { kind: "person", id: id.toLowerCase() }) : undefined;
    if (account === undefined) throw notFound("No such person, or their account is not in use.");
    const { url, expires_at } = await sendInvitation(db, context, mailing, account);
    if (expires_at === null) throw companyRequired();
    await record(db, context, { operation: "person.invite", target_type: "person", target_id: account.id });
    return { mailed_to: account.email, link: account.email === null ? url : null, expires_at };
  });
}

export type PrintedLink = { tenant_code: string; email: string; url: string };

/**
 * Links that are printed on the operator's terminal, for an IT administrator without a password: one for the given organisation,
 * or one for each organisation.
 */
export async function linksForTerminal(
  pool: Pool,
  base_url: string,
  code: string | null,
  node: LinkedAt["node"] = null,
): Promise<PrintedLink[]> {
  const links: PrintedLink[] = [];
  for (const { tenant_id, tenant_code, administrator_id, email } of await listAdministratorsWithoutPassword(pool, code)) {
    links.push({ tenant_code, email, url: await printLink(pool, { base_url, node }, tenant_id, administrator_id) });
  }
  return links;
}

async function printLink(pool: Pool, at: LinkedAt, tenant_id: string, id: string): Promise<string> {
  return withTenant(pool, tenant_id, async (db) => {
    const context = await contextWithin(db, tenant_id, { type: "operator", id: null, name: "terminal" });
    // Earlier links, mailed or printed, stay valid.
    const account = { kind: "administrator", id } as const;
    const { url } = await issueLink(db, context!, at, { account, purpose: "first", beside_others: true });
    await record(db, context!, { operation: "administrator.print-link", target_type: "administrator", target_id: id });
    return url;
  });
}
