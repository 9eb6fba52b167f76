import type { Static } from "typebox";
import type { Context } from "../../platform/context.ts";
import type { Keyring } from "../../platform/crypto/keyring.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { contextWithin } from "../../platform/db/tenant-clock.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { notFound } from "../../platform/http/problem.ts";
import { isUuid } from "../../platform/ids.ts";
import { record } from "../audit/record.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { findAccount, findTenantName, type AccountKey } from "./accounts-sql.ts";
import { invitationLetter } from "./letters.ts";
import { issueLink } from "./links.ts";
import { listAdministratorsWithoutPassword } from "./links-sql.ts";
import type { SignInLink } from "./schema.ts";

type Mailing = { keyring: Keyring; base_url: string };

/** Makes a link to begin with, and mails it where there is an address. Otherwise it is for whoever asked to hand over. */
export async function sendInvitation(
  db: Db,
  context: Context,
  { keyring, base_url }: Mailing,
  account: AccountKey & { name: string; email: string | null },
): Promise<Static<typeof SignInLink>> {
  const { url, expires_at } = await issueLink(db, context, base_url, { account, purpose: "first" });
  const { name, email } = account;
  if (email === null) return { mailed_to: null, link: url, expires_at };
  const organisation = await findTenantName(db, context.tenant.id);
  const letter = invitationLetter(name, organisation, url);
  await queueMail(db, context, keyring, { kind: "account.invited", recipient: email, ...letter });
  return { mailed_to: email, link: null, expires_at };
}

/** Invites a learner to sign in. */
export async function invitePerson(
  { pool, ...mailing }: Mailing & { pool: Pool },
  context: Context,
  id: string,
): Promise<Static<typeof SignInLink>> {
  const { tenant } = context;
  return withTenant(pool, tenant.id, async (db) => {
    const account = isUuid(id) ? await findAccount(db, tenant.id, { kind: "person", id: id.toLowerCase() }) : undefined;
    if (account === undefined) throw notFound("No such person, or their account is not in use.");
    const invitation = await sendInvitation(db, context, mailing, account);
    await record(db, context, { operation: "person.invite", target_type: "person", target_id: account.id });
    return invitation;
  });
}

export type PrintedLink = { tenant_code: string; email: string; url: string };

/**
 * A link for the operator's terminal for an IT administrator without a password: one an organisation, of one organisation
 * or of any.
 */
export async function linksForTerminal(pool: Pool, base_url: string, code: string | null): Promise<PrintedLink[]> {
  const links: PrintedLink[] = [];
  for (const { tenant_id, tenant_code, administrator_id, email } of await listAdministratorsWithoutPassword(pool, code)) {
    links.push({ tenant_code, email, url: await printLink(pool, base_url, tenant_id, administrator_id) });
  }
  return links;
}

async function printLink(pool: Pool, base_url: string, tenant_id: string, id: string): Promise<string> {
  return withTenant(pool, tenant_id, async (db) => {
    const context = await contextWithin(db, tenant_id, { type: "operator", id: null, name: "terminal" });
    const { url } = await issueLink(db, context!, base_url, { account: { kind: "administrator", id }, purpose: "first" });
    await record(db, context!, { operation: "administrator.print-link", target_type: "administrator", target_id: id });
    return url;
  });
}
