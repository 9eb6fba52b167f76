import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { beforeOwn, type Node } from "../../../platform/in-front.ts";
import { newId } from "../../../platform/ids.ts";
import { hour_us } from "../../../platform/instants.ts";
import type { AccountKey } from "../accounts-sql.ts";
import { deleteLinks, insertLink, type LinkPurpose } from "./links-sql.ts";
import { hashOfToken, newToken } from "./token.ts";

/**
 * A first link may wait in a mailbox over a long weekend (infra.invite_people has the same time). A reset link is used at once.
 */
export const lasts_us: Readonly<Record<LinkPurpose, number>> = { first: 168 * hour_us, reset: hour_us };

/** Valid links of one account at most, so that each start of the program can print one. */
const links_max = 10;

/** The base URL of links. */
export type LinkedAt = { base_url: string; node?: Node | undefined };

/**
 * Creates a link that signs an account in once. Its earlier links are deleted, unless `beside_others` is set; all of them end
 * when one is used. The token comes after `#`, so it does not appear in logs of servers.
 */
export async function issueLink(
  db: Db,
  { tenant }: Pick<Context, "tenant">,
  at: LinkedAt,
  link: { account: AccountKey; purpose: LinkPurpose; beside_others?: boolean },
): Promise<{ url: string; expires_at: string }> {
  const token = newToken();
  const { account, purpose, beside_others = false } = link;
  await deleteLinks(db, tenant.id, account.id, beside_others ? links_max - 1 : 0);
  const token_hash = hashOfToken(token)!;
  const expires_at = await insertLink(db, tenant.id, { id: newId(), account, token_hash, purpose, lasts_us: lasts_us[purpose] });
  return { url: linkTo(tenant, at, token), expires_at };
}

export function linkTo(tenant: Context["tenant"], { base_url, node = null }: LinkedAt, token: string): string {
  return `${base_url}/panel/link#${beforeOwn(node, tenant.code)}${token}`;
}
