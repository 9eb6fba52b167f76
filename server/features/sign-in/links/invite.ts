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
 * Makes a link to begin with, and mails it where there is an address. Who has to sign in with the company's identity is told where; then there is
 * no end (`expires_at` null).
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

/** Invites a learner to sign in. A link that could not be mailed is shown to the administrator, who hands it over. */
export async function invitePerson(
  { pool, ...mailing }: Mailing & LinkedAt & { pool: Pool },
  context: Context,
  id: string,
): Promise<Static<typeof SignInLink>> {
  const { tenant } = context;
  return withTenant(pool, tenant.id, async (db) => {
    // An order that invites many holds the row as well: the second one sees what the first one did.
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
 * A link for the operator's terminal for an IT administrator without a password: one an organisation, of one organisation
 * or of any.
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
    // Links that were mailed, or printed by another command, stay as they are.
    const account = { kind: "administrator", id } as const;
    const { url } = await issueLink(db, context!, at, { account, purpose: "first", beside_others: true });
    await record(db, context!, { operation: "administrator.print-link", target_type: "administrator", target_id: id });
    return url;
  });
}
