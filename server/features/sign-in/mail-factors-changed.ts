import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { Facts } from "../mail/facts.ts";
import { writeMail, type Mailing } from "../mail/write-mail.ts";
import type { Account } from "./accounts-sql.ts";

type Changed = { kind: Facts["account.factors_changed"]["kind"]; named?: string };

/**
 * Mails an account's owner that its credentials were changed, so that an owner who did not do it notices. An owner without an
 * address gets no mail; the audit log has the change in any case.
 */
export async function mailFactorsChanged(
  db: Db,
  context: Context,
  mailing: Mailing,
  { id, name, email, login, language }: Pick<Account, "id" | "name" | "email" | "login" | "language">,
  { kind, named }: Changed,
): Promise<void> {
  if (email === null) return;
  const { actor } = context;
  await writeMail(db, context, mailing, {
    kind: "account.factors_changed",
    to: { name, email, language },
    facts: {
      kind,
      named: named ?? null,
      by: actor.id === id ? null : actor.name,
      login,
      at: context.now.toString(),
      url: `${mailing.base_url}/panel/account`,
    },
  });
}
