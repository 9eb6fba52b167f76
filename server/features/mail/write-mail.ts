import type { Context } from "../../platform/context.ts";
import type { Keyring } from "../../platform/crypto/keyring.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { languageAmong } from "../../platform/languages.ts";
import type { Facts, MailKind } from "./facts.ts";
import { letterOf } from "./letters.ts";
import { queueMail } from "./queue-mail.ts";
import { findSender } from "./sql.ts";

/** What mails are sealed with, and where their links lead. */
export type Mailing = { keyring: Keyring; base_url: string };

/** `language`: as the account has chosen or as is known of the person; null or none that we speak: the organisation's. */
export type Receiver = { name: string; email: string; language: string | null };

export type WrittenMail<Kind extends MailKind> = {
  kind: Kind;
  to: Receiver;
  facts: Facts[Kind];
  /** A mail with the same key is sent once: unique for the kind within the organisation. */
  once_key?: string;
};

/** Writes a mail in its receiver's language, in the caller's transaction. Returns whether it was new. */
export async function writeMail<Kind extends MailKind>(
  db: Db,
  context: Pick<Context, "tenant">,
  { keyring, base_url }: Mailing,
  { kind, to, facts, once_key }: WrittenMail<Kind>,
): Promise<boolean> {
  const sender = await findSender(db, context.tenant.id);
  const language = languageAmong([to.language]) ?? sender.language;
  const { organisation, tenant_code, time_zone } = sender;
  const envelope = { organisation, tenant_code, time_zone, panel_url: `${base_url}/panel`, name: to.name };
  const letter = letterOf(kind, language, facts, envelope);
  return queueMail(db, context, keyring, {
    kind,
    recipient: to.email,
    ...letter,
    ...(once_key === undefined ? {} : { once_key }),
  });
}
