import type { Context } from "../../platform/context.ts";
import type { Keyring } from "../../platform/crypto/keyring.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { languageAmong } from "../../platform/languages.ts";
import type { Facts, Letter, MailKind } from "./facts.ts";
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
  const letter = await composeLetter(db, context, base_url, { kind, to, facts });
  return queueMail(db, context, keyring, {
    kind,
    recipient: to.email,
    ...letter,
    ...(once_key === undefined ? {} : { once_key }),
  });
}

/** What a mail would say, in its receiver's language; nothing is written. */
export async function composeLetter<Kind extends MailKind>(
  db: Db,
  context: Pick<Context, "tenant">,
  base_url: string,
  { kind, to, facts }: { kind: Kind; to: Pick<Receiver, "name" | "language">; facts: Facts[Kind] },
): Promise<Letter> {
  const sender = await findSender(db, context.tenant.id);
  const language = languageAmong([to.language]) ?? sender.language;
  const { organisation, tenant_code, time_zone } = sender;
  return letterOf(kind, language, facts, { organisation, tenant_code, time_zone, panel_url: `${base_url}/panel`, name: to.name });
}
